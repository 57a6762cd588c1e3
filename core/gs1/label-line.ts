import { CoreError } from '../errors'
import { type Amount, decimal, roundHalfUp } from '../money/decimal'
import type { VariableEanConfig } from './variable-ean'

/**
 * Quantity and total of the sale line of a scale label. A weight is the quantity. A price gives the quantity price over unit price, 3 decimals half up,
 * and stays the total as printed, because quantity times unit price can be a cent off. Throws CoreError `invalid_amount`.
 */
export function labelLine(
  kind: VariableEanConfig['tpIdentificacao'],
  value: string,
  unitPrice: Amount,
): { qTrib: string; vTotal: string } {
  const price = decimal(unitPrice)
  if (price.lte(0)) throw new CoreError('invalid_amount', 'O preço unitário precisa ser maior que zero.')
  if (kind === 'weight') return { qTrib: value, vTotal: roundHalfUp(price.times(decimal(value)), 2).toFixed(2) }
  return { qTrib: roundHalfUp(decimal(value).div(price), 3).toFixed(3), vTotal: roundHalfUp(value, 2).toFixed(2) }
}
