import { formatDate, formatDateTime } from '../../../core/br/date-text'
import { guarded } from '../../../core/tabular/guard'
import type { Cell } from './sheet'

const quoted = (text: string): string => (/[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** One line, parted by semicolons. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(quoted).join(';')}\r\n`

/** What a file begins with so that spreadsheets read its accents. */
export const CSV_START = '\uFEFF'

/** A cell as Brazilian spreadsheets read it: a decimal comma, no thousands points, the day first. Whether it tells the hour, its column's format says. */
export function csvCell(cell: Cell, format: string | undefined): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  if (!(cell instanceof Date)) return guarded(String(cell))
  const text = cell.toISOString().slice(0, 19).replace('T', ' ')
  return format?.includes('hh') ? formatDateTime(text) : formatDate(text)
}
