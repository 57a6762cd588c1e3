/**
 * 200 clerks at work on 1,000,000 vendas: lists 60 %, records 20 %, saves 15 %, actions 5 %. Against one and two server processes of their own, each clerk with a second
 * between calls (how long calls take) and 24 without any (how many there are), and the second against the same statements by bare connections. Then fairness: the calls of
 * five clerks of a company while forty of another leave no pause, against the same five alone. Bounds: no error, at least half as many calls as the bare connections do with one
 * server, and a neighbour's middle time ≤ 2 × what it is alone. `LOAD_S=5` for shorter phases than 15 s.
 */
import postgres from 'postgres'
import { asOwner } from '../fixtures/as-owner'
import { type ServerProcess, startServer } from '../fixtures/server-process'
import { testServices } from '../fixtures/test-services'
import { bigDatabase, SIZE } from './big-database'
import { figure, round } from './measure'
import { bareMix, type Mix } from './load-mix'

const PHASE_MS = 1000 * Number(process.env.LOAD_S ?? 15)
const [CLERKS, AT_ONCE, FLOOD, NEIGHBOURS] = [200, 24, 40, 5]
const LEAST_OF_BARE = 0.5
const MOST_UNFAIR = 2

const database = await bigDatabase('bench-load')
const services = testServices(database.pool, { secret: 'o mesmo segredo em todos os servidores' })
const [mine, theirs] = await users()

/** A clerk of the big company, and one of a small neighbour, made once. */
async function users(): Promise<readonly [number, number]> {
  return asOwner(database.url, async (owner) => {
    await owner`insert into empresa ("CNPJ_CPF", "xNome") select '11444777000161', 'Vizinha Ltda' where not exists (select from empresa where "CNPJ_CPF" = '11444777000161')`
    const [other] = await owner`select id from empresa where "CNPJ_CPF" = '11444777000161'`
    const empresa = Number(other?.id)
    await owner`insert into "user" (name, email, empresa_id) values ('Vizinha', 'vizinha@teste.example', ${empresa}) on conflict do nothing`
    await owner`insert into user_role select u.id, r.id from "user" u, role r where u.email = 'vizinha@teste.example' and r.name = 'admin' on conflict do nothing`
    await owner`insert into user_empresa select id, ${empresa}::int from "user" where email = 'vizinha@teste.example' on conflict do nothing`
    const rows =
      await owner`select id from "user" where email in ('bench@teste.example', 'vizinha@teste.example') order by email`
    return [Number(rows[0]?.id), Number(rows[1]?.id)] as const
  })
}

const start = (): Promise<ServerProcess> =>
  startServer({
    DATABASE_URL: database.url,
    PRUMO_SECRET: services.secret,
    PRUMO_BACKUPS: '0',
    PRUMO_DATA: `${import.meta.dirname}/../.tmp/bench-servers`,
    PRUMO_ADMIN_EMAIL: 'admin@teste.example',
    PRUMO_ADMIN_PASSWORD: 'senha-de-teste-1',
  })

interface Told {
  readonly times: readonly number[]
  readonly errors: readonly string[]
  readonly seconds: number
}

interface Crowd {
  readonly urls: readonly string[]
  readonly tokens: readonly string[]
  readonly clerks: number
  readonly pauseMs: number
  readonly mix: Mix
  readonly until?: AbortSignal
}

