import { sql } from 'drizzle-orm'
import { nextWait } from '../../../../core/webhooks/delivery'
import { SYSTEM } from '../../../db/pool'
import { outside, type Services } from '../../../platform/app'
import { rowsOf } from '../../../platform/context'
import { backgroundJob } from '../../../platform/jobs/job'
import { queueJob } from '../../../platform/jobs/queue'
import { log } from '../../../platform/log'
import { RefusedAddress } from '../../../platform/outside/address'
import { call, CallFailed } from '../../../platform/outside/call'
import type { Row } from '../../../platform/resource'
import { sealedOf, secretOf } from '../../../platform/secrets'
import { empresaWebhook } from '../../empresa-webhook'
import { JOB } from './emit'
import { newSecret, sign } from './sign'

const TIMEOUT_MS = 10_000
const ANSWER_LIMIT = 2_048
/** Webhooks that are called at a time; one webhook gets its deliveries one after another, in the order of the events. */
const AT_ONCE = 8
/** A try that is not finished by then was cut off with its process: another takes it. */
const LEASE_S = 30
/** Time after which a run gives way to other work of the queue and asks for another run. */
const RUN_MS = 15_000
const HISTORY = 12
const CLEAN_EVERY_MS = 3_600_000
/** What is kept of deliveries that are over: by age, and of each webhook the newest. */
const KEPT = { entregue: '30 days', falhou: '90 days', rows: 10_000 }

/** The secret before the present one is signed with as well for a day, so that receivers can change in their own time. */
export const OVERLAP = '24 hours'

/** By the clock too: a delivery whose run was lost, or that came with a restored copy, still goes out. */
const SCHEDULE = '*/10 * * * *'

export const deliveries = backgroundJob(
  JOB,
  async (_, { services, signal }) => {
    const end = performance.now() + RUN_MS
    let sent = 0
    do sent = signal.aborted || performance.now() > end ? -1 : await deliverDue(services)
    while (sent > 0)
    await services.pool.transaction(SYSTEM, (db) => queueNext(db, sent === -1))
    await cleanNowAndThen(services)
  },
  { schedule: SCHEDULE },
)

/** Sends what is due, one delivery of each webhook at most. Answers how many were tried. */
export async function deliverDue(services: Services): Promise<number> {
  const claimed = await services.pool.transaction(SYSTEM, (db) =>
    rowsOf(
      { db },
      sql`with first as (
            select min(id) filter (where "dhProxima" <= now()) as id from webhook_entrega where status = 'na_fila'
            group by webhook_id having bool_and("dhTentando" is null or "dhTentando" < now()))
          update webhook_entrega e set "dhTentando" = now() + ${`${LEASE_S} seconds`}::interval, tentativas = e.tentativas + 1
          from (select id from webhook_entrega where id in (select id from first) and status = 'na_fila'
                  and "dhProxima" <= now() and ("dhTentando" is null or "dhTentando" < now())
                order by id limit ${AT_ONCE} for update skip locked) due
          where e.id = due.id
          returning e.id, e.webhook_id, e.event_type, e.identificador, e.corpo, e.tentativas, e.historico`,
    ),
  )
  await Promise.all(claimed.map((row) => deliver(services, row)))
  return claimed.length
}

/** What came of one try. */
interface Outcome {
  readonly status: number | null
  readonly ms: number
  /** Why it did not succeed; undefined when it did. */
  readonly erro: string | undefined
  /** It would be the same next time. */
  readonly final?: boolean
  /** Seconds that the receiver asked to be left alone for. */
  readonly wait?: number
  readonly url?: string
}

async function deliver(services: Services, row: Row): Promise<void> {
  const from = performance.now()
  const outcome = await attempt(services, row).catch((error: unknown): Outcome => {
    const known = error instanceof CallFailed || error instanceof RefusedAddress
    if (!known)
      log.error('A entrega {id} de webhook falhou: {error}', {
        id: row.id,
        error: error instanceof Error ? error.message : typeof error,
      })
    const erro = known ? error.message : 'Falha do servidor ao preparar a entrega.'
    return { status: null, ms: Math.round(performance.now() - from), erro }
  })
  await settle(services, row, outcome)
}

