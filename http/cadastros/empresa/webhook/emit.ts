import { sql } from 'drizzle-orm'
import { eventLabel, eventsOf } from '../../../../core/webhooks/events'
import { LOW_STOCK } from '../../../../core/webhooks/events/estoque'
import { type Ctx, rowsOf } from '../../../platform/context'
import { afterAudit } from '../../../platform/engine/audit'
import { ownValues } from '../../../platform/custom/own-values'
import { answerStored } from '../../../platform/engine/columns'
import { intArray } from '../../../platform/engine/query'
import type { Wanted } from '../../../platform/exchange/exchange'
import { type RecordOf, resourceNamed, type Row } from '../../../platform/resource'
import type { empresaWebhook } from '../../empresa-webhook'
import { type DeliveryData, webhook } from './deliver'
import { BODY_LIMIT } from '../../../../core/fields/cadastros/webhook-entrega'

/** What is told of a change: the event, and the record as the API shows it, without what it refers to. */
interface Told {
  readonly type: string
  readonly empresa_id: number
  readonly recurso: string
  readonly registro_id: number
  readonly dados: () => Row | Promise<Row>
}

/**
 * Every change of a document is looked at once: what it means to other systems (`core/webhooks`) is written down for the webhooks of its company, in
 * the transaction of the change. So nothing is told that did not happen, and nothing that happened is forgotten.
 */
export function watchForEvents(): void {
  afterAudit(async (ctx, entries) => {
    const told = entries.flatMap(({ resource, record, before, acao }): Told[] => {
      const empresa_id = Number(record.empresa_id)
      if (acao === 'delete' || !empresa_id) return []
      const recurso = resource.name
      const registro_id = Number(record.id)
      return eventsOf(recurso, before, record).map(({ type }) => ({
        type,
        empresa_id,
        recurso,
        registro_id,
        dados: async () => ({ ...answerStored(resource, record), ...(await ownValues(ctx, resource, record)) }),
      }))
    })
    await tell(ctx, told)
  })
}

/** Queues one delivery for each of the company's webhooks that ask for an event. One query where nobody asks. */
async function tell(ctx: Ctx, told: readonly Told[]): Promise<void> {
  if (told.length === 0) return
  const [companies, types] = [told.map((one) => one.empresa_id), told.map((one) => one.type)]
  const asked = await rowsOf(
    ctx,
    sql`select id, empresa_id, event_type, webhook_url from empresa_webhook
        where ativo and empresa_id = any (${intArray([...new Set(companies)])}::int[]) and event_type = any (${textArray([...new Set(types)])}::text[]) order by id`,
  )
  const wanted: Wanted[] = []
  for (const one of told) {
    const hooks = asked.filter((hook) => Number(hook.empresa_id) === one.empresa_id && hook.event_type === one.type)
    if (hooks.length === 0) continue
    const event = await eventOf(ctx, one)
    wanted.push(
      ...hooks.map((hook) => deliveryOf(event, { id: Number(hook.id), webhook_url: String(hook.webhook_url) })),
    )
  }
  await webhook.queue(ctx, wanted)
}

/** A delivery of an event to one webhook, under an identifier of its own. */
function deliveryOf(event: Event, { id, webhook_url }: { readonly id: number; readonly webhook_url: string }): Wanted {
  const { type: event_type, empresa_id, recurso, registro_id, evento_id, corpo } = event
  const dados: DeliveryData = { webhook_id: id, event_type, evento_id, webhook_url }
  const told = { assunto: eventLabel(event_type), para: `${resourceNamed(recurso).title} nº ${registro_id}` }
  return {
    empresa_id,
    chave: crypto.randomUUID(),
    ...told,
    corpo,
    fila: `${id}`,
    recurso,
    registro_id,
    dados: { ...dados },
  }
}

/** Names of events hold neither quotes nor commas. */
const textArray = (texts: readonly string[]): string => `{${texts.join(',')}}`

interface Event extends Omit<Told, 'dados'> {
  readonly evento_id: string
  readonly corpo: string
}

async function eventOf(ctx: Ctx, { dados, ...about }: Told): Promise<Event> {
  const evento_id = crypto.randomUUID()
  const { type, empresa_id, recurso, registro_id } = about
  const head = { id: evento_id, evento: type, dh: ctx.clock.now(), empresa_id, recurso, registro_id }
  const whole = JSON.stringify({ ...head, dados: await dados() })
  // A record that is longer than a receiver may count on is fetched from the API by its number.
  const corpo = whole.length <= BODY_LIMIT ? whole : JSON.stringify({ ...head, dados: null })
  return { ...about, evento_id, corpo }
}

/** A balance of the stock ledger before and after a movement, as decimal text. */
export interface StockChange {
  readonly mercadoria_id: number
  readonly before: string
  readonly after: string
}

/** Tells of products whose stock has just fallen to their minimum or below: once, when it crosses. One query, and none where no webhook asks. */
export async function tellLowStock(ctx: Ctx, empresa_id: number, changes: readonly StockChange[]): Promise<void> {
  const fallen = changes.filter(({ before, after }) => Number(after) < Number(before))
  if (fallen.length === 0) return
  const rows = await rowsOf(
    ctx,
    sql`select m.id, m.codigo, m."xProd", m.q_minimo from mercadoria m
        where m.id = any (${intArray(fallen.map((one) => one.mercadoria_id))}::int[]) and m.q_minimo > 0
          and exists (select 1 from empresa_webhook w where w.empresa_id = ${empresa_id} and w.event_type = ${LOW_STOCK} and w.ativo)`,
  )
  const minimum = new Map(rows.map((row) => [Number(row.id), row]))
  const crossed = fallen.flatMap(({ mercadoria_id, before, after }): Told[] => {
    const product = minimum.get(mercadoria_id)
    const q_minimo = Number(product?.q_minimo)
    if (!product || !(Number(before) > q_minimo && Number(after) <= q_minimo)) return []
    const { codigo, xProd } = product
    const dados = { mercadoria_id, codigo, xProd, q_minimo, q_total: Number(after) }
    return [{ type: LOW_STOCK, empresa_id, recurso: 'mercadoria', registro_id: mercadoria_id, dados: () => dados }]
  })
  await tell(ctx, crossed)
}

/** A delivery that only proves that the address answers. Answers its identifier. */
export async function tellTest(
  ctx: Ctx,
  { id, empresa_id, webhook_url }: Pick<RecordOf<typeof empresaWebhook>, 'id' | 'empresa_id' | 'webhook_url'>,
): Promise<string> {
  const about = { type: 'TESTE', empresa_id, recurso: 'empresa_webhook', registro_id: id }
  const delivery = deliveryOf(await eventOf(ctx, { ...about, dados: () => ({}) }), { id, webhook_url })
  await webhook.queue(ctx, [delivery])
  return delivery.chave
}
