import { type Amount, type Decimal, decimal, ZERO } from '../money/decimal'

/** A payment of a title; amounts in reais, 2 decimals, none below zero. */
export interface Payment {
  /** What was paid in all. */
  readonly vPago: Amount
  /** Interest and fine that it is to bear beside what is owed. */
  readonly vJuros?: Amount | undefined
  readonly vMulta?: Amount | undefined
  /** What is forgiven of what is owed. */
  readonly vDesc?: Amount | undefined
}

/** What a payment does to a title that owes `vSaldo`. */
export interface Settlement {
  /** What the title takes of the payment. */
  readonly pago: Decimal
  /** What is owed after it. */
  readonly saldo: Decimal
  /** What is paid beyond what is owed. */
  readonly excedente: Decimal
  /** More is forgiven than is owed. */
  readonly descontoExcede: boolean
}

/** Interest and fine are added to what is owed, a discount is taken off, and the payment comes off the rest: what is beyond it is left over. */
export function settlement(vSaldo: Amount, { vPago, vJuros = 0, vMulta = 0, vDesc = 0 }: Payment): Settlement {
  const owed = decimal(vSaldo).plus(vJuros).plus(vMulta).minus(vDesc)
  const due = owed.sign() < 0 ? ZERO : owed
  const paid = decimal(vPago)
  const pago = paid.gt(due) ? due : paid
  return { pago, saldo: due.minus(pago), excedente: paid.minus(pago), descontoExcede: owed.sign() < 0 }
}
