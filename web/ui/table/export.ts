import { cellText, type Column } from './columns'
import type { Row } from '../row'

const quoted = (text: string): string => (/[";\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
/** A cell that a spreadsheet would run as a formula gets an apostrophe. */
const harmless = (text: string): string => (/^[=+@\t]/.test(text) || /^-[^\d]/.test(text) ? `'${text}` : text)

/** Rows as semicolon-separated text with a heading, as Brazilian spreadsheets open it. */
export function toCsv(columns: readonly Column[], rows: readonly Row[]): string {
  const lines = [
    columns.map((column) => quoted(column.label)),
    ...rows.map((row) => columns.map((column) => quoted(harmless(cellText(column, row))))),
  ]
  return `\uFEFF${lines.map((line) => line.join(';')).join('\r\n')}`
}

/** Rows as tab-separated text, for pasting into a spreadsheet. */
export function toTsv(columns: readonly Column[], rows: readonly Row[]): string {
  return rows.map((row) => columns.map((column) => cellText(column, row).replace(/[\t\n]/g, ' ')).join('\t')).join('\n')
}

export function download(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 2000)
}
