import { type SQL, sql } from 'drizzle-orm'
import type { ReportValues } from './report'

export const PERIOD_START = '_ini'
export const PERIOD_END = '_fim'

/** Rows whose day (`date` column) lies within the period; all of them where it is open. */
export function within(column: SQL, values: ReportValues, name: string): SQL {
  const [from, to] = [values.text(name + PERIOD_START), values.text(name + PERIOD_END)]
  return sql`${from === undefined ? sql`true` : sql`${column} >= ${from}::date`} and ${to === undefined ? sql`true` : sql`${column} <= ${to}::date`}`
}

/** As `within`, for an instant: days of the company's time zone, by the column's index. */
export function withinInstants(column: SQL, values: ReportValues, name: string): SQL {
  const [from, to] = [values.text(name + PERIOD_START), values.text(name + PERIOD_END)]
  return sql`${from === undefined ? sql`true` : sql`${column} >= ${from}::date::timestamptz`} and ${to === undefined ? sql`true` : sql`${column} < (${to}::date + 1)::timestamptz`}`
}

/** Rows of the record chosen, or all. */
export function chosen(column: SQL, values: ReportValues, name: string): SQL {
  const id = values.number(name)
  return id === undefined ? sql`true` : sql`${column} = ${id}`
}
