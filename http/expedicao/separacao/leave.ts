import { sql } from 'drizzle-orm'
import type { PickedFor } from '../../../core/fields/expedicao/separacao'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { announce, loadWhere, patchRows } from '../../platform/engine/write'
import { ApiError } from '../../platform/errors'
import { advance } from '../../platform/step'
import { isPicked, pickingOf } from './make'
import { settleOrder } from './order'
import { separacao, separacaoVenda } from './separacao'

/**
 * A document is cancelled: nobody fetches for it any more, and what was fetched is to be put back. An order of no other document is cancelled with it. Before
 * what the document did is undone: orders are held before goods.
 */
export async function leavePicking(ctx: Ctx, documento: PickedFor, id: number): Promise<void> {
  const picking = await pickingOf(ctx, documento, id)
  if (picking.length === 0) return
  const orders = await loadWhere(
    ctx,
    separacao,
    'id',
    picking.map((one) => one.separacao_id),
    { lock: true },
  )
  const dhCancelamento = ctx.clock.now()
  await patchRows(
    ctx,
    separacaoVenda,
    picking.map((one) => ({ id: one.separacao_venda_id, dhCancelamento })),
  )
  const alive = await rowsOf(
    ctx,
    sql`select distinct separacao_id from separacao_venda where separacao_id = any (${intArray(orders.map((one) => one.id))}::int[]) and "dhCancelamento" is null`,
  )
  const living = new Set(alive.map((row) => Number(row.separacao_id)))
  for (const order of orders) {
    if (!living.has(order.id)) await advance(ctx, separacao, order, 'encerra')
    else if (order.dhConferencia === null) await settleOrder(ctx, order)
    else await announce(ctx, separacao, order.id)
  }
}

/** What is reserved for a document leaves once it was picked. Throws 400 `not_picked`, naming the order that is not. */
export async function assertPicked(ctx: Ctx, documento: string, id: number): Promise<void> {
  if (!isPicked(documento)) return
  const open = (await pickingOf(ctx, documento, id)).find((one) => !one.checked)
  if (!open) return
  throw new ApiError(
    400,
    'not_picked',
    `Confira antes a separação nº ${open.separacao_id}, de onde saem as mercadorias.`,
  )
}
