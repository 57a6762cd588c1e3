import { formatDate, formatDateTime } from '../../core/br/date-text'
import { showPhone } from '../../core/br/fields'
import { formatNumber } from '../../core/br/number'
import { shortNumber, showValue } from '../../core/fields/show'
import { showTaxId } from '../../core/br/tax-id'
import { decimal, type Decimal, ZERO } from '../../core/money/decimal'
import type { Row } from '../platform/resource'
import type { CellKind, ReportColumn } from './report'

const DECIMALS: Partial<Record<CellKind, number>> = { integer: 0, quantity: 4, money: 2, percent: 2 }

/** `dd/MM/yyyy HH:mm`: seconds only take room. */
const DATE_AND_MINUTES = 16

/** Numbers stand on the right and are numbers to a spreadsheet. */
export const isNumeric = ({ kind }: ReportColumn): boolean => DECIMALS[kind] !== undefined

const plain = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** A cell as Brazilians read it; '' for nothing. */
export function cellText({ field, kind, right, sum, meta }: ReportColumn, row: Row): string {
  if (kind === 'field' && meta) return showValue(meta, row[field])
  const text = plain(row[field])
  if (text === '') return ''
  const decimals = DECIMALS[kind]
  // What a piece costs is never nothing: it is unknown.
  if (right === 'custo' && sum !== true && decimal(text).isZero()) return '–'
  if (kind === 'quantity') return shortNumber(text, 4)
  if (decimals !== undefined) return formatNumber(text, decimals)
  if (kind === 'date') return formatDate(text)
  if (kind === 'datetime') return formatDateTime(text).slice(0, DATE_AND_MINUTES)
  if (kind === 'taxid') return showTaxId(text)
  return kind === 'phone' ? showPhone(text) : text
}

/** Exact sums of the columns that are added up, row by row as they come. */
export class Totals {
  readonly #sums = new Map<string, Decimal>()
  #rows = 0

  constructor(readonly columns: readonly ReportColumn[]) {}

  add(rows: readonly Row[]): void {
    this.#rows += rows.length
    for (const { field, sum } of this.columns) {
      if (sum !== true) continue
      let total = this.#sums.get(field) ?? ZERO
      for (const row of rows) total = total.plus(decimal(plain(row[field]) || '0'))
      this.#sums.set(field, total)
    }
  }

  /** The last line: the count under the first column, sums under theirs, '' under others. Undefined where nothing is added up. */
  get sums(): readonly (string | Decimal)[] | undefined {
    if (!this.columns.some(({ sum }) => sum === true)) return undefined
    return this.columns.map(({ field, sum }, at) => {
      if (sum === true) return this.#sums.get(field) ?? ZERO
      return at === 0 ? `Total (${this.#rows})` : ''
    })
  }

  /** The same as it is read. */
  get cells(): readonly string[] | undefined {
    return this.sums?.map((sum, at) => {
      const column = this.columns[at]
      return typeof sum === 'string' || !column ? String(sum) : cellText(column, { [column.field]: sum })
    })
  }
}
