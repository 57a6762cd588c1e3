import { sql } from 'drizzle-orm'
import { CoreError } from '../../../core/errors'
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

/** Reads a document; of one that cannot be read, taking it in throws why. */
export async function readFor(of: Distribution, document: Unpacked, CNPJ_CPF: string): Promise<Read> {
  const key = of.keyIn(document.xml)
  try {
    return { ...document, key, takeIn: await of.read(document, CNPJ_CPF) }
  } catch (error) {
    if (!(error instanceof CoreError || error instanceof ApiError)) throw error
    return { ...document, key, takeIn: () => Promise.reject(error) }
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
