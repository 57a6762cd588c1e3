import { CoreError } from '../errors'
import { type Amount, decimal, type Decimal, roundHalfUp } from '../money/decimal'
import { inAuxiliary, inOurUnits } from './convert'
import { QUANTITY_DECIMALS, stockQuantity } from './unit'

/** An item of an entry that is counted in another unit too: how our units follow from the invoice's, and from that one. */
export interface CountedTwice {
  /** Our units in one of the invoice's. */
  readonly fatorConversao: Amount
  /** Our units in one of the auxiliary unit: a box of 12, 12. */
  readonly fator_conversao: Amount
  /** Decimals of our unit. */
  readonly decimals: number | null
}

/**
 * The quantity of the invoice that so many auxiliary units are. Throws what `inOurUnits` does, and `inexact_quantity` where no quantity of the invoice
 * comes to just that.
 */
export function invoiceQuantity(
  qAuxiliar: Amount,
  { fatorConversao, fator_conversao, decimals }: CountedTwice,
): Decimal {
  const ours = inOurUnits(qAuxiliar, fator_conversao, decimals)
  const invoice = roundHalfUp(decimal(ours).div(fatorConversao), QUANTITY_DECIMALS)
  if (stockQuantity(invoice, fatorConversao, decimals).cmp(ours) !== 0)
    throw new CoreError(
      'inexact_quantity',
      'Esta quantidade não dá exata na unidade da nota: informe a quantidade da nota.',
    )
  return invoice
}

/** An invoice's quantity in auxiliary units, 4 decimals: what was told stays where it is as much. */
export function auxiliaryQuantity(qCom: Amount, told: Amount | null, unit: CountedTwice): Decimal {
  const ours = stockQuantity(qCom, unit.fatorConversao, unit.decimals)
  if (told !== null && stockQuantity(told, unit.fator_conversao, unit.decimals).cmp(ours) === 0) return decimal(told)
  return inAuxiliary(ours, unit.fator_conversao).quantity
}
