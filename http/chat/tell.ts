import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../platform/context'
import { insertRows } from '../platform/engine/write'
import { lockNames } from '../platform/locks'
import { resourceNamed } from '../platform/resource'
import { chatMensagem } from './mensagem'
import { announceChat } from './notice'
import { lockUsers } from './people'

/** In whose name the program writes: a user who can neither sign in nor be written to, made when it first has something to say. */
const TELLER = { name: 'Prumo', email: 'avisos@prumo.invalid', ativo: false } as const

/** What the program tells somebody. */
interface Told {
  readonly user_id: number
  readonly empresa_id: number
  /** No words of customers: a message is kept for good, and theirs may have to go. */
  readonly text: string
}

/** Writes to a user of a company in the program's own name, as the chat tells of any message: at once, and with a notice where they wish for one. Who is not there, or inactive, is not told. */
export async function tellByChat(ctx: Ctx, { user_id, empresa_id, text }: Told): Promise<void> {
  const [to] = await rowsOf(
    ctx,
    sql`select u.id from "user" u join user_empresa x on x.user_id = u.id and x.empresa_id = ${empresa_id} where u.id = ${user_id} and u.ativo`,
  )
  if (!to) return
  const from = await tellerOf(ctx, empresa_id)
  if (from === undefined) return
  await lockUsers(ctx, [from, user_id])
  const [sent] = await insertRows(ctx, chatMensagem, [
    { user_id: from, user_dest_id: user_id, text, created_at: ctx.clock.now(), chave: crypto.randomUUID() },
  ])
  if (sent) await announceChat(ctx, { kind: 'message', id: sent.id, from, to: user_id })
}

/**
 * The program's own user, which belongs to each company that it has told something of: else its people would not see what it writes. Somebody else who took its
 * address, and can sign in, is nobody's teller: undefined.
 */
async function tellerOf(ctx: Ctx, empresa_id: number): Promise<number | undefined> {
  await lockNames(ctx.db, [TELLER.email])
  const [known] = await rowsOf(
    ctx,
    sql`select id, not ativo and password is null as own from "user" where lower(email) = ${TELLER.email}`,
  )
  if (known && known.own !== true) return undefined
  const id = known
    ? Number(known.id)
    : (await insertRows(ctx, resourceNamed('user'), [{ ...TELLER, empresa_id }]))[0]?.id
  if (id !== undefined)
    await ctx.db.execute(
      sql`insert into user_empresa (user_id, empresa_id) values (${id}, ${empresa_id}) on conflict do nothing`,
    )
  return id
}
