import { sql } from 'drizzle-orm'
import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy'
import { TIME_ZONE } from '../../core/br/time-zone'
import { Connection } from './connection'
import { DatabaseAway, faultIn, isAway, isDiskFull, pgCode, Silence, WorkEnded } from './faults'
import { Gate } from './gate'
import { Listener } from './listener'
import { counted } from './work'

/** Who asks: row-level security and the session's clock follow it. */
export interface DbContext {
  /** Companies whose rows exist for this caller; 'all' is for the program's own work (jobs, migrations, seeds). */
  readonly empresas: readonly number[] | 'all'
  /** IANA name; date-times are read and written in it. */
  readonly timeZone: string
  /** The number of the person whose work it is: who has to wait for it is told their name. */
  readonly user?: number
}

/** A typed query builder bound to one connection. */
export type Db = PgRemoteDatabase

export const SYSTEM: DbContext = { empresas: 'all', timeZone: TIME_ZONE }

/** The role that every query of the application runs as: it owns nothing and is subject to row-level security. */
export const APP_ROLE = 'prumo_app'

/** Tries of a transaction in all; pauses between them are random and grow, so that the same ones do not meet again. */
const TRIES = 5
const PAUSE_MS = 20
const RETRYABLE = new Set(['40001', '40P01'])
/** A read whose connection was lost is asked again after so long, and again. */
const READ_AGAIN_MS = [50, 400, 1_500] as const
/** Work that finds no free connection for so long is refused. */
const WAIT_MS = 10_000
const STATEMENT_LIMIT_MS = 120_000
/** Nobody waits longer for what others hold. */
const LOCK_LIMIT_MS = 4_000
/** How often it is looked whether somebody waits for others, and whether the database still speaks. */
const LOOK_MS = 500
/** Of units of work that run at a time, those that may be transactions: they wait for each other, and what only reads goes past them. */
const WRITERS = 0.75

/** What a pool is made for. */
export interface PoolOptions {
  /** Units of work that run at a time. */
  readonly max?: number
  readonly role?: string | null
  readonly waitMs?: number
  readonly lockMs?: number
  /** What was read on a connection that was lost is asked again, as it is unless told otherwise. */
  readonly patient?: boolean
}

/** Connections to one database. Each unit of work has one connection, whose session variables say for whom it works. */
export class Pool {
  /** Units of work that run at a time. */
  readonly size: number
  /** The database's disk has no room left: set by whoever meets it, taken back by who proves the contrary. */
  isFull = false
  readonly #waitMs: number
  readonly #lockMs: number
  readonly #pauses: readonly (number | undefined)[]
  readonly #session: Readonly<Record<string, string | number>>
  readonly #all: Gate
  readonly #writers: Gate
  readonly #idle: Connection[] = []
  readonly #held = new Set<Connection>()
  readonly #listener: Listener
  /** The pool's own connection, as the owner: for looking at the others. */
  #spare: Promise<Connection> | undefined
  #looking: ReturnType<typeof setInterval> | undefined
  #away: { readonly cause: unknown } | undefined

