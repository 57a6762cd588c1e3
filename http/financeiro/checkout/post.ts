import { sql } from 'drizzle-orm'
import { formatCurrency } from '../../../core/br/number'
import { decimal, type Decimal } from '../../../core/money/decimal'
import { judgeNotice, NOTICE_REASONS, type NoticeReason, type Verdict } from '../../../core/payments/notice'
import { effect } from '../../documents/effect'
import { undo } from '../../documents/undo'
import { type Ctx, rowsOf } from '../../platform/context'
import { find, loadWhere, update } from '../../platform/engine/write'
import { badRequest, invalid } from '../../platform/errors'
import type { RecordOf } from '../../platform/resource'
import { advance } from '../../platform/step'
import { usualAccount } from '../accounts'
import { cash, type CashMove } from '../cash'
import { credits } from '../credits'
import { bookingOf } from '../period'
import { localHolidays } from '../feriado'
import { contasReceber } from '../registers'
import { titles } from '../titles'
import { avisoPagamento, type PaymentNotice } from './aviso'
import { type Link, linkPagamento } from './link-pagamento'

/** What a notice is of, as that stands now: its receivable is held until the transaction ends. */
interface Standing {
  readonly verdict: Verdict
  readonly link: Link | undefined
  readonly contas_receber_id: number | null
  readonly cliente_id: number | null
  readonly venda_id: number | null
}

/** The type of event that tells of money that came. */
const PAID = 'payment.paid'

/** Judges a notice by what it is of: its link's instalment and that one's receivable, or the receivable that a person said. */
export async function standingOf(ctx: Ctx, notice: PaymentNotice, said: number | null = null): Promise<Standing> {
  const link =
    notice.link_pagamento_id === null
      ? undefined
      : await find(ctx, linkPagamento, notice.link_pagamento_id, { lock: true })
  const sale = link && (await saleOf(ctx, link))
  const title_id = said ?? sale?.title_id ?? notice.contas_receber_id
  const found = title_id === null ? [] : await loadWhere(ctx, contasReceber, 'id', [title_id], { lock: true })
  const title = found.find(({ empresa_id }) => empresa_id === notice.empresa_id)
  if (said !== null && title === undefined) throw invalid({ contas_receber_id: ['Selecione um registro válido.'] })
  const verdict = judgeNotice({
    amount: notice.valor,
    paidOn: notice.dPagamento,
    isPayment: notice.tipo === PAID,
    isRepeated: await isRepeated(ctx, notice),
    isKnown: link !== undefined || title !== undefined,
    isCancelled: title === undefined && sale !== undefined && sale.isCancelled,
    title: title && {
      balance: title.vSaldo,
      due: title.dVencimento,
      isCancelled: title.dhCancelamento !== null,
      holidays: await excusing(ctx, title, notice.dPagamento),
    },
  })
  return {
    verdict,
    link,
    contas_receber_id: title?.id ?? null,
    cliente_id: title?.cliente_id ?? link?.cliente_id ?? null,
    venda_id: link?.venda_id ?? null,
  }
}

/** Local holidays that may excuse a receivable which is paid after its day. */
const excusing = async (ctx: Ctx, { empresa_id, dVencimento }: RecordOf<typeof contasReceber>, paidOn: string) =>
  paidOn > dVencimento ? localHolidays(ctx, empresa_id, dVencimento, paidOn) : undefined

/** An instalment or a sale that is gone is owed by nobody. */
async function saleOf(
  ctx: Ctx,
  { venda_duplicata_id }: Link,
): Promise<{ title_id: number | null; isCancelled: boolean }> {
  const [row] = await rowsOf(
    ctx,
    sql`select d.conta_receber_id, s."dhCancelamento" is not null as cancelada from venda_duplicata d join venda s on s.id = d.venda_id where d.id = ${venda_duplicata_id}`,
  )
  const title = row?.conta_receber_id
  return {
    title_id: typeof title === 'number' ? title : null,
    isCancelled: row === undefined || row.cancelada === true,
  }
}

async function isRepeated(ctx: Ctx, { id, empresa_id, pagamento_externo, tipo }: PaymentNotice): Promise<boolean> {
  const rows = await rowsOf(
    ctx,
    sql`select 1 from aviso_pagamento where empresa_id = ${empresa_id} and pagamento_externo = ${pagamento_externo} and tipo = ${tipo} and id < ${id} limit 1`,
  )
  return rows.length > 0
}

/** What stands on a notice of a judgement. */
const told = ({ verdict, contas_receber_id, cliente_id, venda_id }: Standing) => ({
  contas_receber_id,
  cliente_id,
  venda_id,
  motivo: verdict.reason ?? null,
  proposta: verdict.proposal,
  vBaixa: verdict.settles.toFixed(2),
  vCredito: verdict.credits.toFixed(2),
})

