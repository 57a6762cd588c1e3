import { sql } from 'drizzle-orm'
import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy'
import postgres, { type ReservedSql, type Sql } from 'postgres'
import { TIME_ZONE } from '../../core/br/time-zone'

/** Who asks: row-level security and the session's clock follow it. */
export interface DbContext {
  /** Companies whose rows exist for this caller; 'all' is for the program's own work (jobs, migrations, seeds). */
  readonly empresas: readonly number[] | 'all'
  /** IANA name; date-times are read and written in it. */
  readonly timeZone: string
}

/** A typed query builder bound to one connection. */
export type Db = PgRemoteDatabase

export const SYSTEM: DbContext = { empresas: 'all', timeZone: TIME_ZONE }

/** The role that every query of the application runs as: it owns nothing and is subject to row-level security. */
export const APP_ROLE = 'prumo_app'

/** Tries of a transaction in all; pauses between them are random and grow, so that the same ones do not meet again. */
const TRIES = 5
const PAUSE_MS = 20
/** Work that finds no free connection for so long is refused. */
const WAIT_MS = 10_000
const RETRYABLE = new Set(['40001', '40P01'])
const STATEMENT_LIMIT_MS = 120_000

/** A connection that this pool holds, and what it was last told of its caller: one that is told the same again costs nothing. */
interface Lease {
  readonly connection: ReservedSql
  told: string
  /** The connection broke: it is not used again. */
  lost: boolean
}

/** All connections were held for too long. */
export class PoolBusy extends Error {
  constructor() {
    super('No connection became free in time.')
  }
}

/** Connections to one database. Each unit of work has one connection, whose session variables say for whom it works. */
export class Pool {
  readonly #sql: Sql
  readonly #idle: Lease[] = []
  readonly #waiting: ((lease: Lease | Promise<Lease>) => void)[] = []
  readonly #waitMs: number
  /** Units of work that run at a time. */
  readonly size: number
  #held = 0

  constructor(
    readonly url: string,
    options: { readonly max?: number; readonly role?: string | null; readonly waitMs?: number } = {},
  ) {
    const role = options.role === undefined ? APP_ROLE : options.role
    this.size = options.max ?? 16
    this.#waitMs = options.waitMs ?? WAIT_MS
    this.#sql = postgres(url, {
      max: this.size + 1,
      max_lifetime: null,
      connect_timeout: 10,
      onnotice: () => undefined,
      connection: {
        application_name: 'prumo',
        statement_timeout: STATEMENT_LIMIT_MS,
        ...(role === null ? {} : { role }),
      },
      types: TEXT_TYPES,
    })
  }

  /** Runs `work` on one connection, without a transaction: for reads that are single statements. */
  read<T>(context: DbContext, work: (db: Db) => Promise<T>): Promise<T> {
    return this.#lease(async (lease) => {
      const [, result] = await Promise.all([tell(lease, context), work(databaseOn(lease.connection))])
      return result
    })
  }

  /** Runs `work` in one transaction: all of it or nothing. Deadlock victims and serialization failures are tried again. Throws `PoolBusy`. */
  async transaction<T>(context: DbContext, work: (db: Db) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++)
      try {
        return await this.#lease((lease) => inTransaction(lease, context, work))
      } catch (error) {
        if (attempt === TRIES || !RETRYABLE.has(pgCode(error) ?? '')) throw error
        await Bun.sleep(Math.random() * PAUSE_MS * 2 ** attempt)
      }
  }

  async #lease<T>(work: (lease: Lease) => Promise<T>): Promise<T> {
    const lease = await this.#take()
    try {
      return await work(lease)
    } catch (error) {
      lease.lost = isConnectionLoss(error)
      throw error
    } finally {
      this.#putBack(lease)
    }
  }

  async #take(): Promise<Lease> {
    const idle = this.#idle.pop()
    if (idle) return idle
    return this.#held >= this.size ? this.#wait() : this.#open()
  }

  #wait(): Promise<Lease> {
    return new Promise((resolve, reject) => {
      const given = (lease: Lease | Promise<Lease>): void => {
        clearTimeout(late)
        resolve(lease)
      }
      const late = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(given), 1)
        reject(new PoolBusy())
      }, this.#waitMs)
      this.#waiting.push(given)
    })
  }

  async #open(): Promise<Lease> {
    this.#held++
    try {
      return { connection: await this.#sql.reserve(), told: '', lost: false }
    } catch (error) {
      this.#held--
      throw error
    }
  }

  #putBack(lease: Lease): void {
    const next = this.#waiting.shift()
    if (!lease.lost) {
      if (next) next(lease)
      else this.#idle.push(lease)
      return
    }
    this.#held-- // the driver reconnects by itself: the lost connection is simply not held any more
    if (next) next(this.#open())
  }

  /** Calls back on every NOTIFY of the channel; reconnects by itself, and calls `onListen` each time: what was said meanwhile was not heard. */
  async listen(
    channel: string,
    onMessage: (payload: string) => void,
    onListen?: () => void,
  ): Promise<() => Promise<void>> {
    const subscription = await this.#sql.listen(channel, onMessage, onListen)
    return () => subscription.unlisten()
  }

  /** The driver itself, for what has no builder: COPY, LISTEN, administration. */
  get driver(): Sql {
    return this.#sql
  }

  async close(): Promise<void> {
    for (const lease of this.#idle.splice(0)) lease.connection.release()
    await this.#sql.end({ timeout: 5 })
  }
}

