import { sql } from 'drizzle-orm'
import { eventsOf } from '../../../../core/webhooks/events'
import { LOW_STOCK } from '../../../../core/webhooks/events/estoque'
import { type Ctx, rowsOf } from '../../../platform/context'
import { afterAudit } from '../../../platform/engine/audit'
import { answerStored } from '../../../platform/engine/columns'
import { intArray } from '../../../platform/engine/query'
import { queueJob } from '../../../platform/jobs/queue'
import type { Row } from '../../../platform/resource'
import { trialOf } from '../../../platform/trial'
import { BODY_LIMIT } from './entrega'

export const JOB = 'webhook.entregas'

/** What is told of a change: the event, and the record as the API shows it, without what it refers to. */
interface Told {
  readonly type: string
  readonly empresa_id: number
  readonly recurso: string
  readonly registro_id: number
  readonly dados: () => Row
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
        dados: () => answerStored(resource, record),
      }))
    })
    await tell(ctx, told)
  })
}

/** Writes one delivery for each of the company's webhooks that ask for an event, and wakes whoever sends them. One query where nobody asks. */
async function tell(ctx: Ctx, told: readonly Told[]): Promise<void> {
  if (told.length === 0) return
  const [companies, types] = [told.map((one) => one.empresa_id), told.map((one) => one.type)]
  const asked = await rowsOf(
    ctx,
    sql`select distinct empresa_id, event_type from empresa_webhook
        where ativo and empresa_id = any (${intArray([...new Set(companies)])}::int[]) and event_type = any (${textArray([...new Set(types)])}::text[])`,
  )
  const wanted = new Set(asked.map((row) => `${Number(row.empresa_id)} ${String(row.event_type)}`))
  const events = told.filter((one) => wanted.has(`${one.empresa_id} ${one.type}`)).map((one) => eventOf(ctx, one))
  if (events.length === 0) return
  for (const { type, recurso, registro_id } of events)
    trialOf(ctx)?.messages.push({ meio: 'webhook', assunto: type, para: `${recurso} ${registro_id}` })
  await ctx.db.execute(
    sql`insert into webhook_entrega (empresa_id, webhook_id, event_type, webhook_url, identificador, evento_id, recurso, registro_id, corpo, "dhProxima")
        select w.empresa_id, w.id, w.event_type, w.webhook_url, gen_random_uuid()::text, e.evento_id, e.recurso, e.registro_id, e.corpo, date_trunc('second', now())
        from rows from (jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
            as (type text, empresa_id int, recurso text, registro_id int, evento_id text, corpo text)) with ordinality e
          join empresa_webhook w on w.empresa_id = e.empresa_id and w.event_type = e.type and w.ativo
        order by e.ordinality, w.id`,
  )
  await wake(ctx)
}

/** Names of events hold neither quotes nor commas. */
const textArray = (texts: readonly string[]): string => `{${texts.join(',')}}`

interface Event extends Omit<Told, 'dados'> {
  readonly evento_id: string
  readonly corpo: string
}

function eventOf(ctx: Ctx, { dados, ...about }: Told): Event {
  const evento_id = crypto.randomUUID()
  const { type, empresa_id, recurso, registro_id } = about
  const head = { id: evento_id, evento: type, dh: ctx.clock.now(), empresa_id, recurso, registro_id }
  const whole = JSON.stringify({ ...head, dados: dados() })
  // A record that is longer than a receiver may count on is fetched from the API by its number.
  const corpo = whole.length <= BODY_LIMIT ? whole : JSON.stringify({ ...head, dados: null })
  return { ...about, evento_id, corpo }
}

/** Wakes whoever sends, after the commit. */
export const wake = (ctx: Pick<Ctx, 'db'>): Promise<void> => queueJob(ctx.db, JOB, {}, { key: JOB, attempts: 5 })

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

/** A delivery that only proves that the address answers. */
export async function tellTest(
  ctx: Ctx,
  webhook: { readonly id: number; readonly empresa_id: number },
): Promise<string> {
  const about = { type: 'TESTE', empresa_id: webhook.empresa_id, recurso: 'empresa_webhook', registro_id: webhook.id }
  const { evento_id, corpo } = eventOf(ctx, { ...about, dados: () => ({}) })
  const [row] = await rowsOf(
    ctx,
    sql`insert into webhook_entrega (empresa_id, webhook_id, event_type, webhook_url, identificador, evento_id, recurso, registro_id, corpo, "dhProxima")
        select w.empresa_id, w.id, 'TESTE', w.webhook_url, gen_random_uuid()::text, ${evento_id}, 'empresa_webhook', w.id, ${corpo},
          date_trunc('second', now()) from empresa_webhook w where w.id = ${webhook.id} returning identificador`,
  )
  await wake(ctx)
  return String(row?.identificador)
}
