import { CoreError } from '../errors'

/** How an item's net requirement becomes an order. `type` names as planners write them; other fields as the type needs. */
export interface LotRule {
  /**
   * L4L lot for lot; FOQ fixed quantity (whole lots of `qty`); MULT multiple of `qty`; MIN at least `qty`;
   * MINMULT multiple of `mult` not below `min`; MAX orders of at most `max`; POQ covers `periods` buckets, this one included;
   * WW, SM, LUC, PPB weigh `setupCost` an order against `holdingCost` a unit a bucket.
   */
  readonly type: LotType
  readonly qty?: number | undefined
  readonly periods?: number | undefined
  readonly min?: number | undefined
  readonly mult?: number | undefined
  readonly max?: number | undefined
  readonly setupCost?: number | undefined
  readonly holdingCost?: number | undefined
}

export const LOT_TYPES = ['L4L', 'FOQ', 'MULT', 'MIN', 'MINMULT', 'MAX', 'POQ', 'WW', 'SM', 'LUC', 'PPB'] as const
export type LotType = (typeof LOT_TYPES)[number]
export type CostMethod = 'WW' | 'SM' | 'LUC' | 'PPB'

/** A rule as the engine applies it: every lot covers `cover` buckets, is at least `min`, a multiple of `mult` and split at `max`. */
export interface Lot {
  readonly cover: number
  readonly min: number
  readonly mult: number
  /** Infinity when there is none. */
  readonly max: number
  readonly cost: { readonly method: CostMethod; readonly setup: number; readonly holding: number } | null
}

export const LOT_FOR_LOT: Lot = { cover: 1, min: 0, mult: 0, max: Infinity, cost: null }

function positive(value: number | undefined, field: string): number {
  if (value === undefined || !(value > 0 && value < Infinity)) {
    throw new CoreError('invalid_lot', `Regra de lote: '${field}' deve ser um número maior que zero.`)
  }
  return value
}

function optional(value: number | undefined, field: string, none: number): number {
  if (value === undefined || value === 0) return none
  return positive(value, field)
}

/** Reads and checks a rule. Throws `invalid_lot`: a quantity missing or not above zero, a minimum above the maximum. */
export function readLot(rule: LotRule | undefined): Lot {
  if (!rule || rule.type === 'L4L') return limits(rule ?? { type: 'L4L' }, 0, 0, 1)
  switch (rule.type) {
    case 'FOQ':
    case 'MULT':
      return limits(rule, optional(rule.min, 'min', 0), positive(rule.qty ?? rule.mult, 'qty'), 1)
    case 'MIN':
      return limits(rule, positive(rule.qty ?? rule.min, 'qty'), 0, 1)
    case 'MINMULT':
      return limits(rule, optional(rule.min, 'min', 0), positive(rule.mult ?? rule.qty, 'mult'), 1)
    case 'MAX':
      return limits({ ...rule, max: rule.max ?? rule.qty }, 0, 0, 1)
    case 'POQ':
      if (!Number.isInteger(rule.periods)) {
        throw new CoreError('invalid_lot', "Regra de lote: 'periods' deve ser um número inteiro de períodos.")
      }
      return limits(rule, 0, 0, positive(rule.periods, 'periods'))
    default:
      return {
        ...limits(rule, 0, 0, 1),
        cost: {
          method: rule.type,
          setup: costOf(rule.setupCost, 'setupCost'),
          holding: costOf(rule.holdingCost, 'holdingCost'),
        },
      }
  }
}

function costOf(value: number | undefined, field: string): number {
  if (value === undefined || !(value >= 0 && value < Infinity)) {
    throw new CoreError('invalid_lot', `Regra de lote: informe '${field}', zero ou mais.`)
  }
  return value
}

/** `min`, `mult` and `max` may qualify any type. The maximum comes down to a multiple. */
function limits(rule: LotRule, ownMin: number, ownMult: number, cover: number): Lot {
  const min = ownMin || optional(rule.min, 'min', 0)
  const mult = ownMult || optional(rule.mult, 'mult', 0)
  const asked = optional(rule.max, 'max', Infinity)
  const max = mult > 0 && asked < Infinity ? Math.floor(asked / mult + 1e-9) * mult : asked
  if (rule.type === 'MAX' && max === Infinity) positive(rule.max, 'max')
  const lot = { cover, min, mult, max, cost: null }
  if (max === 0 || lotQuantity(min, { ...lot, max: Infinity }) > max) {
    throw new CoreError('invalid_lot', 'O lote mínimo deve ser menor ou igual ao lote máximo.')
  }
  return lot
}

/** Math.ceil of a number not below zero; the common case without leaving the integer unit, for the planner's inner loop. */
export function ceil(value: number): number {
  if (value >= 2147483647) return Math.ceil(value)
  const whole = value | 0
  return whole < value ? whole + 1 : whole
}

/** The smallest multiple of `step` that is not below `quantity`; a difference of rounding never buys one more. */
export function roundUpTo(quantity: number, step: number): number {
  const steps = quantity / step
  return ceil(steps - 1e-9 * (steps + 1)) * step
}

/**
 * What a quantity, made in orders of at most `max`, draws of a component that is counted in whole units: `each` for one, and every order
 * draws whole ones, rounded up.
 */
export function wholeDraw(quantity: number, each: number, max: number): number {
  if (quantity <= max) return roundUpTo(each * quantity, 1)
  const full = Math.floor(quantity / max + 1e-9)
  const rest = quantity - full * max
  return full * roundUpTo(each * max, 1) + (rest > 1e-9 * quantity ? roundUpTo(each * rest, 1) : 0)
}

/** What to order for a requirement above zero: the sum of the lots it splits into. */
export function lotQuantity(need: number, { min, mult, max }: Omit<Lot, 'cover' | 'cost'>): number {
  if (need <= max) return oneLot(need, min, mult)
  const full = Math.floor(need / max + 1e-9) * max
  const rest = need - full
  return rest <= 1e-9 * need ? full : full + oneLot(rest, min, mult)
}

/** One lot, never split: at least the minimum, a whole number of multiples. */
export function oneLot(need: number, min: number, mult: number): number {
  const quantity = need < min ? min : need
  return mult > 0 ? roundUpTo(quantity, mult) : quantity
}

export const MAX_SPLIT = 10_000

/** The orders a planned receipt is placed in: full lots of the maximum, then the rest. Throws `too_many_lots`. */
export function splitLots(quantity: number, max: number): number[] {
  const full = max < Infinity ? Math.floor(quantity / max + 1e-9) : 0
  if (full > MAX_SPLIT) {
    throw new CoreError('too_many_lots', `Uma necessidade de ${quantity} passaria de ${MAX_SPLIT} pedidos de ${max}.`)
  }
  if (full === 0) return [quantity]
  const rest = quantity - full * max
  const lots = Array.from({ length: full }, () => max)
  if (rest > 1e-9 * quantity) lots.push(rest)
  return lots
}
