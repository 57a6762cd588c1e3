import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../platform/context'
import type { Row } from '../platform/resource'

/** Blocks a sale (in `values`) when its customer has overdue receivables in the company. Someone with the right releases it. */
export async function blockWhenOverdue(ctx: Ctx, sale: Row, values: Row): Promise<void> {
  const [late] = await rowsOf(
    ctx,
    sql`select count(*)::int as n from contas_receber where cliente_id = ${Number(sale.cliente_id)} and empresa_id = ${Number(sale.empresa_id)}
        and "vSaldo" > 0 and "dhCancelamento" is null and "dVencimento" < ${ctx.clock.today()}`,
  )
  if (Number(late?.n) === 0) {
    values.dhBloqueio = null
    values.xMotivoBloqueio = null
    return
  }
  values.dhBloqueio = sale.dhBloqueio ?? ctx.clock.now()
  values.xMotivoBloqueio = `Cliente com ${Number(late?.n)} título(s) vencido(s)`
}
