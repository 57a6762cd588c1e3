import { CoreError } from '../errors'
import { type Amount, type Decimal, HUNDRED, ONE, ZERO, decimal } from '../money/decimal'
import { type LineInput, priceLine, readDiscount } from './line'

/** tp_desconto: how a discount is typed. */
export const PERCENT = 0
export const MONEY = 1
export type DiscountType = typeof PERCENT | typeof MONEY

/** Fractions (discounts, margins) are kept to this many decimals: a discount in money comes back to the cent. */
export const FRACTION_DECIMALS = 10

/** Two discounts closer than this are the same (document 2, section 9). */
const CHANGE_THRESHOLD = decimal('0.0001')

/** True when a discount changed by more than the threshold. */
export function discountChanged(before: Amount, after: Amount): boolean {
  return decimal(before).minus(after).abs().gt(CHANGE_THRESHOLD)
}

/**
 * The fraction of a typed discount: a percentage of the subtotal, or an amount in money out of it. 10 decimals, half up.
 * Throws `invalid_discount` when negative or more than the whole.
 */
export function discountFraction(tpDesconto: DiscountType, valor: Amount, vSubtotal: Amount): Decimal {
  const typed = decimal(valor)
  const whole = tpDesconto === PERCENT ? HUNDRED : decimal(vSubtotal)
  if (typed.isZero()) return ZERO
  if (typed.sign() < 0 || typed.gt(whole)) throw new CoreError('invalid_discount', 'Valor inválido.')
  return typed.div(whole).round(FRACTION_DECIMALS, 'half-up')
}

/** What a fraction shows as in a field: the percentage, or the money it takes off the subtotal. */
export function discountShown(tpDesconto: DiscountType, vDesc: Amount, vSubtotal: Amount): Decimal {
  const fraction = readDiscount(vDesc)
  return tpDesconto === PERCENT ? fraction.times(HUNDRED) : fraction.times(vSubtotal).round(2, 'half-up')
}

export interface DiscountableLine extends LineInput {
  readonly id: string | number
}

export interface AppliedDiscount {
  /** The selected lines with their new first discount. */
  readonly lines: readonly { readonly id: string | number; readonly vDesc: Decimal; readonly vSubtotal: Decimal }[]
  /** What the selection's subtotal falls by from having no first discount; prices round, so it may miss a typed amount by cents. */
  readonly vDesconto: Decimal
  /** True when the discount was taken off (a zero was typed). */
  readonly removed: boolean
  readonly message: string
}

/**
 * Gives the selected lines the same first discount: a percentage, or an amount in money shared over them by value. The other
 * three discounts stay. Throws `no_items`, `invalid_discount` (document 2, section 5).
 */
export function applyDiscount(
  lines: readonly DiscountableLine[],
  selected: readonly (string | number)[],
  tpDesconto: DiscountType,
  valor: Amount,
): AppliedDiscount {
  const ids = new Set(selected.map(String))
  const chosen = lines.filter((line) => ids.has(String(line.id)))
  if (chosen.length === 0) throw new CoreError('no_items', 'Não há itens para aplicar desconto.')
  const full = subtotal(chosen.map((line) => ({ ...line, vDesc: ZERO })))
  const vDesc = discountFraction(tpDesconto, valor, full)
  const discounted = chosen.map((line) => ({
    id: line.id,
    vDesc,
    vSubtotal: priceLine({ ...line, vDesc }).vSubtotal,
  }))
  const removed = vDesc.isZero()
  return {
    lines: discounted,
    vDesconto: full.minus(discounted.reduce((added, line) => added.plus(line.vSubtotal), ZERO)),
    removed,
    message: removed ? 'Desconto removido com sucesso.' : 'Desconto aplicado com sucesso.',
  }
}

function subtotal(lines: readonly LineInput[]): Decimal {
  return lines.reduce((added, line) => added.plus(priceLine(line).vSubtotal), ZERO)
}

/** The fraction one discount would have to be to do what the four do one after another. */
export function combinedDiscount(discounts: readonly Amount[]): Decimal {
  const left = discounts.reduce<Decimal>((kept, one) => kept.times(ONE.minus(readDiscount(one))), ONE)
  return ONE.minus(left)
}
