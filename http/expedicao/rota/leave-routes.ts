import type { Ctx } from '../../platform/context'
import { deleteRows, loadWhere } from '../../platform/engine/write'
import { rota, rotaVenda } from './rota'
import { stopsOf } from './stops'
import { timeRoute } from './time-route'

/** Takes a sale out of the routes that have not left yet; they are timed anew. */
export async function leaveOpenRoutes(ctx: Ctx, venda_id: number): Promise<void> {
  const named = await loadWhere(ctx, rotaVenda, 'venda_id', [venda_id])
  const routes = await loadWhere(
    ctx,
    rota,
    'id',
    named.map((one) => one.rota_id),
    { lock: true },
  )
  // A sale stands in one open route at most.
  for (const route of routes.filter((one) => one.status === 0)) {
    const stops = await stopsOf(ctx, route)
    await deleteRows(
      ctx,
      rotaVenda,
      stops.filter((one) => one.venda_id === venda_id),
    )
    await timeRoute(
      ctx,
      route,
      stops.filter((one) => one.venda_id !== venda_id),
    )
  }
}
