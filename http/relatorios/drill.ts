import { pathOf } from '../../core/access'
import { PERIOD_END, PERIOD_START } from './period'
import type { ReportValues } from './report'

/** Filters of a list as its screen's address has them; one that is undefined filters nothing. */
export type ListFilters = Readonly<Record<string, string | undefined>>

/** The address of a list, narrowed to what a row of a report adds up. */
export function listAddress(path: string, filters: ListFilters): string {
  const set = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[`f.${name}`, value]]))
  return `${path}?${new URLSearchParams(set)}`
}

/** The address of the one record that a row of a report is of. */
export const recordAddress = (resource: string, id: unknown): string => pathOf(resource, Number(id))

/** What a list's address says of records that have no value there (`web/ui/table/table-state.ts`). */
export const NONE = '(vazio)'
export const idOf = (value: unknown): string => (value === null || value === undefined ? NONE : String(value))

/** A report's period, as a list's address has it; undefined where it is open on both sides. */
export function periodOf(values: ReportValues, name = 'periodo'): string | undefined {
  const [ini, fim] = [values.text(name + PERIOD_START) ?? '', values.text(name + PERIOD_END) ?? '']
  return ini === '' && fim === '' ? undefined : `${ini}..${fim}`
}
