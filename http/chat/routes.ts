import type { App, Context, Services } from '../platform/app'
import { assertXhr, withCtx } from '../platform/app'
import { jsonBody } from '../platform/body'
import { parseInput } from '../platform/action'
import type { Ctx } from '../platform/context'
import { answerStored } from '../platform/engine/columns'
import { list, type ListAnswer } from '../platform/engine/list'
import { load } from '../platform/engine/write'
import { badRequest, invalid } from '../platform/errors'
import { idempotencyKey } from '../platform/idempotency'
import { identifier } from '../platform/inputs'
import { idOf } from '../platform/routes'
import { hashToken } from '../platform/session'
import { chatMensagem } from './mensagem'
import { colleague } from './people'
import { messageInput, send } from './send'

const BASE = '/api/chat/mensagem'
const PAGE = { usual: 50, most: 200 }

/** Said of a message that was stored (inventory M1-050). */
export const SENT = 'Mensagem enviada com sucesso.'

/** The resource's own routes: a list that pages by key, sending, and that nobody changes what was sent. */
export function mountChat(app: App, services: Services): void {
  app.get(BASE, async (c) => c.json(await withCtx(services, c, 'read', (ctx) => messages(ctx, c.req.query()))))
  app.post(BASE, async (c) => {
    assertXhr(c)
    const input = parseInput(messageInput, await jsonBody(c))
    // The key is kept with the message: the general store of answers would repeat its text.
    const chave = input.chave || shortKey(idempotencyKey(c))
    const sent = await withCtx(services, c, 'write', (ctx) => send(ctx, { ...input, ...(chave ? { chave } : {}) }))
    return c.json({ ...answerStored(chatMensagem, sent), message: SENT }, 201)
  })
  const refuse = async (c: Context) => {
    assertXhr(c)
    await withCtx(services, c, 'read', (ctx) => load(ctx, chatMensagem, idOf(c)))
    throw badRequest('Uma mensagem enviada não é alterada nem excluída.', 'message_is_final')
  }
  app.on(['PUT', 'DELETE'], [`${BASE}/:id`], refuse)
}

const KEY_LENGTH = 60

/** A key as messages keep it: a longer one by its digest, so that no two are one. */
const shortKey = (key: string | undefined): string | undefined =>
  key !== undefined && key.length > KEY_LENGTH ? hashToken(key).slice(0, KEY_LENGTH) : key

type Query = Readonly<Record<string, string | undefined>>

/**
 * One's messages, or with `user_id` the conversation with that user, newest first. `before` and `after` (ids) page by key: `total` then
 * counts what is left on that side. After a key the order is the rising one. Throws 404 when no company is shared.
 */
async function messages(ctx: Ctx, { user_id, before, after, custom, ...query }: Query): Promise<ListAnswer> {
  const other = user_id === undefined ? undefined : await colleague(ctx, identified('user_id', user_id))
  const wanted = {
    ...filtersOf(custom),
    ...(other ? { conversa: other.id } : {}),
    ...(before ? { before } : {}),
    ...(after ? { after } : {}),
  }
  return list(ctx, chatMensagem, {
    orderBy: 'id',
    sortedBy: after ? 'asc' : 'desc',
    ...query,
    // What is no number stays as it came, and the list refuses it.
    perPage:
      Number.isInteger(Number(query.perPage)) && Number(query.perPage) > PAGE.most
        ? String(PAGE.most)
        : (query.perPage ?? String(PAGE.usual)),
    custom: JSON.stringify(wanted),
  })
}

function identified(name: string, value: string): number {
  return Number(parseInput(identifier, value, name))
}

function filtersOf(text: string | undefined): object {
  try {
    const value: unknown = JSON.parse(text || '{}')
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // answered below, as any other wrong shape
  }
  throw invalid({ custom: ['Informe um objeto JSON.'] })
}
