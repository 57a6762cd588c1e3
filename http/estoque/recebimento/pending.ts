import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'

/** The entries of what is still to come of an entry that are not cancelled. */
export async function pendingOf(
  ctx: Ctx,
  entrada_id: number,
): Promise<{ readonly id: number; readonly begun: boolean }[]> {
  const rows = await rowsOf(
    ctx,
    sql`select e.id, e.status <> 0 or exists (select 1 from entrada_leitura l join entrada_mercadoria i on i.id = l.entrada_mercadoria_id where i.entrada_id = e.id) as begun
        from entrada e where e.entrada_origem_id = ${entrada_id} and e."dhCancelamento" is null order by e.id for update of e`,
  )
  return rows.map((row) => ({ id: Number(row.id), begun: row.begun === true }))
}

/** What is still to come of an invoice is cancelled before the entry that it is the rest of is cancelled or deleted. Throws 400 `pending_alive`. */
export async function assertNothingPending(ctx: Ctx, entrada_id: number): Promise<void> {
  const [first] = await pendingOf(ctx, entrada_id)
  if (first) throw badRequest(`Cancele antes a entrada nº ${first.id}, com o resto desta nota.`, 'pending_alive')
}
