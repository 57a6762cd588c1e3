import type { FixedRecord, FixedValues } from './fixed-width'
import { writeFixed } from './write-fixed'

const PLAIN = /^[\x20-\x60\x7B-\x7E]*$/
const NO_FIELD = /^(?!)/

/** Letters as they are, but without accents, and nothing beyond ASCII. */
const bareText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^\x20-\x7E]/gu, ' ')

/** Capital letters without accents and nothing beyond ASCII: what readers of any age take. */
export const plainText = (text: string): string => (PLAIN.test(text) ? text : bareText(text).toUpperCase())

/**
 * As `writeFixed`, in plain text. It is plain before it takes its columns: a letter that comes in two parts takes one. Fields whose names are `cased` keep capitals and small letters
 * apart.
 */
export function writePlain<R extends FixedRecord>(
  record: R,
  values: FixedValues<R>,
  length: number,
  cased: RegExp = NO_FIELD,
): string {
  const told = new Map<string, string | number | null>(Object.entries(values))
  const own = Object.keys(record).map((name) => {
    const value = told.get(name) ?? null
    if (typeof value !== 'string') return [name, value] as const
    return [name, cased.test(name) ? bareText(value) : plainText(value)] as const
  })
  return writeFixed<FixedRecord>(record, Object.fromEntries(own), length)
}
