import type { Ctx } from '../../platform/context'
import { loadWhere, patchRows } from '../../platform/engine/write'
import { pedidoCompraMercadoria } from './pedido-compra'

/** The items of an order that goes are no longer what a plan asked for: another order may take their place. */
export async function leavePlan(ctx: Ctx, pedido_compra_id: number): Promise<void> {
  const items = await loadWhere(ctx, pedidoCompraMercadoria, 'pedido_compra_id', [pedido_compra_id])
  await patchRows(
    ctx,
    pedidoCompraMercadoria,
    items.map(({ id }) => ({ id, planejamento_mercadoria_id: null })),
  )
}
