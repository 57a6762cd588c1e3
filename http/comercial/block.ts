import { sql } from 'drizzle-orm'
import { decimal } from '../../core/money/decimal'
import type { Change } from '../documents/totals'
import { type Ctx, rowsOf } from '../platform/context'
import { load, patchRows } from '../platform/engine/write'
import { resourceNamed, type Row } from '../platform/resource'

const LONGEST = 200

/** Why a sale may not go on by itself: its customer owes the company, or a line takes more off than its product allows. */
async function reasonsOf(ctx: Ctx, sale: Row): Promise<{ readonly debts: string[]; readonly discounts: string[] }> {
  const [found] = await rowsOf(
    ctx,
    sql`select (select count(*)::int from contas_receber r join empresa e on e.id = r.empresa_id where e.bloqueio_venda = 1
            and r.cliente_id = ${Number(sale.cliente_id)} and r.empresa_id = ${Number(sale.empresa_id)}
            and r."vSaldo" > 0 and r."dhCancelamento" is null and r."dVencimento" < ${ctx.clock.today()}) as late,
          (select json_agg(i."xProd" || ': ' || i."xMotivoBloqueio" order by i.id) from venda_mercadoria i
            where i.venda_id = ${Number(sale.id)} and i."xMotivoBloqueio" is not null) as above`,
  )
  const late = Number(found?.late)
  return {
    debts: late === 0 ? [] : [`Cliente com ${late} título(s) vencido(s)`],
    discounts: Array.isArray(found?.above) ? found.above.map(String) : [],
  }
}

/**
 * Blocks a sale that was just written, or lets it go again, by what it is now. Someone with the right releases it; a release covers the sale that
 * was looked at: one whose total has risen since, or has changed while a discount is above its limit, loses it. The caller audits the sale.
 */
export async function judge(ctx: Ctx, id: number, { before, after }: Change): Promise<void> {
  const venda = resourceNamed('venda')
  const sale: Row = await load(ctx, venda, id)
  if (sale.dhFechamento !== null) return
  const { debts, discounts } = await reasonsOf(ctx, sale)
  const grown = decimal(after).cmp(decimal(before))
  const stands = grown === 0 || (grown < 0 && discounts.length === 0)
  if (sale.xJustLiberacao !== null && stands) return
  const reasons = [...debts, ...discounts]
  const values: Row = {
    xJustLiberacao: null,
    dhBloqueio: reasons.length === 0 ? null : (sale.dhBloqueio ?? ctx.clock.now()),
    xMotivoBloqueio: reasons.length === 0 ? null : reasons.join('; ').slice(0, LONGEST),
  }
  if (Object.entries(values).some(([name, value]) => sale[name] !== value))
    await patchRows(ctx, venda, [{ ...values, id }])
}
