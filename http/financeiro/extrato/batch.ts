import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { ACQUIRERS } from '../../../core/cards/card-file'
import { CARD_WINDOW_DAYS, type MatchBatch, type MatchLine } from '../../../core/reconciliation/types'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { load, loadWhere, update } from '../../platform/engine/write'
import { badRequest, conflict, notFound } from '../../platform/errors'
import { identifier } from '../../platform/inputs'
import { assertMay, may } from '../../platform/rights'
import { conciliacao, conciliacaoRecebimento } from '../conciliacao/conciliacao'
import { finalise } from '../conciliacao/finaliza'
import { IN_ACCOUNT } from '../conciliacao/statement'
import { contasReceber } from '../registers'
import { extratoBanco } from './extrato'
import { holdPending, type Link, restOf } from './links'
import { aboutInput, aboutOf, linesAnswer } from './settle-inputs'

/** Deposits of acquirers in the statement: what a file of cards says is paid on a day is offered for the line that it is, and settled by it. */

const NAMES: Readonly<Record<string, string>> = ACQUIRERS
const MOST_BATCHES = 20_000

/** Deposits that are not settled yet and are of the amount of one of an account's lines, up to three days before it (document 3, section 9). */
export async function batchesOf(
  ctx: Ctx,
  { banco_id, empresa_id }: { readonly banco_id: number; readonly empresa_id: number },
  linhas: readonly MatchLine[],
): Promise<readonly MatchBatch[]> {
  if (!may(ctx, conciliacaoRecebimento, 'read') || !may(ctx, contasReceber, 'read')) return []
  const own = linhas.filter((one) => one.conta === String(banco_id)).map(({ id, data, valor }) => ({ id, data, valor }))
  const rows = await rowsOf(
    ctx,
    sql`with linhas as (select * from jsonb_to_recordset(${JSON.stringify(own)}::jsonb) as l(id int, data date, valor numeric)),
        depositos as (select distinct r.id from conciliacao_recebimento r join linhas l on l.valor = r.net_amount
            and l.data between r.payment_date and r.payment_date + ${CARD_WINDOW_DAYS}::int and coalesce(r.extrato_banco_id, l.id) = l.id
          join banco b on b.id = ${banco_id} and ${IN_ACCOUNT}
          where r.empresa_id = ${empresa_id} and r.lancamento_id is null and r.net_amount > 0)
        select r.id, r.payment_date::text as dia, r.gross_amount::text as bruto, r.fee_amount::text as taxa, r.extrato_banco_id as linha, c.acquirer,
          array(select 'r' || v.conta_receber_id from conciliacao_venda v where v.recebimento_id = r.id and v.conta_receber_id is not null order by v.id) as titulos
        from depositos d join conciliacao_recebimento r on r.id = d.id join conciliacao c on c.id = r.conciliacao_id order by r.payment_date, r.id limit ${MOST_BATCHES}`,
  )
  return rows.map((row) => ({
    id: String(row.id),
    conta: String(banco_id),
    origem: 'cartao',
    nome: NAMES[String(row.acquirer)] ?? String(row.acquirer),
    dCredito: String(row.dia),
    vBruto: String(row.bruto),
    vTarifa: String(row.taxa),
    linha: row.linha === null ? undefined : String(row.linha),
    titulos: Array.isArray(row.titulos) ? row.titulos.map(String) : [],
  }))
}

/** Holds the reconciliations of deposits that are about to be settled, in the order of their numbers: before any line is, as whoever finalises one does. */
export async function holdBatches(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const deposits = await loadWhere(ctx, conciliacaoRecebimento, 'id', ids)
  const heads = new Set(deposits.map((one) => one.conciliacao_id))
  await loadWhere(ctx, conciliacao, 'id', [...heads], { lock: true })
}

/**
 * Settles a deposit by a line of the statement: the instalments at gross, what the acquirer keeps beside. Undoing the match takes both back. Throws 404, 400 `other_amount`, `differs`, 409 where either is done by now.
 */
export async function settleBatch(
  ctx: Ctx,
  { linha_id, recebimento_id }: { readonly linha_id: number; readonly recebimento_id: number },
  about: Omit<Link, 'linha_id' | 'lancamento_id' | 'tipo'>,
) {
  assertMay(ctx, conciliacao, 'edit')
  assertMay(ctx, contasReceber, 'edit')
  const deposit = await load(ctx, conciliacaoRecebimento, recebimento_id, { lock: true })
  const head = await load(ctx, conciliacao, deposit.conciliacao_id)
  const [line] = await holdPending(ctx, [linha_id])
  if (!line || line.empresa_id !== deposit.empresa_id) throw notFound()
  if (deposit.lancamento_id !== null) throw conflict('Um dos recebimentos já foi baixado.')
  if (deposit.extrato_banco_id !== null && deposit.extrato_banco_id !== linha_id)
    throw conflict('Este recebimento já está vinculado a uma linha do extrato.')
  if (!restOf(line).eq(deposit.net_amount))
    throw badRequest('O recebimento e a linha do extrato não são do mesmo valor.', 'other_amount')
  if (deposit.extrato_banco_id === null)
    await update(ctx, conciliacaoRecebimento, deposit, { extrato_banco_id: linha_id }, 'vincularLancamentoExtrato')
  const { recebimentos } = await finalise(ctx, {
    id: head.id,
    empresa_id: head.empresa_id,
    banco_id: line.banco_id,
    plano_conta_id: head.plano_conta_id,
    recebimentos: [recebimento_id],
    confirma: false,
    about: { ...about, criado: true },
  })
  return { lancamentos: recebimentos.map((one) => one.lancamento_id), linhas: 1, oferta: null }
}

export const conciliaLote = action(extratoBanco, 'conciliaLote', {
  on: 'collection',
  right: 'edit',
  summary: 'Baixa um recebimento de cartões pela sua linha do extrato: as parcelas pelo bruto, a taxa na sua conta.',
  input: v.object({ linha_id: identifier, recebimento_id: identifier, ...aboutInput }),
  answer: linesAnswer,
  run: async ({ ctx, input }) => {
    const { score, razoes } = aboutOf(input, 'lote')
    return settleBatch(ctx, input, { score, razoes })
  },
})
