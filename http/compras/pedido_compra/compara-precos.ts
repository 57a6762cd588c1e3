import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { mayKnowCosts } from '../../estoque/costs'
import { entrada } from '../../estoque/entrada/entrada'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { load } from '../../platform/engine/write'
import { identifier, idListOf } from '../../platform/inputs'
import type { RecordOf } from '../../platform/resource'
import { may } from '../../platform/rights'
import { lastPrices, PRICE_SOURCES, type PriceSource } from '../last-prices'
import { pedidoCompra, type pedidoCompraMercadoria } from './pedido-compra'

/** Products of one order that are compared at once, and suppliers told of each. */
const MOST_PRODUCTS = 500
const MOST_SUPPLIERS = 20

const price = v.object({
  mercadoria_id: v.number(),
  fornecedor_id: v.number(),
  xNome: v.string(),
  vUnTrib: v.number(),
  dData: v.nullable(v.string()),
  qTrib: v.number(),
  origem: v.picklist(PRICE_SOURCES),
  documento_id: v.number(),
  codigo: v.nullable(v.string()),
  prazo: v.nullable(v.number()),
})

/**
 * What each supplier charged last for these goods, the cheapest first: from entries, orders and what suppliers asked. Of a stored order its own prices
 * do not count, and its company is the one that counts. What entries cost is told to who may know costs.
 */
export const comparaPrecos = action(pedidoCompra, 'comparaPrecos', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary: 'Último preço de cada fornecedor para as mercadorias, do menor para o maior, com data, quantidade e prazo.',
  input: v.object({ id: v.optional(identifier), mercadoria_id_list: idListOf(MOST_PRODUCTS) }),
  answer: v.object({ data: v.array(price) }),
  run: async ({ ctx, input: { id, mercadoria_id_list } }) => {
    const order = id === undefined ? undefined : await load(ctx, pedidoCompra, id)
    const empresa_id = order?.empresa_id ?? ctx.actor.empresa_id
    return { data: await pricesOf(ctx, { empresa_id, mercadorias: mercadoria_id_list, except: order?.id }) }
  },
})

interface Compared {
  readonly empresa_id: number
  readonly mercadorias: readonly number[]
  /** The order that is compared. */
  readonly except: number | undefined
}

/** What the caller may know of prices. */
const sourcesFor = (ctx: Ctx): readonly PriceSource[] =>
  PRICE_SOURCES.filter((one) => one !== 'entrada' || (may(ctx, entrada, 'read') && mayKnowCosts(ctx)))

async function pricesOf(ctx: Ctx, { empresa_id, mercadorias, except }: Compared) {
  if (mercadorias.length === 0) return []
  const last = lastPrices(ctx, { empresa_id, mercadorias, except, sources: sourcesFor(ctx) })
  const rows = await rowsOf(
    ctx,
    sql`select * from (
          select p.*, f."xNome", coalesce(p.prazo, l.prazo) as dias,
            (select min(c.codigo) from mercadoria_fornecedor c where c.mercadoria_id = p.mercadoria_id and c.fornecedor_id = p.fornecedor_id) as codigo,
            row_number() over (partition by p.mercadoria_id order by p.preco, p.dia desc nulls last, p.fornecedor_id) as lugar
          from (${last}) p join fornecedor f on f.id = p.fornecedor_id and f.ativo
            left join mercadoria_planejamento l on l.mercadoria_id = p.mercadoria_id and l.empresa_id = ${empresa_id} and l.fornecedor_id = p.fornecedor_id
        ) ranked where lugar <= ${MOST_SUPPLIERS} order by mercadoria_id, lugar`,
  )
  return rows.map((row) => ({
    mercadoria_id: Number(row.mercadoria_id),
    fornecedor_id: Number(row.fornecedor_id),
    xNome: String(row.xNome),
    vUnTrib: Number(row.preco),
    dData: row.dia === null ? null : String(row.dia),
    qTrib: Number(row.q),
    origem: v.parse(price.entries.origem, row.origem),
    documento_id: Number(row.documento_id),
    codigo: row.codigo === null ? null : String(row.codigo),
    prazo: row.dias === null ? null : Number(row.dias),
  }))
}

/** What a supplier charged last for the goods of an item, that the caller may know; undefined where nothing is known. */
export async function lastPriceOf(
  ctx: Ctx,
  { empresa_id, mercadoria_id, pedido_compra_id }: RecordOf<typeof pedidoCompraMercadoria>,
  fornecedor_id: number,
): Promise<string | undefined> {
  const asked = { empresa_id, mercadorias: [mercadoria_id], except: pedido_compra_id, sources: sourcesFor(ctx) }
  const [row] = await rowsOf(
    ctx,
    sql`select p.preco::text from (${lastPrices(ctx, asked)}) p where p.fornecedor_id = ${fornecedor_id}`,
  )
  return row && String(row.preco)
}
