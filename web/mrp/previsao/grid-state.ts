import { parseNumber } from '../../../core/br/number'
import { CoreError } from '../../../core/errors'
import { type Cell as ForecastCell, quantityFault, spreadTotal } from '../../../core/forecast/cells'
import { sum } from '../../../core/money/decimal'
import { finder } from '../../ui/format'
import { isRecord, numberOf, rowsOf, textOf } from '../../ui/row'

/** A product of a forecast, as the server keeps it. */
export interface GridItem {
  readonly id: number
  readonly versao: number
  readonly mercadoria_id: number
  readonly code: string
  readonly name: string
  readonly unit: string
  readonly decimals: number
  readonly metodo: string | null
  readonly classe: string | null
  readonly notice: string | null
  /** Quantities by period. */
  readonly quantities: readonly number[]
  /** Where somebody wrote over the forecast: what the forecast was, by period. */
  readonly originals: ReadonlyMap<number, number>
}

/** What the server answered: the periods and the products. */
export interface Grade {
  /** The version of the forecast that it shows. */
  readonly versao: number
  readonly dates: readonly string[]
  readonly items: readonly GridItem[]
}

/** What was written over the cells of one product and is not saved: as it is sent. null gives a cell its forecast back. */
export interface RowEdit {
  readonly id: number
  readonly versao: number
  readonly previsao: readonly { readonly dPrevisao: string; readonly qPrevista: number | null }[]
}

/** Unsaved quantities by product and day. */
export type Edits = ReadonlyMap<number, ReadonlyMap<string, number | null>>

/** A cell as it is shown. */
export interface Shown {
  readonly value: number
  readonly original: number
  /** Somebody wrote over the forecast. */
  readonly changed: boolean
  /** That is not saved yet. */
  readonly unsaved: boolean
}

/** A place in the grid; column −1 is the product's total. */
export interface Place {
  readonly row: number
  readonly column: number
}

export const TOTAL_COLUMN = -1

const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.map((one) => numberOf(one) ?? 0) : [])

/** Reads the compact answer of the server; what is not as expected is left out. */
export function readGrade(answer: unknown): Grade {
  const body = isRecord(answer) ? answer : {}
  const dates = Array.isArray(body.datas) ? body.datas.map(textOf) : []
  const items = rowsOf(body.itens).map((row): GridItem => {
    const originals = numbers(row.originais)
    return {
      id: Number(row.id),
      versao: numberOf(row.versao) ?? 0,
      mercadoria_id: numberOf(row.mercadoria_id) ?? 0,
      code: textOf(row.codigo),
      name: textOf(row.xProd),
      unit: textOf(row.un),
      decimals: numberOf(row.decimais) ?? 0,
      metodo: textOf(row.metodo) || null,
      classe: textOf(row.classe) || null,
      notice: textOf(row.xAviso) || null,
      quantities: numbers(row.q),
      originals: new Map(numbers(row.alterados).map((column, at) => [column, originals[at] ?? 0])),
    }
  })
  return { versao: numberOf(body.versao) ?? 0, dates, items }
}

/** The grid after another view or horizon was chosen, before it is saved: other periods, nothing in them. */
export function emptied({ versao, items }: Grade, dates: readonly string[]): Grade {
  const quantities = dates.map(() => 0)
  return { versao, dates, items: items.map((item) => ({ ...item, quantities, originals: new Map() })) }
}

/** Is there a quantity to lose, or a mark of somebody's hand? */
export function holdsAnything({ items }: Grade): boolean {
  return items.some((item) => item.originals.size > 0 || item.quantities.some((one) => one > 0))
}

/** Reads the form's value of unsaved cells. */
export function readEdits(value: unknown): Edits {
  if (!Array.isArray(value)) return new Map()
  return new Map(
    value.filter(isRecord).map((row) => {
      const cells = Array.isArray(row.previsao) ? row.previsao.filter(isRecord) : []
      return [Number(row.id), new Map(cells.map((cell) => [textOf(cell.dPrevisao), numberOf(cell.qPrevista)]))]
    }),
  )
}

