import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../platform/context'
import { badRequest } from '../platform/errors'
import type { Exchange } from '../platform/exchange/exchange'
import { tryNow } from '../platform/exchange/verbs'

/** Asks the authority anew about a document, by what was sent of it last: nothing goes twice. Throws 400 `not_sent`, in the words that are given, where nothing was sent. */
export async function askAgain(ctx: Ctx, { kind }: Exchange, id: number, notSent: string): Promise<void> {
  const [last] = await rowsOf(
    ctx,
    sql`select max(id) as id from troca where tipo = ${kind.name} and registro_id = ${id}`,
  )
  if (!last?.id) throw badRequest(notSent, 'not_sent')
  await tryNow(ctx, [Number(last.id)], 'tentarAgora')
}
