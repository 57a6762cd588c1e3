import type { CellValue } from 'hucre/xlsx'

/** What a cell holds: texts are always texts, never formulas. */
export type Cell = CellValue

/** How the cells of a column are written. */
export interface SheetColumn {
  readonly label: string
  /** A spreadsheet's number format; none for text. */
  readonly format?: string
  /** Characters. */
  readonly width: number
}

/** A sheet whose rows are here. */
export interface Sheet {
  readonly name: string
  readonly columns: readonly SheetColumn[]
  readonly rows: readonly (readonly Cell[])[]
}

/** What a cell of a spreadsheet can hold. */
const MAX_TEXT = 32_767

/** A text as a sheet can keep it: without signs that XML does not know. */
export const sheetText = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu, '').slice(0, MAX_TEXT)

/** `YYYY-MM-DD[ HH:mm:ss]` as the same day and hour in a sheet, which knows no time zones; null for anything else. */
export function sheetDate(text: string): Date | null {
  const [, day, time = '00:00:00'] = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}))?/.exec(text) ?? []
  const date = new Date(`${day}T${time}Z`)
  return Number.isNaN(date.getTime()) ? null : date
}

/** Numbers with exactly so many decimals, and thousands parted. */
export const numberFormat = (decimals: number): string => (decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`)
/** Numbers with up to so many decimals. */
export const quantityFormat = (decimals: number): string => (decimals === 0 ? '#,##0' : `#,##0.${'#'.repeat(decimals)}`)
export const DATE_FORMAT = 'dd/mm/yyyy'
export const DATETIME_FORMAT = 'dd/mm/yyyy hh:mm'

const layout = ({ format, width }: SheetColumn) => ({ width, ...(format === undefined ? {} : { numFmt: format }) })

const kept = (cell: Cell): Cell => (typeof cell === 'string' ? sheetText(cell) : cell)

/** A workbook of one sheet, written while its rows come. */
export async function sheetStream(
  name: string,
  columns: readonly SheetColumn[],
  rows: AsyncIterable<readonly Cell[]>,
): Promise<ReadableStream<Uint8Array>> {
  const { writeXlsxStream } = await import('hucre/xlsx')
  const lines = async function* (): AsyncGenerator<Cell[]> {
    for await (const row of rows) yield row.map(kept)
  }
  return writeXlsxStream(lines(), {
    name: sheetName(name),
    columns: columns.map((one) => ({ header: sheetText(one.label), ...layout(one) })),
    freezePane: { rows: 1 },
  })
}

/** A workbook of a few sheets that are here whole. */
export async function workbook(sheets: readonly Sheet[]): Promise<Uint8Array<ArrayBuffer>> {
  const { writeXlsx } = await import('hucre/xlsx')
  const bytes = await writeXlsx({
    sheets: sheets.map(({ name, columns, rows }) => ({
      name: sheetName(name),
      columns: columns.map(layout),
      rows: [columns.map(({ label }) => sheetText(label)), ...rows.map((row) => row.map(kept))],
      freezePane: { rows: 1 },
    })),
  })
  return Uint8Array.from(bytes)
}

/** A sheet's name has at most 31 characters and none of some signs. */
const sheetName = (name: string): string =>
  sheetText(name)
    .replaceAll(/[\\/?*[\]:']/g, ' ')
    .slice(0, 31) || 'Dados'
