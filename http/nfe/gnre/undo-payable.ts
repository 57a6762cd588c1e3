import { sql } from 'drizzle-orm'
import { undoAll } from '../../documents/undo'
import { assertNotAtBank } from '../../financeiro/pagamentos/hold'
import { type Ctx, rowsOf } from '../../platform/context'
import { gnre, type Gnre } from './gnre'

/** Cancels the payable of a guide, where it has one. Throws 400 `in_payment` while the bank has its payment, and `paid` once it is paid in part. */
export async function undoPayable(ctx: Ctx, guide: Gnre, reason: string | null = null): Promise<void> {
  const living = await rowsOf(
    ctx,
    sql`select id from contas_pagar where documento = ${gnre.name} and documento_id = ${guide.id} and "dhCancelamento" is null order by id for update`,
  )
  for (const { id } of living) await assertNotAtBank(ctx, Number(id))
  await undoAll(ctx, gnre, guide, { reason })
}
