import { formatCurrency } from '../../../core/br/number'
import { formatDate } from '../../../core/br/date-text'
import { decimal, sum } from '../../../core/money/decimal'
import type { Ctx } from '../../platform/context'
import { announce, loadWhere, updateMany, updateRows } from '../../platform/engine/write'
import { badRequest, conflict } from '../../platform/errors'
import { accountOf, feeAccount } from '../accounts'
import { holdPending, type Link, link } from '../extrato/links'
import { paymentDay } from '../payment'
import { contasReceber } from '../registers'
import { conciliacao, conciliacaoRecebimento, conciliacaoVenda, type Deposit } from './conciliacao'
import { differs, settleDeposit, whyNot } from './settle'
import { refresh } from './sums'

/** Finalising: every deposit that is due becomes one fact, matched with its line of the statement; all of them, or none. */

export interface Finalising {
  readonly id: number
  readonly empresa_id: number
  readonly banco_id: number | null | undefined
  readonly plano_conta_id: number | null | undefined
  /** These alone; all that are due, where nobody says. */
  readonly recebimentos: readonly number[] | undefined
  readonly confirma: boolean
  /** What is told of the match with the line, where a person accepted it there. */
  readonly about?: Omit<Link, 'linha_id' | 'lancamento_id' | 'tipo'>
}

const nameOf = ({ payment_date, brand, net_amount }: Deposit): string =>
  [formatDate(payment_date), brand, formatCurrency(net_amount)].filter(Boolean).join(' ')

/** The deposits that are settled now. Throws 409 where they have been, 400 `no_rows`. */
function chosen(all: readonly Deposit[], { recebimentos }: Finalising, today: string): readonly Deposit[] {
  const wanted = all.filter(
    (one) => recebimentos?.includes(one.id) ?? (one.lancamento_id !== null || one.payment_date <= today),
  )
  const open = wanted.filter((one) => one.lancamento_id === null)
  if (open.length === 0 && wanted.some((one) => one.lancamento_id !== null))
    throw conflict('Esta conciliação já foi finalizada.')
  if (recebimentos && open.length < recebimentos.length) throw conflict('Um dos recebimentos já foi baixado.')
  if (open.length === 0) throw badRequest('Nenhum registro selecionado', 'no_rows')
  return open
}

/** Lines of the statement, held; what deposits of one line come to is what is left of it. */
async function heldLines(
  ctx: Ctx,
  open: readonly Deposit[],
  { banco_id, confirma }: { banco_id: number; confirma: boolean },
) {
  const pointed = open.filter((one) => one.extrato_banco_id !== null)
  if (pointed.length < open.length && !confirma) {
    const names = open.filter((one) => one.extrato_banco_id === null).map(nameOf)
    throw badRequest(
      `Sem lançamento do extrato: ${names.slice(0, 5).join('; ')}. Deseja finalizar assim mesmo?`,
      'confirm',
    )
  }
  const lines = await holdPending(
    ctx,
    pointed.map((one) => Number(one.extrato_banco_id)),
  )
  const faults = lines.flatMap((line) => {
    const own = pointed.filter((one) => one.extrato_banco_id === line.id)
    if (line.banco_id !== banco_id) return [`o lançamento ${line.memo} é de outra conta`]
    const rest = decimal(line.amount).minus(line.vConciliado)
    const off = sum(own.map((one) => one.net_amount)).minus(rest)
    if (off.isZero() || (off.sign() < 0 && confirma)) return []
    return [
      `recebimento ${own.map(nameOf).join(', ')}: extrato de ${formatCurrency(rest.toFixed(2))}, diferença de ${formatCurrency(off.toFixed(2))}`,
    ]
  })
  if (faults.length > 0) throw differs(faults)
  return lines
}

/** Settles the deposits of a reconciliation that is held. Answers what was done. */
export async function finalise(ctx: Ctx, asked: Finalising) {
  const { id, empresa_id, confirma } = asked
  const all = await loadWhere(ctx, conciliacaoRecebimento, 'conciliacao_id', [id], { lock: true })
  const open = chosen(all, asked, ctx.clock.today())
  const banco_id = await accountOf(ctx, 'receber', { empresa_id, banco_id: asked.banco_id })
  const plano_conta_id = asked.plano_conta_id ?? (await feeAccount(ctx, banco_id))
  const rows = await loadWhere(
    ctx,
    conciliacaoVenda,
    'recebimento_id',
    open.map((one) => one.id),
    { lock: true },
  )
  const ids = rows.flatMap((one) => (one.conta_receber_id === null ? [] : [one.conta_receber_id]))
  const titles = new Map((await loadWhere(ctx, contasReceber, 'id', [...new Set(ids)])).map((one) => [one.id, one]))
  const faults = rows.flatMap((row) => whyNot(row, titles.get(row.conta_receber_id ?? 0)) ?? [])
  if (faults.length > 0) throw differs(faults)
  const days = new Map(open.map((one) => [one.id, paymentDay(ctx, { dPagamento: one.payment_date, confirma })]))
  const lines = await heldLines(ctx, open, { banco_id, confirma })
  const facts: { readonly deposit: Deposit; readonly lancamento_id: number }[] = []
  for (const deposit of open) {
    const line = lines.find((one) => one.id === deposit.extrato_banco_id)
    const own = rows.filter((row) => row.recebimento_id === deposit.id)
    const dMovimento = line?.dMovimento ?? days.get(deposit.id) ?? deposit.payment_date
    const settling = { deposit, rows: own, titles, banco_id, dMovimento, plano_conta_id }
    facts.push({ deposit, lancamento_id: await settleDeposit(ctx, settling) })
  }
  const matched = facts.filter(({ deposit }) => deposit.extrato_banco_id !== null)
  if (matched.length > 0)
    await link(
      ctx,
      lines,
      matched.map(({ deposit, lancamento_id }) => ({
        linha_id: Number(deposit.extrato_banco_id),
        lancamento_id,
        valor: deposit.net_amount,
        tipo: 'lote',
        ...asked.about,
      })),
    )
  const edits = facts.map(({ deposit, lancamento_id }) => ({ id: deposit.id, lancamento_id }))
  await updateMany(ctx, conciliacaoRecebimento, open, edits, 'finalizar')
  await updateRows(ctx, conciliacao, [{ id, banco_id, plano_conta_id }])
  await refresh(ctx, id)
  await announce(ctx, conciliacao, id)
  return {
    recebimentos: facts.map((one) => ({ id: one.deposit.id, lancamento_id: one.lancamento_id })),
    bruto: Number(sum(open.map((one) => one.gross_amount)).toFixed(2)),
    taxa: Number(sum(open.map((one) => one.fee_amount)).toFixed(2)),
    liquido: Number(sum(open.map((one) => one.net_amount)).toFixed(2)),
  }
}
