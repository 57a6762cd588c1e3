import type { FixedRecord, FixedValues } from './fixed-width'
import { writeFixed } from './write-fixed'

const PLAIN = /^[\x20-\x60\x7B-\x7E]*$/

/** Capital letters without accents and nothing beyond ASCII: what readers of any age take. */
export const plainText = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text
        .normalize('NFD')
        .replace(/\p{Mn}/gu, '')
        .replace(/[^\x20-\x7E]/gu, ' ')
        .toUpperCase()

/** As `writeFixed`, in plain text. It is plain before it takes its columns: a letter that comes in two parts takes one. */
export function writePlain<R extends FixedRecord>(record: R, values: FixedValues<R>, length: number): string {
  const told = new Map<string, string | number | null>(Object.entries(values))
  const own = Object.keys(record).map((name) => {
    const value = told.get(name) ?? null
    return [name, typeof value === 'string' ? plainText(value) : value] as const
  })
  return writeFixed<FixedRecord>(record, Object.fromEntries(own), length)
}
