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

/** Where a line's percentage may come from. All in percent; one that is zero promises nothing. */
export interface PromisedCommission {
  /** The line's own. */
  readonly pItem: Amount
  /** What the seller was promised, for one customer or for all. */
  readonly commissions: readonly Commission[]
  readonly cliente_id: Id | null
  /** What the seller's register says. */
  readonly pVendedor: Amount
}

/** The percentage of a line, and why it is that: its own goes first, then the customer's, the seller's general one, the seller's register. */
export function commissionReason({ pItem, commissions, cliente_id, pVendedor }: PromisedCommission): {
  readonly percentual: Decimal
  readonly motivo: string
} {
  const own = percentOf(pItem)
  if (!own.isZero()) return { percentual: own, motivo: 'Percentual do item' }
  const general = commissionRate(commissions)
  const customers = commissionRate(commissions, cliente_id)
  const isCustomers = commissions.some(
    (one) => one.comissionavel_type === CUSTOMER && String(one.comissionavel_id) === String(cliente_id),
  )
  if (isCustomers) return { percentual: customers, motivo: 'Percentual do vendedor para este cliente' }
  if (!general.isZero()) return { percentual: general, motivo: 'Percentual do vendedor' }
  return { percentual: percentOf(pVendedor), motivo: 'Percentual do cadastro do vendedor' }
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
