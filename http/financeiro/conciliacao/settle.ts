import { CARD_KINDS } from '../../../core/cards/card-file'
import { formatDate } from '../../../core/br/date-text'
import { counted, formatCurrency } from '../../../core/br/number'
import { TITLE } from '../../../core/fields/financeiro/titulos'
import { type Decimal, decimal, sum } from '../../../core/money/decimal'
import { begin, type Did } from '../../documents/effect'
import type { Ctx } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { assertMay } from '../../platform/rights'
import { caixaLancamento } from '../caixa'
import { cash, type CashMove } from '../cash'
import { cashRows, pay, type Paid } from '../payment'
import { type Held, personOf, type Title } from '../title-kinds'
import { titles } from '../titles'
import type { CardRowRecord, Deposit } from './conciliacao'
import { SPLIT_CENTS } from './match'

/** A deposit becomes one fact: its instalments paid at gross, what the acquirer keeps as a row of its own, and what else it is made of. */

export interface Settling {
  readonly deposit: Deposit
  readonly rows: readonly CardRowRecord[]
  /** Receivables of the rows, by number, as they stand. */
  readonly titles: ReadonlyMap<number, Title>
  readonly banco_id: number
  readonly dMovimento: string
  /** Where fees are booked. */
  readonly plano_conta_id: number | null
}

const money = (value: Decimal | string) => formatCurrency(decimal(value).toFixed(2))

/** What people know a row by. */
export function rowName({ nsu, description, sale_date, installment, installments }: CardRowRecord): string {
  const part = installments > 1 ? ` parcela ${installment}/${installments}` : ''
  const day = sale_date === null ? '' : ` de ${formatDate(sale_date)}`
  return nsu ? `NSU ${nsu}${part}${day}` : `${description || 'registro'}${day}`
}

/** Why a row cannot be settled as it is, with both amounts; undefined where it can. */
export function whyNot(row: CardRowRecord, title: Title | undefined): string | undefined {
  const gross = decimal(row.batch_gross_amount)
  if (row.plano_conta_id !== null || row.kind === 'ajuste' || row.kind === 'aluguel') return undefined
  if (!title) return `${rowName(row)} (${money(gross)}): sem parcela`
  if (row.kind !== 'venda')
    return gross.sign() < 0 ? undefined : `${rowName(row)} (${money(gross)}): informe a conta de resultado`
  if (title.dhCancelamento !== null) return `${rowName(row)} (${money(gross)}): a parcela está cancelada`
  const off = gross.minus(title.vSaldo)
  if (off.isZero() || (row.accepted && off.lte(SPLIT_CENTS) && decimal(title.vSaldo).sign() > 0)) return undefined
  return `${rowName(row)}: registro de ${money(gross)}, parcela com saldo de ${money(title.vSaldo)}, diferença de ${money(off)}`
}

/** How a row pays its receivable: cents that stand in another instalment are interest or discount, what is less is paid in part. */
function amountsOf(row: CardRowRecord, { vSaldo }: Title) {
  const gross = decimal(row.batch_gross_amount)
  const off = gross.minus(vSaldo)
  const cents = off.abs().lte(SPLIT_CENTS)
  return {
    vPago: gross.toFixed(2),
    vJuros: cents && off.sign() > 0 ? off.toFixed(2) : null,
    vMulta: null,
    vDesc: cents && off.sign() < 0 ? off.abs().toFixed(2) : null,
  }
}

const isSale = (row: CardRowRecord) =>
  row.kind === 'venda' && row.conta_receber_id !== null && row.plano_conta_id === null
/** The customer owes again what was taken back of a sale: an agreement, an offset with a return's credit or a loss comes after. */
const isOwedAgain = (row: CardRowRecord) =>
  row.kind !== 'venda' &&
  row.conta_receber_id !== null &&
  row.plano_conta_id === null &&
  Number(row.batch_gross_amount) < 0

