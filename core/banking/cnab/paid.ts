import { decimal, type Decimal } from '../../money/decimal'
import type { Ocorrencia } from './retorno'

/** What of an occurrence tells money. */
type Told = Pick<
  Ocorrencia,
  'pago' | 'juros' | 'multa' | 'desconto' | 'abatimento' | 'tarifa' | 'outras_despesas' | 'valor'
>

/** What a payer paid, and what of it is what; decimal amounts in reais. */
export interface Paid {
  /** All that was paid, before the bank's fee. */
  readonly vPago: Decimal
  readonly vJuros: Decimal
  readonly vMulta: Decimal
  /** Discount and abatement together. */
  readonly vDesc: Decimal
  /** The bank's fee, with its other costs. */
  readonly vTarifa: Decimal
}

/**
 * What was paid of a boleto of `valor` reais. Banks differ in what they call paid: with interest or beside it, before their fee or after it. What comes out at what was owed decides;
 * where nothing does (a part, or more than was owed), it is as told, with the fee where the agreement says that it was taken off (`isNet`).
 */
export function paidOf(told: Told, valor: string, isNet: boolean): Paid {
  const [vJuros, vMulta] = [decimal(told.juros), decimal(told.multa)]
  const vDesc = decimal(told.desconto).plus(told.abatimento)
  const vTarifa = decimal(told.tarifa).plus(told.outras_despesas)
  const more = vJuros.plus(vMulta)
  const owed = decimal(valor).plus(more).minus(vDesc)
  const pago = decimal(told.pago)
  const plain = isNet ? pago.plus(vTarifa) : pago
  const readings = [pago, pago.plus(vTarifa), pago.plus(more), pago.plus(more).plus(vTarifa)]
  const vPago = pago.isZero() ? pago : (readings.find((one) => one.eq(owed)) ?? plain)
  return { vPago, vJuros, vMulta, vDesc, vTarifa }
}
