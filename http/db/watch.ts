import { statfsSync } from 'node:fs'
import { log } from '../platform/log'
import { faultIn, isDiskFull, Silence } from './faults'
import type { Pool } from './pool'

const LOOK_MS = 1_000
const AWAY_MS = 250
/** A database that neither answers nor refuses is given up after so long: it may only be slow. */
const PATIENCE_MS = 6_000
/** Less than this is left to the database itself: without room for its own log it stops altogether. */
const FREE_BYTES = 64 * 1024 * 1024
/** Takes real room, and gives it back. */
const TAKES_ROOM = `
  create temp table prumo_prova as select repeat(md5(n::text), 200) as x from generate_series(1, 400) n;
  drop table prumo_prova`

/** What is watched, and how it is brought back. */
export interface Watched {
  /** The first is asked for all. */
  readonly pools: readonly [Pool, ...Pool[]]
  /** Folder of an embedded database, whose disk is looked at. */
  readonly dataDir?: string | undefined
  /** Starts an embedded database that is gone, where it was before; answers whether it was gone. */
  readonly revive?: (() => Promise<boolean>) | undefined
}

/**
 * Looks at the database every second, on a connection of its own. When it goes away, everything that is under way is given up and every call is told so at once;
 * an embedded one is started again; when it is back, everything goes on.
 */
export class DatabaseWatch {
  #away = false
  #silentSince: number | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #looking: Promise<void> | undefined
  #stopped = false
  #told = ''

  constructor(readonly watched: Watched) {}

  start(): void {
    this.#timer = setTimeout(() => void this.look(), LOOK_MS)
  }

  /** Looks now; never throws. */
  look(): Promise<void> {
    clearTimeout(this.#timer)
    this.#looking ??= this.#round().finally(() => {
      this.#looking = undefined
      if (!this.#stopped) this.#timer = setTimeout(() => void this.look(), this.#away ? AWAY_MS : LOOK_MS)
    })
    return this.#looking
  }

  async #round(): Promise<void> {
    const [pool] = this.watched.pools
    try {
      // The connection that asks may be the only one that is gone.
      await pool.probe().catch((error: unknown) => {
        if (faultIn(error, Silence)) throw error
        return pool.probe()
      })
      this.#silentSince = undefined
      if (this.#away) this.#back()
      await this.#lookAtRoom(pool)
    } catch (error) {
      this.#silentSince ??= performance.now()
      if (faultIn(error, Silence) && !this.#away && performance.now() - this.#silentSince < PATIENCE_MS) return
      await this.#gone(error)
    }
  }

  async #lookAtRoom(pool: Pool): Promise<void> {
    const full = this.#isFull() || (pool.isFull && !(await takesMore(pool)))
    if (full && !this.#told) log.error('O disco do banco de dados está cheio.')
    this.#told = full ? 'full' : ''
    for (const one of this.watched.pools) one.isFull = full
  }

  #isFull(): boolean {
    const { dataDir } = this.watched
    if (dataDir === undefined) return false
    const { bavail, bsize } = statfsSync(dataDir)
    return bavail * bsize < FREE_BYTES
  }

  async #gone(error: unknown): Promise<void> {
    if (!this.#away) log.error('O banco de dados não responde: {error}', { error: wordsOf(error) })
    this.#away = true
    for (const pool of this.watched.pools) pool.wentAway(error)
    try {
      if (await this.watched.revive?.()) log.warn('O banco de dados embutido foi aberto de novo.')
      this.#told = ''
    } catch (failure) {
      // Once, and again when it fails otherwise: it is tried several times a second.
      const words = wordsOf(failure)
      if (words !== this.#told) log.error('O banco de dados embutido não abre: {words}', { words })
      this.#told = words
      for (const pool of this.watched.pools) pool.isFull = this.#isFull()
    }
  }

  #back(): void {
    this.#away = false
    for (const pool of this.watched.pools) pool.cameBack()
    log.warn('O banco de dados voltou.')
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await Promise.race([this.#looking, Bun.sleep(1_000)])
  }
}

async function takesMore(pool: Pool): Promise<boolean> {
  try {
    await pool.probe(TAKES_ROOM)
    return true
  } catch (error) {
    if (isDiskFull(error)) return false
    throw error
  }
}

function wordsOf(error: unknown): string {
  const innermost = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return (innermost instanceof Error ? innermost.message : String(innermost)).slice(0, 1_000)
}
