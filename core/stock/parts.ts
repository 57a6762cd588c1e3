import { CoreError } from '../errors'
import { type Amount, decimal, type Decimal, roundHalfUp, sum, ZERO } from '../money/decimal'
import { UNIT_COST_DECIMALS } from './balance'

/** What is done with what an invoice charges and does not come: it comes later, the supplier gives credit for it, or what came bears it. */
export type Missing = 'pendente' | 'desconto' | 'perda'

/** An invoice's item that is received in parts. */
interface PartialReceipt {
  readonly qNota: Amount
  /** What the whole item costs, R$. */
  readonly vCustoEstoque: Amount
  readonly recebimentos: readonly Amount[]
  readonly falta: Missing
}

interface Parts {
  readonly values: readonly Decimal[]
  readonly missing: Decimal
  readonly over: Decimal
  readonly pending: Decimal
  readonly credit: Decimal
  /** R$ a unit that came, 10 decimals. */
  readonly unitCost: Decimal
}

/**
 * What each part of an item's goods is worth: what has come so far carries its share of the cost, rounded on the sum, so that no cent is lost between
 * parts; all that the invoice says has come with all its cost, and where what is missing is lost the last part bears it. Throws `invalid_quantity`
 * unless quantities are above zero.
 */
export function partialReceipt({ qNota, vCustoEstoque, recebimentos, falta }: PartialReceipt): Parts {
  const [invoiced, cost] = [decimal(qNota), roundHalfUp(vCustoEstoque)]
  const received = sum(recebimentos)
  if ([qNota, ...recebimentos].some((one) => decimal(one).sign() <= 0))
    throw new CoreError('invalid_quantity', 'A quantidade precisa ser maior que zero.')
  let [came, borne] = [ZERO, ZERO]
  const values = recebimentos.map((quantity, at) => {
    came = came.plus(quantity)
    const last = falta === 'perda' && at === recebimentos.length - 1
    const share = last || came.cmp(invoiced) >= 0 ? cost : roundHalfUp(cost.times(came).div(invoiced))
    const value = share.minus(borne)
    borne = share
    return value
  })
  const rest = invoiced.minus(received)
  const waits = cost.minus(borne)
  return {
    values,
    missing: rest.sign() > 0 ? rest : ZERO,
    over: rest.sign() < 0 ? rest.neg() : ZERO,
    pending: falta === 'pendente' ? waits : ZERO,
    credit: falta === 'desconto' ? waits : ZERO,
    unitCost: received.isZero() ? ZERO : roundHalfUp(borne.div(received), UNIT_COST_DECIMALS),
  }
}

/**
 * What goods that come back from a customer are worth, in parts: their share of the value with which they left, rounded on the sum. Throws
 * `returned_too_much`, its message telling how much may still come back.
 */
export function returnedValues(left: { readonly quantity: Amount; readonly value: Amount }, parts: readonly Amount[]) {
  let [came, told] = [ZERO, ZERO]
  return parts.map((quantity) => {
    const open = decimal(left.quantity).minus(came)
    if (open.cmp(quantity) < 0) throw new ReturnedTooMuch(open)
    came = came.plus(quantity)
    const share = roundHalfUp(decimal(left.value).times(came).div(left.quantity))
    const value = share.minus(told)
    told = share
    return value
  })
}

/** More comes back than left. */
export class ReturnedTooMuch extends CoreError {
  constructor(readonly open: Decimal) {
    super('returned_too_much', `Só podem voltar ${open.toString().replace('.', ',')}.`)
  }
}
