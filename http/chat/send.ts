import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { type Ctx, rowsOf } from '../platform/context'
import { insertRows, load } from '../platform/engine/write'
import { badRequest, conflict, forbidden, invalid } from '../platform/errors'
import { identifier, shortText } from '../platform/inputs'
import type { RecordOf } from '../platform/resource'
import { takeTurn } from '../sis/limits'
import { TEXT_LIMIT } from '../../core/fields/chat/mensagem'
import { chatMensagem } from './mensagem'
import { announceChat } from './notice'
import { colleague, lockUsers } from './people'

const PER_MINUTE = { times: 60, minutes: 1 } as const

/** Line ends as one, no control characters, no space around. */
const cleaned = (text: string) =>
  text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim()

export const messageInput = v.object({
  user_id: v.optional(identifier),
  user_dest_id: identifier,
  text: v.pipe(
    v.string(),
    v.maxLength(4 * TEXT_LIMIT, `Use no máximo ${TEXT_LIMIT} caracteres.`),
    v.transform(cleaned),
    v.minLength(1, 'Escreva uma mensagem.'),
    v.maxLength(TEXT_LIMIT, `Use no máximo ${TEXT_LIMIT} caracteres.`),
  ),
  chave: v.optional(shortText(60)),
})

type Message = RecordOf<typeof chatMensagem>

/**
 * Stores a message and announces it once it is committed. The same key again answers with the first message and sends nothing.
 * Throws 403 in another's name, 404 for who shares no company, 400 to an inactive user, 409 for a key used otherwise, 422, 429.
 */
export async function send(ctx: Ctx, input: v.InferOutput<typeof messageInput>): Promise<Message> {
  const me = ctx.actor.id
  if (input.user_id !== undefined && input.user_id !== me)
    throw forbidden('Você só envia mensagens em seu próprio nome.')
  if (input.user_dest_id === me) throw invalid({ user_dest_id: ['Escolha outra pessoa.'] })
  const to = await colleague(ctx, input.user_dest_id)
  await lockUsers(ctx, [me, to.id])
  const chave = input.chave || crypto.randomUUID()
  const known = await sentUnder(ctx, chave)
  if (known) return sameAs(known, input)
  if (!to.ativo) throw badRequest('Este usuário está inativo e não recebe mensagens.', 'inactive_user')
  await takeTurn(ctx, `chat:${me}`, PER_MINUTE)
  // Not through the audit trail: the message is its own record, and nothing else repeats its text.
  const [sent] = await insertRows(ctx, chatMensagem, [
    { user_id: me, user_dest_id: to.id, text: input.text, created_at: ctx.clock.now(), chave },
  ])
  if (!sent) throw new Error('A message was not stored.')
  await announceChat(ctx, { kind: 'message', id: sent.id, from: me, to: to.id })
  return sent
}

async function sentUnder(ctx: Ctx, chave: string): Promise<Message | undefined> {
  const [row] = await rowsOf(
    ctx,
    sql`select id from chat_mensagem where user_id = ${ctx.actor.id} and chave = ${chave}`,
  )
  return row && load(ctx, chatMensagem, Number(row.id))
}

function sameAs(known: Message, input: v.InferOutput<typeof messageInput>): Message {
  if (known.user_dest_id === input.user_dest_id && known.text === input.text) return known
  throw conflict('Esta chave de envio já foi usada em outra mensagem.')
}
