import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { unlinkSlips } from './link'

/** Payables were cancelled: their slips wait again. */
export async function releaseSlips(ctx: Ctx, payables: readonly number[]): Promise<void> {
  if (payables.length === 0) return
  const rows = await rowsOf(
    ctx,
    sql`select id from boleto_dda where contas_pagar_id = any (${intArray(payables)}::int[]) order by id`,
  )
  await unlinkSlips(
    ctx,
    rows.map((row) => Number(row.id)),
    { acao: 'desvincularRegistro', motivo: 'A conta a que estava ligado foi cancelada.', so_proposta: false },
  )
}
