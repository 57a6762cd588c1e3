/** What is wrong with a value and where: `at` and `length` count characters of that value. `error` is the code the GS1 syntax tests use. */
export interface Fault {
  readonly error: string
  readonly at: number
  readonly length: number
}

/** A fault in a stretch of a value. */
export function faultAt(error: string, at: number, length: number): Fault {
  return { error, at, length }
}

/** A fault of the whole value. */
export function wholeFault(error: string, value: string): Fault {
  return { error, at: 0, length: value.length }
}

/** The value with the faulty stretch between asterisks, for a person to see it: `12*O*45`. */
export function markFault(value: string, fault: Fault): string {
  const end = fault.at + fault.length
  return `${value.slice(0, fault.at)}*${value.slice(fault.at, end)}*${value.slice(end)}`
}
