import { formatNumber, parseNumber } from '../br/number'
import { CoreError } from '../errors'
import { type Amount, type Decimal, decimal, HUNDRED } from '../money/decimal'
import { DISCOUNTS, type DiscountType, MONEY, PERCENT } from './line'

/** The discounts of a line as one text: percentages, or amounts in money, one after another. */
export interface DiscountText {
  /** Undefined where the text does not say. */
  readonly type: DiscountType | undefined
  /** Percentages (5 is 5 %) or reais, at most four. */
  readonly values: readonly Decimal[]
}

const PART = /^(r\$)?\s*([\d.,]+)\s*(%)?$/i

/**
 * Reads discounts as people write them: `5`, `5%`, `5+3%`, `R$ 3,00`, `R$ 3+2`. A sign of percent or money on any part is of all of them. Nothing is no
 * discount; null for what is none, mixes both, or is more than four.
 */
export function readDiscounts(text: string): DiscountText | null {
  if (text.trim() === '') return { type: undefined, values: [] }
  const parts = text.split('+').map((part) => PART.exec(part.trim()))
  if (parts.length > DISCOUNTS.length) return null
  const percent = parts.some((part) => part?.[3] !== undefined)
  const money = parts.some((part) => part?.[1] !== undefined)
  if (percent && money) return null
  try {
    const values = parts.map((part) => parseNumber(part?.[2] ?? ''))
    return { type: percent ? PERCENT : money ? MONEY : undefined, values }
  } catch (error) {
    if (error instanceof CoreError) return null
    throw error
  }
}

/** A number with as many decimals as it has, up to 10: `12,5`. */
const shortest = (value: Decimal): string => formatNumber(value, 10).replace(/,?0+$/, '')

/** The discounts as one text, which reads back as them: `5+3%`, `R$ 3,00+2,00`; '' for none. Fractions of percentages, amounts of money. */
export function showDiscounts(type: DiscountType, amounts: readonly Amount[]): string {
  const last = amounts.findLastIndex((one) => !decimal(one).isZero())
  const values = amounts.slice(0, last + 1).map((one) => decimal(one))
  if (values.length === 0) return ''
  return type === MONEY
    ? `R$ ${values.map((one) => formatNumber(one, 2)).join('+')}`
    : `${values.map((one) => shortest(one.times(HUNDRED))).join('+')}%`
}