/** Lets clerks work for a while, each with a session of its own, in turn at the servers. */
async function work({ urls, tokens, clerks, pauseMs, mix, until }: Crowd): Promise<Told> {
  const [times, errors]: [number[], string[]] = [[], []]
  const from = performance.now()
  const over = () => until?.aborted ?? performance.now() - from > PHASE_MS
  const clerk = async (n: number): Promise<void> => {
    const headers = { Authorization: `Bearer ${tokens[n % tokens.length]}`, 'Content-Type': 'application/json' }
    await Bun.sleep(Math.random() * pauseMs)
    while (!over()) {
      const { method, path, body } = mix.next(n)
      const began = performance.now()
      const answer = await fetch(`${urls[n % urls.length]}/api/${path}`, {
        method,
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const text = await answer.text()
      times.push(performance.now() - began)
      if (!answer.ok) errors.push(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`)
      if (pauseMs > 0) await Bun.sleep(pauseMs * (0.5 + Math.random()))
    }
  }
  await Promise.all(Array.from({ length: clerks }, (_, n) => clerk(n)))
  return { times, errors, seconds: (performance.now() - from) / 1000 }
}

function told({ times, errors, seconds }: Told) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0, 1)
  return {
    calls: times.length,
    per_second: round(times.length / seconds, 1),
    p50_ms: at(0.5),
    p95_ms: at(0.95),
    p99_ms: at(0.99),
    errors: errors.length,
    ...(errors.length > 0 ? { first: errors[0] } : {}),
  }
}

const tokensOf = async (user: number, count: number): Promise<string[]> => {
  const tokens: string[] = []
  for (let n = 0; n < count; n++) tokens.push((await services.sessions.open(user)).token)
  return tokens
}

const [ours, neighbours] = [await tokensOf(mine, CLERKS), await tokensOf(theirs, NEIGHBOURS)]
const mix = await bareMix(database, services, SIZE)

/** The same statements by bare connections, as many at once as clerks without a pause. */
async function bareLoad(): Promise<Told> {
  const bare = postgres(database.url, {
    max: AT_ONCE,
    onnotice: () => undefined,
    connection: { TimeZone: 'America/Sao_Paulo' },
    // Statements bring their JSON as text already.
    types: { jsonb: { to: 3802, from: [114, 3802], serialize: String, parse: String } },
  })
  const times: number[] = []
  const from = performance.now()
  const client = async (n: number): Promise<void> => {
    while (performance.now() - from < PHASE_MS) {
      const began = performance.now()
      await mix.bare(bare, n)
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => client(n)))
  await bare.end()
  return { times, errors: [], seconds: (performance.now() - from) / 1000 }
}

/** How long calls take and how many there are, with one server and with two. */
async function throughput(urls: readonly string[]): Promise<void> {
  // What a first call of a process costs is no part of it.
  await work({ urls, tokens: ours, clerks: AT_ONCE, pauseMs: 0, mix, until: AbortSignal.timeout(3_000) })
  const bare = told(await bareLoad())
  figure('the same statements by 24 bare connections', bare)
  for (const count of [1, 2]) {
    const at = { urls: urls.slice(0, count), tokens: ours, mix }
    const paced = told(await work({ ...at, clerks: CLERKS, pauseMs: 1000 }))
    figure(`200 clerks, a second between calls, ${count} server(s)`, paced, paced.errors === 0)
    const full = told(await work({ ...at, clerks: AT_ONCE, pauseMs: 0 }))
    const share = round(full.per_second / bare.per_second)
    const fits = full.errors === 0 && (count > 1 || share >= LEAST_OF_BARE)
    figure(`24 clerks without a pause, ${count} server(s)`, { ...full, of_bare: share, bound: LEAST_OF_BARE }, fits)
  }
}

/** How long a neighbour waits beside a company that leaves no pause. */
async function fairness(one: readonly string[]): Promise<void> {
  const quiet = { urls: one, tokens: neighbours, clerks: NEIGHBOURS, pauseMs: 300, mix: mix.small }
  const alone = told(await work(quiet))
  const stop = new AbortController()
  const flood = work({ urls: one, tokens: ours, clerks: FLOOD, pauseMs: 0, mix, until: stop.signal })
  await Bun.sleep(1_000)
  const beside = told(await work(quiet))
  stop.abort()
  const flooded = told(await flood)
  const ratio = round(beside.p50_ms / alone.p50_ms)
  figure(
    'a neighbour beside 40 clerks of another company without a pause',
    {
      alone_p50_ms: alone.p50_ms,
      alone_p95_ms: alone.p95_ms,
      p50_ms: beside.p50_ms,
      p95_ms: beside.p95_ms,
      ratio,
      bound: MOST_UNFAIR,
      flood_per_second: flooded.per_second,
    },
    ratio <= MOST_UNFAIR && beside.errors === 0,
  )
}

const servers: ServerProcess[] = []
try {
  servers.push(await start(), await start())
  const urls = servers.map(({ url }) => url)
  await throughput(urls)
  await fairness(urls.slice(0, 1))
} finally {
  for (const server of servers) await server.stop()
  await database.close()
}
process.exit()
