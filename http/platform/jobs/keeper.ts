import { Connection } from '../../db/connection'

/** The first half of the advisory locks that running jobs hold; the second is the job's number. */
export const LOCK_CLASS = 727_786
/** A job that another process still holds is taken up later. */
const LOCK_LIMIT_MS = 10_000

/** What this process holds of running jobs: advisory locks on one connection. When that is lost, so are they, and `onLost` says so. */
export class Keeper {
  #connection: Promise<Connection> | undefined

  constructor(
    readonly url: string,
    readonly onLost: () => void = () => undefined,
  ) {}

  /** Holds a job's number while `work` runs. Throws `LockHeld`, `DatabaseAway`. */
  async hold(number: number, work: () => Promise<void>): Promise<void> {
    await this.run('select pg_advisory_lock($1::int, $2::int)', [LOCK_CLASS, number])
    try {
      await work()
    } finally {
      // Where it cannot be given back, its connection is gone, and the lock with it.
      await this.run('select pg_advisory_unlock($1::int, $2::int)', [LOCK_CLASS, number]).catch(() => undefined)
    }
  }

  /** One statement, as the database's owner. */
  async run(text: string, params: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    this.#connection ??= this.#open()
    return (await this.#connection).run(text, params)
  }

  async #open(): Promise<Connection> {
    try {
      const made = await Connection.open(this.url, { session: { lock_timeout: LOCK_LIMIT_MS } })
      made.onLost(() => {
        this.#connection = undefined
        this.onLost()
      })
      return made
    } catch (error) {
      this.#connection = undefined
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#connection?.then((connection) => connection.lose()).catch(() => undefined)
  }
}
