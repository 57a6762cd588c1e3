import { rota } from '../../expedicao/rota/rota'
import type { Ctx } from '../../platform/context'
import { find } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'

/** Has a route left and not come back? Only then its manifests may be open. */
export async function isUnderWay(ctx: Ctx, rota_id: number): Promise<boolean> {
  const route = await find(ctx, rota, rota_id, { lock: true })
  return (
    route !== undefined && route.dhLiberacao !== null && route.dhFinalizacao === null && route.dhCancelamento === null
  )
}

/** Throws 400 where the route of a manifest has not left yet, or is over. */
export async function assertUnderWay(ctx: Ctx, rota_id: number): Promise<void> {
  if (!(await isUnderWay(ctx, rota_id)))
    throw badRequest('O MDF-e é de uma rota liberada e não finalizada: libere a rota antes.', 'not_under_way')
}
