import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../platform/context'
import { load, patchRows } from '../platform/engine/write'
import { resourceNamed, type Row } from '../platform/resource'

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

/** A release covers the sale that was looked at: an open one whose total has risen since loses it, and is judged as a new one. The caller audits the sale. */
export async function judgeAnew(ctx: Ctx, id: number): Promise<void> {
  const venda = resourceNamed('venda')
  const before: Row = await load(ctx, venda, id)
  if (before.xJustLiberacao === null || before.dhFechamento !== null) return
  const values: Row = { xJustLiberacao: null }
  const [company] = await rowsOf(ctx, sql`select bloqueio_venda from empresa where id = ${Number(before.empresa_id)}`)
  if (Number(company?.bloqueio_venda) === 1) await blockWhenOverdue(ctx, before, values)
  await patchRows(ctx, venda, [{ ...values, id }])
}
