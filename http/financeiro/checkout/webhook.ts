import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { decimal } from '../../../core/money/decimal'
import { empresa } from '../../cadastros/empresa'
import { verify } from '../../cadastros/empresa/webhook/sign'
import { SYSTEM } from '../../db/pool'
import { parseInput } from '../../platform/action'
import { type App, clockOf, type Context, outside, type Services, withinCompany } from '../../platform/app'
import { readBody, signedBody } from '../../platform/body'
import { type Ctx, rowsOf } from '../../platform/context'
import { insert, loadWhere } from '../../platform/engine/write'
import { toApiError } from '../../platform/error-answer'
import { ApiError } from '../../platform/errors'
import { lockNames } from '../../platform/locks'
import { log } from '../../platform/log'
import { readId } from '../../platform/parse'
import { secretOf } from '../../platform/secrets'
import { integer, message, object, type Routes, text } from '../../platform/served'
import { originOf } from '../../sis/address'
import { slowTurn } from '../../sis/limits'
import { avisoPagamento, type PaymentNotice } from './aviso'
import { noticePath } from './link'
import { linkPagamento } from './link-pagamento'
import { postOrWait, waitFor } from './post'

/** Calls that are signed wrongly, from one place, in a quarter of an hour. */
const WRONG = { free: 30, most: 30 } as const
const HEADER = 'Checkout-Signature'

const short = (max: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(max))

/** What a service tells. Amounts are whole cents. */
const event = v.object({
  id: short(80),
  type: short(40),
  data: v.object({
    payment_id: short(80),
    reference: v.optional(short(80)),
    amount: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999_999_999_999)),
    method: v.optional(v.picklist(['pix', 'card', 'boleto'])),
    paid_at: v.pipe(v.string(), v.isoTimestamp()),
  }),
})
type PaymentEvent = v.InferOutput<typeof event>

/** One answer to whoever is not the service, whatever is wrong: nobody learns which companies there are, and which have a service. */
const stranger = () => new ApiError(403, 'invalid_signature', 'A assinatura não confere.')

/** The text of a call, once its signature was proven to be the company's service's, made just now. Throws 403, 413, 429. */
async function provenBody(services: Services, c: Context, empresa_id: number | undefined): Promise<string> {
  const body = await signedBody(c)
  const secret = empresa_id === undefined ? undefined : await secretFor(services, empresa_id)
  const now = Date.parse(clockOf(services).now()) / 1_000
  if (secret !== undefined && verify(secret, c.req.header(HEADER) ?? '', body, now)) return body
  const { network } = originOf(c, services)
  await services.pool.transaction(SYSTEM, (db) => slowTurn(db, `pagamento-errado:${network}`, WRONG))
  throw stranger()
}

function secretFor(services: Services, empresa_id: number): Promise<string | undefined> {
  return services.pool.transaction(SYSTEM, async (db) => {
    const [row] = await rowsOf({ db }, sql`select id, checkout_segredo from empresa where id = ${empresa_id}`)
    return row && secretOf({ outside: outside(services) }, empresa, row, 'checkout_segredo')
  })
}

/** Keeps an event; undefined for one that is kept already. As many deliveries of it at once as there are wait for one another here. */
async function keep(
  ctx: Ctx,
  empresa_id: number,
  { id, type, data }: PaymentEvent,
): Promise<PaymentNotice | undefined> {
  await lockNames(ctx.db, [`aviso_pagamento:${empresa_id}:${id}`])
  const [known] = await rowsOf(
    ctx,
    sql`select 1 from aviso_pagamento where empresa_id = ${empresa_id} and evento_id = ${id}`,
  )
  if (known) return undefined
  const [of] = await rowsOf(
    ctx,
    sql`select id from link_pagamento where empresa_id = ${empresa_id} and referencia = ${data.reference ?? ''}`,
  )
  const [link] = await loadWhere(ctx, linkPagamento, 'id', of ? [Number(of.id)] : [])
  return insert(ctx, avisoPagamento, {
    empresa_id,
    evento_id: id,
    tipo: type,
    pagamento_externo: data.payment_id,
    referencia: data.reference ?? null,
    link_pagamento_id: link?.id ?? null,
    cliente_id: link?.cliente_id ?? null,
    venda_id: link?.venda_id ?? null,
    valor: decimal(data.amount).div(100).toFixed(2),
    meio: data.method ?? null,
    dPagamento: new Intl.DateTimeFormat('en-CA', { timeZone: ctx.timeZone }).format(new Date(data.paid_at)),
    proposta: 'ignora',
    motivo: 'desconhecido',
  })
}

/**
 * Keeps an event and posts it, in one transaction: a service that hears nothing tells it again. Where posting is refused the event is kept all the same, for a person.
 * False for one that was kept before.
 */
async function take(services: Services, empresa_id: number, told: PaymentEvent): Promise<boolean> {
  const taking = (then: (ctx: Ctx, notice: PaymentNotice) => Promise<void>) =>
    withinCompany(services, empresa_id, async (ctx) => {
      const notice = await keep(ctx, empresa_id, told)
      if (notice) await then(ctx, notice)
      return notice !== undefined
    })
  try {
    return await taking(postOrWait)
  } catch (error) {
    const refusal = toApiError(error)
    if (!refusal || refusal.status >= 500) throw error
    log.warn('O pagamento avisado {id} não pôde ser lançado: {why}', { id: told.id, why: refusal.message })
    return taking((ctx, notice) => waitFor(ctx, notice, 'recusado'))
  }
}

/** Events of payments alone are kept; whatever else a service tells is thanked for. */
const isOfPayment = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'type' in value && String(value.type).startsWith('payment.')

function mountNotices(app: App, services: Services): void {
  app.post(noticePath(':empresa'), async (c) => {
    const empresa_id = readId(c.req.param('empresa'))
    const told = readBody(await provenBody(services, c, empresa_id))
    if (empresa_id === undefined || !isOfPayment(told)) return c.json({ message: 'Recebido.' })
    const given = parseInput(event, told)
    const isNew = await take(services, empresa_id, given)
    return c.json({ message: isNew ? 'Recebido.' : 'Já recebido.' })
  })
}

/** Where a company's payment service tells of payments. */
export const noticeRoutes: Routes = {
  open: true,
  mount: mountNotices,
  tells: [
    {
      path: noticePath('{empresa}'),
      method: 'post',
      summary: `O serviço de pagamento da empresa avisa um pagamento, assinado em ${HEADER} (t=…,v1=HMAC-SHA256 de t, um ponto e o corpo)`,
      tag: 'Páginas de clientes',
      body: object({
        id: text('O evento: o mesmo id outra vez não faz nada'),
        type: text('payment.paid'),
        data: object({
          payment_id: text(),
          reference: text('A referência do link'),
          amount: integer('Centavos'),
          method: text('pix, card ou boleto'),
          paid_at: text('Instante ISO 8601'),
        }),
      }),
      answer: message,
    },
  ],
}