  constructor(
    readonly url: string,
    options: PoolOptions = {},
  ) {
    const role = options.role === undefined ? APP_ROLE : options.role
    this.size = options.max ?? 16
    this.#waitMs = options.waitMs ?? WAIT_MS
    this.#lockMs = options.lockMs ?? LOCK_LIMIT_MS
    this.#pauses = options.patient === false ? [undefined] : [...READ_AGAIN_MS, undefined]
    const limits = { statement_timeout: STATEMENT_LIMIT_MS, lock_timeout: this.#lockMs }
    this.#session = { ...limits, ...(role === null ? {} : { role }) }
    this.#all = new Gate(this.size)
    this.#writers = new Gate(Math.ceil(this.size * WRITERS))
    this.#listener = new Listener(url)
  }

  /**
   * Runs `work` on one connection, without a transaction: for reads that are single statements. What was lost with its connection is read again.
   * Throws `PoolBusy`, `DatabaseAway`, `CallerGone`.
   */
  async read<T>(context: DbContext, work: (db: Db) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#again(isAway, () =>
      this.#lease(signal, async (connection) => {
        const working = () => onLoan(connection, work)
        // Both are waited for: work that refuses at once, before it asks anything, would leave what is told of this caller under way on a connection that
        // is lent to the next.
        const [told, result] = await Promise.allSettled([tell(connection, context), working()])
        if (told.status === 'rejected') throw told.reason
        if (result.status === 'rejected') throw result.reason
        return result.value
      }),
    )
  }

  /**
   * Runs `work` in one transaction that only reads, all of it as it stood at one moment: for what is read in several statements, or by a cursor. It waits for nobody's work, nor anybody for
   * it. Throws as `read` does, and what the database says of whatever would write (25006).
   */
  async snapshot<T>(context: DbContext, work: (db: Db) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#again(isNotBegun, () =>
      this.#lease(signal, (connection) => inTransaction(connection, context, work, SNAPSHOT)),
    )
  }

  async #again<T>(isWorthIt: (error: unknown) => boolean, ask: () => Promise<T>): Promise<T> {
    for (const pause of this.#pauses)
      try {
        return await ask()
      } catch (error) {
        if (pause === undefined || !isWorthIt(error)) throw error
        await Bun.sleep(pause)
      }
    throw new DatabaseAway()
  }

  /**
   * Runs `work` in one transaction: all of it or nothing. Deadlock victims and serialization failures are tried again. Throws `PoolBusy`, `LockHeld`,
   * `DatabaseAway` (when that comes with its end, nobody knows whether it was done), `CallerGone`.
   */
  async transaction<T>(context: DbContext, work: (db: Db) => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#writers.enter({ until: performance.now() + this.#waitMs, signal })
    try {
      for (let attempt = 1; ; attempt++)
        try {
          return await this.#lease(signal, (connection) => inTransaction(connection, context, work))
        } catch (error) {
          const again = RETRYABLE.has(pgCode(error) ?? '') || isNotBegun(error)
          if (attempt === TRIES || !again) throw error
          await Bun.sleep(Math.random() * PAUSE_MS * 2 ** attempt)
        }
    } finally {
      this.#writers.leave()
    }
  }

  async #lease<T>(signal: AbortSignal | undefined, work: (connection: Connection) => Promise<T>): Promise<T> {
    if (this.#away) throw new DatabaseAway(this.#away.cause)
    await this.#all.enter({ until: performance.now() + this.#waitMs, signal })
    try {
      const connection = this.#idle.pop() ?? (await this.#open())
      return await this.#hold(connection, work, signal)
    } catch (error) {
      if (isDiskFull(error)) this.isFull = true
      throw error
    } finally {
      this.#all.leave()
    }
  }

  async #hold<T>(connection: Connection, work: (one: Connection) => Promise<T>, signal?: AbortSignal): Promise<T> {
    let cancelling: Promise<void> | undefined
    const leave = (): void => {
      connection.callerLeft = true
      cancelling = this.#cancel(connection)
    }
    this.#held.add(connection)
    this.#looking ??= setInterval(() => void this.#look(), LOOK_MS)
    if (signal?.aborted) leave()
    signal?.addEventListener('abort', leave)
    try {
      return await work(connection)
    } finally {
      signal?.removeEventListener('abort', leave)
      await cancelling
      connection.callerLeft = false
      this.#held.delete(connection)
      if (!connection.isLost) this.#idle.push(connection)
    }
  }

  async #open(): Promise<Connection> {
    const made = await Connection.open(this.url, { session: this.#session })
    made.onLost(() => this.#dropIdle())
    return made
  }

  /** Where one connection was lost the others are doubtful: new ones cost milliseconds. */
  #dropIdle(): void {
    for (const idle of this.#idle.splice(0)) idle.lose()
  }

  /** Ends what a connection is asked, for a caller who has left. */
  async #cancel(connection: Connection): Promise<void> {
    if (connection.silence === 0 || connection.isLost) return
    await this.#own('select pg_cancel_backend($1::int)', [connection.pid]).catch(() => undefined)
  }

  /** Looks at the work under way: asks whom it waits for, and gives up what has not answered for longer than the database lets any statement run. */
  async #look(): Promise<void> {
    if (this.#held.size === 0) {
      clearInterval(this.#looking)
      this.#looking = undefined
    }
    for (const connection of this.#held) {
      if (connection.silence > STATEMENT_LIMIT_MS + 10_000) connection.lose(new Silence())
      else if (connection.holder === undefined && this.#waitsForOthers(connection)) await this.#askHolder(connection)
    }
  }

  #waitsForOthers({ silence }: Connection): boolean {
    return silence > this.#lockMs / 2 && silence < this.#lockMs + LOOK_MS
  }

  async #askHolder(connection: Connection): Promise<void> {
    const [row] = await this.#own(HOLDER, [connection.pid]).catch(() => [])
    if (row) connection.holder = typeof row.name === 'string' ? row.name : null
  }

  async #own(text: string, params: readonly unknown[] = []): Promise<readonly Record<string, unknown>[]> {
    this.#spare ??= this.#openSpare()
    return (await this.#spare).run(text, params)
  }

  async #openSpare(): Promise<Connection> {
    try {
      const made = await Connection.open(this.url, { session: { statement_timeout: PROBE_LIMIT_MS } })
      made.onLost(() => (this.#spare = undefined))
      return made
    } catch (error) {
      this.#spare = undefined
      throw error
    }
  }

  /** Asks the database on a connection of its own, within some seconds. Throws `DatabaseAway`. */
  async probe(text = 'select'): Promise<readonly Record<string, unknown>[]> {
    const answer = this.#own(text)
    const spare = this.#spare
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Silence()), PROBE_LIMIT_MS)
    try {
      return await Promise.race([answer, late.promise])
    } catch (error) {
      void spare?.then((connection) => connection.lose(error)).catch(() => undefined)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  /** Says that the database is away: what is under way is given up, and what is asked is refused at once, until `cameBack`. */
  wentAway(cause: unknown): void {
    this.#away = { cause }
    for (const connection of this.#held) connection.lose(cause)
    this.#dropIdle()
  }

  cameBack(): void {
    this.#away = undefined
  }

  /** Calls back on every NOTIFY of the channel; listens anew by itself, and calls `onListen` each time: what was said meanwhile was not heard. */
  listen(channel: string, onMessage: (payload: string) => void, onListen?: () => void): Promise<() => Promise<void>> {
    return this.#listener.listen(channel, onMessage, onListen)
  }

  /** Lets go of every connection. What is under way has some seconds to end. */
  async close(): Promise<void> {
    this.#listener.close()
    for (let waited = 0; this.#held.size > 0 && waited < CLOSE_LIMIT_MS; waited += 50) await Bun.sleep(50)
    clearInterval(this.#looking)
    this.wentAway('closed')
    await this.#spare?.then((connection) => connection.lose()).catch(() => undefined)
  }
}

const PROBE_LIMIT_MS = 2_000
const CLOSE_LIMIT_MS = 3_000

/** Who holds what a connection waits for: first those who wait for nobody themselves. */
const HOLDER = `
  select u.name from unnest(pg_blocking_pids($1::int)) b (pid) join pg_stat_activity a using (pid)
  left join "user" u on a.application_name = 'prumo u' || u.id
  order by a.wait_event_type is not distinct from 'Lock', u.name limit 1`

/** A transaction that the database did not even begin: its connection was dead already. */
class NotBegun extends DatabaseAway {}

const isNotBegun = (error: unknown): boolean => faultIn(error, NotBegun) !== undefined

const SNAPSHOT = 'begin isolation level repeatable read read only'

async function inTransaction<T>(
  connection: Connection,
  context: DbContext,
  work: (db: Db) => Promise<T>,
  how = 'begin',
): Promise<T> {
  await begin(connection, context, how)
  let result: T
  try {
    result = await onLoan(connection, work)
  } catch (error) {
    await rollback(connection)
    throw error
  }
  await connection.end('commit').catch(async (error: unknown) => {
    await rollback(connection)
    throw error
  })
  return result
}

async function begin(connection: Connection, context: DbContext, how: string): Promise<void> {
  try {
    await Promise.all([tell(connection, context), connection.run(how)])
  } catch (error) {
    if (isAway(error)) throw new NotBegun(error)
    await rollback(connection)
    throw error
  }
}

/** A connection that cannot even roll back is of no use any more. */
async function rollback(connection: Connection): Promise<void> {
  if (!connection.isLost) await connection.end('rollback').catch((error: unknown) => connection.lose(error))
}

async function tell(connection: Connection, context: DbContext): Promise<void> {
  const empresas = context.empresas === 'all' ? '*' : context.empresas.join(',')
  const user = context.user === undefined ? '' : ` u${context.user}`
  const wanted = `${empresas}|${context.timeZone}|${user}`
  if (connection.told === wanted) return
  const settings = `select set_config('prumo.empresas', $1, false), set_config('TimeZone', $2, false), set_config('application_name', $3, false)`
  connection.told = ''
  await connection.run(settings, [empresas, context.timeZone, `prumo${user}`], true)
  connection.told = wanted
}

const ANEW = '/* planned anew */ '

/**
 * Put before a statement whose best plan depends on its values, such as a search for a word: it is then planned for them each time. Other
 * statements are planned once, for values that are not known.
 */
export const PLANNED_ANEW = sql.raw(ANEW)

/**
 * Lends a connection for `work` and no longer. Of things done side by side the first that fails ends the work; what another of them asks after that would
 * run beside the rollback, or in the middle of what the next caller does.
 */
async function onLoan<T>(connection: Connection, work: (db: Db) => Promise<T>): Promise<T> {
  let isOver = false
  const db = drizzle(async (query, params, method) => {
    if (isOver) throw new WorkEnded()
    const prepare = !query.startsWith(ANEW)
    const all = method === 'all'
    const ask = () => (all ? connection.values(query, params, prepare) : connection.run(query, params, prepare))
    return { rows: await counted<unknown[]>(query, ask) }
  })
  try {
    return await work(db)
  } finally {
    isOver = true
  }
}
