import * as v from 'valibot'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { sharedValues } from '../../platform/custom/own-values'
import { insert, load, update } from '../../platform/engine/write'
import { nothing } from '../../platform/inputs'
import type { RecordOf, Resource, Row } from '../../platform/resource'
import { trialOf } from '../../platform/trial'
import { attempt } from '../../platform/savepoint'
import { advance } from '../../platform/step'
import { sql } from 'drizzle-orm'
import { problemsIn } from '../document-refused'
import { issueNote } from './issue'
import { nfe, type Nfe } from './nfe'
import { type Origin, ORIGINS } from './origin'

interface Notes<R extends Resource> {
  /** The model that a document says that it issues; undefined where it says none. */
  readonly model: (record: RecordOf<R>) => 55 | 65 | undefined
  /** What its note tells before it is signed: who it is to, and what it comes to. */
  readonly told: (ctx: Ctx, record: RecordOf<R>) => Row | Promise<Row>
  /** The verb's line in the documentation. */
  readonly summary: string
}

/** How a document issues its note: by itself, as it says, and by the verb `emiteNFe`, which any document that has none may be asked for. */
export function notesOf<R extends Resource>(of: Origin, resource: R, { model, told, summary }: Notes<R>) {
  const beginning = async (ctx: Ctx, record: RecordOf<R>): Promise<Row> => ({
    empresa_id: record.empresa_id,
    ...(await sharedValues(ctx, nfe, { resource, row: record })),
    ...(await told(ctx, record)),
  })
  const issueOf = async (ctx: Ctx, record: RecordOf<R>, mod: 55 | 65): Promise<Nfe> => {
    const { id } = record
    const draft = await draftOf(ctx, of, Number(id))
    const note = draft ?? (await insert(ctx, nfe, { ...(await beginning(ctx, record)), [ORIGINS[of]]: id, mod }))
    // What the document issues may have changed since the draft was made.
    return issued(ctx, note.mod === mod ? note : await update(ctx, nfe, note, { mod }, 'mudou de modelo'))
  }
  return {
    /** Issues what a document says that it issues; nothing where it says none. */
    issueFor: async (ctx: Ctx, record: RecordOf<R>): Promise<void> => {
      const mod = model(record)
      if (mod === undefined) trialOf(ctx)?.notes.push({ frase: 'Nenhuma nota é emitida.' })
      else await issueOf(ctx, record, mod)
    },
    emiteNFe: action(resource, 'emiteNFe', {
      on: 'record',
      right: 'edit',
      verb: 'emiteNFe',
      summary,
      input: nothing,
      answer: v.object({
        nfe: v.object({ id: v.number(), status: v.number(), problemas: v.nullable(v.array(v.looseObject({}))) }),
      }),
      run: async ({ ctx, record }) => {
        const { id, status, problemas } = await issueOf(ctx, record, model(record) ?? 55)
        return { nfe: { id, status, problemas: Array.isArray(problemas) ? problemas : null } }
      },
    }),
  }
}

/** Issues a draft. What stands in the way does not hold up its document: the note stays a draft that tells what is missing, in the list of those to be sent. */
async function issued(ctx: Ctx, note: Nfe): Promise<Nfe> {
  const refused = await attempt(ctx, async () => advance(ctx, nfe, note, 'emite', await issueNote(ctx, note)))
  if (refused) await update(ctx, nfe, note, { problemas: problemsIn(refused) }, 'não pôde ser emitida')
  return load(ctx, nfe, note.id)
}

async function draftOf(ctx: Ctx, of: Origin, id: number): Promise<Nfe | undefined> {
  const [row] = await rowsOf(
    ctx,
    sql`select id from nfe where ${sql.identifier(ORIGINS[of])} = ${id} and status = 0 order by id limit 1`,
  )
  return row && load(ctx, nfe, Number(row.id), { lock: true })
}
