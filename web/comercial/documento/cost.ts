import type { Amount } from '../../../core/money/decimal'
import { amountOf } from '../../ui/format'
import { isSet, type Values } from '../../ui/row'

/** What a unit costs in the chosen company; null to who may not know. */
export function costOf(product: Values): Amount | null {
  const average = amountOf(product.vCustoMedio)
  if (!isSet(product.custo) && !isSet(product.vCustoMedio)) return null
  return Number(average) > 0 ? average : amountOf(product.custo)
}
