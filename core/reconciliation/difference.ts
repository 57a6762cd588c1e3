import { formatCurrency } from '../br/number'
import { CoreError } from '../errors'
import { type Amount, type Decimal, decimal, sum, ZERO } from '../money/decimal'

/** What a line and the titles that it pays differ by may be. */
export const DIFFERENCES = {
  parcial: 'Baixa parcial',
  juros: 'Juros',
  multa: 'Multa',
  desconto: 'Desconto',
  tarifa: 'Tarifa do banco',
  credito: 'Crédito do cliente',
} as const

export type Difference = keyof typeof DIFFERENCES

/** A title as it is about to be paid: what it owes, and what of interest, fine and discount is agreed on already. */
export interface Owed {
  readonly id: number
  readonly vSaldo: Amount
  readonly vJuros?: Amount | undefined
  readonly vMulta?: Amount | undefined
  readonly vDesc?: Amount | undefined
}

/** What of a line each title is paid, and its fee. */
export interface LinePayment {
  readonly titulos: readonly {
    readonly id: number
    readonly vPago: string
    readonly vJuros: string
    readonly vMulta: string
    readonly vDesc: string
  }[]
  readonly vTarifa: string
  /** The first title is paid more than it owes: the rest is the customer's. */
  readonly excedente: boolean
}

interface Part {
  readonly id: number
  vPago: Decimal
  vJuros: Decimal
  vMulta: Decimal
  vDesc: Decimal
}

/** Which differences there may be where a line is short of what titles owe, or beyond it. */
export const differencesOf = (kind: 'receber' | 'pagar', isShort: boolean, titles: number): readonly Difference[] => {
  if (isShort) return kind === 'receber' ? ['parcial', 'desconto', 'tarifa'] : ['parcial', 'desconto']
  return kind === 'receber'
    ? ['juros', 'multa', ...(titles === 1 ? (['credito'] as const) : [])]
    : ['juros', 'multa', 'tarifa']
}

/**
 * How a line (`amount`, above zero) pays titles. Where it is not what they owe, `how` says what the rest is: titles are paid in their order and the last in part, the
 * rest is forgiven them from the last on, or is the bank's fee; more is interest or fine of the first, the fee of what we pay, or the customer's credit. What is
 * moved in cash is always the line. Throws `difference`, naming the rest, where nothing or nothing that fits was said.
 */
export function payByLine(
  kind: 'receber' | 'pagar',
  amount: Amount,
  owed: readonly Owed[],
  how: Difference | undefined,
): LinePayment {
  const parts = owed.map(({ id, vSaldo, vJuros = 0, vMulta = 0, vDesc = 0 }): Part => ({
    id,
    vPago: decimal(vSaldo).plus(vJuros).plus(vMulta).minus(vDesc),
    vJuros: decimal(vJuros),
    vMulta: decimal(vMulta),
    vDesc: decimal(vDesc),
  }))
  const rest = decimal(amount).minus(sum(parts.map((one) => one.vPago)))
  if (rest.isZero()) return told(parts, ZERO, false)
  const isShort = rest.sign() < 0
  if (how === undefined || !differencesOf(kind, isShort, owed.length).includes(how)) {
    const what = `${isShort ? 'Faltam' : 'Sobram'} ${formatCurrency(rest.abs().toFixed(2))} para o total das contas`
    throw new CoreError('difference', `${what}: diga o que é a diferença.`)
  }
  const [first] = parts
  if (how === 'tarifa') return told(parts, rest.abs(), false)
  if (isShort) takeOff(parts, rest.abs(), how)
  else if (first) {
    first.vPago = first.vPago.plus(rest)
    if (how === 'juros') first.vJuros = first.vJuros.plus(rest)
    if (how === 'multa') first.vMulta = first.vMulta.plus(rest)
  }
  return told(parts, ZERO, how === 'credito')
}

/** Takes what is short off the titles, from the last on. */
function takeOff(parts: readonly Part[], short: Decimal, how: Difference): void {
  let left = short
  for (const one of parts.toReversed()) {
    const part = left.gt(one.vPago) ? one.vPago : left
    one.vPago = one.vPago.minus(part)
    if (how === 'desconto') one.vDesc = one.vDesc.plus(part)
    left = left.minus(part)
  }
}

const told = (parts: readonly Part[], vTarifa: Decimal, excedente: boolean): LinePayment => ({
  // A title that nothing is left for is not paid.
  titulos: parts
    .filter((one) => !one.vPago.isZero() || !one.vDesc.isZero())
    .map(({ id, ...one }) => ({
      id,
      vPago: one.vPago.toFixed(2),
      vJuros: one.vJuros.toFixed(2),
      vMulta: one.vMulta.toFixed(2),
      vDesc: one.vDesc.toFixed(2),
    })),
  vTarifa: vTarifa.toFixed(2),
  excedente,
})
