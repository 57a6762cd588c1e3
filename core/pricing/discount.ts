import { formatPercent } from '../br/number'
import { CoreError } from '../errors'
import { allocate } from '../money/allocate'
import { type Amount, type Decimal, HUNDRED, ONE, ZERO, decimal, roundHalfUp, sum } from '../money/decimal'
import {
  DISCOUNT_AMOUNTS,
  DISCOUNTS,
  type DiscountType,
  type LineInput,
  MONEY,
  moneyDiscounts,
  PERCENT,
  priceLine,
  readDiscount,
} from './line'

/** Fractions of a price that are kept (margins, markups) have this many decimals. */
export const FRACTION_DECIMALS = 10

/** Those of a discount: one typed in money comes back to the cent on any line of up to R$ 5 billion. */
export const DISCOUNT_DECIMALS = 12

/** Two discounts closer than this are the same (document 2, section 9). */
const CHANGE_THRESHOLD = decimal('0.0001')

/** True when a discount changed by more than the threshold. */
export function discountChanged(before: Amount, after: Amount): boolean {
  return decimal(before).minus(after).abs().gt(CHANGE_THRESHOLD)
}

/**
 * The fraction of a typed discount: a percentage, or an amount in money out of the goods. 12 decimals, half up.
 * Throws `invalid_discount` when negative or more than the whole.
 */
export function discountFraction(tpDesconto: DiscountType, valor: Amount, vProd: Amount): Decimal {
  const typed = decimal(valor)
  const whole = tpDesconto === PERCENT ? HUNDRED : decimal(vProd)
  if (typed.isZero()) return ZERO
  if (typed.sign() < 0 || typed.gt(whole)) throw new CoreError('invalid_discount', 'Valor inválido.')
  return typed.div(whole).round(DISCOUNT_DECIMALS, 'half-up')
}

/** What a fraction shows as in a field: the percentage, or the money it takes off the goods. */
export function discountShown(tpDesconto: DiscountType, vDesc: Amount, vProd: Amount): Decimal {
  const fraction = readDiscount(vDesc)
  return tpDesconto === PERCENT ? fraction.times(HUNDRED) : fraction.times(vProd).round(2, 'half-up')
}

type DiscountName = (typeof DISCOUNTS)[number]
type AmountName = (typeof DISCOUNT_AMOUNTS)[DiscountName]

/** The discounts of a line as they are kept. */
export type SettledDiscounts = Readonly<Record<DiscountName, Decimal> & Record<AmountName, Decimal | null>>

/**
 * The discounts of a line as they are kept: those in money are amounts, each with the fraction that it is of what the ones before it left; those in
 * percent are fractions alone. Throws `invalid_discount` for more than there is.
 */
export function settledDiscounts(line: LineInput): SettledDiscounts {
  const steps = new Map(
    line.tp_desconto === MONEY ? moneyDiscounts(line).steps.map((one) => [one.name, one] as const) : [],
  )
  const fraction = (name: DiscountName): Decimal => {
    const step = steps.get(name)
    if (!step) return readDiscount(line[name] ?? ZERO)
    return step.of.isZero() ? ZERO : step.amount.div(step.of).round(DISCOUNT_DECIMALS, 'half-up')
  }
  const amountOf = (name: DiscountName): Decimal | null => steps.get(name)?.amount ?? null
  return {
    vDesc: fraction('vDesc'),
    vDesc2: fraction('vDesc2'),
    vDesc3: fraction('vDesc3'),
    vDesc4: fraction('vDesc4'),
    vDescValor: amountOf('vDesc'),
    vDescValor2: amountOf('vDesc2'),
    vDescValor3: amountOf('vDesc3'),
    vDescValor4: amountOf('vDesc4'),
  }
}

/** A line without any discount. */
const UNDISCOUNTED: Partial<LineInput> = {
  vDesc: ZERO,
  vDesc2: ZERO,
  vDesc3: ZERO,
  vDesc4: ZERO,
  vDescValor: null,
  vDescValor2: null,
  vDescValor3: null,
  vDescValor4: null,
}

export interface DiscountableLine extends LineInput {
  readonly id: string | number
}

