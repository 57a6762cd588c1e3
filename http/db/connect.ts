import { existsSync } from 'node:fs'
import postgres, { type Sql } from 'postgres'
import { addressFile, type Settings } from '../settings'
import { type EmbeddedPostgres, startEmbedded } from './embedded'
import { knownMigrations } from './migrate'
import { Pool, type PoolOptions } from './pool'
import { prepare } from './prepare'

/** A database ready for work, and how to let go of it. */
export interface Database {
  readonly pool: Pool
  readonly url: string
  /** The superuser's or owner's address, for migrations, backups and tests. */
  readonly embedded: EmbeddedPostgres | undefined
  /** Migrations that were applied just now. */
  readonly migrated: readonly string[]
  /** Starts the embedded server again where it is gone, and answers whether it was. Throws when it cannot. */
  readonly revive: (() => Promise<boolean>) | undefined
  close(): Promise<void>
}

/**
 * Opens the database that the settings name (DATABASE_URL, else the embedded one) and migrates it. `close` stops the embedded
 * server when nobody else uses it. Throws with what to mend.
 */
export async function openDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  options: PoolOptions = {},
): Promise<Database> {
  const embedded = settings.databaseUrl ? undefined : await readyEmbedded(settings.dataDir)
  const url = settings.databaseUrl ?? embedded?.url ?? ''
  try {
    const migrated = await migrateAt(url)
    // It has waited for whoever moved the embedded database elsewhere meanwhile.
    if (embedded && existsSync(addressFile(settings.dataDir)))
      throw new DatabaseMoved('O banco de dados acaba de mudar para outro servidor. Abra o Prumo de novo.')
    const pool = new Pool(url, options)
    return {
      pool,
      url,
      embedded,
      migrated,
      revive: embedded && (() => revive(settings.dataDir, embedded)),
      close: async () => {
        await pool.close()
        // A server that does not answer is stopped by nobody: it ends by itself, or is found at the next start.
        if (embedded && (await isLastClient(url).catch(() => false))) await embedded.stop()
      },
    }
  } catch (error) {
    if (embedded?.started) await embedded.stop()
    throw error
  }
}

/** A database that is only looked at. */
export interface Looked {
  readonly pool: Pool
  /** As its owner: row-level security hides nothing. */
  readonly owner: Sql
  readonly embedded: boolean
  /** Migrations of this program that it lacks. */
  readonly pending: readonly string[]
  close(): Promise<void>
}

/** Opens a database to look at it: none is made, nothing is migrated. Throws `NoCluster` where there is none, and with what to mend. */
export async function lookAtDatabase(settings: Pick<Settings, 'databaseUrl' | 'dataDir'>): Promise<Looked> {
  const embedded = settings.databaseUrl ? undefined : await startEmbedded(settings.dataDir, { only: 'look' })
  const url = settings.databaseUrl ?? embedded?.url ?? ''
  const owner = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => undefined, connection: LOOKING })
  const pool = new Pool(url, { max: 2 })
  const close = async (): Promise<void> => {
    await pool.close()
    await owner.end({ timeout: 5 })
    if (embedded?.started && (await isLastClient(url).catch(() => false))) await embedded.stop()
  }
  try {
    const [row] = await owner`select to_regclass('prumo_migracao') is not null as found`
    const applied = row?.found === true ? await owner<{ nome: string }[]>`select nome from prumo_migracao` : []
    const done = new Set(applied.map(({ nome }) => nome))
    const pending = knownMigrations().flatMap(({ name }) => (done.has(name) ? [] : [name]))
    return { pool, owner, embedded: embedded !== undefined, pending, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The proofs read whole ledgers, and keep nobody waiting. */
const LOOKING = { statement_timeout: 300_000, default_transaction_read_only: true }

/** The database is at another address than this program knows. */
export class DatabaseMoved extends Error {}

/** Where it was started again elsewhere, by another program, this one has to begin anew: it knows one address. */
async function revive(dataDir: string, { port }: EmbeddedPostgres): Promise<boolean> {
  const again = await startEmbedded(dataDir, { port })
  if (again.port !== port) throw new DatabaseMoved(`O banco de dados mudou da porta ${port} para ${again.port}.`)
  return again.started
}

/** The embedded server, taking connections. One that is found starting up or shutting down is waited for, and started again when it is gone. */
async function readyEmbedded(dataDir: string): Promise<EmbeddedPostgres> {
  const deadline = performance.now() + BUSY_LIMIT_MS
  for (;;) {
    const embedded = await startEmbedded(dataDir)
    try {
      await ensureDatabase(embedded.url)
      return embedded
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
      await Bun.sleep(250)
    }
  }
}

const BUSY_LIMIT_MS = 60_000
/** cannot_connect_now, admin_shutdown. */
const BUSY = new Set(['57P03', '57P01', 'ECONNREFUSED', 'ECONNRESET', 'CONNECTION_CLOSED', 'CONNECTION_ENDED'])

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && BUSY.has(String(error.code))
}

async function ensureDatabase(url: string): Promise<void> {
  const admin = postgres(withDatabase(url, 'postgres'), { max: 1, onnotice: () => undefined })
  try {
    const found = await admin`select 1 from pg_database where datname = 'prumo'`
    if (found.length === 0) await admin.unsafe('create database prumo')
  } finally {
    await admin.end()
  }
}

/** The same server, another database. */
export function withDatabase(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.toString()
}

async function migrateAt(url: string): Promise<readonly string[]> {
  const sql = postgres(url, { max: 2, onnotice: () => undefined })
  try {
    return await prepare(sql, url)
  } finally {
    await sql.end()
  }
}

async function isLastClient(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, connect_timeout: 3, onnotice: () => undefined })
  try {
    const [row] = await sql<{ others: number }[]>`
      select count(*)::int as others from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`
    return row?.others === 0
  } finally {
    await sql.end({ timeout: 1 })
  }
}
