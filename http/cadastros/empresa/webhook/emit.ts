import { sql } from 'drizzle-orm'
import { eventsOf, LOW_STOCK } from '../../../../core/webhooks/events'
import { type Ctx, rowsOf } from '../../../platform/context'
import { afterAudit } from '../../../platform/engine/audit'
import { answerStored } from '../../../platform/engine/columns'
import { intArray } from '../../../platform/engine/query'
import { queueJob } from '../../../platform/jobs/queue'
import type { Row } from '../../../platform/resource'
import { BODY_LIMIT } from './entrega'

export const JOB = 'webhook.entregas'

/** What is told of a change: the event, and the record as the API shows it, without what it refers to. */
interface Told {
  readonly type: string
  readonly empresa_id: number
  readonly recurso: string
  readonly registro_id: number
  readonly dados: Row
}

/**
 * Every change of a document is looked at once: what it means to other systems (`core/webhooks`) is written down for the webhooks of its company, in
 * the transaction of the change. So nothing is told that did not happen, and nothing that happened is forgotten.
 */
export function watchForEvents(): void {
  afterAudit(async (ctx, entries) => {
    for (const { resource, record, before, acao } of entries) {
      const empresa_id = Number(record.empresa_id)
      if (acao === 'delete' || !empresa_id) continue
      for (const { type } of eventsOf(resource.name, before, record))
        await tell(ctx, {
          type,
          empresa_id,
          recurso: resource.name,
          registro_id: Number(record.id),
          dados: answerStored(resource, record),
        })
    }
  })
}

/** Writes one delivery for each of the company's webhooks that ask for the event, and wakes whoever sends them. */
async function tell(ctx: Ctx, told: Told): Promise<void> {
  const { type, empresa_id, recurso, registro_id } = told
  const evento_id = crypto.randomUUID()
  const made = await rowsOf(
    ctx,
    sql`insert into webhook_entrega (empresa_id, webhook_id, event_type, webhook_url, identificador, evento_id, recurso, registro_id, corpo, "dhProxima")
        select w.empresa_id, w.id, w.event_type, w.webhook_url, gen_random_uuid()::text, ${evento_id}, ${recurso}, ${registro_id}::int,
          ${bodyOf(ctx, told, evento_id)}, date_trunc('second', now())
        from empresa_webhook w where w.empresa_id = ${empresa_id} and w.event_type = ${type} and w.ativo order by w.id limit 50
        returning id`,
  )
  if (made.length > 0) await wake(ctx)
}

function bodyOf(ctx: Ctx, { type, empresa_id, recurso, registro_id, dados }: Told, evento_id: string): string {
  const head = { id: evento_id, evento: type, dh: ctx.clock.now(), empresa_id, recurso, registro_id }
  const whole = JSON.stringify({ ...head, dados })
  // A record that is longer than a receiver may count on is fetched from the API by its number.
  return whole.length <= BODY_LIMIT ? whole : JSON.stringify({ ...head, dados: null })
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
  for (const { mercadoria_id, before, after } of fallen) {
    const product = minimum.get(mercadoria_id)
    const q_minimo = Number(product?.q_minimo)
    if (!product || !(Number(before) > q_minimo && Number(after) <= q_minimo)) continue
    const { codigo, xProd } = product
    const dados = { mercadoria_id, codigo, xProd, q_minimo, q_total: Number(after) }
    await tell(ctx, { type: LOW_STOCK, empresa_id, recurso: 'mercadoria', registro_id: mercadoria_id, dados })
  }
}

/** A delivery that only proves that the address answers. */
export async function tellTest(
  ctx: Ctx,
  webhook: { readonly id: number; readonly empresa_id: number },
): Promise<string> {
  const evento_id = crypto.randomUUID()
  const told = {
    type: 'TESTE',
    empresa_id: webhook.empresa_id,
    recurso: 'empresa_webhook',
    registro_id: webhook.id,
    dados: {},
  }
  const [row] = await rowsOf(
    ctx,
    sql`insert into webhook_entrega (empresa_id, webhook_id, event_type, webhook_url, identificador, evento_id, recurso, registro_id, corpo, "dhProxima")
        select w.empresa_id, w.id, 'TESTE', w.webhook_url, gen_random_uuid()::text, ${evento_id}, 'empresa_webhook', w.id, ${bodyOf(ctx, told, evento_id)},
          date_trunc('second', now()) from empresa_webhook w where w.id = ${webhook.id} returning identificador`,
  )
  await wake(ctx)
  return String(row?.identificador)
}