async function attempt(services: Services, row: Row): Promise<Outcome> {
  const known = await webhookOf(services, Number(row.webhook_id))
  if (!known) return { status: null, ms: 0, erro: 'O webhook foi removido.', final: true }
  if (!known.ativo) return { status: null, ms: 0, erro: 'O webhook está desativado.', final: true }
  const timestamp = Math.floor(Date.now() / 1_000)
  const body = String(row.corpo)
  const from = performance.now()
  const answer = await call({
    url: known.url,
    method: 'POST',
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': 'Prumo-Webhook/1',
      'Prumo-Evento': String(row.event_type),
      'Prumo-Entrega': String(row.identificador),
      'Prumo-Sequencia': String(row.id),
      'Prumo-Tentativa': String(row.tentativas),
      'Prumo-Assinatura': sign(known.secrets, timestamp, body),
      'Idempotency-Key': String(row.identificador),
    },
    body,
    timeoutMs: TIMEOUT_MS,
    limit: ANSWER_LIMIT,
    cut: true,
    allowPrivate: outside(services).allowPrivate,
  })
  const ms = Math.round(performance.now() - from)
  const { status } = answer
  if (status >= 200 && status < 300) return { status, ms, erro: undefined, url: known.url }
  const wait = Number(answer.headers['retry-after'])
  const erro =
    status >= 300 && status < 400 ? `Respondeu ${status}: redirecionamentos não são seguidos.` : `Respondeu ${status}.`
  return { status, ms, erro, url: known.url, ...(Number.isFinite(wait) ? { wait } : {}) }
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
      sql`select id, webhook_url, ativo, segredo, case when "dhSegredo" > now() - ${OVERLAP}::interval then segredo_anterior end as segredo_anterior
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

/** Writes what came of a try: delivered, to be tried again, or given up. */
async function settle(services: Services, row: Row, outcome: Outcome): Promise<void> {
  const id = Number(row.id)
  const { status, ms, erro = null, final = false, wait = 0, url = null } = outcome
  const next = erro === null || final ? undefined : nextWait(Number(row.tentativas), Math.random(), wait)
  const state = erro === null ? 'entregue' : next === undefined ? 'falhou' : 'na_fila'
  const past: readonly unknown[] = Array.isArray(row.historico) ? row.historico : []
  const history = [...past, { dh: new Date().toISOString(), status, ms, erro }].slice(-HISTORY)
  await services.pool.transaction(SYSTEM, async (db) => {
    await db.execute(
      sql`update webhook_entrega set status = ${state}, "dhTentando" = null, ultimo_status = ${status}, ultima_ms = ${ms}, erro = ${erro},
            webhook_url = coalesce(${url}, webhook_url), historico = ${JSON.stringify(history)}::jsonb, alterado_em = now(),
            "dhProxima" = case when ${state} = 'na_fila' then now() + ${`${next ?? 0} seconds`}::interval end,
            "dhEntrega" = case when ${state} = 'entregue' then now() end
          where id = ${id}`,
    )
    await db.execute(sql`select pg_notify('prumo_changed', ${JSON.stringify({ resource: 'webhook_entrega', id })})`)
  })
}

/** Asks for the run at which the next delivery is due: now when there is more to do. */
async function queueNext(db: Parameters<typeof queueJob>[0], more: boolean): Promise<void> {
  const [row] = await rowsOf(
    { db },
    sql`select to_char(min(greatest("dhProxima", coalesce("dhTentando", "dhProxima"))) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
        from webhook_entrega where status = 'na_fila'`,
  )
  if (!row?.at) return
  const runAt = more ? new Date().toISOString() : String(row.at)
  await queueJob(db, JOB, {}, { key: `${JOB}:proxima`, attempts: 5, runAt })
}

let cleanedAt = 0

/** Forgets deliveries that are over and old, at most once an hour in a process. */
async function cleanNowAndThen(services: Services): Promise<void> {
  if (performance.now() - cleanedAt < CLEAN_EVERY_MS && cleanedAt > 0) return
  cleanedAt = performance.now()
  await clean(services)
}

export async function clean({ pool }: Pick<Services, 'pool'>): Promise<void> {
  await pool.transaction(SYSTEM, async (db) => {
    await db.execute(
      sql`delete from webhook_entrega where (status = 'entregue' and alterado_em < now() - ${KEPT.entregue}::interval)
            or (status = 'falhou' and alterado_em < now() - ${KEPT.falhou}::interval)`,
    )
    await db.execute(
      sql`delete from webhook_entrega e using (
            select id, row_number() over (partition by webhook_id order by id desc) as n from webhook_entrega where status <> 'na_fila') old
          where e.id = old.id and old.n > ${KEPT.rows}`,
    )
  })
}
