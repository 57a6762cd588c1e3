import * as v from 'valibot'
import { requireDate } from '../br/civil-date'
import { amount } from '../function'

/** What the area's functions of the terminal take. */

export const text = v.pipe(v.string(), v.maxLength(1000))
export const file = v.pipe(v.string(), v.maxLength(40_000_000))
export const date = v.pipe(text, v.transform(requireDate))
export const optional = v.optional(text)
export const blank = v.optional(text, '')
export const day = v.optional(v.nullable(date), null)
export const money = v.pipe(
  amount,
  v.transform((value) => String(value)),
)

export const namesOf = <K extends string>(table: Readonly<Record<K, string>>): K[] => {
  const names: K[] = []
  for (const name in table) names.push(name)
  return names
}