/** Unsaved cells as they are sent; null when there are none. */
export function sentEdits(edits: Edits, items: readonly GridItem[]): readonly RowEdit[] | null {
  const rows = items.flatMap((item) => {
    const own = edits.get(item.id)
    if (own === undefined || own.size === 0) return []
    const previsao = [...own].map(([dPrevisao, qPrevista]) => ({ dPrevisao, qPrevista }))
    return [{ id: item.id, versao: item.versao, previsao }]
  })
  return rows.length === 0 ? null : rows
}

/** A cell as it stands with what is not saved. */
export function cellOf(item: GridItem, column: number, date: string, edits: Edits): Shown {
  const stored = item.quantities[column] ?? 0
  const original = item.originals.get(column) ?? stored
  const written = edits.get(item.id)?.get(date)
  if (written === undefined) return { value: stored, original, changed: item.originals.has(column), unsaved: false }
  if (written === null) return { value: original, original, changed: false, unsaved: true }
  return { value: written, original, changed: written !== original, unsaved: true }
}

/** The product's total with what is not saved, exact. */
export function rowTotal(item: GridItem, dates: readonly string[], edits: Edits): string {
  const own = edits.get(item.id)
  if (own === undefined || own.size === 0) return storedTotal(item)
  return sum(dates.map((date, column) => cellOf(item, column, date, edits).value)).toString()
}

const storedTotals = new WeakMap<GridItem, string>()

function storedTotal(item: GridItem): string {
  const known = storedTotals.get(item) ?? sum(item.quantities).toString()
  storedTotals.set(item, known)
  return known
}

/** Totals over products, each added up once: there may be 400,000 cells. Exact. */
export class Totals {
  private readonly columns = new Map<number, string>()
  private all: string | undefined

  constructor(
    private readonly items: readonly GridItem[],
    private readonly dates: readonly string[],
    private readonly edits: Edits,
  ) {}

  column(column: number): string {
    const date = this.dates[column] ?? ''
    const total =
      this.columns.get(column) ?? sum(this.items.map((item) => cellOf(item, column, date, this.edits).value)).toString()
    this.columns.set(column, total)
    return total
  }

  whole(): string {
    this.all ??= sum(this.items.map((item) => rowTotal(item, this.dates, this.edits))).toString()
    return this.all
  }
}

/** One quantity written over one cell; null gives it its forecast back. */
export interface Written {
  readonly item: GridItem
  readonly column: number
  readonly value: number | null
}

/** The edits with more written over them. What is again as it is stored is no edit. */
export function write(edits: Edits, dates: readonly string[], written: readonly Written[]): Edits {
  const next = new Map(edits)
  const own = new Map<number, Map<string, number | null>>()
  for (const { item, column, value } of written) {
    const date = dates[column]
    if (date === undefined) continue
    const cells = own.get(item.id) ?? new Map(edits.get(item.id))
    own.set(item.id, cells)
    next.set(item.id, cells)
    const isChanged = item.originals.has(column)
    const same = value === null ? !isChanged : value === (item.quantities[column] ?? 0)
    if (same) cells.delete(date)
    else cells.set(date, value)
  }
  for (const [id, cells] of next) if (cells.size === 0) next.delete(id)
  return next
}

/** Unsaved cells over products that came anew: those that are no change any more are gone. */
export function rebased(edits: Edits, { items, dates }: Grade): Edits {
  const written = items.flatMap((item) =>
    [...(edits.get(item.id) ?? [])].map(([date, value]) => ({ item, column: dates.indexOf(date), value })),
  )
  return write(new Map(), dates, written)
}

