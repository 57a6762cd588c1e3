import { pathOf } from '../../core/access'

/** Filters of a list as its screen's address has them; one that is undefined filters nothing. */
export type ListFilters = Readonly<Record<string, string | undefined>>

/** The address of a list, narrowed to what a row of a report adds up. */
export function listAddress(path: string, filters: ListFilters): string {
  const set = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[`f.${name}`, value]]))
  return `${path}?${new URLSearchParams(set)}`
}

/** The address of the one record that a row of a report is of. */
export const recordAddress = (resource: string, id: unknown): string => pathOf(resource, Number(id))
