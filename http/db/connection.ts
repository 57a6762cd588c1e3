import { parse as parseArray } from 'postgres-array'
import postgres, { type ReservedSql, type Sql } from 'postgres'
import { CallerGone, DatabaseAway, isAway, LockHeld, pgCode, Silence } from './faults'

const OPEN_LIMIT_MS = 5_000
const CANCELLED = '57014'
const LOCK_NOT_AVAILABLE = '55P03'

/** How a connection is made. */
export interface ConnectionOptions {
  /** Settings of the session: `role`, `statement_timeout`, … */
  readonly session: Readonly<Record<string, string | number>>
  readonly onNotify?: (channel: string, payload: string) => void
}

/**
 * One connection to the database, with a driver of its own: what the driver does by itself when a connection breaks (it opens another below what was reserved,
 * it writes to a socket that is gone, it never settles what waits) cannot happen to what is used once and then thrown away. Whatever is asked settles: a
 * connection that is lost rejects all of it at once.
 */
export class Connection {
  /** What the session was last told of its caller. */
  told = ''
  /** The person whose work this connection's statement waits for; `undefined` while nobody asked. */
  holder: string | null | undefined
  readonly #driver: Sql
  #reserved: ReservedSql | undefined
  #pid = 0
  #lostBy: { readonly cause: unknown } | undefined
  #since: number | undefined
  #callerLeft = false
  readonly #running = new Set<(error: unknown) => void>()
  readonly #whenLost: (() => void)[] = []

  private constructor(url: string, { session, onNotify }: ConnectionOptions) {
    const options = {
      max: 1,
      max_lifetime: null,
      idle_timeout: 0,
      connect_timeout: OPEN_LIMIT_MS / 1_000,
      keep_alive: 15,
      // Asked for by a statement of the driver's own, whose failure nobody could hear.
      fetch_types: false,
      onnotice: () => undefined,
      onclose: () => this.lose(),
      ...(onNotify ? { onnotify: onNotify } : {}),
      connection: { application_name: 'prumo', ...session },
      types: TEXT_TYPES,
    }
    this.#driver = postgres(url, options)
  }

