import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { pathOf } from '../../../core/access/screens'
import { venda } from '../../comercial/venda/venda'
import { demandsOf } from '../../mrp/planejamento/explain'
import { planejamento } from '../../mrp/planejamento/planejamento'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { nothing } from '../../platform/inputs'
import type { RecordOf } from '../../platform/resource'
import { may } from '../../platform/rights'
import { ordemProducao } from '../ordem_producao/ordem-producao'

/** What an order is for: the sale that it names, and the demands that its lots serve in the plan that it came from. */

const MOST = 100
/** Goods of an order that are looked up in its plan. */
const MOST_ITEMS = 10

const told = v.object({ texto: v.string(), caminho: v.nullable(v.string()), data: v.nullable(v.string()) })
type Told = v.InferOutput<typeof told>

/** The sale of an order, to whoever may see sales. */
async function ownSale(ctx: Ctx, venda_id: number | null): Promise<Told[]> {
  if (venda_id === null || !may(ctx, venda, 'read')) return []
  const rows = await rowsOf(
    ctx,
    sql`select id, "cliente_xNome" as name, "dEntrega"::text as day from venda where id = ${venda_id}`,
  )
  return rows.map((row) => ({
    texto: `Venda ${Number(row.id)} · ${String(row.name)}`,
    caminho: pathOf('venda', String(row.id)),
    data: row.day === null ? null : String(row.day),
  }))
}

/** What the plan that an order came from says that its goods are for, to whoever may see the plan and sales. */
async function pegged(ctx: Ctx, { id, planejamento_id }: RecordOf<typeof ordemProducao>): Promise<Told[]> {
  if (planejamento_id === null || !may(ctx, planejamento, 'read') || !may(ctx, venda, 'read')) return []
  const items = await rowsOf(
    ctx,
    sql`select p.mercadoria_id from ordem_producao_mercadoria g join planejamento_mercadoria p on p.id = g.planejamento_mercadoria_id
        where g.ordem_producao_id = ${id} and p.planejamento_id = ${planejamento_id} order by g.id limit ${MOST_ITEMS}`,
  )
  const codes = new Set(items.map((item) => String(item.mercadoria_id)))
  const demands = await demandsOf(ctx, planejamento_id, [...codes])
  return demands.map(({ texto, caminho, date }) => ({ texto, caminho, data: date }))
}

/** What an order is for. */
export const paraQue = action(ordemProducao, 'paraQue', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'Para que a ordem de produção existe: a venda dela, e as demandas que o planejamento atende com ela.',
  input: nothing,
  answer: v.object({ data: v.array(told) }),
  run: async ({ ctx, record }) => {
    const all = [...(await ownSale(ctx, record.venda_id)), ...(await pegged(ctx, record))]
    const first = new Map(all.toReversed().map((one) => [`${one.texto} ${one.data}`, one]))
    return { data: [...first.values()].toReversed().slice(0, MOST) }
  },
})
