import { displayName } from '../format'
import { isRecord, textOf, type Row } from '../row'

/** Names of what filters refer to, by field and number: an address carries the number alone. */
const names = new Map<string, string>()
/** Names that are kept. */
const KEPT = 500

export function rememberName(field: string, id: string, name: string): void {
  if (name === '') return
  if (names.size >= KEPT) names.clear()
  names.set(`${field}/${id}`, name)
}

/** What is called so by a row that refers to it. */
export function nameFromRow(field: string, id: string, row: Row | undefined): void {
  const object = row?.[field.replace(/_id$/, '')]
  if (textOf(row?.[field]) === id && isRecord(object)) rememberName(field, id, displayName(object))
}

/** The name of a record that a filter names by its number; the number where nothing has told it yet. */
export const nameOfReference = (field: string, id: string): string => names.get(`${field}/${id}`) ?? `nº ${id}`
