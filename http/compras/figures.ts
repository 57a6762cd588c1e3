import { sql } from 'drizzle-orm'
import { figure } from '../painel/figure'
import { type Ctx, rowsOf } from '../platform/context'
import type { Row } from '../platform/resource'

/** Suppliers' invoices that nobody has imported or refused yet. */
export async function waitingInvoices(ctx: Ctx): Promise<Row> {
  const [row] = await rowsOf(
    ctx,
    sql`select count(*)::int as importar_qtd, sum("vNF") as importar_total from nfe_compra where empresa_id = ${ctx.actor.empresa_id} and status = 0`,
  )
  return { nfe_importar: figure(row, 'importar') }
}
