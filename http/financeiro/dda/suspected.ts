import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'

/** Why payables may be frauds, by number: those whose linked slip is suspected, in the words of the suspicion. */
export async function suspectedOf(ctx: Ctx, payables: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await rowsOf(
    ctx,
    sql`select contas_pagar_id, coalesce(motivo, 'possível fraude') as motivo from boleto_dda where contas_pagar_id = any (${intArray(payables)}::int[]) and fraude`,
  )
  return new Map(rows.map((row) => [Number(row.contas_pagar_id), String(row.motivo)]))
}
