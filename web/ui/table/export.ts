import { cellText, type Column } from './columns'
import type { Row } from '../row'

/** Rows as tab-separated text, for pasting into a spreadsheet. */
export function toTsv(columns: readonly Column[], rows: readonly Row[]): string {
  return rows.map((row) => columns.map((column) => cellText(column, row).replace(/[\t\n]/g, ' ')).join('\t')).join('\n')
}
