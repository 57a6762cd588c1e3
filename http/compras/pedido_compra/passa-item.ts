import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { pedidoCompraLife } from '../../../core/lifecycle/pedido-compra'
import { sumUp } from '../../documents/totals'
import { action } from '../../platform/action'
import { numbered } from '../../platform/answers'
import { type Ctx, rowsOf } from '../../platform/context'
import { audit } from '../../platform/engine/audit'
import { createRecord } from '../../platform/engine/create'
import { visibleFilter, whereOf } from '../../platform/engine/query'
import { announce, load, loadWhere, updateMany, updateRows } from '../../platform/engine/write'
import { badRequest, notFound } from '../../platform/errors'
import { inStates } from '../../platform/in-states'
import { identifier } from '../../platform/inputs'
import type { RecordOf } from '../../platform/resource'
import { assertMay } from '../../platform/rights'
import { solicitacaoMercadoria } from '../solicitacao/solicitacao'
import { lastPriceOf } from './compara-precos'
import { atPrice } from './hooks'
import { pedidoCompra, pedidoCompraMercadoria } from './pedido-compra'

type Order = RecordOf<typeof pedidoCompra>
type Item = RecordOf<typeof pedidoCompraMercadoria>

const ACAO = 'passaItem'

/**
 * An item is bought from another supplier: it goes, with what suppliers asked for it and what it came from, into that one's open order, or into a new one, at the
 * price that this supplier charged last. Throws 400 `same_supplier`, `only_item`; 404 where the item is of another order.
 */
export const passaItem = action(pedidoCompra, ACAO, {
  on: 'record',
  right: 'edit',
  summary: 'Passa um item ao pedido aberto de outro fornecedor, ou a um novo, com o último preço dele.',
  input: v.object({ pedido_compra_mercadoria_id: identifier, fornecedor_id: identifier }),
  answer: v.object({ pedido_compra: numbered, novo: v.boolean(), restam: v.number() }),
  writes: 'pedido_compra_mercadorias',
  run: async ({ ctx, record, input: { pedido_compra_mercadoria_id, fornecedor_id } }) => {
    if (fornecedor_id === record.fornecedor_id) throw badRequest('Este pedido já é desse fornecedor.', 'same_supplier')
    const items = await loadWhere(ctx, pedidoCompraMercadoria, 'pedido_compra_id', [record.id], { lock: true })
    const item = items.find(({ id }) => id === pedido_compra_mercadoria_id)
    if (!item) throw notFound()
    if (items.length === 1 && record.dhFechamento !== null)
      throw badRequest('Este é o único item de um pedido fechado: cancele o pedido.', 'only_item')
    const found = await openOrderOf(ctx, { record, item, fornecedor_id })
    const target = found ?? (await newOrder(ctx, { record, fornecedor_id }))
    await move(ctx, { item, record, target })
    return { pedido_compra: { id: target.id }, novo: found === undefined, restam: items.length - 1 }
  },
})

interface Wanted {
  readonly record: Order
  readonly fornecedor_id: number
}

/** The supplier's newest open order; what a request or a plan asked for stays among the orders that it made, which it follows. */
async function openOrderOf(
  ctx: Ctx,
  { record, item, fornecedor_id }: Wanted & { readonly item: Item },
): Promise<Order | undefined> {
  const asked = item.solicitacao_mercadoria_id !== null || item.planejamento_mercadoria_id !== null
  const where = whereOf([
    sql`t.empresa_id = ${record.empresa_id} and t.fornecedor_id = ${fornecedor_id}`,
    inStates(pedidoCompraLife, ['aberto'], 't'),
    ...(asked ? [sql`t.origem_id is not distinct from ${record.origem_id}`] : []),
    ...visibleFilter(ctx, pedidoCompra),
  ])
  const [row] = await rowsOf(ctx, sql`select t.id from pedido_compra t ${where} order by t.id desc limit 1 for update`)
  return row && load(ctx, pedidoCompra, Number(row.id))
}

/** An order of the supplier beside this one: of the same request or plan, for the same day. */
async function newOrder(ctx: Ctx, { record, fornecedor_id }: Wanted): Promise<Order> {
  assertMay(ctx, pedidoCompra, 'create')
  const { empresa_id, solicitacao_id, planejamento_id, origem_id, dPrevista } = record
  return createRecord(ctx, pedidoCompra, {
    values: { empresa_id, solicitacao_id, planejamento_id, origem_id, dPrevista, fornecedor_id },
  })
}

interface Moving {
  readonly item: Item
  readonly record: Order
  readonly target: Order
}

async function move(ctx: Ctx, { item, record, target }: Moving): Promise<void> {
  const price = await lastPriceOf(ctx, item, target.fornecedor_id)
  const priced = price === undefined ? {} : atPrice(item, price)
  const edit = { id: item.id, pedido_compra_id: target.id, ...priced }
  await updateMany(ctx, pedidoCompraMercadoria, [item], [edit], ACAO)
  if (item.solicitacao_mercadoria_id !== null)
    await updateRows(ctx, solicitacaoMercadoria, [{ id: item.solicitacao_mercadoria_id, pedido_compra_id: target.id }])
  for (const before of [record, target]) {
    await sumUp(ctx, pedidoCompra.name, before.id)
    await audit(ctx, [{ resource: pedidoCompra, record: await load(ctx, pedidoCompra, before.id), before, acao: ACAO }])
    await announce(ctx, pedidoCompra, before.id)
  }
}
