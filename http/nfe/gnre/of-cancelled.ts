import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
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

/** A guide whose answer came after its note was cancelled goes, too. */
export async function leaveCancelled(ctx: Ctx, id: number): Promise<void> {
  const [gone] = await rowsOf(
    ctx,
    sql`select n.id from nfe n join gnre g on g.nfe_id = n.id where g.id = ${id} and n."dhCancelamento" is not null`,
  )
  const note = gone && (await find(ctx, nfe, Number(gone.id)))
  const guide = note && (await find(ctx, gnre, id, { lock: true }))
  if (note && guide)
    await letGo(ctx, guide, `Nota ${note.nNF} cancelada: ${note.xJustCancelamento ?? ''}`.slice(0, 500))
}
