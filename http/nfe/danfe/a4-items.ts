import type { Danfe, DanfeItem } from '../../../core/fiscal/danfe/types'
import type { Pen } from '../../relatorios/pen'

/** The table of items: rows as high as their texts, which go on over as many pages as they need. */

interface Column {
  readonly title: string
  readonly share: number
  readonly align: 'left' | 'center' | 'right'
  readonly of: (item: DanfeItem) => string
  /** By which it is taxed, under by which it is sold. */
  readonly taxed?: 'unit' | 'quantity' | 'price'
}

const DESCRIPTION = 1
const COLUMNS: readonly Column[] = [
  { title: 'CÓDIGO', share: 45, align: 'left', of: (one) => one.code },
  { title: 'DESCRIÇÃO DO PRODUTO / SERVIÇO', share: 142, align: 'left', of: (one) => one.description },
  { title: 'NCM/SH', share: 31, align: 'center', of: (one) => one.NCM },
  { title: 'CST', share: 20, align: 'center', of: (one) => one.CST },
  { title: 'CFOP', share: 19, align: 'center', of: (one) => one.CFOP },
  { title: 'UN', share: 20, align: 'center', of: (one) => one.unit, taxed: 'unit' },
  { title: 'QUANT.', share: 38, align: 'right', of: (one) => one.quantity, taxed: 'quantity' },
  { title: 'V. UNIT.', share: 42, align: 'right', of: (one) => one.price, taxed: 'price' },
  { title: 'V. TOTAL', share: 40, align: 'right', of: (one) => one.total },
  { title: 'V. DESC.', share: 31, align: 'right', of: (one) => one.discount },
  { title: 'B. CÁLC. ICMS', share: 39, align: 'right', of: (one) => one.vBC },
  { title: 'V. ICMS', share: 33, align: 'right', of: (one) => one.vICMS },
  { title: 'V. IPI', share: 29, align: 'right', of: (one) => one.vIPI },
  { title: '% ICMS', share: 20, align: 'right', of: (one) => one.pICMS },
  { title: '% IPI', share: 18, align: 'right', of: (one) => one.pIPI },
]
const SIZE = 6.5
const SMALL = 6
const PAD = 1.5
/** Letters stand in the middle of their line. */
const DROP = 1.4
export const TABLE_HEAD = 12
/** The least that is begun at the foot of a page. */
const LEAST = 2
/** A row that fits to the point fits. */
const ROUNDING = 0.01

/** What one item shows: lines of each column, those of the description being set smaller from its own text on. */
export interface ItemRow {
  readonly cells: readonly (readonly string[])[]
  /** How many lines of the description are the product's own text. */
  readonly own: number
  readonly lines: number
}

const columnsOf = (width: number) => {
  const unit = width / COLUMNS.reduce((all, { share }) => all + share, 0)
  let x = 0
  return COLUMNS.map((column) => {
    const place = { column, x, width: column.share * unit }
    x += place.width
    return place
  })
}

/** Items as rows of a table of a width. */
export function itemRows(pen: Pen, { items }: Danfe, width: number): ItemRow[] {
  const columns = columnsOf(width)
  return items.map((item) => {
    const cells = columns.map(({ column, width: wide }) => {
      const own = pen.lines(column.of(item), { size: SIZE }, column.align === 'left' ? wide - 2 * PAD : 1000)
      const taxed = column.taxed === undefined || item.taxed === null ? [] : [item.taxed[column.taxed]]
      return [...own, ...taxed]
    })
    const own = cells[DESCRIPTION]?.length ?? 0
    const details = item.details.flatMap((one) =>
      pen.lines(one, { size: SMALL }, (columns[DESCRIPTION]?.width ?? 0) - 2 * PAD),
    )
    const whole = cells.map((lines, at) => (at === DESCRIPTION ? [...lines, ...details] : lines))
    return { cells: whole, own, lines: Math.max(...whole.map((lines) => lines.length)) }
  })
}

const lineHeight = (pen: Pen): number => pen.height(1, SIZE)
export const rowHeight = (pen: Pen, { lines }: ItemRow): number => lines * lineHeight(pen) + 2 * PAD
export const rowsHeight = (pen: Pen, rows: readonly ItemRow[]): number =>
  rows.reduce((all, row) => all + rowHeight(pen, row), 0)

/** Parts rows in what fits into a height and what goes on the next page. A row that no page could hold is cut. */
export function partRows(
  pen: Pen,
  rows: readonly ItemRow[],
  height: number,
  page: number,
): readonly [ItemRow[], ItemRow[]] {
  const shown: ItemRow[] = []
  let free = height
  for (const [at, row] of rows.entries()) {
    const needed = rowHeight(pen, row)
    if (needed <= free + ROUNDING) {
      shown.push(row)
      free -= needed
      continue
    }
    const fits = Math.floor((free - 2 * PAD) / lineHeight(pen))
    if (needed <= page || fits < LEAST) return [shown, rows.slice(at)]
    const [head, tail] = cut(row, fits)
    return [
      [...shown, head],
      [tail, ...rows.slice(at + 1)],
    ]
  }
  return [shown, []]
}

function cut({ cells, own }: ItemRow, lines: number): readonly [ItemRow, ItemRow] {
  const part = (from: number, to?: number): ItemRow => {
    const kept = cells.map((one) => one.slice(from, to))
    return { cells: kept, own: Math.max(0, own - from), lines: Math.max(...kept.map((one) => one.length)) }
  }
  return [part(0, lines), part(lines)]
}

interface TablePlace {
  readonly x: number
  readonly y: number
  readonly width: number
  /** Of the whole table, its head included. */
  readonly height: number
}

/** Draws the table with rows that fit into it. */
export function drawItems(pen: Pen, rows: readonly ItemRow[], { x, y, width, height }: TablePlace): void {
  const columns = columnsOf(width)
  pen.frame({ x, y, width, height })
  pen.line(x, y + TABLE_HEAD, x + width, y + TABLE_HEAD)
  for (const { column, x: left, width: wide } of columns) {
    if (left > 0) pen.line(x + left, y, x + left, y + height)
    pen.fit({ x: x + left + 0.8, y: y + 0.5, width: wide - 1.6, height: TABLE_HEAD - 1 }, column.title, {
      align: 'center',
      largest: SMALL,
    })
  }
  let top = y + TABLE_HEAD
  for (const [at, row] of rows.entries()) {
    if (at > 0) pen.line(x, top, x + width, top, { dashed: true })
    drawItem(pen, row, columns, { x, y: top + PAD })
    top += rowHeight(pen, row)
  }
}

function drawItem(
  pen: Pen,
  row: ItemRow,
  columns: ReturnType<typeof columnsOf>,
  { x, y }: { readonly x: number; readonly y: number },
): void {
  for (const [at, { column, x: left, width }] of columns.entries()) {
    for (const [line, text] of (row.cells[at] ?? []).entries()) {
      const own = at !== DESCRIPTION || line < row.own
      const wide = width - 2 * PAD
      const size = own ? Math.min(SIZE, (SIZE * wide) / Math.max(1, pen.width(text, 'plain', SIZE))) : SMALL
      pen.text(text, x + left + PAD, y + DROP + line * lineHeight(pen), { size, align: column.align, width: wide })
    }
  }
}
