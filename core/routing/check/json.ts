import { CoreError } from '../../errors'

/** JSON of the checker, read by itself: it shares nothing with the solver it judges. */
export interface Json {
  readonly [key: string]: unknown
}

export function asObject(value: unknown, what: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new CoreError('invalid_input', `Esperado um objeto em ${what}.`)
  }
  return Object.fromEntries(Object.entries(value))
}

const MOST_ITEMS = 20_000

export function asList(value: unknown, what: string): readonly unknown[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) throw new CoreError('invalid_input', `Esperada uma lista em ${what}.`)
  if (value.length > MOST_ITEMS)
    throw new CoreError('invalid_input', `Lista longa demais em ${what}: o limite é ${MOST_ITEMS}.`)
  return value
}

export const asObjects = (value: unknown, what: string): Json[] => asList(value, what).map((one) => asObject(one, what))

export function asNumber(value: unknown, absent: number, what: string): number {
  if (value === undefined) return absent
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new CoreError('invalid_input', `Esperado um número em ${what}.`)
  return value
}

export const asNumbers = (value: unknown, what: string): number[] =>
  asList(value, what).map((one) => asNumber(one, 0, what))

export const asWindows = (value: unknown, what: string): (readonly [number, number])[] =>
  asList(value, what).map((one) => {
    const [from, to] = asNumbers(one, what)
    return [from ?? 0, to ?? Infinity]
  })
