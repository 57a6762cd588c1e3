import { damaged, text } from './xml'

const PLAIN = /^-?\d{1,20}(?:\.\d{1,20})?$/

/** Reads the decimal fields of one element as written. `where` names the element in the message of a value that is no number. */
export function decimalReader(node: unknown, where: string): (name: string) => string | null {
  return (name) => {
    const value = text(node, name)
    if (value !== null && !PLAIN.test(value)) throw damaged(`${name} ${where} não é um número`)
    return value
  }
}

/** A field without which there is nothing to import. Throws `damaged_xml` naming it. */
export function required(value: string | null, name: string, where: string): string {
  if (value === null) throw damaged(`falta ${name} ${where}`)
  return value
}
