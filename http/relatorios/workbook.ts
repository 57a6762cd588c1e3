import { othersTurn } from '../platform/others-turn'
import {
  type Cell,
  DATE_FORMAT,
  DATETIME_FORMAT,
  numberFormat,
  quantityFormat,
  sheetDate,
  type SheetColumn,
} from '../platform/export/sheet'
import type { Batch } from '../platform/stream'
import type { Row } from '../platform/resource'
import { cellText, isNumeric, Totals } from './cells'
import { cutOff } from './outputs'
import type { CellKind, ReportColumn } from './report'

/** Rows of one workbook: what one sheet has room for, and no more than a CSV. */
export const XLSX_LIMIT = 100_000

const FORMATS: Readonly<Partial<Record<CellKind, string>>> = {
  integer: numberFormat(0),
  quantity: quantityFormat(4),
  money: numberFormat(2),
  percent: numberFormat(2),
  date: DATE_FORMAT,
  datetime: DATETIME_FORMAT,
}
const WIDTHS: Readonly<Partial<Record<CellKind, number>>> = { text: 36, date: 12, integer: 10 }

/** How a report's columns stand in a sheet: numbers are numbers, dates dates, all else text. */
export const sheetColumnsOf = (columns: readonly ReportColumn[]): readonly SheetColumn[] =>
  columns.map(({ label, kind }) => {
    const format = FORMATS[kind]
    return { label, width: WIDTHS[kind] ?? 16, ...(format === undefined ? {} : { format }) }
  })

function sheetCell(column: ReportColumn, row: Row): Cell {
  const value = row[column.field]
  if (value === null || value === undefined || value === '') return null
  if (isNumeric(column)) return Number(value)
  return column.kind === 'date' || column.kind === 'datetime' ? sheetDate(String(value)) : cellText(column, row)
}

/** The rows of a report as a sheet's, with its totals under the last; where rows were cut off, that is said instead. */
export async function* sheetRows(
  batches: AsyncGenerator<Batch, void>,
  columns: readonly ReportColumn[],
): AsyncGenerator<readonly Cell[]> {
  const totals = new Totals(columns)
  let any = false
  for await (const { rows, more, last } of batches) {
    await othersTurn()
    totals.add(rows)
    any ||= rows.length > 0
    for (const row of rows) yield columns.map((column) => sheetCell(column, row))
    if (more) yield [cutOff(XLSX_LIMIT)]
    else if (last && any && totals.sums)
      yield totals.sums.map((sum) => (typeof sum === 'string' ? sum || null : sum.toNumber()))
  }
}
