import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../platform/context'
import { badRequest } from '../platform/errors'
import type { Exchange } from '../platform/exchange/exchange'
import { tryNow } from '../platform/exchange/verbs'

/**
 * Asks the authority anew about a document, by what was sent of it last: it is asked for by its key, whatever came of it, and goes again only where nothing is known of
 * it. Throws 400 `not_sent`, in the words that are given, where nothing was sent.
 */
export async function askAgain(ctx: Ctx, { kind }: Exchange, id: number, notSent: string): Promise<void> {
  const [last] = await rowsOf(
    ctx,
    sql`select max(id) as id from troca where tipo = ${kind.name} and registro_id = ${id}`,
  )
  if (!last?.id) throw badRequest(notSent, 'not_sent')
  await tryNow(ctx, [Number(last.id)], 'tentarAgora', 'incerta')
}

/** A document is not mended or given up while what was sent of it waits: it may be taken yet. Throws 400 `waiting`, in the words that are given. */
export async function assertNoneWaits(ctx: Ctx, { kind }: Exchange, id: number, waits: string): Promise<void> {
  const [row] = await rowsOf(
    ctx,
    sql`select 1 from troca where tipo = ${kind.name} and registro_id = ${id} and status in ('na_fila', 'enviando', 'incerta', 'recebida') limit 1`,
  )
  if (row) throw badRequest(waits, 'waiting')
}
