import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { action } from '../../platform/action'
import { rowsOf } from '../../platform/context'
import { identifier } from '../../platform/inputs'
import { chatMensagem } from '../mensagem'
import { announceChat } from '../notice'
import { colleague, lockUsers } from '../people'

/**
 * The caller has read what a user wrote (inventory E1-075, T1-020): all of it, or up to the message `last_id`, which is the last one
 * that was on the screen. Answers how many were marked and how many are still unread. Throws 404.
 */
export const setMensagensLidas = action(chatMensagem, 'setMensagensLidas', {
  summary: 'Marca como lidas as mensagens recebidas de um usuário, até last_id quando informado',
  right: 'own',
  on: 'collection',
  input: v.object({ user_id: identifier, last_id: v.optional(identifier, 2_147_483_647) }),
  answer: v.object({ user_id: v.number(), lidas: v.number(), nao_lidas: v.number() }),
  run: async ({ ctx, input: { user_id, last_id } }) => {
    const me = ctx.actor.id
    const from = await colleague(ctx, user_id)
    await lockUsers(ctx, [me, from.id])
    // One statement for all of them, and no audit entry each: the mark itself tells when.
    const marked = await rowsOf(
      ctx,
      sql`update chat_mensagem set readed_at = ${ctx.clock.now()} where user_dest_id = ${me} and user_id = ${from.id}
          and readed_at is null and id <= ${last_id} returning id`,
    )
    const [row] = await rowsOf(
      ctx,
      sql`select count(*)::int as n from chat_mensagem where user_dest_id = ${me} and user_id = ${from.id} and readed_at is null`,
    )
    const left = Number(row?.n ?? 0)
    if (marked.length > 0) {
      const last = Math.max(...marked.map((one) => Number(one.id)))
      await announceChat(ctx, { kind: 'readed', reader: me, of: from.id, last_id: last, left })
    }
    return { user_id: from.id, lidas: marked.length, nao_lidas: left }
  },
})