/** Dates, date-times and numbers stay text between the database and the engine, which knows each column's type. */
const TEXT_TYPES = {
  date: { to: 1082, from: [1082, 1114, 1184], serialize: String, parse: String },
  json: {
    to: 3802,
    from: [114, 3802],
    serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
    parse: (text: string): unknown => JSON.parse(text),
  },
}

async function inTransaction<T>(lease: Lease, context: DbContext, work: (db: Db) => Promise<T>): Promise<T> {
  const { connection } = lease
  await Promise.all([tell(lease, context), connection.unsafe('begin')])
  try {
    const result = await work(databaseOn(connection))
    await connection.unsafe('commit')
    return result
  } catch (error) {
    if (!isConnectionLoss(error)) await connection.unsafe('rollback')
    throw error
  }
}

async function tell(lease: Lease, context: DbContext): Promise<void> {
  const empresas = context.empresas === 'all' ? '*' : context.empresas.join(',')
  const wanted = `${empresas}|${context.timeZone}`
  if (lease.told === wanted) return
  const settings = `select set_config('prumo.empresas', $1, false), set_config('TimeZone', $2, false)`
  lease.told = ''
  await lease.connection.unsafe(settings, [empresas, context.timeZone], { prepare: true })
  lease.told = wanted
}

const ANEW = '/* planned anew */ '

/**
 * Put before a statement whose best plan depends on its values, such as a search for a word: it is then planned for them each time. Other
 * statements are planned once, for values that are not known.
 */
export const PLANNED_ANEW = sql.raw(ANEW)

function databaseOn(connection: ReservedSql): Db {
  return drizzle(async (query, params, method) => {
    const pending = connection.unsafe(query, params, { prepare: !query.startsWith(ANEW) })
    return { rows: method === 'all' ? [...(await pending.values())] : [...(await pending)] }
  })
}

/** The SQLSTATE of a database error, also when the query builder wrapped it. */
export function pgCode(error: unknown): string | undefined {
  return pgError(error)?.code
}

/** The database's own error inside whatever was thrown. */
export function pgError(error: unknown): postgres.PostgresError | undefined {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth++)
    if (one instanceof postgres.PostgresError) return one
  return undefined
}

function isConnectionLoss(error: unknown): boolean {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth++)
    if ('code' in one && typeof one.code === 'string' && one.code.startsWith('CONNECTION_')) return true
  return false
}
