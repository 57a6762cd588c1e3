import { isRecord, type Values } from '../row'

const OWN = 'extra'

/** What a company's own field is called in a form and in a list. */
export const ownName = (key: string): string => `${OWN}.${key}`

/** A record with the company's own fields beside its others, as forms name them. */
export function withOwn<T extends Values>(row: T): T {
  const own = row[OWN]
  if (!isRecord(own)) return row
  return { ...row, ...Object.fromEntries(Object.entries(own).map(([key, value]) => [ownName(key), value])) }
}