/** A notice that came, or whose sale was invoiced: posted where it says just what is owed, else told how it stands. The notice is locked by the caller. */
export async function postOrWait(ctx: Ctx, notice: PaymentNotice): Promise<void> {
  const standing = await standingOf(ctx, notice)
  if (standing.verdict.reason === undefined) {
    const set = await postNotice(ctx, notice, standing)
    await advance(ctx, avisoPagamento, notice, 'lanca', set)
    return
  }
  await update(ctx, avisoPagamento, notice, told(standing), 'ficou a conferir')
}

/** A notice that a person has to look at, for this reason. */
export async function waitFor(ctx: Ctx, notice: PaymentNotice, motivo: NoticeReason): Promise<void> {
  await update(ctx, avisoPagamento, notice, { ...told(await standingOf(ctx, notice)), motivo }, 'ficou a conferir')
}

/**
 * Settles what a notice settles and credits what it is over, by one step of the notice; its link is paid. Answers what then stands on it. Throws 400 `nothing_to_post`
 * for what can only wait or be ignored.
 */
export async function postNotice(ctx: Ctx, notice: PaymentNotice, standing: Standing) {
  const { verdict, link, contas_receber_id, cliente_id } = standing
  const { settles, credits: surplus, reason } = verdict
  if (settles.isZero() && surplus.isZero())
    throw badRequest(`${NOTICE_REASONS[reason ?? 'desconhecido']}: não há o que lançar.`, 'nothing_to_post')
  const dMovimento = (await bookingOf(ctx, notice.empresa_id))(notice.dPagamento)
  const did = await effect(ctx, avisoPagamento, notice, { passo: 'lanca', dados: { caixa: true } })
  if (contas_receber_id !== null && !settles.isZero())
    await did.post(
      // Judged with the receivable held: it settles no more than is owed.
      titles.move([{ kind: 'receber', id: contas_receber_id }], 'baixa', () => [
        { kind: 'receber', id: contas_receber_id, evento: 'baixa', valor: settles.neg(), dMovimento },
      ]),
    )
  const descricao = `Pagamento por link nº ${notice.id}: ${formatCurrency(notice.valor)}`
  if (cliente_id !== null && !surplus.isZero())
    await did.post(credits.open({ cliente_id, vCredito: surplus.toFixed(2), motivo: descricao }))
  await did.post(
    cash.move([
      await received(ctx, notice, { contas_receber_id, valor: settles.plus(surplus), descricao, dMovimento }),
    ]),
  )
  if (link && link.situacao !== 'pago' && decimal(settles).gte(link.valor))
    await update(ctx, linkPagamento, link, { situacao: 'pago' }, 'foi pago')
  return told(standing)
}

interface Received {
  readonly contas_receber_id: number | null
  readonly valor: Decimal
  readonly descricao: string
  readonly dMovimento: string
}

/** The money of a payment, in the account of its receivable's method or the company's usual one. */
async function received(ctx: Ctx, notice: PaymentNotice, { contas_receber_id, ...row }: Received): Promise<CashMove> {
  const [title] = contas_receber_id === null ? [] : await loadWhere(ctx, contasReceber, 'id', [contas_receber_id])
  const { empresa_id } = notice
  const banco_id = await usualAccount(ctx, { empresa_id, pagamento_id: title?.pagamento_id })
  return {
    banco_id,
    evento: 'baixa',
    vLancamento: row.valor,
    descricao: row.descricao,
    dMovimento: row.dMovimento,
    ...(title ? { contas_receber_id: title.id, plano_conta_id: title.plano_conta_id } : {}),
  }
}

/** Takes a posting back: what was settled is owed again, the credit it gave goes. Answers what then stands on the notice. Throws 400 `credit_used`. */
export async function takeBack(ctx: Ctx, notice: PaymentNotice) {
  await undo(ctx, avisoPagamento, notice, { passo: 'lanca' })
  const link =
    notice.link_pagamento_id === null
      ? undefined
      : await find(ctx, linkPagamento, notice.link_pagamento_id, { lock: true })
  if (link?.situacao === 'pago')
    await update(
      ctx,
      linkPagamento,
      link,
      { situacao: link.id_externo === null ? 'substituido' : 'aberto' },
      'teve o pagamento estornado',
    )
  return told(await standingOf(ctx, notice))
}

/** What was paid before its sale was invoiced: posted now, where it says just what is owed. The sale is locked by the caller. */
export async function postWaiting(ctx: Ctx, venda_id: number): Promise<void> {
  const links = await loadWhere(ctx, linkPagamento, 'venda_id', [venda_id])
  const notices = await loadWhere(
    ctx,
    avisoPagamento,
    'link_pagamento_id',
    links.map(({ id }) => id),
    { lock: true },
  )
  for (const notice of notices) if (notice.motivo === 'sem_titulo' && notice.status === 0) await postOrWait(ctx, notice)
}
