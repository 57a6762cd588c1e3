import { sql } from 'drizzle-orm'
import { formatDate } from '../../../core/br/date-text'
import { type Ctx, rowsOf } from '../../platform/context'
import { patchRows } from '../../platform/engine/write'
import { type Hooks, refuseRows, resourceNamed, type Row } from '../../platform/resource'
import { stockOn } from './on-day'

/** What a closing lists: the stock of its company at the end of its day. */

export const closingHooks: Hooks = {
  prepare: async (ctx, drafts) => {
    const last = await lastDays(ctx)
    refuseRows(drafts, ({ before, values }) => {
      if (values.dFechamento === undefined) return undefined
      const day = String(values.dFechamento)
      const closed = last.get(Number(values.empresa_id ?? before?.empresa_id))
      if (day > ctx.clock.today()) return { dFechamento: 'Feche até hoje: o dia ainda não chegou.' }
      return closed !== undefined && day <= closed
        ? { dFechamento: `O estoque já está fechado até ${formatDate(closed)}.` }
        : undefined
    })
  },
  after: async (ctx, records) => {
    for (const record of records) await listStock(ctx, record)
  },
}

/** The last day that is closed for good, by company. */
export async function lastDays(ctx: Ctx): Promise<Map<number, string>> {
  const rows = await rowsOf(
    ctx,
    sql`select empresa_id, max("dFechamento")::text as dia from mercadoria_fechamento where status = 4 group by 1`,
  )
  return new Map(rows.map((row) => [Number(row.empresa_id), String(row.dia)]))
}

/** Lists the stock of a closing's day; costs that were told stay with their products. */
export async function listStock(ctx: Ctx, record: Row): Promise<void> {
  const [id, empresa_id, day] = [Number(record.id), Number(record.empresa_id), String(record.dFechamento)]
  const now = ctx.clock.now()
  await ctx.db.execute(sql`
    with stock as (${stockOn(empresa_id, day)}), listed as (
      insert into mercadoria_fechamento_item
        (mercadoria_fechamento_id, empresa_id, mercadoria_id, "xProd", un, quantidade, "vCustoMedio", "vTotal", criado_em, alterado_em)
      select ${id}, ${empresa_id}, s.mercadoria_id, p."xProd", u.un, s.quantidade,
        case when s.quantidade > 0 then round(s."vTotal" / s.quantidade, 10) else 0 end, s."vTotal", ${now}, ${now}
      from stock s join mercadoria p on p.id = s.mercadoria_id left join unidade u on u.id = p.unidade_id
      where s.quantidade <> 0 or s."vTotal" <> 0
      on conflict (mercadoria_fechamento_id, mercadoria_id) do update
        set quantidade = excluded.quantidade, "vCustoMedio" = excluded."vCustoMedio", "vTotal" = excluded."vTotal"
      returning mercadoria_id)
    delete from mercadoria_fechamento_item i where i.mercadoria_fechamento_id = ${id} and i.mercadoria_id not in (select mercadoria_id from listed)`)
  const [total] = await rowsOf(
    ctx,
    sql`select coalesce(sum("vTotal"), 0)::text as v, (select max(id) from movimento_estoque where empresa_id = ${empresa_id}) as movimento_id,
          to_char((${day}::date + 1)::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as ate
        from mercadoria_fechamento_item where mercadoria_fechamento_id = ${id}`,
  )
  await patchRows(ctx, resourceNamed('mercadoria_fechamento'), [
    { id, vTotal: total?.v ?? '0', movimento_id: total?.movimento_id ?? null, dhAte: total?.ate },
  ])
}
