import { CoreError } from '../errors'
import { type Amount, type Decimal, HUNDRED, ZERO, decimal } from '../money/decimal'
import { amountOf } from './line'

type Id = string | number

/** A seller's commission: for one customer, or for all when comissionavel_type is empty. `percentual` is in percent. */
export interface Commission {
  readonly comissionavel_type?: string | null | undefined
  readonly comissionavel_id?: Id | null | undefined
  readonly percentual: Amount
}

export interface CommissionLine {
  /** What the commission is of: the goods' net amount, without IPI and ST. */
  readonly vBase: Amount
  /** The line's own percentage; it goes before the seller's. */
  readonly pComissao?: Amount | null | undefined
}

export interface CommissionResult {
  readonly lines: readonly { readonly percentual: Decimal; readonly vComissao: Decimal }[]
  readonly vComissao: Decimal
}

const CUSTOMER = 'cliente'
const MAX_LINES = 100_000

/** The seller's percentage for a customer: the customer's own, else the general one, else zero; the first of equals. */
export function commissionRate(commissions: readonly Commission[], clienteId?: Id | null): Decimal {
  const own = commissions.find(
    (one) =>
      one.comissionavel_type === CUSTOMER &&
      clienteId !== undefined &&
      clienteId !== null &&
      String(one.comissionavel_id) === String(clienteId),
  )
  const general = commissions.find((one) => !one.comissionavel_type)
  return percentOf((own ?? general)?.percentual ?? ZERO)
}

/** The commission of every line, half up to 2 decimals, and their sum. */
export function commissionOf(
  lines: readonly CommissionLine[],
  commissions: readonly Commission[],
  clienteId?: Id | null,
): CommissionResult {
  if (lines.length > MAX_LINES) throw new CoreError('too_many_lines', `São no máximo ${MAX_LINES} linhas.`)
  const rate = commissionRate(commissions, clienteId)
  let total = ZERO
  const priced = lines.map(({ vBase, pComissao }) => {
    const percentual = pComissao === undefined || pComissao === null ? rate : percentOf(pComissao)
    const vComissao = amountOf(vBase, 'A base da comissão').times(percentual).div(HUNDRED).round(2, 'half-up')
    total = total.plus(vComissao)
    return { percentual, vComissao }
  })
  return { lines: priced, vComissao: total }
}

export interface CommissionDraft {
  readonly vendedor_id?: Id | null | undefined
  readonly comissionavel_type?: string | null | undefined
  readonly comissionavel_id?: Id | null | undefined
  readonly percentual?: Amount | null | undefined
}

/** Checks a commission before it is added (document 1, section 5). Throws `invalid_commission` with the first thing missing. */
export function checkCommission(draft: CommissionDraft): void {
  if (draft.vendedor_id === undefined || draft.vendedor_id === null || draft.vendedor_id === '') {
    throw new CoreError('invalid_commission', 'Salve o vendedor antes de adicionar comissões.')
  }
  const { comissionavel_id: customer, percentual } = draft
  if (draft.comissionavel_type === CUSTOMER && (customer === undefined || customer === null || customer === '')) {
    throw new CoreError('invalid_commission', 'Selecione um cliente.')
  }
  if (percentual === undefined || percentual === null || !isPercent(percentual)) {
    throw new CoreError('invalid_commission', 'Informe o percentual.')
  }
}

function isPercent(value: Amount): boolean {
  try {
    percentOf(value)
    return true
  } catch (error) {
    if (error instanceof CoreError) return false
    throw error
  }
}

function percentOf(value: Amount): Decimal {
  const percent = decimal(value)
  if (percent.sign() < 0 || percent.gt(HUNDRED)) {
    throw new CoreError('invalid_commission', 'O percentual de comissão vai de 0 a 100.')
  }
  return percent
}
