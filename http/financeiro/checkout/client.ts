import * as v from 'valibot'
import type { Asked, Sent } from '../../platform/exchange/exchange'
import { type Answered, call, CallFailed, jsonIn, objectIn } from '../../platform/outside/call'

/** A company's account at a payment service. */
export interface Checkout {
  readonly url: string
  readonly key: string
  readonly allowPrivate: boolean
}

export const TIMEOUT_MS = 15_000
const ANSWER_LIMIT = 64 * 1024
const WHY_MAX = 300

/** What the service says of a link: made, or refused for good. */
export const linkAnswer = v.variant('ok', [
  v.object({ ok: v.literal(true), id: v.string(), url: v.string() }),
  v.object({ ok: v.literal(false), why: v.string() }),
])
export type LinkAnswer = v.InferOutput<typeof linkAnswer>

const link = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(80)),
  reference: v.string(),
  url: v.pipe(v.string(), v.maxLength(500), v.regex(/^https?:\/\//)),
  amount: v.number(),
})

interface Asking {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
  /** The same on every try: the service does once what it is sent twice under it. */
  readonly key?: string
  readonly signal: AbortSignal
}

function ask(checkout: Checkout, { method, path, body, key, signal }: Asking): Promise<Answered> {
  return call({
    url: `${checkout.url.replace(/\/+$/, '')}${path}`,
    method,
    headers: {
      Authorization: `Bearer ${checkout.key}`,
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    },
    ...(body === undefined ? {} : { body }),
    timeoutMs: TIMEOUT_MS,
    limit: ANSWER_LIMIT,
    allowPrivate: checkout.allowPrivate,
    cancel: signal,
  })
}

const NO_KEY = 'O serviço de pagamento recusou a chave de acesso: informe-a de novo no cadastro da empresa.'

/** A link as it came. Throws CallFailed for what is none of this request: whether it was made is then to be asked. */
function readLink(value: unknown, { reference, amount }: { readonly reference: string; readonly amount: number }) {
  const { success, output } = v.safeParse(link, value)
  if (!success || output.reference !== reference || output.amount !== amount)
    throw new CallFailed('O serviço de pagamento respondeu o que não se entende.')
  return { ok: true, id: output.id, url: output.url } as const
}

const wantedLink = v.object({ reference: v.string(), amount: v.number() })

/**
 * Asks for a link. What it refuses is its last word, but for "too many" (429). A failure of its own (5xx) says nothing of what it took, nor does an answer that cannot
 * be read: throws CallFailed then.
 */
export async function createLink(checkout: Checkout, body: string, signal: AbortSignal): Promise<Sent<LinkAnswer>> {
  const wanted = v.parse(wantedLink, jsonIn(body))
  const answer = await ask(checkout, { method: 'POST', path: '/payment_links', body, key: wanted.reference, signal })
  const { status, text, headers } = answer
  if (status >= 500) throw new CallFailed(`O serviço de pagamento respondeu ${status}.`)
  if (status === 200 || status === 201) return { status, answer: readLink(jsonIn(text), wanted) }
  if (status === 429) {
    const wait = Number(headers['retry-after'])
    return {
      status,
      again: 'O serviço de pagamento pede que se espere.',
      ...(Number.isFinite(wait) ? { waitS: wait } : {}),
    }
  }
  return { status, answer: { ok: false, why: refusalOf(answer) } }
}

function refusalOf({ status, text }: Answered): string {
  if (status === 401 || status === 403) return NO_KEY
  if (status >= 300 && status < 400)
    return 'O endereço do serviço de pagamento leva a outro: confira-o no cadastro da empresa.'
  const { message } = objectIn(text)
  const why = typeof message === 'string' && message.trim() !== '' ? message.trim() : `resposta ${status}`
  return `O serviço de pagamento recusou o link: ${why}`.slice(0, WHY_MAX)
}

/** Asks whether a link was made under our reference. Throws CallFailed where it does not say. */
export async function findLink(checkout: Checkout, body: string, signal: AbortSignal): Promise<Asked<LinkAnswer>> {
  const wanted = v.parse(wantedLink, jsonIn(body))
  const path = `/payment_links?reference=${encodeURIComponent(wanted.reference)}`
  const { status, text } = await ask(checkout, { method: 'GET', path, signal })
  const { data } = objectIn(text)
  if (status !== 200 || !Array.isArray(data))
    throw new CallFailed(`O serviço de pagamento respondeu ${status} à consulta.`)
  const [found] = data
  return found === undefined ? { status, unknown: true } : { status, answer: readLink(found, wanted) }
}

/** Ends a link: nobody pays there any more. One that is paid, or that it does not know, cannot be ended, which is an answer too. */
export async function cancelLink(
  checkout: Checkout,
  { id, key }: { readonly id: string; readonly key: string },
  signal: AbortSignal,
): Promise<Sent<{ readonly status: number }>> {
  const path = `/payment_links/${encodeURIComponent(id)}/cancel`
  const { status } = await ask(checkout, { method: 'POST', path, body: '{}', key: `${key}:cancel`, signal })
  const isTold = (status >= 200 && status < 300) || status === 404 || status === 409
  return isTold ? { status, answer: { status } } : { status, again: `O serviço de pagamento respondeu ${status}.` }
}
