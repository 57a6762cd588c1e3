import { venda } from '../../comercial/venda/venda'
import type { Ctx } from '../../platform/context'
import { loadWhere, updateMany } from '../../platform/engine/write'
import type { RecordOf, Row } from '../../platform/resource'
import type { rotaVenda } from './rota'

/** Writes into the sales of stops how they travel; each sale's history tells it. */
export async function markSales(ctx: Ctx, stops: readonly RecordOf<typeof rotaVenda>[], values: Row): Promise<void> {
  const ids = stops.map((one) => one.venda_id)
  const before = await loadWhere(ctx, venda, 'id', ids, { lock: true })
  const edits = before.map((one) => ({ ...values, id: one.id }))
  await updateMany(ctx, venda, before, edits, 'rota')
}
