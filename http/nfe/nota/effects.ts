import { cancelDocument } from '../../documents/undo'
import { tellEntry } from '../../estoque/transferencia/between'
import { transfArmaz } from '../../estoque/transferencia/transf-armaz'
import type { Ctx } from '../../platform/context'
import { find, load } from '../../platform/engine/write'
import { type Resource, resourceNamed } from '../../platform/resource'
import type { Nfe } from './nfe'
import { originOf } from './origin'

/**
 * What a cancelled note undoes: its document is cancelled in the same transaction, as if somebody had done it: of a sale stock comes back and receivables are
 * cancelled. A document that was cancelled before stays so. Throws what cancelling it throws: then the answer is kept, and tried again.
 */
export async function undoOrigin(ctx: Ctx, note: Nfe, reason: string): Promise<void> {
  const origin = originOf(note)
  // What an NFC-e was converted to moved nothing, and a note whose place another took has no document any more.
  if (!origin || note.nfce_id !== null || note.dhDuvida !== null) return
  const resource: Resource = resourceNamed(origin.of)
  const record = await find(ctx, resource, origin.id, { lock: true })
  if (!record || record.dhCancelamento !== null) return
  await cancelDocument(ctx, resource, { ...record, id: origin.id, empresa_id: note.empresa_id }, reason)
}

/** What an authorised note tells others than its customer: the company that the goods of a transfer go to. */
export async function tellOrigin(ctx: Ctx, note: Nfe): Promise<void> {
  if (note.transf_armaz_id !== null) await tellEntry(ctx, await load(ctx, transfArmaz, note.transf_armaz_id), note)
}
