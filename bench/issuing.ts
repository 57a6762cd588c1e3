import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asOwner } from '../fixtures/as-owner'
import { startServer } from '../fixtures/server-process'
import { Side } from '../fixtures/side'
import { testServices } from '../fixtures/test-services'
import { openDatabase } from '../http/db/connect'
import { signedIn } from './bench-user'
import { latency, round } from './measure'
import { readyCompany, seedCompany, several } from './notes-company'

/** People who issue at a time. */
const CALLS = 2
const LOOK_MS = 200
const SETTLE_MS = 1_000
const TICKS_PER_SECOND = 100

/** Documents of a kind: what issues one, and SQL that counts those that wait (`waiting`), that are done (`done`) and all of them (`all`). */
interface Issuing {
  readonly issue: (id: number) => Promise<unknown>
  readonly counts: string
}

/** Seconds of processor time that a process has had: on a shared machine they tell more than the clock. */
function spent(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + system) / TICKS_PER_SECOND
}

/** Memory of a server with its garbage gone, in MB. */
async function memoryOf(pid: number): Promise<number> {
  process.kill(pid, 'SIGUSR2')
  await Bun.sleep(SETTLE_MS)
  return round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024, 0)
}

/** A company that issues, at a server of its own, before the simulators of the authorities, each a process of its own. */
export async function openIssuing() {
  const folder = mkdtempSync(join(tmpdir(), 'prumo-issuing-'))
  chmodSync(folder, 0o755)
  const simulator = (name: string) =>
    new Side(() => [join(import.meta.dirname, `../fixtures/simulators/${name}/main.ts`), '--port', '0'])
  const sides = [simulator('sefaz'), simulator('nfse')] as const
  const [sefaz, nfse] = await Promise.all([sides[0].start(), sides[1].start()])
  const database = await openDatabase({ databaseUrl: undefined, dataDir: folder })
  await seedCompany(database)
  const services = testServices(database.pool)
  const server = await startServer({
    PRUMO_DATA: folder,
    DATABASE_URL: database.url,
    PRUMO_SEFAZ: sefaz,
    PRUMO_NFSE: nfse,
    PRUMO_SECRET: services.secret,
    PRUMO_BACKUPS: '0',
    BUN_OPTIONS: `--preload=${join(import.meta.dirname, 'tidy-on-signal.ts')}`,
  })
  const session = await signedIn(database, services, server.url)
  const company = await readyCompany(session, server.url)

  /** How many are done, when none waits any more. Throws where one was refused. */
  const untilAnswered = async (counts: string): Promise<number> => {
    for (;;) {
      const [row] = await asOwner(database.url, (owner) => owner.unsafe(counts))
      if (row?.waiting === 0) {
        if (row.done !== row.all) throw new Error(`${row.all - row.done} documents were not taken.`)
        return row.done
      }
      await Bun.sleep(LOOK_MS)
    }
  }

  return {
    session,
    ...company,
    /** Issues what documents are of, and waits for the last answer; the seconds of it, and what a call took. */
    issued: async (ids: readonly number[], { issue, counts }: Issuing) => {
      const times: number[] = []
      const before = spent(server.pid)
      const from = performance.now()
      await several(
        CALLS,
        ids.map((id) => async () => {
          const asked = performance.now()
          await issue(id)
          times.push(performance.now() - asked)
        }),
      )
      const called_s = round((performance.now() - from) / 1_000)
      const total = await untilAnswered(counts)
      const seconds = round((performance.now() - from) / 1_000)
      return { total, seconds, called_s, server_cpu_s: round(spent(server.pid) - before), call: latency(times) }
    },
    /** Memory of the server with its garbage gone, in MB. */
    memory: (): Promise<number> => memoryOf(server.pid),
    end: async (): Promise<void> => {
      await server.stop()
      await Promise.all(sides.map((side) => side.end()))
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
