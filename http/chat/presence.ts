import { sql } from 'drizzle-orm'
import { type Pool, SYSTEM } from '../db/pool'
import { intArray } from '../platform/engine/query'
import { log } from '../platform/log'
import { CHANNEL } from './notice'

/** Times in milliseconds. */
export interface PresenceTimes {
  /** A process that has not renewed its leases for this long is dead, and its users are gone. */
  readonly lease: number
  readonly beat: number
  /** A socket that is back within this time was never away: a page that reloads, a tab that hands over. */
  readonly grace: number
}

const USUAL: PresenceTimes = { lease: 30_000, beat: 10_000, grace: 4_000 }

/**
 * Who is online, for all server processes: each keeps a lease in the database for every user who has a socket with it, and renews it while
 * it lives. A user is online while any lease stands. Whoever sees a lease run out removes it and says so, so that a killed process leaves
 * nobody online for longer than a lease. Times are the database's own: clocks of machines need not agree.
 */
export class Presence {
  readonly #process = crypto.randomUUID()
  readonly #here = new Set<number>()
  readonly #leaving = new Map<number, ReturnType<typeof setTimeout>>()
  readonly #times: PresenceTimes
  #timer: ReturnType<typeof setInterval> | undefined
  #stopped = false
  /** The last write: each waits for the one before, so that a renewal that comes late brings nobody back who has gone meanwhile. */
  #written: Promise<void> = Promise.resolve()
  #beating = false

  constructor(
    readonly pool: Pool,
    times: Partial<PresenceTimes> = {},
  ) {
    this.#times = { ...USUAL, ...times }
  }

  start(): void {
    this.#timer = setInterval(() => void this.#beat(), this.#times.beat)
  }

  /** Leases are left to run out: users of a server that restarts are back before that, and were never away. */
  stop(): void {
    this.#stopped = true
    clearInterval(this.#timer)
    for (const timer of this.#leaving.values()) clearTimeout(timer)
    this.#leaving.clear()
  }

  /** A user's first socket with this process. */
  async enter(userId: number): Promise<void> {
    clearTimeout(this.#leaving.get(userId))
    this.#leaving.delete(userId)
    if (this.#here.has(userId)) return
    this.#here.add(userId)
    await this.#inTurn(() => this.#renew([userId]))
  }

  /** A user's last socket with this process closed. */
  leave(userId: number): void {
    if (this.#stopped) return
    clearTimeout(this.#leaving.get(userId))
    const gone = (): void => {
      this.#leaving.delete(userId)
      this.#here.delete(userId)
      void this.#inTurn(() => this.#release(userId))
    }
    this.#leaving.set(userId, setTimeout(gone, this.#times.grace))
  }

  /** Where the beat before has not come through yet, it does for both. */
  async #beat(): Promise<void> {
    if (this.#beating) return
    this.#beating = true
    await this.#inTurn(() => this.#renew([...this.#here]))
    await this.#inTurn(() => this.#clear())
    this.#beating = false
  }

  /** Removes leases that have run out, and tells. */
  async #clear(): Promise<void> {
    await this.pool.transaction(SYSTEM, (db) =>
      db.execute(sql`
        with gone as (delete from chat_presenca where expira_em <= now() returning user_id)
        select pg_notify(${CHANNEL}, ${NOTICE}) from (select distinct user_id from gone) g`),
    )
  }

  /** Renews leases; tells of users who had none. */
  async #renew(users: readonly number[]): Promise<void> {
    if (users.length === 0) return
    const until = sql`now() + ${`${this.#times.lease} milliseconds`}::interval`
    await this.pool.transaction(SYSTEM, (db) =>
      db.execute(sql`
        with mine as (
          insert into chat_presenca (user_id, processo, expira_em)
          select u.id, ${this.#process}, ${until} from "user" u where u.id = any (${intArray(users)}::int[])
          on conflict (user_id, processo) do update set expira_em = excluded.expira_em
          returning user_id, xmax = 0 as nova)
        select pg_notify(${CHANNEL}, ${NOTICE}) from mine g where g.nova`),
    )
  }

  /** Ends a lease, unless its user is back. */
  async #release(userId: number): Promise<void> {
    if (this.#here.has(userId)) return
    await this.pool.transaction(SYSTEM, (db) =>
      db.execute(sql`
        with g as (delete from chat_presenca where user_id = ${userId} and processo = ${this.#process} returning user_id)
        select pg_notify(${CHANNEL}, ${NOTICE}) from g`),
    )
  }

  /** Presence is told again at the next beat: a database that does not answer now is nobody's error. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#written = this.#written.then(work).catch((error: unknown) => {
      log.warn('Presença do chat não gravada: {error}', { error: error instanceof Error ? error.name : typeof error })
    })
    return this.#written
  }
}

/** The notice of a row `g`; what it means is read from the table by whoever hears it. */
const NOTICE = sql`json_build_object('kind', 'presence', 'user', g.user_id)::text`
