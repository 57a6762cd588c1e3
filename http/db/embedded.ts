import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { build, type Cluster, clusterIn, handOver, NoCluster, passwordOf, run, stateOf } from './cluster'
import { withFolderLock } from './folder-lock'
import { dropStaleLock, postmasterOf } from './postmaster'

const LETTING_GO_TRIES = 60
const STOP_LIMIT_MS = 60_000
/** Making a database takes seconds, recovering a big one after a crash may take minutes. */
const LOCK_LIMIT_MS = 150_000

/** A running embedded PostgreSQL: where it is, and how to stop it. */
export interface EmbeddedPostgres {
  readonly url: string
  readonly port: number
  /** True when this process started it, false when it was found running. */
  readonly started: boolean
  /** Stops the server in fast mode: running transactions are rolled back, everything committed is kept. */
  stop(): Promise<void>
}

/** How it is started. */
interface StartOptions {
  readonly flags?: readonly string[]
  /** Where it is to listen, as before it went away; any free one unless told. */
  readonly port?: number
  /** `look` makes no database where there is none: throws `NoCluster`. */
  readonly only?: 'look'
}

/**
 * Starts PostgreSQL 18 (from npm) on the data folder, or finds the one that already runs there, for instance after the program was killed. One program at a time
 * does that; the others find what it started. The database is made on first use: UTF-8, own random superuser password, loopback only. Throws with what to mend
 * when it cannot start, and changes nothing in a folder that holds something else.
 */
export async function startEmbedded(dataDir: string, options: StartOptions = {}): Promise<EmbeddedPostgres> {
  if (options.only !== 'look') mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  else if (!existsSync(dataDir)) throw new NoCluster(`Não há banco de dados em ${dataDir}.`)
  const cluster = await clusterIn(dataDir)
  const { started, port } = await withFolderLock(dataDir, LOCK_LIMIT_MS, async () => {
    if (stateOf(cluster) === 'none') {
      if (options.only === 'look') throw new NoCluster(`Ainda não há banco de dados em ${dataDir}.`)
      await build(cluster)
    }
    const running = postmasterOf(cluster.folder)?.port
    if (running !== undefined) return { started: false, port: running }
    const wanted = options.port ?? (await freePort())
    await launch(cluster, wanted, options.flags ?? [])
    return { started: true, port: postmasterOf(cluster.folder)?.port ?? wanted }
  })
  return {
    url: `postgres://prumo:${passwordOf(cluster)}@127.0.0.1:${port}/prumo`,
    port,
    started,
    stop: () => stopServer(cluster),
  }
}

/** Stops the server that runs now, and it alone: `pg_ctl -w` would wait for the next one too, which another program may start at once. */
async function stopServer(cluster: Cluster): Promise<void> {
  const server = postmasterOf(cluster.folder)
  if (server === undefined) return
  await run(join(cluster.binaries, 'pg_ctl'), ['stop', '-D', cluster.folder, '-m', 'fast', '-W'], cluster.spawn)
  const until = Date.now() + STOP_LIMIT_MS
  while (postmasterOf(cluster.folder)?.pid === server.pid) {
    if (Date.now() > until) throw new Error(`O PostgreSQL embutido em ${cluster.folder} não parou em um minuto.`)
    await Bun.sleep(50)
  }
}

/** Is there a server on this data folder, taking connections or about to? */
export function isRunning(dataDir: string): boolean {
  return postmasterOf(join(dataDir, 'pg')) !== undefined
}

/**
 * What the server writes down: of what it does itself, never of what it was asked. Errors of statements carry values (a CPF that is there already) and are the
 * caller's to hear; they are not logged, nor what was being asked when something broke. A file a weekday, written over a week later.
 */
const LOGGING = [
  'logging_collector=on',
  'log_directory=../pg-log',
  'log_filename=postgresql-%u.log',
  'log_file_mode=0600',
  'log_truncate_on_rotation=on',
  'log_rotation_age=1d',
  'log_rotation_size=0',
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  'log_statement=none',
] as const

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'shared_buffers=256MB',
  'max_wal_size=2GB',
  'checkpoint_timeout=15min',
  'random_page_cost=1.1',
  'effective_cache_size=2GB',
  'work_mem=16MB',
  'jit=off',
  // What was asked by a program that is gone ends, and lets go of what it held.
  'client_connection_check_interval=5s',
] as const

/** Where the server's own log is, and what it said before that was open. */
const logFolder = ({ dataDir }: Cluster) => join(dataDir, 'pg-log')
const startLog = ({ dataDir }: Cluster) => join(dataDir, 'postgres.log')

async function launch(cluster: Cluster, port: number, flags: readonly string[]): Promise<void> {
  mkdirSync(logFolder(cluster), { recursive: true, mode: 0o700 })
  handOver(logFolder(cluster), cluster)
  // What a start says is of use until the next; what earlier versions wrote there tells of people.
  writeFileSync(startLog(cluster), '', { mode: 0o600 })
  handOver(startLog(cluster), cluster)
  const settings = [`port=${port}`, ...LOGGING, ...SETTINGS, ...flags]
  const options = settings.map((one) => `-c ${one}`).join(' ')
  const args = ['start', '-D', cluster.folder, '-w', '-t', '120', '-l', startLog(cluster), '-o', options]
  for (let attempt = 1; ; attempt++)
    try {
      dropStaleLock(cluster.folder)
      await run(join(cluster.binaries, 'pg_ctl'), args, cluster.spawn)
      return
    } catch (error) {
      if (postmasterOf(cluster.folder)?.port !== undefined) return
      const tail = lastWords(cluster)
      // After a kill the old server's children need a moment to notice and let go of its memory.
      const lettingGo = tail.includes('pre-existing shared memory block')
      if (!lettingGo || attempt >= LETTING_GO_TRIES)
        throw new Error(`O PostgreSQL embutido não iniciou. Últimas linhas de ${logFolder(cluster)}:\n${tail}`, {
          cause: error,
        })
      await Bun.sleep(250)
    }
}

/** What it said last: where it had come to its own log, that, else what it said on starting. */
function lastWords(cluster: Cluster): string {
  const logs = readdirSync(logFolder(cluster)).map((name) => join(logFolder(cluster), name))
  const files = [startLog(cluster), ...logs].filter((file) => existsSync(file))
  const [newest] = files.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  return [startLog(cluster), ...(newest === undefined || newest === startLog(cluster) ? [] : [newest])]
    .map((file) => readFileSync(file, 'utf8').slice(-2_000))
    .join('\n')
    .trim()
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
