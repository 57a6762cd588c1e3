import { messageOf } from '../../../core/errors'
import { type ServerNumber, serverNumber } from '../../../core/settings/server'
import { sql } from 'drizzle-orm'
import { SYSTEM } from '../../db/pool'
import { asWork } from '../../db/work'
import { clockOf, type Services } from '../app'
import { serverSettingsOf } from '../../sis/configuracao'
import { rowsOf } from '../context'
import { log } from '../log'
import type { Row } from '../resource'
import { allKinds, CHANNEL, type Kind } from './exchange'
import { leaseOf, turn } from './turn'

/** Besides being told, a server looks this often: a try whose time has come, a lease that ran out. */
const POLL_MS = 5_000
const CLEAN_EVERY_MS = 3_600_000
/** Time that calls under way have when a server stops. What has no answer by then is uncertain, and is asked for by the next server. */
const GRACE_MS = 5_000
/** Any number: processes that look for requests take turns, so that of one queue no two are ever under way. */
const LOCK = 727_786_003
/** What is kept of requests that are over: by age, as settings say, and of each queue the newest so many. */
const KEPT_ROWS = 10_000

/** Requests that wait or are under way, and what each may be taken by. */
const WAITING = sql.raw(`'na_fila', 'enviando', 'incerta', 'recebida'`)
const DUE = sql.raw(`coalesce("dhTentando", "dhProxima") <= now()`)

/**
 * Leases requests that are due, of each `fila` the oldest, at most so many. One that was under way with a process that is gone is uncertain: `incerta` says so, also
 * of those that got no answer.
 */
function claim(services: Services, kind: Kind, limit: number): Promise<Row[]> {
  return services.pool.transaction(SYSTEM, async (db) => {
    await db.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
    return rowsOf(
      { db },
      sql`with first as (
            select min(id) filter (where ${DUE}) as id from troca where tipo = ${kind.name} and status in (${WAITING})
            group by fila having bool_and("dhTentando" is null or "dhTentando" <= now())),
          due as (select t.id, t.status in ('enviando', 'incerta') as incerta from troca t join first using (id) order by t.id limit ${limit} for update of t skip locked)
          update troca t set status = 'enviando', "dhTentando" = now() + make_interval(secs => ${leaseOf(kind)}), tentativas = t.tentativas + 1, versao = t.versao + 1
          from due where t.id = due.id returning t.*, due.incerta, coalesce(t."dhExpira" <= now(), false) as vencida`,
    )
  })
}

const never = new AbortController().signal

/** One turn, whose statements go by the name of its kind. */
const turnOf = (services: Services, kind: Kind, row: Row, stop: AbortSignal): Promise<void> =>
  asWork({ kind: 'exchange', name: () => ({ recurso: 'troca', verbo: kind.name }) }, () =>
    turn(services, kind, row, stop),
  )

/** One round of a kind: what is due now is tried once, one of each queue. Answers how many were tried. */
export async function exchangeRound(services: Services, kind: Kind): Promise<number> {
  const rows = await claim(services, kind, kind.atOnce)
  await Promise.all(rows.map((row) => turnOf(services, kind, row, never)))
  return rows.length
}

const readyKinds = (services: Services): readonly Kind[] => allKinds().filter((kind) => kind.ready?.(services) ?? true)

/** Sends everything that is due, now, in this call: for tests and for the terminal. */
export async function runDueExchanges(services: Services): Promise<void> {
  await Promise.all(
    readyKinds(services).map(async (kind) => {
      while ((await exchangeRound(services, kind)) > 0);
    }),
  )
}

/** The exchanges of a server process at work. */
export interface ExchangeRunner {
  /** Lets calls under way end (some seconds), aborts the rest, and stops. */
  stop(): Promise<void>
}

/** Speaks with the outside services, in this process; any number of processes may. */
export async function startExchange(services: Services): Promise<ExchangeRunner> {
  const loops = readyKinds(services).map((kind) => new Loop(services, kind))
  const wake = (name?: string): void => {
    for (const loop of loops) if (name === undefined || loop.kind.name === name) loop.wake()
  }
  const unlisten = await services.pool.listen(CHANNEL, wake, () => wake())
  const timer = setInterval(wake, POLL_MS)
  const cleaning = setInterval(() => void clean(services).catch(report), CLEAN_EVERY_MS)
  void clean(services).catch(report)
  return {
    stop: async () => {
      clearInterval(timer)
      clearInterval(cleaning)
      await unlisten()
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

/** One kind in one process: as many calls under way as it may have, a new one begun as soon as one ends. */
class Loop {
  readonly #running = new Set<Promise<void>>()
  readonly #stop = new AbortController()
  #looking: Promise<void> | undefined
  #again = false
  #stopping = false

  constructor(
    readonly services: Services,
    readonly kind: Kind,
  ) {}

  wake(): void {
    if (this.#stopping) return
    this.#again = true
    this.#looking ??= this.#look()
      .catch(report)
      .finally(() => (this.#looking = undefined))
  }

  async #look(): Promise<void> {
    while (this.#again && !this.#stopping) {
      this.#again = false
      const free = this.kind.atOnce - this.#running.size
      if (free > 0) for (const row of await claim(this.services, this.kind, free)) this.#begin(row)
    }
  }

  #begin(row: Row): void {
    const running = turnOf(this.services, this.kind, row, this.#stop.signal)
      .catch(report)
      .finally(() => {
        this.#running.delete(running)
        this.wake()
      })
    this.#running.add(running)
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await this.#looking
    await Promise.race([Promise.all(this.#running), Bun.sleep(GRACE_MS)])
    this.#stop.abort()
    await Promise.all(this.#running)
  }
}

/** Forgets requests that are over and old. */
export async function clean(services: Services): Promise<void> {
  await services.pool.transaction(SYSTEM, async (db) => {
    const settings = await serverSettingsOf({ db })
    const old = (name: ServerNumber) =>
      sql`${clockOf(services).now()}::timestamptz - make_interval(days => ${serverNumber(settings, name)})`
    await db.execute(
      sql`delete from troca where (status = 'respondida' and alterado_em < ${old('GUARDA_COMUNICACOES_DIAS')}) or (status = 'falhou' and alterado_em < ${old('GUARDA_COMUNICACOES_FALHAS_DIAS')})`,
    )
    await db.execute(
      sql`delete from troca t using (
            select id, row_number() over (partition by tipo, fila order by id desc) as n from troca where status in ('respondida', 'falhou')) old
          where t.id = old.id and old.n > ${KEPT_ROWS}`,
    )
  })
}

function report(error: unknown): void {
  log.error('As comunicações pararam: {error}', { error: messageOf(error) })
}
