import type { Ctx } from '../../platform/context'
import { find, loadWhere, update } from '../../platform/engine/write'
import { attempt } from '../../platform/savepoint'
import { advance } from '../../platform/step'
import { nfe, type Nfe } from '../nota/nfe'
import { gnre, type Gnre } from './gnre'
import { undoPayable } from './undo-payable'

/** Guides that wait for an answer: they go when they have it. */
const SENDING = 1
const PAID = 6
const GONE: ReadonlySet<number> = new Set([5, 7])

/**
 * What becomes of the guides of a note that was cancelled: what nobody paid is cancelled with its payable, what was paid is to be returned. What cannot go (a payable
 * that the bank has) stays, and says so; the note is cancelled all the same.
 */
export async function cancelGuidesOf(ctx: Ctx, note: Pick<Nfe, 'id' | 'nNF'>, reason: string): Promise<void> {
  const guides = await loadWhere(ctx, gnre, 'nfe_id', [note.id], { lock: true })
  const xJust = `Nota ${note.nNF} cancelada: ${reason}`.slice(0, 500)
  for (const guide of guides) if (!GONE.has(guide.status) && guide.status !== SENDING) await letGo(ctx, guide, xJust)
}

async function letGo(ctx: Ctx, guide: Gnre, xJust: string): Promise<void> {
  const refused = await attempt(ctx, async () => {
    if (guide.status === PAID) return advance(ctx, gnre, guide, 'restitui', { xJustRestituir: xJust })
    await undoPayable(ctx, guide, xJust)
    await advance(ctx, gnre, guide, 'cancela', { xJustCancelamento: xJust })
  })
  if (!refused) return
  const problemas = [{ message: `A nota foi cancelada, e esta guia não pôde ser: ${refused.message}` }]
  await update(ctx, gnre, guide, { problemas }, 'não pôde ser cancelada com a nota')
}

/** The note of a guide, where it was cancelled. */
async function cancelledNote(ctx: Ctx, { nfe_id }: Gnre): Promise<Nfe | undefined> {
  const note = nfe_id === null ? undefined : await find(ctx, nfe, nfe_id)
  return note?.dhCancelamento === null ? undefined : note
}

export const isOfCancelled = async (ctx: Ctx, guide: Gnre): Promise<boolean> =>
  (await cancelledNote(ctx, guide)) !== undefined

/** A guide whose answer came after its note was cancelled goes, too. */
export async function leaveCancelled(ctx: Ctx, id: number): Promise<void> {
  const guide = await find(ctx, gnre, id, { lock: true })
  const note = guide && (await cancelledNote(ctx, guide))
  if (note && guide)
    await letGo(ctx, guide, `Nota ${note.nNF} cancelada: ${note.xJustCancelamento ?? ''}`.slice(0, 500))
}
