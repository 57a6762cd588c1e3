import { type Amount, type Decimal, decimal, ZERO } from '../money/decimal'

/** A sale's commission, what is to be received of the sale, and what was; all R$. */
export interface Releasing {
  readonly vComissao: Amount
  readonly total: Amount
  readonly recebido: Amount
}

/**
 * What of a commission is released: in the proportion in which the sale was received, half up to cents, never more than all and never less than
 * nothing. A sale of which nothing is to be received releases all of it.
 */
export function releasedOf({ vComissao, total, recebido }: Releasing): Decimal {
  const [all, whole, got] = [decimal(vComissao), decimal(total), decimal(recebido)]
  if (whole.sign() <= 0 || got.gte(whole)) return all
  if (got.sign() <= 0) return ZERO
  return all.times(got).div(whole).round(2, 'half-up')
}
