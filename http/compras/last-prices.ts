import { type SQL, sql } from 'drizzle-orm'
import { entradaLife } from '../../core/lifecycle/entrada'
import { pedidoCompraLife } from '../../core/lifecycle/pedido-compra'
import { entrada } from '../estoque/entrada/entrada'
import type { Ctx } from '../platform/context'
import { inStates } from '../platform/in-states'
import { intArray, visibleFilter, whereOf } from '../platform/engine/query'
import { pedidoCompra } from './pedido_compra/pedido-compra'

/** Where a price was told: in a finalised entry, in an order that was closed, in what a supplier asked for an item of one. */
export const PRICE_SOURCES = ['entrada', 'pedido_compra', 'cotacao'] as const
export type PriceSource = (typeof PRICE_SOURCES)[number]

interface Asked {
  readonly empresa_id: number
  readonly mercadorias: readonly number[]
  readonly sources: readonly PriceSource[]
  /** An order whose own prices do not count: the one that is compared. */
  readonly except?: number | undefined
}

/**
 * SQL of what each supplier charged last for goods in a company: `mercadoria_id`, `fornecedor_id`, `preco` (of one of our units, its discount off, 4 decimals),
 * `dia`, `q`, `origem`, `documento_id` and `prazo` (days, where it was told with the price). One row a product and supplier, the latest.
 */
export function lastPrices(ctx: Ctx, asked: Asked): SQL {
  const told = asked.sources.map((source) => TOLD[source](ctx, asked))
  return sql`select distinct on (mercadoria_id, fornecedor_id) * from (${sql.join(told, sql` union all `)})
      told (mercadoria_id, fornecedor_id, preco, dia, q, origem, documento_id, prazo, certeza, linha_id)
    order by mercadoria_id, fornecedor_id, dia desc nulls last, certeza desc, documento_id desc, linha_id desc`
}

const ofCompany = (ctx: Ctx, of: typeof entrada | typeof pedidoCompra, { empresa_id, mercadorias }: Asked) => [
  sql`t.empresa_id = ${empresa_id}`,
  sql`i.mercadoria_id = any (${intArray([...new Set(mercadorias)])}::int[])`,
  ...visibleFilter(ctx, of),
]

/** What was charged says more than what was agreed, and that more than what was asked, where all are of one day. */
const TOLD: Readonly<Record<PriceSource, (ctx: Ctx, asked: Asked) => SQL>> = {
  entrada: (ctx, asked) => sql`
    select i.mercadoria_id, t.fornecedor_id, round((i."vProd" - i."vDesc") / i."qTrib", 4),
      coalesce(t."dEmissao", t."dhFinalizacao"::date), i."qTrib", 'entrada', t.id, null::int, 2, i.id
    from entrada t join entrada_mercadoria i on i.entrada_id = t.id
    ${whereOf([...ofCompany(ctx, entrada, asked), inStates(entradaLife, ['finalizada'], 't'), sql`t.fornecedor_id is not null and i."qTrib" > 0`])}`,
  pedido_compra: (ctx, asked) => sql`
    select i.mercadoria_id, t.fornecedor_id, round(i."vSubtotal" / i."qTrib", 4), t."dEmissao", i."qTrib", 'pedido_compra', t.id, null::int, 1, i.id
    from pedido_compra t join pedido_compra_mercadoria i on i.pedido_compra_id = t.id
    ${whereOf([...ofCompany(ctx, pedidoCompra, asked), inStates(pedidoCompraLife, ['fechado', 'finalizado'], 't'), sql`t.id <> ${asked.except ?? 0}`])}`,
  cotacao: (ctx, asked) => sql`
    select i.mercadoria_id, c.fornecedor_id, c."vUnTrib", c.criado_em::date, i."qTrib", 'cotacao', t.id, c.prazo, 0, c.id
    from pedido_compra t join pedido_compra_mercadoria i on i.pedido_compra_id = t.id
      join pedido_compra_mercadoria_preco c on c.pedido_compra_mercadoria_id = i.id
    ${whereOf([...ofCompany(ctx, pedidoCompra, asked), sql`t."dhCancelamento" is null`])}`,
}
