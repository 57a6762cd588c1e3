import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { load } from '../../platform/engine/write'
import { advance } from '../../platform/step'
import { guidesFollow } from '../gnre/flow'
import { tellOrigin } from './effects'
import { queueEvent, type WantedEvent } from './events'
import { tellCustomer } from './mail'
import { nfe, type Nfe } from './nfe'
import { holdNotes, liveBeside, siblings } from './of-origin'

/**
 * A document ends with one note that lives, whatever became of those that got no answer: of these one that turns out to be authorised is cancelled as soon as the note
 * that took its place is in force, or takes its place again where that was given up. Called when something became of a note; `gone` says that it is about to be given up.
 */
export async function reconcile(ctx: Ctx, note: Nfe, gone = false): Promise<void> {
  const same = siblings(note)
  if (!same) return
  await holdNotes(ctx, note)
  const doubled = await rowsOf(
    ctx,
    sql`select id from nfe where ${same} and "dhDuvida" is not null and "dhAutorizacao" is not null
          and "dhPedidoCancelamento" is null and "dhCancelamento" is null order by id limit 100`,
  )
  for (const { id } of doubled) await decide(ctx, Number(id), gone ? [note.id] : [])
}

async function decide(ctx: Ctx, id: number, but: readonly number[]): Promise<void> {
  const doubtful = await load(ctx, nfe, id, { lock: true })
  const live = await liveBeside(ctx, doubtful, but)
  if (live) {
    if (isInForce(live)) await cancelDoubtful(ctx, doubtful, live)
    return
  }
  const over = doubtful.substituta_id === null ? undefined : await load(ctx, nfe, doubtful.substituta_id)
  // What was cancelled took its document along: nothing is left to be of it.
  if (over && over.dhCancelamento !== null) return cancelDoubtful(ctx, doubtful, over)
  await advance(ctx, nfe, doubtful, 'retoma', { substituta_id: null })
  await tellOrigin(ctx, doubtful)
  await guidesFollow(ctx, doubtful)
  await tellCustomer(ctx, doubtful, 'autorizada')
}

/** Authorised, or announced by an EPEC, which has to be followed by its authorisation. */
const isInForce = ({ dhAutorizacao, dhEpec }: Nfe): boolean => dhAutorizacao !== null || dhEpec !== null

async function cancelDoubtful(ctx: Ctx, doubtful: Nfe, { nNF, serie }: Nfe): Promise<void> {
  const texto = `A nota número ${nNF}, série ${serie}, tomou o lugar desta em contingência.`
  await queueEvent(ctx, doubtful, await cancellationOf(ctx, doubtful, texto))
  await advance(ctx, nfe, doubtful, 'cancela', { xJustCancelamento: texto })
}

/** How a note is cancelled: an NFC-e whose place another took by naming that (110112), every other one by itself (110111). */
export async function cancellationOf(ctx: Ctx, note: Nfe, texto: string): Promise<WantedEvent> {
  const { mod, dhDuvida, substituta_id } = note
  const other = mod === 65 && dhDuvida !== null && substituta_id !== null && (await load(ctx, nfe, substituta_id))
  return other && other.dhAutorizacao !== null && other.dhCancelamento === null
    ? { tpEvento: '110112', texto, chNFeRef: other.chNFe ?? '' }
    : { tpEvento: '110111', texto }
}
