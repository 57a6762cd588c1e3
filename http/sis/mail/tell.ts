import { sql } from 'drizzle-orm'
import { emailLife } from '../../../core/lifecycle/email'
import { verbRefusal } from '../../../core/lifecycle/standing'
import { type Ctx, rowsOf } from '../../platform/context'
import { find } from '../../platform/engine/write'
import type { Row } from '../../platform/resource'
import { advance } from '../../platform/step'
import { email } from './email'

/** What is told of a mail, which takes it on: by its verbs. */
export type Told = 'aceita' | 'entrega' | 'le' | 'falha'

/**
 * Takes a mail on by what is told of it under the key that it was sent by, where it still can: one that was sent again meanwhile has another key, and what comes
 * after is not undone by what comes late. False where nobody knows the key.
 */
export async function tellMail(ctx: Ctx, chave: string, verb: Told, set: Row = {}): Promise<boolean> {
  const [row] = await rowsOf(ctx, sql`select id from email where chave = ${chave}`)
  const record = row && (await find(ctx, email, Number(row.id), { lock: true }))
  if (record?.chave !== chave) return false
  if (!verbRefusal(emailLife, record, verb)) await advance(ctx, email, record, verb, set)
  return true
}
