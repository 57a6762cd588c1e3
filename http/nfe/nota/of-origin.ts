import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { hold } from '../../platform/engine/hold'
import { guardVerb } from '../../platform/engine/guard'
import { deleteRows, load, loadWhere } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { type Resource, resourceNamed } from '../../platform/resource'
import { nfe, type Nfe } from './nfe'
import { type Origin, ORIGINS, originOf } from './origin'

/** Notes that are of the same as one is: of its document, or of the NFC-e that it converts. */
export const siblings = ({ nfce_id, ...note }: Nfe) => {
  if (nfce_id !== null) return sql`nfce_id = ${nfce_id}`
  const origin = originOf(note)
  return origin && ofOrigin(origin.of, origin.id)
}

/** The notes of a document; what an NFC-e of it was converted to is beside them. */
const ofOrigin = (of: Origin, id: number) => sql`${sql.identifier(ORIGINS[of])} = ${id} and nfce_id is null`

/** Signed, not over, and in nobody's place. */
const LIVES = sql`"dhAssinatura" is not null and "dhCancelamento" is null and "dhAbandono" is null and "dhDenegacao" is null and "dhDuvida" is null`

/** Whether a document has a note that lives: on its way, refused and not given up, or authorised. A draft is none yet, and one whose place another took is none any more. */
export async function hasLiveNote(ctx: Pick<Ctx, 'db'>, of: Origin, id: number): Promise<boolean> {
  const [row] = await rowsOf(ctx, sql`select 1 from nfe where ${ofOrigin(of, id)} and ${LIVES} limit 1`)
  return row !== undefined
}

/** The note that lives of the document of another, beside those that are named. */
export async function liveBeside(ctx: Ctx, note: Nfe, but: readonly number[]): Promise<Nfe | undefined> {
  const same = siblings(note)
  if (!same) return undefined
  const [row] = await rowsOf(
    ctx,
    sql`select id from nfe where ${same} and ${LIVES} and id <> all (${intArray(but)}::int[]) order by id limit 1`,
  )
  return row && load(ctx, nfe, Number(row.id))
}

/** Only one at a time signs, gives up or takes the place of a note of a document: whoever waits looks again. */
export async function holdNotes(ctx: Ctx, note: Nfe): Promise<void> {
  const origin = originOf(note)
  if (origin) await hold(ctx, 'nfe_origem', [`${origin.of} ${origin.id}`])
}

/** What is signed is the one note of its document: whoever signs another meanwhile waits, and looks again. Throws 400 `has_note`. */
export async function assertOnlyNote(ctx: Ctx, note: Nfe): Promise<void> {
  await holdNotes(ctx, note)
  if (await liveBeside(ctx, note, [note.id]))
    throw badRequest('O documento desta nota já tem outra nota fiscal.', 'has_note')
}

/** A draft is issued where its document would issue one: invoiced, finalised, without a note. Throws what the life of that refuses. */
export async function assertIssuable(ctx: Ctx, note: Nfe): Promise<void> {
  const origin = ownOrigin(note)
  if (!origin) return
  const resource: Resource = resourceNamed(origin.of)
  if (resource.life?.verbs.emiteNFe) await guardVerb(ctx, resource, await load(ctx, resource, origin.id), 'emiteNFe')
}

/** What takes the place of an NFC-e is beside the note of the sale. */
const ownOrigin = (note: Nfe) => (note.nfce_id === null ? originOf(note) : undefined)

/** A cancelled document leaves no draft of a note behind. */
export async function dropDrafts(ctx: Ctx, of: Origin, id: number): Promise<void> {
  const drafts = (await loadWhere(ctx, nfe, ORIGINS[of], [id], { lock: true })).filter(({ status }) => status === 0)
  if (drafts.length > 0) await deleteRows(ctx, nfe, drafts)
}