  /** Opens one, in some milliseconds. Throws `DatabaseAway`, and what the database itself says of a wrong address or password. */
  static async open(url: string, options: ConnectionOptions): Promise<Connection> {
    const made = new Connection(url, options)
    try {
      await made.#settling(async () => {
        // Asked first: what is reserved before it is open never comes, where the driver looks up no types.
        const { state } = await made.#driver.unsafe('select')
        made.#pid = Number(state.pid)
        made.#reserved = await made.#driver.reserve()
      }, OPEN_LIMIT_MS)
      return made
    } catch (error) {
      made.lose(error)
      throw isAway(error) && !(error instanceof DatabaseAway) ? new DatabaseAway(error) : error
    }
  }

  /** The number of the database's process behind it. */
  get pid(): number {
    return this.#pid
  }

  get isLost(): boolean {
    return this.#lostBy !== undefined
  }

  /** Milliseconds for which something has been asked of it without an answer. */
  get silence(): number {
    return this.#since === undefined ? 0 : performance.now() - this.#since
  }

  /** Sends one statement, `prepare`d once where it comes often. Throws what the database says, `DatabaseAway`, `LockHeld`, `CallerGone`. */
  async run(text: string, params: readonly unknown[] = [], prepare = false): Promise<Record<string, unknown>[]> {
    if (this.#callerLeft) throw new CallerGone()
    return this.#send(async (sql) => rowsIn(await sql.unsafe(text, sent(params), { prepare })))
  }

  /** As `run`, each row a list of its values. */
  async values(text: string, params: readonly unknown[], prepare: boolean): Promise<unknown[][]> {
    if (this.#callerLeft) throw new CallerGone()
    return this.#send(async (sql) => rowsIn(await sql.unsafe(text, sent(params), { prepare }).values()))
  }

  /** Sends what ends a transaction: a rollback also for a caller who has left. */
  async end(how: 'commit' | 'rollback'): Promise<void> {
    if (how === 'commit' && this.#callerLeft) throw new CallerGone()
    await this.#send((sql) => sql.unsafe(how))
  }

  async #send<T>(ask: (sql: ReservedSql) => Promise<T>): Promise<T> {
    const sql = this.#reserved
    if (this.#lostBy || !sql) throw new DatabaseAway(this.#lostBy?.cause)
    try {
      return await this.#settling(() => ask(sql))
    } catch (error) {
      throw this.#toldOf(error)
    }
  }

  #toldOf(error: unknown): unknown {
    if (isAway(error)) {
      this.lose(error)
      return error instanceof DatabaseAway ? error : new DatabaseAway(error)
    }
    const code = pgCode(error)
    if (code === CANCELLED && this.#callerLeft) return new CallerGone()
    return code === LOCK_NOT_AVAILABLE ? new LockHeld(this.holder, error) : error
  }

  /** Settles when `work` does, when the connection is lost, or when the time is up. */
  #settling<T>(work: () => Promise<T>, limitMs?: number): Promise<T> {
    return new Promise((resolve, reject) => {
      const late = limitMs === undefined ? undefined : setTimeout(() => reject(new Silence()), limitMs)
      this.#running.add(reject)
      this.#since ??= performance.now()
      this.holder = undefined
      void work()
        .then(resolve, reject)
        .finally(() => {
          clearTimeout(late)
          this.#running.delete(reject)
          this.#since = this.#running.size === 0 ? undefined : performance.now()
        })
    })
  }

  /** Gives it up: what was asked is rejected, and nothing is asked any more. */
  lose(cause?: unknown): void {
    if (this.#lostBy) return
    this.#lostBy = { cause }
    for (const reject of this.#running) reject(new DatabaseAway(cause))
    for (const tell of this.#whenLost) tell()
    void this.#driver.end({ timeout: 0 }).catch(() => undefined)
  }

  /** Calls back when it is lost or closed, once. */
  onLost(tell: () => void): void {
    this.#whenLost.push(tell)
  }

  /** While a unit of work runs on it for a caller: `true` once they have left. Nothing but its end is sent then. */
  set callerLeft(left: boolean) {
    this.#callerLeft = left
  }
}

/**
 * What came. The driver goes on counting where a statement failed after some of its rows had come, as one that was given up in the middle does: the rows of
 * the next one lie behind as many holes, which a filter leaves out.
 */
const rowsIn = <T>(came: readonly T[]): T[] => came.filter(() => true)

/** The driver's types name what it takes; what it does not know it sends as text. */
// oxlint-disable-next-line typescript/consistent-type-assertions
const sent = (params: readonly unknown[]) => params as never[]

/** Lists of some types, by the numbers that the database gives them. They are sent as text. */
const lists = (name: string, from: number[], parse: (text: string) => unknown) => ({
  [`${name}_list`]: { to: 25, from, serialize: String, parse: (text: string) => parseArray(text, parse) },
})

/** Dates, date-times and numbers stay text between the database and the engine, which knows each column's type. */
const TEXT_TYPES = {
  date: { to: 1082, from: [1082, 1114, 1184], serialize: String, parse: String },
  json: {
    to: 3802,
    from: [114, 3802],
    serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
    parse: (text: string): unknown => JSON.parse(text),
  },
  // The driver would look up which types are lists, as the first thing that it asks of a connection; these are all that we have.
  ...lists('text', [1002, 1003, 1009, 1014, 1015, 1016, 1115, 1182, 1185, 1231], String),
  ...lists('number', [1005, 1007, 1021, 1022, 1028], Number),
  ...lists('boolean', [1000], (text) => text === 't'),
  ...lists('json', [199, 3807], (text): unknown => JSON.parse(text)),
}
