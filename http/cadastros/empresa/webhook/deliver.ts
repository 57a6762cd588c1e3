import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { ATTEMPTS } from '../../../../core/webhooks/delivery'
import { SYSTEM } from '../../../db/pool'
import { clockOf, outside, type Services } from '../../../platform/app'
import { rowsOf } from '../../../platform/context'
import { exchange, NotSent, type Sent, type Work } from '../../../platform/exchange/exchange'
import { call } from '../../../platform/outside/call'
import { sealedOf, secretOf } from '../../../platform/secrets'
import { empresaWebhook } from '../../empresa-webhook'
import { newSecret, sign } from './sign'

const TIMEOUT_MS = 10_000
const ANSWER_LIMIT = 2_048

/** The secret before the present one is signed with as well for a day, so that receivers can change in their own time. */
const OVERLAP = '24 hours'

/** What a delivery keeps beside its body. */
export interface DeliveryData {
  readonly webhook_id: number
  readonly event_type: string
  readonly evento_id: string
  /** The address that it went to last. */
  readonly webhook_url: string
}

const data = v.object({
  webhook_id: v.number(),
  event_type: v.string(),
  evento_id: v.string(),
  webhook_url: v.string(),
})

/** A receiver cannot be asked what it took: it knows a repeat by the identifier, which is the same on every try. One webhook gets its deliveries one after another. */
export const webhook = exchange('webhook', {
  title: 'Webhook',
  timeoutMs: TIMEOUT_MS,
  attempts: ATTEMPTS,
  atOnce: 8,
  ask: 'repeats',
  answer: v.object({ status: v.number() }),
  shownAs: 'webhook_entrega',
  send: deliver,
})

async function deliver({ services, request, signal }: Work): Promise<Sent<{ status: number }>> {
  const about: DeliveryData = v.parse(data, request.dados)
  const known = await webhookOf(services, about.webhook_id).catch((cause: unknown) => {
    throw new NotSent('Falha do servidor ao preparar a entrega.', { cause })
  })
  if (!known) return { never: 'O webhook foi removido.' }
  if (!known.ativo) return { never: 'O webhook está desativado.' }
  const timestamp = Math.floor(Date.now() / 1_000)
  const { corpo: body, chave, id, tentativas } = request
  const { status, headers } = await call({
    url: known.url,
    method: 'POST',
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': 'Prumo-Webhook/1',
      'Prumo-Evento': about.event_type,
      'Prumo-Entrega': chave,
      'Prumo-Sequencia': String(id),
      'Prumo-Tentativa': String(tentativas),
      'Prumo-Assinatura': sign(known.secrets, timestamp, body),
      'Idempotency-Key': chave,
    },
    body,
    timeoutMs: TIMEOUT_MS,
    limit: ANSWER_LIMIT,
    cut: true,
    allowPrivate: outside(services).allowPrivate,
    cancel: signal,
  })
  const told = { status, dados: { ...about, webhook_url: known.url } }
  if (status >= 200 && status < 300) return { ...told, answer: { status } }
  const wait = Number(headers['retry-after'])
  const again =
    status >= 300 && status < 400 ? `Respondeu ${status}: redirecionamentos não são seguidos.` : `Respondeu ${status}.`
  return { ...told, again, ...(Number.isFinite(wait) ? { waitS: wait } : {}) }
}

interface Known {
  readonly url: string
  readonly ativo: boolean
  readonly secrets: readonly string[]
}

/** The webhook as it is now: a corrected address and a new secret count for what still waits. */
function webhookOf(services: Services, id: number): Promise<Known | undefined> {
  const ctx = { outside: outside(services) }
  return services.pool.transaction(SYSTEM, async (db) => {
    const [hook] = await rowsOf(
      { db },
      sql`select id, webhook_url, ativo, segredo, case when "dhSegredo" > ${clockOf(services).now()}::timestamptz - ${OVERLAP}::interval then segredo_anterior end as segredo_anterior
          from empresa_webhook where id = ${id}`,
    )
    if (!hook) return undefined
    const secrets = ['segredo', 'segredo_anterior'].flatMap((name) => secretOf(ctx, empresaWebhook, hook, name) ?? [])
    if (secrets.length === 0) {
      secrets.push(newSecret())
      const sealed = sealedOf(ctx, empresaWebhook, { id, field: 'segredo' }, secrets[0] ?? '')
      await db.execute(sql`update empresa_webhook set segredo = ${sealed} where id = ${id}`)
    }
    return { url: String(hook.webhook_url), ativo: hook.ativo === true, secrets }
  })
}