export interface AppliedDiscount {
  /** The selected lines with their new first discount, of the type that was typed. */
  readonly lines: readonly {
    readonly id: string | number
    readonly vDesc: Decimal
    /** The amount of a discount in money; null of one in percent. */
    readonly vDescValor: Decimal | null
    readonly vSubtotal: Decimal
  }[]
  readonly tp_desconto: DiscountType
  /** What the selection's goods fall by from having no first discount: a typed amount to the cent, a percentage by what its prices round. */
  readonly vDesconto: Decimal
  /** True when the discount was taken off (a zero was typed). */
  readonly removed: boolean
  readonly message: string
}

/**
 * Gives the selected lines a first discount: the same percentage, or an amount in money shared over them by the value of their goods, which
 * comes off to the cent. The other three discounts stay. Throws `no_items`, `invalid_discount` (document 2, section 5).
 */
export function applyDiscount(
  lines: readonly DiscountableLine[],
  selected: readonly (string | number)[],
  tpDesconto: DiscountType,
  valor: Amount,
): AppliedDiscount {
  const ids = new Set(selected.map(String))
  const chosen = lines.filter((line) => ids.has(String(line.id))).map((line) => ({ ...line, tp_desconto: tpDesconto }))
  if (chosen.length === 0) throw new CoreError('no_items', 'Não há itens para aplicar desconto.')
  const goods = chosen.map((line) => priceLine({ ...line, vDesc: ZERO, vDescValor: null }).vProd)
  const shares = sharesOf(tpDesconto, valor, goods)
  const priced = chosen.map((line, at) => priceLine({ ...line, ...shares[at] }))
  const removed = decimal(valor).isZero()
  return {
    lines: chosen.map(({ id }, at) => ({
      id,
      ...(shares[at] ?? { vDesc: ZERO, vDescValor: null }),
      vSubtotal: priced[at]?.vSubtotal ?? ZERO,
    })),
    tp_desconto: tpDesconto,
    vDesconto: sum(goods).minus(sum(priced.map(({ vProd }) => vProd))),
    removed,
    message: removed ? 'Desconto removido com sucesso.' : 'Desconto aplicado com sucesso.',
  }
}

interface Share {
  readonly vDesc: Decimal
  readonly vDescValor: Decimal | null
}

/** The first discount of each line, of these goods. */
function sharesOf(tpDesconto: DiscountType, valor: Amount, goods: readonly Decimal[]): Share[] {
  const fraction = discountFraction(tpDesconto, valor, sum(goods))
  if (tpDesconto === PERCENT) return goods.map(() => ({ vDesc: fraction, vDescValor: null }))
  if (fraction.isZero()) return goods.map(() => ({ vDesc: ZERO, vDescValor: ZERO }))
  // By the largest fractions: no line, and none without a price, takes more than its own goods.
  return allocate(valor, goods).map((share, at) => ({
    vDesc: discountFraction(MONEY, share, goods[at] ?? ZERO),
    vDescValor: share,
  }))
}

/** The fraction one discount would have to be to do what the four do one after another. */
export function combinedDiscount(discounts: readonly Amount[]): Decimal {
  const left = discounts.reduce<Decimal>((kept, one) => kept.times(ONE.minus(readDiscount(one))), ONE)
  return ONE.minus(left)
}

/** The part of a line's goods that its discounts take. */
function takenBy(line: LineInput, { full, amount }: { readonly full: Decimal; readonly amount: Decimal }): Decimal {
  if (line.tp_desconto !== MONEY)
    return combinedDiscount([line.vDesc, line.vDesc2, line.vDesc3, line.vDesc4].map((one) => one ?? ZERO))
  return full.isZero() ? ZERO : amount.div(full)
}

/**
 * What is said of a line that takes more off than its product allows; null within the limit. `pDescMaximo` is in percent, 0 sets no limit. All four
 * discounts count, as they come one after another; the limit's own share of the goods, rounded to the cent, is within it.
 */
export function discountAbove(line: LineInput, pDescMaximo: Amount): string | null {
  const limit = decimal(pDescMaximo)
  if (limit.isZero()) return null
  const full = priceLine({ ...line, ...UNDISCOUNTED }).vProd
  const amount = full.minus(priceLine(line).vProd)
  const taken = takenBy(line, { full, amount }).times(HUNDRED)
  if (taken.lte(limit)) return null
  if (line.tp_desconto === MONEY && amount.lte(roundHalfUp(full.times(limit).div(HUNDRED)))) return null
  return `desconto de ${formatPercent(taken)}, o máximo é ${formatPercent(limit)}`
}