/** What was just saved, under what was typed since, until the products come anew. */
export function merged(saved: Edits, typed: Edits): Edits {
  if (saved.size === 0) return typed
  const all = new Map(saved)
  for (const [id, cells] of typed) all.set(id, new Map([...(saved.get(id) ?? []), ...cells]))
  return all
}

/** A typed quantity, or what is wrong with it. */
export function readQuantity(text: string, decimals: number): { value: number } | { fault: string } {
  try {
    const amount = parseNumber(text)
    const fault = quantityFault(amount, decimals)
    return fault === null ? { value: amount.toNumber() } : { fault }
  } catch (error) {
    if (error instanceof CoreError) return { fault: 'Informe um número.' }
    throw error
  }
}

/** The cells of a row that make it another total: shared by what they hold. */
export function writeTotal(item: GridItem, dates: readonly string[], total: number, edits: Edits): Written[] {
  const cells = dates.map((dPrevisao, column): ForecastCell => {
    const { value, original, changed } = cellOf(item, column, dPrevisao, edits)
    return { dPrevisao, qPrevista: value, qOriginal: original, qBase: 0, changed }
  })
  return spreadTotal(cells, total, item.decimals).map((edit, column) => ({
    item,
    column,
    value: Number(edit.qPrevista),
  }))
}

/** Cells of a spreadsheet written from a place on; empty ones are passed over. Tells how many were no quantity and how many found no cell. */
export function pasted(
  { items, dates }: { readonly items: readonly GridItem[]; readonly dates: readonly string[] },
  from: Place,
  cells: readonly (readonly string[])[],
): { readonly written: readonly Written[]; readonly wrong: number; readonly beyond: number } {
  const written: Written[] = []
  let wrong = 0
  let beyond = 0
  for (const [down, row] of cells.entries())
    for (const [along, text] of row.entries()) {
      if (text === '') continue
      const item = items[from.row + down]
      const column = Math.max(0, from.column) + along
      if (item === undefined || column >= dates.length) {
        beyond += 1
        continue
      }
      const read = readQuantity(text, item.decimals)
      if ('fault' in read) wrong += 1
      else written.push({ item, column, value: read.value })
    }
  return { written, wrong, beyond }
}

/** The rectangle between two places. */
export function range(a: Place, b: Place): { readonly rows: readonly number[]; readonly columns: readonly number[] } {
  const between = (from: number, to: number): number[] =>
    Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => Math.min(from, to) + at)
  return { rows: between(a.row, b.row), columns: between(a.column, b.column) }
}

/** Products whose code or name holds every word, and only those with a written cell where that is asked. */
export function filterItems(
  items: readonly GridItem[],
  search: string,
  onlyChanged: boolean,
  edits: Edits,
): readonly GridItem[] {
  if (search.trim() === '' && !onlyChanged) return items
  const finds = finder(search)
  return items.filter(
    (item) =>
      finds(`${item.code} ${item.name}`) &&
      (!onlyChanged || item.originals.size > 0 || (edits.get(item.id)?.size ?? 0) > 0),
  )
}

/** How many cells somebody wrote over, saved or not. */
export function countChanged({ items, dates }: Grade, edits: Edits): number {
  let count = 0
  for (const item of items) {
    const own = edits.get(item.id)
    if (own === undefined) count += item.originals.size
    else count += dates.filter((date, column) => cellOf(item, column, date, edits).changed).length
  }
  return count
}

const WIDTHS = { month: 84, week: 84, day: 92 } as const

/** Width of a period's column, px. */
export function columnWidth(period: string): number {
  return period === 'day' ? WIDTHS.day : WIDTHS.month
}

/** Columns that can be seen: those within the view, and some beside it. */
export function visibleColumns(view: { left: number; width: number; step: number; count: number }): {
  first: number
  end: number
} {
  const { left, width, step, count } = view
  const spare = 3
  const first = Math.max(0, Math.floor(left / step) - spare)
  return { first, end: Math.min(count, Math.ceil((left + width) / step) + spare) }
}
