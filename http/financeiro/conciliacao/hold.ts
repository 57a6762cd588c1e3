import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { announce, load, updateRows } from '../../platform/engine/write'
import { conciliacao, conciliacaoRecebimento } from './conciliacao'
import { refresh } from './sums'

/** A fact that settled a deposit, when it is reversed by whatever way: the deposit is open again. */

async function depositsOf(ctx: Ctx, lancamento_id: number) {
  const rows = await rowsOf(
    ctx,
    sql`select r.id, r.conciliacao_id from conciliacao_recebimento r where r.lancamento_id = ${lancamento_id}`,
  )
  return rows.map((row) => ({ id: Number(row.id), conciliacao_id: Number(row.conciliacao_id) }))
}

/** Holds the reconciliation of a fact before all else of it: whoever finalises does so too. */
export async function holdDepositOf(ctx: Ctx, lancamento_id: number): Promise<void> {
  for (const { conciliacao_id } of await depositsOf(ctx, lancamento_id))
    await load(ctx, conciliacao, conciliacao_id, { lock: true })
}

/** Opens the deposit that a fact had settled. */
export async function reopenDepositOf(ctx: Ctx, lancamento_id: number): Promise<void> {
  for (const { id, conciliacao_id } of await depositsOf(ctx, lancamento_id)) {
    await updateRows(ctx, conciliacaoRecebimento, [{ id, lancamento_id: null }])
    await refresh(ctx, conciliacao_id)
    await announce(ctx, conciliacao, conciliacao_id)
  }
}
