import { sql } from 'drizzle-orm'
import { LINE } from '../../../core/fields/financeiro/boleto'
import { type Ctx, rowsOf } from '../../platform/context'
import { announce, loadWhere, patchRows, updateRows } from '../../platform/engine/write'
import { contasReceber } from '../registers'
import { recount, retorno, retornoBoleto } from './retorno'

/** A fact that settled lines of a retorno, when it is reversed by whatever way: they wait to be settled again. */

async function linesOf(ctx: Ctx, lancamento_id: number) {
  const rows = await rowsOf(
    ctx,
    sql`select id, retorno_id, contas_receber_id, evento from retorno_boleto where lancamento_id = ${lancamento_id} order by id`,
  )
  return {
    lines: rows.map((row) => Number(row.id)),
    heads: [...new Set(rows.map((row) => Number(row.retorno_id)))],
    titles: [
      ...new Set(
        rows.filter((row) => String(row.evento).startsWith('liquidado')).map((row) => Number(row.contas_receber_id)),
      ),
    ],
  }
}

/** Holds the file of a fact before all else of it: whoever settles does so too. */
export async function holdReturnOf(ctx: Ctx, lancamento_id: number): Promise<void> {
  const { heads } = await linesOf(ctx, lancamento_id)
  await loadWhere(ctx, retorno, 'id', heads, { lock: true })
}

/** Opens the lines that a fact had settled: the bank still says that they are paid. */
export async function reopenReturnOf(ctx: Ctx, lancamento_id: number): Promise<void> {
  const { lines, heads, titles } = await linesOf(ctx, lancamento_id)
  if (lines.length === 0) return
  await updateRows(
    ctx,
    retornoBoleto,
    lines.map((id) => ({ id, situacao: LINE.A_BAIXAR, lancamento_id: null })),
  )
  const dhPreBaixa = ctx.clock.now()
  await patchRows(
    ctx,
    contasReceber,
    titles.filter((id) => id > 0).map((id) => ({ id, dhPreBaixa })),
  )
  await recount(ctx, heads)
  for (const id of heads) await announce(ctx, retorno, id)
}
