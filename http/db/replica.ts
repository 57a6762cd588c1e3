import { log } from '../platform/log'
import { isAway, pgCode } from './faults'
import { Lag, type Place } from './lag'
import { type Db, type DbContext, Pool, type PoolOptions } from './pool'

/** Where something is read: a plain connection, or one transaction that only reads. */
export type Reads = Pick<Pool, 'read' | 'snapshot'>

/** How a replica stands: level with the primary, later than anybody is to read, or not to be had. */
export interface Standing {
  readonly state: 'level' | 'behind' | 'away'
  /** For how long it has lacked something that the primary has. */
  readonly lagMs: number
  /** Why it is away, in words for whoever keeps the server. */
  readonly why?: string
}

const LOOK_MS = 1_000
/** Beyond that nothing is asked of it until it has caught up. */
export const MOST_LAG_MS = 5_000
/** A call waits so long for the replica to reach what was written when it came, and is then answered by the primary. */
const WAIT_MS = 300
const ASK_AGAIN_MS = 5

const AT_PRIMARY = `select (pg_current_wal_flush_lsn() - '0/0')::text as place, (select system_identifier::text from pg_control_system()) as cluster`
const AT_REPLICA = `select pg_is_in_recovery() as follows, (pg_last_wal_replay_lsn() - '0/0')::text as place, (select system_identifier::text from pg_control_system()) as cluster`

/** A replica cancels what stands in the way of what it has to do (40001, 40P01), and writes nothing (25006). */
const REFUSED = new Set(['40001', '40P01', '25006'])

/**
 * A streaming replica of the primary (PostgreSQL, "Hot Standby"), for reads that may take long. Whoever reads there sees all that was written, by anybody at any server,
 * before they asked: the primary is asked how far it is, and the replica is waited for. Where it does not get there at once, is too late, is gone or gives a read up, the primary
 * answers instead; no call is the worse for a replica.
 */
export class Replica {
  readonly pool: Pool
  /** Reads that each has answered. */
  readonly answered = { replica: 0, primary: 0 }
  readonly #lag = new Lag()
  #standing: Standing = { state: 'away', lagMs: 0, why: 'ainda não foi consultada' }
  #asking: Promise<Place> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #stopped = false

  constructor(
    url: string,
    readonly primary: Pool,
    options: PoolOptions = {},
  ) {
    this.pool = new Pool(url, { ...options, patient: false })
  }

  get standing(): Standing {
    return this.#standing
  }

  /** Looks at it for the first time, and every second from then on. Never throws. */
  async start(): Promise<void> {
    await this.look()
    const again = () => {
      if (!this.#stopped) this.#timer = setTimeout(() => void this.look().then(again), LOOK_MS)
    }
    again()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.pool.close()
  }

  /** Looks how far both are. Never throws. */
  async look(): Promise<void> {
    try {
      const [primary] = await this.primary.probe(AT_PRIMARY)
      const [replica] = await this.pool.probe(AT_REPLICA)
      const why = faultOf(primary, replica)
      if (why !== undefined) return this.#stands({ state: 'away', lagMs: 0, why })
      const lagMs = this.#lag.seen(placeOf(primary), placeOf(replica), performance.now())
      this.#stands({ state: lagMs > MOST_LAG_MS ? 'behind' : 'level', lagMs })
    } catch (error) {
      this.#lost(error)
    }
  }

  #lost(error: unknown): void {
    const words = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    this.#stands({ state: 'away', lagMs: 0, why: `não responde (${words.slice(0, 200)})` })
  }

  #stands(standing: Standing): void {
    const { state, why, lagMs } = standing
    const before = this.#standing
    this.#standing = standing
    if (state === 'away') this.pool.wentAway(why)
    else this.pool.cameBack()
    if (state === before.state && why === before.why) return
    if (state === 'level') log.info('A réplica de leitura está em dia.')
    else log.warn('A réplica de leitura {how}: o principal responde.', { how: why ?? `está ${secondsOf(lagMs)} atrás` })
  }

  /** How to read there, or else in `primary`: what is asked of both is the same, and a read that is given up is begun again. Both throw what `Pool` throws. */
  beside(primary: Pool): Reads {
    const there = async <T>(at: (pool: Pool) => Promise<T>): Promise<T> => {
      if (await this.#isLevelWith(primary))
        try {
          const answer = await at(this.pool)
          this.answered.replica++
          return answer
        } catch (error) {
          if (!isAway(error) && !REFUSED.has(pgCode(error) ?? '')) throw error
        }
      this.answered.primary++
      return at(primary)
    }
    type Work<T> = (db: Db) => Promise<T>
    return {
      read: <T>(context: DbContext, work: Work<T>, signal?: AbortSignal) =>
        there((pool) => pool.read(context, work, signal)),
      snapshot: <T>(context: DbContext, work: Work<T>, signal?: AbortSignal) =>
        there((pool) => pool.snapshot(context, work, signal)),
    }
  }

  /**
   * Has it all that was written until now? It is given a moment to get there. How far it was before is not remembered: one that begins anew after a crash may be
   * behind that for a while. Where the primary does not tell, nobody knows.
   */
  async #isLevelWith(primary: Pool): Promise<boolean> {
    if (this.#standing.state !== 'level') return false
    const [row] = await primary.probe(AT_PRIMARY).catch(() => [])
    if (row === undefined) return false
    const until = performance.now() + WAIT_MS
    try {
      while ((await this.#ask()) < placeOf(row)) {
        if (performance.now() > until || this.standing.state !== 'level') return false
        await Bun.sleep(ASK_AGAIN_MS)
      }
      return true
    } catch (error) {
      this.#lost(error)
      return false
    }
  }

  /** How far it is, asked once for all who want to know. */
  #ask(): Promise<Place> {
    this.#asking ??= this.pool
      .probe(AT_REPLICA)
      .then(([row]) => placeOf(row))
      .finally(() => (this.#asking = undefined))
    return this.#asking
  }
}

/** A lag in words: `12 s`. */
export const secondsOf = (ms: number): string => `${Math.round(ms / 1_000)} s`

/** What keeps from reading at a replica, in a sentence; undefined where it is well. */
export const replicaFault = ({ state, lagMs, why }: Standing): string | undefined => {
  if (state === 'level') return undefined
  return state === 'behind'
    ? `A réplica de leitura está ${secondsOf(lagMs)} atrás do banco principal, que responde no lugar dela.`
    : `A réplica de leitura ${why ?? 'não responde'}. O banco principal responde no lugar dela.`
}

type Told = Readonly<Record<string, unknown>> | undefined

function faultOf(primary: Told, replica: Told): string | undefined {
  if (replica?.follows !== true) return 'não acompanha banco nenhum: DATABASE_READ_URL não é o endereço de uma réplica'
  if (replica.cluster !== primary?.cluster) return 'acompanha outro banco que não o de DATABASE_URL'
  return undefined
}

const placeOf = (told: Told): Place => BigInt(String(told?.place ?? 0))
