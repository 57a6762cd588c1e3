import { venda } from '../../comercial/venda/venda'
import { cancela } from '../../comercial/venda/cancela'
import type { Ctx } from '../../platform/context'
import { find } from '../../platform/engine/write'
import type { Nfe } from './nfe'

/**
 * What a cancelled note undoes: its sale is cancelled in the same transaction, as if somebody had done it: stock comes back, receivables are cancelled. A sale that was
 * cancelled before stays so. Throws what cancelling the sale throws: then the answer is kept, and tried again.
 */
export async function undoOrigin(ctx: Ctx, { venda_id, nfce_id }: Nfe, reason: string): Promise<void> {
  // What an NFC-e was converted to moved nothing.
  if (venda_id === null || nfce_id !== null) return
  const sale = await find(ctx, venda, venda_id, { lock: true })
  if (!sale || sale.dhCancelamento !== null) return
  await cancela.run(ctx, sale, { xJust: reason })
}
