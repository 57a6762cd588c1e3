import { chatMensagemFields } from '../../core/fields/chat/mensagem'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../platform/context'
import { invalid } from '../platform/errors'
import { resource } from '../platform/resource'
import { isColleague } from './people'

/**
 * Messages between two users (inventory E1-074…078, N1-035). A message is never changed and never removed, which the database holds too:
 * it is its own record, so neither the audit trail nor any log repeats what it says. Ids rise in the order in which a user's messages
 * are committed (`lockUsers`): whoever has seen one has seen all before it.
 */
export const chatMensagem = resource({
  name: 'chat_mensagem',
  paths: ['chat/mensagem'],
  title: 'Mensagem do chat',
  right: 'chat',
  open: true,
  readOnly: true,
  company: 'none',
  fields: chatMensagemFields,
  search: [],
  display: [],
  unique: [['user_id', 'chave']],
  visible: ownMessages,
  writer: 'user_id',
  custom: {
    /** The caller's conversation with one user. */
    conversa: (value, ctx) => {
      const [low, high] = [ctx.actor.id, idIn(value)].sort((a, b) => a - b)
      return sql`least(t.user_id, t.user_dest_id) = ${low} and greatest(t.user_id, t.user_dest_id) = ${high}`
    },
    before: (value) => sql`t.id < ${idIn(value)}`,
    after: (value) => sql`t.id > ${idIn(value)}`,
  },
})

/** The caller's own messages, with people of the caller's companies. */
function ownMessages(ctx: Ctx) {
  const me = ctx.actor.id
  return sql`(t.user_id = ${me} or t.user_dest_id = ${me}) and ${isColleague(ctx, sql`(t.user_id + t.user_dest_id - ${me})`)}`
}

function idIn(value: unknown): number {
  const id = Number(value)
  if (Number.isInteger(id) && id >= 0 && id <= 2_147_483_647) return id
  throw invalid({ custom: ['Informe um número de registro.'] })
}
