import type { Ctx } from '../../platform/context'
import { deleteRows, loadWhere } from '../../platform/engine/write'
import { nfe } from './nfe'

/** A cancelled sale leaves no draft of a note behind. */
export async function dropDrafts(ctx: Ctx, venda_id: number): Promise<void> {
  const drafts = (await loadWhere(ctx, nfe, 'venda_id', [venda_id], { lock: true })).filter(
    ({ status }) => status === 0,
  )
  if (drafts.length > 0) await deleteRows(ctx, nfe, drafts)
}
