import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { venda } from '../../comercial/venda/venda'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest, notFound } from '../../platform/errors'
import { createRecord } from '../../platform/engine/create'
import { load } from '../../platform/engine/write'
import { identifier } from '../../platform/inputs'
import type { RecordOf, Row } from '../../platform/resource'
import { may } from '../../platform/rights'
import { isMade } from './made-for'
import { ordemProducao, ordemProducaoMercadoria } from './ordem-producao'

/** SQL: are goods `m` made: to order, or with a composition? */
const isToMake = sql`(m.op_customizavel or exists (select 1 from mercadoria_insumo i where i.mercadoria_id = m.id))`

/** Whether a quote has goods that are made. */
export async function hasGoodsToMake(ctx: Ctx, orcamento_id: number): Promise<boolean> {
  const rows = await rowsOf(
    ctx,
    sql`select 1 from orcamento_mercadoria l join mercadoria m on m.id = l.mercadoria_id where l.orcamento_id = ${orcamento_id} and ${isToMake} limit 1`,
  )
  return rows.length > 0
}

/** The lines of a sale that are made, without those that a living order makes already. */
const linesToMake = (ctx: Ctx, venda_id: number) =>
  rowsOf(
    ctx,
    sql`select l.mercadoria_id, m."xProd", u.un, l."qTrib"::float8 as "qTrib", l.id as venda_mercadoria_id
        from venda_mercadoria l join mercadoria m on m.id = l.mercadoria_id left join unidade u on u.id = m.unidade_id
        where l.venda_id = ${venda_id} and ${isToMake} and not ${isMade} order by l.id`,
  )

/** What is left to make of a sale that the caller may see (R3-025): the goods that an order for it begins with. Throws 404. */
export const itensDaVenda = action(ordemProducao, 'itensDaVenda', {
  on: 'collection',
  right: 'create',
  reads: true,
  summary: 'Os itens de uma venda que são produzidos e ainda não têm ordem de produção.',
  input: v.object({ venda_id: identifier }),
  answer: v.object({
    data: v.array(
      v.object({
        mercadoria_id: v.number(),
        xProd: v.string(),
        un: v.nullable(v.string()),
        qTrib: v.number(),
        venda_mercadoria_id: v.number(),
      }),
    ),
  }),
  run: async ({ ctx, input: { venda_id } }) => {
    if (!may(ctx, venda, 'read')) throw notFound()
    const { id } = await load(ctx, venda, venda_id)
    return { data: await linesToMake(ctx, id) }
  },
})

const madeFor = ({ mercadoria_id, qTrib, venda_mercadoria_id }: Row): Row => ({
  mercadoria_id,
  qTrib,
  venda_mercadoria_id,
})

/** The production order of a sale's goods, each drawing what was chosen for its line; undefined where there is nothing (more) to make. */
export async function orderForSale(ctx: Ctx, sale: RecordOf<typeof venda>): Promise<number | undefined> {
  const goods = await linesToMake(ctx, sale.id)
  if (goods.length === 0) return undefined
  const { id: venda_id, empresa_id, cliente_id, dEntrega } = sale
  const order = await createRecord(ctx, ordemProducao, {
    values: { empresa_id, venda_id, cliente_id, dFimPrevisto: dEntrega },
    lines: { [ordemProducaoMercadoria.name]: goods.map(madeFor) },
  })
  return order.id
}

/** Makes the production order of a sale that the caller may see. Throws 404, 400 `cancelled`, `nothing_to_make`. */
export const geraDaVenda = action(ordemProducao, 'geraDaVenda', {
  on: 'collection',
  right: 'create',
  summary:
    'Gera a ordem de produção dos itens de uma venda feitos por encomenda ou com composição, com as características.',
  input: v.object({ venda_id: identifier }),
  answer: v.object({ id: v.number(), message: v.string() }),
  run: async ({ ctx, input: { venda_id } }) => {
    if (!may(ctx, venda, 'read')) throw notFound()
    const sale = await load(ctx, venda, venda_id, { lock: true })
    if (sale.dhCancelamento !== null) throw badRequest('Esta venda está cancelada.', 'cancelled')
    const id = await orderForSale(ctx, sale)
    if (id === undefined)
      throw badRequest('Não há itens a produzir nesta venda, ou já têm ordem de produção.', 'nothing_to_make')
    return { id, message: `Ordem de produção nº ${id} gerada.` }
  },
})
