import { CoreError } from '../errors'
import { lotQuantity, readLot, roundUpTo, splitLots } from './lots'

/** What to do about one requirement now, without buckets: for a purchase screen, a reorder point, a single order. */
export interface Replenishment {
  readonly need: number
  readonly stock?: number | undefined
  /** Stock of other warehouses, moved before anything is bought. */
  readonly elsewhere?: number | undefined
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly multiple?: number | undefined
  /** Stock units in one purchase unit. */
  readonly factor?: number | undefined
  /** Decimals of the purchase unit, 3 when absent. */
  readonly decimals?: number | undefined
}

export interface Replenished {
  readonly fromStock: number
  readonly transfer: number
  /** In the stock unit, lot by lot. */
  readonly orders: number[]
  readonly purchase: number
  readonly purchaseUnits: number
}

/** Stock first, then other warehouses, then orders by the lot rule. Throws `invalid_lot`, `invalid_quantity`. */
export function replenish(input: Replenishment): Replenished {
  const { need, stock = 0, elsewhere = 0, min, max, multiple, factor = 1, decimals = 3 } = input
  if (![need, stock, elsewhere].every((one) => one >= 0 && one <= 1e15)) {
    throw new CoreError('invalid_quantity', 'Quantidade inválida: informe zero ou mais.')
  }
  const lot = readLot({ type: 'L4L', min, max, mult: multiple })
  const fromStock = Math.min(need, stock)
  const transfer = Math.min(need - fromStock, elsewhere)
  const short = need - fromStock - transfer
  const orders = short > 1e-9 ? splitLots(lotQuantity(short, lot), lot.max) : []
  const purchase = orders.reduce((sum, one) => sum + one, 0)
  return {
    fromStock,
    transfer,
    orders,
    purchase,
    purchaseUnits: purchase === 0 ? 0 : purchaseUnits(purchase, { factor, decimals, atLeast: (min ?? 0) > 0 }),
  }
}

/**
 * A quantity in the purchase unit. One that is counted whole is rounded up: what is bought must do. One with decimals goes to the nearest, or up
 * where it must not fall below a minimum or would come to nothing. Throws `invalid_quantity`.
 */
export function purchaseUnits(quantity: number, rule: { factor: number; decimals: number; atLeast: boolean }): number {
  const { factor, decimals, atLeast } = rule
  if (!(factor > 0 && factor < Infinity) || !Number.isInteger(decimals) || decimals < 0 || decimals > 9) {
    throw new CoreError('invalid_quantity', 'Fator de conversão ou casas decimais inválidos.')
  }
  const scaled = (quantity / factor) * 10 ** decimals
  const nearest = Math.round(scaled + 1e-9)
  const isUp = atLeast || decimals === 0 || nearest === 0
  return (isUp ? roundUpTo(scaled, 1) : nearest) / 10 ** decimals
}
