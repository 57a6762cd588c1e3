import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { CoreError } from '../../../core/errors'
import type { PackedDocument } from '../../../core/fiscal/services/answers'
import { type Ctx, rowsOf } from '../../platform/context'
import { ApiError } from '../../platform/errors'
import { insertRows } from '../../platform/engine/write'
import { attempt } from '../../platform/savepoint'
import { dfeDocumento } from './dfe'
import type { Belongs, Distribution, Numbered, TakeIn, Unpacked } from './distribution'

/** A document of a distribution that was read before there is a transaction. */
export interface Read extends Unpacked {
  readonly takeIn: TakeIn
  readonly key: Belongs
}

/** A packed document of the largest note is far below this when it is unpacked. */
const UNPACKED_LIMIT = 20_000_000

/** Unpacks a document. Throws CoreError `damaged_zip` for what is no gzip, or too large. */
function unpacked(gzip: string): string {
  try {
    return gunzipSync(Buffer.from(gzip, 'base64'), { maxOutputLength: UNPACKED_LIMIT }).toString('utf8')
  } catch {
    throw new CoreError('damaged_zip', 'O documento não pôde ser descompactado.')
  }
}

/** Reads a document of an answer; of one that cannot be read, taking it in throws why, and one that cannot be unpacked is kept as it came. */
export async function readFor(of: Distribution, { NSU, schema, gzip }: PackedDocument, id: string): Promise<Read> {
  const named = { NSU: NSU === '' ? null : NSU, esquema: schema.slice(0, 60) }
  let kept: Pick<Read, 'xml' | 'key'> = { xml: gzip, key: {} }
  try {
    const xml = unpacked(gzip)
    kept = { xml, key: of.keyIn(xml) }
    return { ...named, ...kept, takeIn: await of.read({ ...named, xml }, id) }
  } catch (error) {
    if (!(error instanceof CoreError || error instanceof ApiError)) throw error
    return { ...named, ...kept, takeIn: () => Promise.reject(error) }
  }
}

/** Of the documents of an answer those that were not kept before: one that is asked for again changes nothing. */
async function notYetKept(ctx: Ctx, { mod, tpAmb }: Numbered, documents: readonly Read[]): Promise<readonly Read[]> {
  const rows = await rowsOf(
    ctx,
    sql`select "NSU" from dfe_documento where empresa_id = ${ctx.actor.empresa_id} and mod = ${mod} and "tpAmb" = ${tpAmb}
        and "NSU" in (select jsonb_array_elements_text(${JSON.stringify(documents.map(({ NSU }) => NSU))}::jsonb))`,
  )
  const kept = new Set(rows.map(({ NSU }) => NSU))
  return documents.filter(({ NSU }) => NSU === null || !kept.has(NSU))
}

/** Keeps the documents of an answer, in the caller's transaction, each with what it is of. What cannot be taken in is kept with why. */
export async function keepAll(ctx: Ctx, of: Numbered, documents: readonly Read[]): Promise<void> {
  for (const { takeIn, key, NSU, esquema, xml } of await notYetKept(ctx, of, documents)) {
    let belongs = key
    const refused = await attempt(ctx, async () => {
      belongs = { ...key, ...(await takeIn(ctx)) }
    })
    const { empresa_id } = ctx.actor
    const { mod, tpAmb } = of
    const erro = refused?.message.slice(0, 500) ?? null
    await insertRows(ctx, dfeDocumento, [{ empresa_id, mod, tpAmb, NSU, esquema, erro, xml, ...belongs }])
  }
}
