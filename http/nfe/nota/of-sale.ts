import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { MODEL_OF } from '../../../core/fields/nfe/serie-numero'
import { venda } from '../../comercial/venda/venda'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import type { ApiError } from '../../platform/errors'
import { insert, load, update } from '../../platform/engine/write'
import { nothing } from '../../platform/inputs'
import type { RecordOf } from '../../platform/resource'
import { attempt } from '../../platform/savepoint'
import { advance } from '../../platform/step'
import { issueNote, NoteRefused } from './issue'
import { nfe, type Nfe } from './nfe'

type Sale = RecordOf<typeof venda>

/** Issues what a sale says that it issues; nothing where it says none. */
export async function issueFor(ctx: Ctx, sale: Sale): Promise<void> {
  const mod = MODEL_OF[sale.geraNFe ?? 0]
  if (mod !== undefined) await issueOf(ctx, sale, mod)
}

/**
 * Makes the note of a sale and issues it. What stands in the way does not hold up the sale: the note stays a draft that tells what is missing, in the list of those
 * to be sent. A draft that is there already is taken.
 */
async function issueOf(ctx: Ctx, sale: Sale, mod: 55 | 65): Promise<Nfe> {
  const note =
    (await draftOf(ctx, sale.id)) ??
    (await insert(ctx, nfe, {
      empresa_id: sale.empresa_id,
      venda_id: sale.id,
      mod,
      cliente_id: sale.cliente_id,
      xDest: sale.cliente_xNome,
      vNF: sale.vTotal,
    }))
  const refused = await attempt(ctx, async () => advance(ctx, nfe, note, 'emite', await issueNote(ctx, note)))
  if (refused) await update(ctx, nfe, note, { problemas: problemsIn(refused) }, 'não pôde ser emitida')
  return load(ctx, nfe, note.id)
}

async function draftOf(ctx: Ctx, venda_id: number): Promise<Nfe | undefined> {
  const [row] = await rowsOf(
    ctx,
    sql`select id from nfe where venda_id = ${venda_id} and status = 0 order by id limit 1`,
  )
  return row && load(ctx, nfe, Number(row.id), { lock: true })
}

/** A refusal as a note keeps it: each message with the place where it is mended. */
export function problemsIn(refused: ApiError): readonly object[] {
  if (refused instanceof NoteRefused) return refused.problems
  const { message, errors = {} } = refused
  const told = Object.entries(errors).flatMap(([place, messages]) => {
    const [resource, field] = place.split('.')
    return messages.map((each) => ({ message: each, ...(field === undefined ? {} : { place: { resource, field } }) }))
  })
  return told.length > 0 ? told : [{ message }]
}

/** Issues the note of an invoiced sale that has none: the NF-e, or the NFC-e where the sale says so. */
export const emiteNFe = action(venda, 'emiteNFe', {
  on: 'record',
  right: 'edit',
  verb: 'emiteNFe',
  summary: 'Emite a nota fiscal da venda faturada. O que a impede fica na nota, que espera como rascunho.',
  input: nothing,
  answer: v.object({
    nfe: v.object({ id: v.number(), status: v.number(), problemas: v.nullable(v.array(v.looseObject({}))) }),
  }),
  run: async ({ ctx, record }) => {
    const { id, status, problemas } = await issueOf(ctx, record, MODEL_OF[record.geraNFe ?? 1] ?? 55)
    return { nfe: { id, status, problemas: Array.isArray(problemas) ? problemas : null } }
  },
})
