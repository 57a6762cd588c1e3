import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { guardVerb } from '../../platform/engine/guard'
import { hold } from '../../platform/engine/hold'
import { deleteRows, load, loadWhere } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { type Resource, resourceNamed } from '../../platform/resource'
import { nfe, type Nfe } from './nfe'
import { type Origin, ORIGINS, originOf } from './origin'

/** Whether a document has a note that lives, beside the one that is named: on its way, refused and not given up, or authorised. A draft is none yet. */
export async function hasLiveNote(ctx: Pick<Ctx, 'db'>, of: Origin, id: number, but = 0): Promise<boolean> {
  const [row] = await rowsOf(
    ctx,
    sql`select 1 from nfe where ${sql.identifier(ORIGINS[of])} = ${id} and id <> ${but} and nfce_id is null and "dhAssinatura" is not null
        and "dhCancelamento" is null and "dhAbandono" is null and "dhDenegacao" is null limit 1`,
  )
  return row !== undefined
}

/** What is signed is the one note of its document: whoever signs another meanwhile waits, and looks again. Throws 400 `has_note`. */
export async function assertOnlyNote(ctx: Ctx, note: Nfe): Promise<void> {
  const origin = ownOrigin(note)
  if (!origin) return
  await hold(ctx, 'nfe_origem', [`${origin.of} ${origin.id}`])
  if (await hasLiveNote(ctx, origin.of, origin.id, note.id))
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
