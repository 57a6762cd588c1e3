import type { App, Services } from '../../../platform/app'
import { withCtx } from '../../../platform/app'
import type { Ctx } from '../../../platform/context'
import { load } from '../../../platform/engine/write'
import { notFound } from '../../../platform/errors'
import { RefusedAddress } from '../../../platform/outside/address'
import { call, CallFailed, isObject, notConfigured, objectIn, unavailable } from '../../../platform/outside/call'
import { assertMay } from '../../../platform/rights'
import { secretOf } from '../../../platform/secrets'
import { empresa } from '../../empresa'

const TIMEOUT_MS = 10_000
const ANSWER_LIMIT = 512 * 1024
const MOST = 200
const SERVICE = 'A Tray'

/** `GET /api/integracoes/ecommerce/traycommerce/getPayments` (`empresa_id`, else the chosen company): the payment methods of the company's shop (E1-042). */
export function mountTray(app: App, services: Services): void {
  app.get('/api/integracoes/ecommerce/traycommerce/getPayments', async (c) => {
    const wanted = Number(c.req.query('empresa_id') ?? c.get('actor').empresa_id)
    const shop = await withCtx(services, c, 'read', (ctx) => shopOf(ctx, wanted))
    return c.json({ data: await paymentsOf(shop) })
  })
}

interface Shop {
  readonly url: string
  readonly token: string
  readonly allowPrivate: boolean
}

/** The company's shop. Throws 403, 404, 503 saying what is to be set. */
export async function shopOf(ctx: Ctx, empresa_id: number): Promise<Shop> {
  assertMay(ctx, empresa, 'read')
  if (!Number.isInteger(empresa_id) || empresa_id < 1 || empresa_id > 2_147_483_647) throw notFound()
  const company = await load(ctx, empresa, empresa_id)
  const token = secretOf(ctx, empresa, company, 'tray_token')
  if (!company.tray_url || !token)
    throw notConfigured('A Tray não está configurada: informe endereço e chave no cadastro da empresa.')
  return { url: company.tray_url.replace(/\/+$/, ''), token, allowPrivate: ctx.outside.allowPrivate }
}

interface Payment {
  readonly external_payment_id: string
  readonly external_payment: string
}

/** The payment methods of a shop, at most 200. Throws 503. */
export async function paymentsOf({ url, token, allowPrivate }: Shop): Promise<readonly Payment[]> {
  const asked = `${url}/payments/options?access_token=${encodeURIComponent(token)}`
  const answer = await call({
    url: asked,
    method: 'GET',
    headers: { Accept: 'application/json' },
    timeoutMs: TIMEOUT_MS,
    limit: ANSWER_LIMIT,
    allowPrivate,
  }).catch((error: unknown) => {
    throw error instanceof CallFailed || error instanceof RefusedAddress ? unavailable(SERVICE) : error
  })
  if (answer.status === 401 || answer.status === 403)
    throw notConfigured('A Tray recusou a chave de acesso: informe-a de novo no cadastro da empresa.')
  const { paymentoptions } = objectIn(answer.text)
  if (answer.status !== 200 || typeof paymentoptions !== 'object' || paymentoptions === null) throw unavailable(SERVICE)
  return optionsIn(paymentoptions).slice(0, MOST)
}

/** The shop gives one option as an object, several as a list or by number. */
function optionsIn(value: object): Payment[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : 'id' in value ? [value] : Object.values(value)
  return list.flatMap((one) => {
    if (!isObject(one) || (typeof one.id !== 'string' && typeof one.id !== 'number')) return []
    const name = typeof one.name === 'string' ? one.name : ''
    return [{ external_payment_id: String(one.id).slice(0, 60), external_payment: name.slice(0, 120) }]
  })
}
