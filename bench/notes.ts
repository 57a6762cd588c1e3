/**
 * A thousand notes from the invoicing of their sales to the authority's protocol, two of the company under way at a time: bound 60 s. The server and the authority's simulator are processes of
 * their own. Then 5,000 (NOTES others): what memory the server has after each part, with its garbage gone: it may grow by 64 MB from the first thousand on.
 * On a shared machine the processor time of the server is what compares.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Side } from '../fixtures/side'
import { startServer } from '../fixtures/server-process'
import { testServices } from '../fixtures/test-services'
import { asOwner } from '../fixtures/as-owner'
import { openDatabase } from '../http/db/connect'
import { signedIn } from './bench-user'
import { figure, latency, round } from './measure'
import { readyCompany, seedCompany, several } from './notes-company'

const TIMED = 1_000
const BOUND_S = 60
const BOUND_GROWTH_MB = 64
const MARKS = (process.env.NOTES ?? '2500,5000').split(',').map(Number)
/** People who invoice at a time. */
const CALLS = 2
const LOOK_MS = 200
const SETTLE_MS = 1_000

const folder = mkdtempSync(join(tmpdir(), 'prumo-notes-'))
chmodSync(folder, 0o755)
const authority = new Side(() => [join(import.meta.dirname, '../fixtures/simulators/sefaz/main.ts'), '--port', '0'])
const sefaz = await authority.start()
const database = await openDatabase({ databaseUrl: undefined, dataDir: folder })
await seedCompany(database)
const services = testServices(database.pool)
const server = await startServer({
  PRUMO_DATA: folder,
  DATABASE_URL: database.url,
  PRUMO_SEFAZ: sefaz,
  PRUMO_SECRET: services.secret,
  PRUMO_BACKUPS: '0',
  BUN_OPTIONS: `--preload=${join(import.meta.dirname, 'tidy-on-signal.ts')}`,
})
const session = await signedIn(database, services, server.url)
const { sales } = await readyCompany(session, server.url)

/** Invoices sales and waits for the last answer; the seconds of it, and what a call took. */
async function issue(ids: readonly number[]) {
  const times: number[] = []
  const before = spent()
  const from = performance.now()
  await several(
    CALLS,
    ids.map((id) => async () => {
      const asked = performance.now()
      await session.call('POST', `venda/${id}/fatura`)
      times.push(performance.now() - asked)
    }),
  )
  const invoiced_s = round((performance.now() - from) / 1_000)
  const total = await untilAnswered()
  const seconds = round((performance.now() - from) / 1_000)
  return { total, seconds, invoiced_s, server_cpu_s: round(spent() - before), call: latency(times) }
}

/** Notes that are authorised, when none waits any more. Throws where one was refused. */
async function untilAnswered(): Promise<number> {
  for (;;) {
    const [row] = await asOwner(
      database.url,
      (owner) =>
        owner`select count(*) filter (where status = 1)::int as waiting, count(*) filter (where status = 3)::int as authorised, count(*)::int as all from nfe`,
    )
    if (row?.waiting === 0) {
      if (row.authorised !== row.all) throw new Error(`${row.all - row.authorised} notes were not authorised.`)
      return row.authorised
    }
    await Bun.sleep(LOOK_MS)
  }
}

const TICKS_PER_SECOND = 100

/** Seconds of processor time that the server has had: on a shared machine they tell more than the clock. */
function spent(): number {
  const stat = readFileSync(`/proc/${server.pid}/stat`, 'utf8')
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + system) / TICKS_PER_SECOND
}

/** Memory of the server with its garbage gone, in MB. */
async function memory(): Promise<number> {
  process.kill(server.pid, 'SIGUSR2')
  await Bun.sleep(SETTLE_MS)
  return round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024, 0)
}

const timed = await issue(await sales(TIMED))
const first = await memory()
figure(
  `${TIMED} notes invoiced and authorised`,
  { ...timed, bound_s: BOUND_S, rss_mb: first },
  timed.seconds <= BOUND_S,
)
let done = TIMED
for (const mark of MARKS) {
  await issue(await sales(mark - done))
  done = mark
  const rss_mb = await memory()
  const grown_mb = rss_mb - first
  figure(`memory after ${mark} notes`, { rss_mb, grown_mb, bound_mb: BOUND_GROWTH_MB }, grown_mb <= BOUND_GROWTH_MB)
}
await server.stop()
await authority.end()
await database.close()
rmSync(folder, { recursive: true, force: true })
process.exit()
