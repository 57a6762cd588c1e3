import type { CivilDate } from '../br/civil-date'
import { CoreError } from '../errors'
import { allocate } from '../money/allocate'
import { type Amount, type Decimal, decimal, roundHalfUp, sum } from '../money/decimal'

/** One period of one product's forecast, as people see and edit it (inventory N3-029, N3-030). Quantities are exact to the unit's decimals. */
export interface Cell {
  /** First day of the period inside the horizon. */
  readonly dPrevisao: CivilDate
  /** What counts: the forecast, or what somebody wrote over it. */
  readonly qPrevista: number
  /** The forecast with the growth factor, whatever was written over it. */
  readonly qOriginal: number
  /** The forecast before the growth factor, 4 decimals. */
  readonly qBase: number
  /** True when somebody wrote over it. */
  readonly changed: boolean
}

/** A quantity written over a cell; null gives the cell its forecast back. */
export interface CellEdit {
  readonly dPrevisao: CivilDate
  readonly qPrevista: Amount | null
}

export interface Totals {
  readonly qTotal: string
  readonly qTotalOriginal: string
}

/** Decimals that a forecast keeps before it is rounded to the unit. */
export const BASE_DECIMALS = 4
const MAX_QUANTITY = 999_999_999

/** Cells with nothing in them, one a period. */
export function emptyCells(dates: readonly CivilDate[]): Cell[] {
  return dates.map((dPrevisao) => ({ dPrevisao, qPrevista: 0, qOriginal: 0, qBase: 0, changed: false }))
}

/**
 * The cells with a growth factor. Forecasts times the factor are rounded where they have got to, period after period, so they add up to the rounded
 * product of total and factor exactly, each is less than a unit from its own product, and a product that sells one every other month gets
 * 1, 0, 1, 0. What somebody wrote stays. Throws `invalid_growth`.
 */
export function withGrowth(cells: readonly Cell[], growth: Amount, decimals: number): Cell[] {
  const factor = requireGrowth(growth)
  let reached = decimal(0)
  let given = decimal(0)
  return cells.map((cell) => {
    reached = reached.plus(decimal(cell.qBase).times(factor))
    const rounded = roundHalfUp(reached, decimals)
    const qOriginal = rounded.minus(given).toNumber()
    given = rounded
    return { ...cell, qOriginal, qPrevista: cell.changed ? cell.qPrevista : qOriginal }
  })
}

/** New forecasts in the place of old ones: what somebody wrote over a period is kept. `bases` are before growth. */
export function regenerate(
  before: readonly Cell[],
  bases: readonly { readonly dPrevisao: CivilDate; readonly qBase: number }[],
  options: { readonly growth: Amount; readonly decimals: number },
): Cell[] {
  const written = new Map(before.filter((cell) => cell.changed).map((cell) => [cell.dPrevisao, cell.qPrevista]))
  const cells = bases.map(({ dPrevisao, qBase }) => {
    const qPrevista = written.get(dPrevisao)
    return { dPrevisao, qBase, qOriginal: 0, qPrevista: qPrevista ?? 0, changed: qPrevista !== undefined }
  })
  return withGrowth(cells, options.growth, options.decimals)
}

/**
 * Writes over cells. A quantity equal to the forecast is no change. Throws `invalid_cell`: a day that begins no period, a quantity below zero,
 * beyond 999,999,999 or with more decimals than the unit.
 */
export function editCells(cells: readonly Cell[], edits: readonly CellEdit[], decimals: number): Cell[] {
  const wanted = new Map(edits.map((edit) => [edit.dPrevisao, edit.qPrevista]))
  const known = new Set(cells.map((cell) => cell.dPrevisao))
  const stranger = edits.find((edit) => !known.has(edit.dPrevisao))
  if (stranger) throw fault(`A data ${stranger.dPrevisao.slice(0, 10)} não inicia um período desta previsão.`)
  return cells.map((cell) => {
    const written = wanted.get(cell.dPrevisao)
    if (written === undefined) return cell
    if (written === null) return { ...cell, qPrevista: cell.qOriginal, changed: false }
    const qPrevista = requireQuantity(written, decimals).toNumber()
    return { ...cell, qPrevista, changed: qPrevista !== cell.qOriginal }
  })
}

/** The edits that give a row another total: shared by what the cells hold, evenly when they hold nothing; the sum is the total exactly. */
export function spreadTotal(cells: readonly Cell[], total: Amount, decimals: number): CellEdit[] {
  const quantity = requireQuantity(total, decimals)
  const filled = cells.some((cell) => cell.qPrevista > 0)
  const weights = cells.map((cell) => (filled ? cell.qPrevista : 1))
  const shares = cells.length === 0 ? [] : allocate(quantity, weights, { decimals, remainder: 'largest' })
  return cells.map(({ dPrevisao }, at) => ({ dPrevisao, qPrevista: shares[at]?.toNumber() ?? 0 }))
}

/** Sums of a row, exact, as decimal text. */
export function totalsOf(cells: readonly Cell[]): Totals {
  return {
    qTotal: sum(cells.map((cell) => cell.qPrevista)).toString(),
    qTotalOriginal: sum(cells.map((cell) => cell.qOriginal)).toString(),
  }
}

/** True when there is something to lose: a quantity, or a mark of somebody's hand. */
export function holdsQuantities(cells: readonly Cell[]): boolean {
  return cells.some((cell) => cell.qPrevista > 0 || cell.qBase > 0 || cell.changed)
}

/** A growth factor from 0 to 1000, at most 6 decimals. Throws `invalid_growth`. */
export function requireGrowth(growth: Amount): Decimal {
  const factor = readOrNull(growth)
  if (!factor || factor.sign() < 0 || factor.cmp(1000) > 0 || !roundHalfUp(factor, 6).eq(factor))
    throw new CoreError('invalid_growth', 'O fator de crescimento vai de 0 a 1000.')
  return factor
}

/** What is wrong with a quantity that somebody writes; null when nothing. */
export function quantityFault(value: Amount, decimals: number): string | null {
  try {
    requireQuantity(value, decimals)
    return null
  } catch (error) {
    if (error instanceof CoreError) return error.message
    throw error
  }
}

function requireQuantity(value: Amount, decimals: number): Decimal {
  const quantity = readOrNull(value)
  if (!quantity) throw fault('Informe um número.')
  if (quantity.sign() < 0 || quantity.cmp(MAX_QUANTITY) > 0) throw fault('A quantidade vai de 0 a 999.999.999.')
  if (!roundHalfUp(quantity, decimals).eq(quantity))
    throw fault(decimals === 0 ? 'Informe um número inteiro.' : `Use no máximo ${decimals} casas decimais.`)
  return quantity
}

function readOrNull(value: Amount): Decimal | null {
  try {
    return decimal(value)
  } catch (error) {
    if (error instanceof CoreError) return null
    throw error
  }
}

const fault = (message: string) => new CoreError('invalid_cell', message, { previsao: [message] })

/** Cells as they are stored (JSON). Anything that is no cell is left out. */
export function readCells(stored: unknown): Cell[] {
  return Array.isArray(stored) ? stored.filter(isCell) : []
}

function isCell(value: unknown): value is Cell {
  return typeof value === 'object' && value !== null && 'dPrevisao' in value && 'qPrevista' in value && 'qBase' in value
}