const titleAgain = (row: CardRowRecord, title: Title, dMovimento: string) => ({
  cliente_id: personOf('receber', title),
  tpConta: TITLE.NORMAL,
  numero: title.numero,
  parcela: title.parcela,
  descricao: `${CARD_KINDS[row.kind]} da venda por cartão ${rowName(row)}`.slice(0, 200),
  vDup: decimal(row.batch_gross_amount).abs().toFixed(2),
  dVencimento: dMovimento,
  plano_conta_id: title.plano_conta_id,
  centro_resultado_id: title.centro_resultado_id,
})

/** What of a deposit is neither a sale nor a fee: each a row of cash to its account. */
function otherRows({ rows, banco_id, dMovimento, plano_conta_id }: Settling): readonly CashMove[] {
  return rows
    .filter((row) => !isSale(row))
    .map((row) => ({
      banco_id,
      dMovimento,
      evento: isOwedAgain(row) ? 'reembolso' : 'lancamento',
      vLancamento: row.batch_gross_amount,
      plano_conta_id: row.plano_conta_id ?? (isOwedAgain(row) ? null : plano_conta_id),
      ...(isOwedAgain(row) && row.conta_receber_id !== null ? { contas_receber_id: row.conta_receber_id } : {}),
      descricao: `${row.description || CARD_KINDS[row.kind]} ${rowName(row)}`.slice(0, 200),
    }))
}

async function paySales(did: Did, { rows, titles: known, dMovimento }: Settling) {
  const sales = rows.filter(isSale)
  const refs = sales.map((row) => ({ kind: 'receber' as const, id: Number(row.conta_receber_id) }))
  const paid: Paid[] = []
  const judge = (held: Held) => {
    for (const row of sales) {
      const id = Number(row.conta_receber_id)
      const title = held.get({ kind: 'receber', id })
      const fault = whyNot(row, title)
      if (fault) throw differs([fault])
      paid.push(pay(held, { kind: 'receber', id, amounts: amountsOf(row, title), dMovimento, takesSurplus: false }))
    }
    return paid.flatMap((one) => one.moves)
  }
  if (refs.length > 0) await did.post(titles.move(refs, 'baixa', judge))
  return { paid, paidTitles: refs.flatMap(({ id }) => known.get(id) ?? []) }
}

const MOST_NAMED = 10

/** The refusal of a reconciliation that does not fit, in the specification's words, with each row and by how much. */
export function differs(faults: readonly string[]) {
  const named = faults.slice(0, MOST_NAMED)
  const more = faults.length > named.length ? `; e mais ${faults.length - named.length}` : ''
  return badRequest(`Não foi possível finalizar a conciliação: ${named.join('; ')}${more}.`, 'differs')
}

/** Settles a deposit by one fact, which reversing takes back whole. Answers its number. */
export async function settleDeposit(ctx: Ctx, settling: Settling): Promise<number> {
  const { deposit, rows, titles: known, banco_id, dMovimento, plano_conta_id } = settling
  const { empresa_id, id } = deposit
  const first = rows.find(isSale)
  const dados = { conciliacao_recebimento_id: id }
  const doing =
    first?.conta_receber_id == null
      ? { documento: 'banco', documento_id: banco_id, passo: 'lancaCaixa' }
      : { documento: 'contas_receber', documento_id: first.conta_receber_id, passo: 'baixaLote' }
  const did = await begin(ctx, { ...doing, empresa_id, dados })
  const { paid, paidTitles } = await paySales(did, settling)
  const again = rows.filter(isOwedAgain).flatMap((row) => {
    const title = known.get(Number(row.conta_receber_id))
    return title ? [titleAgain(row, title, dMovimento)] : []
  })
  await did.post(titles.openRows('receber', again))
  const fee = sum(rows.map((row) => row.batch_gross_amount)).minus(deposit.net_amount)
  const descricao = `Cartões: ${counted(paid.length, 'parcela', 'parcelas')} de ${formatDate(deposit.payment_date)}`
  const others = otherRows(settling)
  if (others.some((one) => one.evento === 'lancamento')) assertMay(ctx, caixaLancamento, 'create')
  const gross = { kind: 'receber', banco_id, dMovimento, paid, titles: paidTitles, descricao } as const
  await did.post(cash.move([...cashRows({ ...gross, vTarifa: fee, feeAccount: plano_conta_id }), ...others]))
  return did.entry.id
}
