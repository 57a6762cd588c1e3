import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { action } from '../../platform/action'
import { rowsOf } from '../../platform/context'
import { chatMensagem } from '../mensagem'
import { isColleague } from '../people'

/** How many messages the caller has not read, in all and by sender (inventory E1-076). */
export const getNaoLidasCount = action(chatMensagem, 'getNaoLidasCount', {
  summary: 'Mensagens não lidas, no total e por remetente',
  right: 'own',
  reads: true,
  on: 'collection',
  input: v.object({}),
  answer: v.object({ total: v.number(), data: v.array(v.object({ user_id: v.number(), nao_lidas: v.number() })) }),
  run: async ({ ctx }) => {
    const rows = await rowsOf(
      ctx,
      sql`select m.user_id, count(*)::int as nao_lidas from chat_mensagem m
          where m.user_dest_id = ${ctx.actor.id} and m.readed_at is null and ${isColleague(ctx, sql`m.user_id`)}
          group by m.user_id order by m.user_id limit 1000`,
    )
    return { total: rows.reduce((sum, row) => sum + Number(row.nao_lidas), 0), data: rows }
  },
})
