import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { action } from '../../platform/action'
import { row } from '../../platform/answers'
import { rowsOf } from '../../platform/context'
import { toJson } from '../../platform/engine/columns'
import { contains } from '../../platform/engine/search-text'
import { shortText } from '../../platform/inputs'
import type { Row } from '../../platform/resource'
import { chatMensagem } from '../mensagem'
import { isColleague } from '../people'

const MOST = 200

/**
 * The chat list: people of the caller's companies, the latest conversations first, then who is online, then by name. Each with presence,
 * what is unread, the last message and up to where the other has read. `ultima_id` is the caller's last message at that instant: what
 * comes later is told by `/ws/chat`, or asked for with `after`. At most 200 people; `search` finds the others.
 */
export const contatos = action(chatMensagem, 'contatos', {
  summary: 'Lista do chat: colegas com presença, não lidas e última mensagem',
  right: 'own',
  reads: true,
  on: 'collection',
  input: v.object({ search: v.optional(shortText(120), '') }),
  answer: v.object({ data: v.array(row), mais: v.boolean(), ultima_id: v.number() }),
  run: async ({ ctx, input: { search } }) => {
    const me = ctx.actor.id
    const matches = search === '' ? sql`` : sql`and ${contains(sql`u.busca`, search)}`
    // One statement is one instant: counts, marks and `ultima_id` agree.
    const rows = await rowsOf(
      ctx,
      sql`select coalesce((select max(id) from chat_mensagem where user_id = ${me}), 0) as enviada,
            coalesce((select max(id) from chat_mensagem where user_dest_id = ${me}), 0) as recebida,
            u.id, u.name, u.ativo, coalesce(n.nao_lidas, 0) as nao_lidas, last.id as ultima_id, last.created_at as ultima_em,
            last.user_id as ultima_de, left(last.text, 120) as ultima_text, coalesce(seen.id, 0) as lida_ate,
            case when exists (select 1 from chat_presenca p where p.user_id = u.id and p.expira_em > now()) then 'online' else 'offline' end as presence
          from "user" u
          left join (select m.user_id, count(*)::int as nao_lidas from chat_mensagem m
            where m.user_dest_id = ${me} and m.readed_at is null group by m.user_id) n on n.user_id = u.id
          left join lateral (select m.id, m.created_at, m.user_id, m.text from chat_mensagem m
            where least(m.user_id, m.user_dest_id) = least(u.id, ${me}) and greatest(m.user_id, m.user_dest_id) = greatest(u.id, ${me})
            order by m.id desc limit 1) last on true
          left join lateral (select m.id from chat_mensagem m
            where m.user_id = ${me} and m.user_dest_id = u.id and m.readed_at is not null order by m.id desc limit 1) seen on true
          where u.id <> ${me} and (u.ativo or last.id is not null) and ${isColleague(ctx, sql`u.id`)} ${matches}
          order by last.id desc nulls last, presence desc, prumo_busca(u.name), u.id limit ${MOST + 1}`,
    )
    const newest = Math.max(0, ...rows.slice(0, 1).flatMap((row) => [Number(row.enviada), Number(row.recebida)]))
    return { data: rows.slice(0, MOST).map(contact), mais: rows.length > MOST, ultima_id: newest }
  },
})

/** A row without what it carries for the list as a whole. */
function contact(row: Row): Row {
  const shown = Object.entries(row).filter(([name]) => name !== 'enviada' && name !== 'recebida')
  return { ...Object.fromEntries(shown), ultima_em: toJson('datetime', row.ultima_em) }
}
