/**
 * The planner's server with a day of 1,000 deliveries and 70 vehicles: how long it takes to put the sales in and to read the plan, how soon the server
 * answers its health check while routes are searched for (5 s), and how soon a stop is moved to another route, which is computed anew with what it
 * breaks. Bounds at the 95th percentile: a move within 200 ms, the health check within 250 ms.
 */
import { asOwner } from '../fixtures/as-owner'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CITY_TOWN } from '../fixtures/city/city'
import { seedCity } from '../fixtures/city/seed-city'
import { openDatabase } from '../http/db/connect'
import { startWorker } from '../http/platform/jobs/worker'
import { testServices } from '../fixtures/test-services'
import { serve } from '../http/server'
import { BENCH_USER, signedIn } from './bench-user'
import { figure, latency, round } from './measure'

const SIZE = { stops: 1000, vehicles: 70 }
const SECONDS = 5
const MOVES = 40
const PAUSE_MS = 20
const DATA = join(import.meta.dirname, '../.tmp/bench-planner')

rmSync(DATA, { recursive: true, force: true })
mkdirSync(DATA, { recursive: true, mode: 0o755 })
const database = await openDatabase({ databaseUrl: undefined, dataDir: DATA })
await asOwner(database.url, (owner) =>
  owner.unsafe(
    `insert into empresa ("CNPJ_CPF", "xNome", "UF") values ('11222333000181', 'Empresa das Entregas Ltda', 'PR');${BENCH_USER}`,
  ),
)
const city = await seedCity(database.pool, 1, SIZE)
const services = testServices(database.pool)
const server = await serve(services, { host: '127.0.0.1', port: 0 })
const worker = await startWorker(services)
const { call } = await signedIn(database, services, server.url)

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; answer: T }> {
  const from = performance.now()
  const answer = await work()
  return { ms: performance.now() - from, answer }
}

const plan = await call('POST', 'expedicao/roteirizacao', {
  dRota: '2026-11-24',
  segundos: SECONDS,
  lon: CITY_TOWN.lon,
  lat: CITY_TOWN.lat,
  veiculo_list: city.vehicles.map((veiculo_id) => ({ veiculo_id })),
})
const path = `expedicao/roteirizacao/${plan.id}`
const put = await timed(() => call('POST', `${path}/add_entregas`, { ids: city.sales }))

const started = performance.now()
const { tarefa_id } = await call('POST', `${path}/calcular`)
const delays: number[] = []
for (;;) {
  delays.push((await timed(() => fetch(`${server.url}/healthz`))).ms)
  const { status, erro } = await call('GET', `sis/tarefa/${tarefa_id}`)
  if (status === 'falhou' || status === 'cancelada') throw new Error(erro)
  if (status === 'concluida') break
  await Bun.sleep(PAUSE_MS)
}
const solved = round((performance.now() - started) / 1000)
const read = await timed(() => call('GET', path))
const { routes, unassigned, summary } = read.answer.solution
figure('planner: a plan of 1,000', {
  sales_in_ms: round(put.ms, 0),
  solved_s: solved,
  asked_s: SECONDS,
  routes: routes.length,
  outside: unassigned.length,
  km: round(summary.distance / 1000, 1),
  read_ms: round(read.ms, 0),
})
const health = latency(delays)
figure('planner: health check meanwhile', { ...health, asked: delays.length }, health.p95 <= 250)

const vehicles: readonly number[] = routes.map((one: { vehicle: number }) => one.vehicle)
const { entregas } = read.answer
const moves: number[] = []
for (let at = 0; at < MOVES; at++) {
  const entrega_id = entregas[(at * 397) % entregas.length].id
  const veiculo_id = vehicles[(at * 31) % vehicles.length]
  moves.push((await timed(() => call('POST', `${path}/mover`, { entrega_id, veiculo_id, ordem: 1 }))).ms)
}
const move = latency(moves)
figure('planner: a stop moved to another route', { ...move, moves: MOVES }, move.p95 <= 200)
await worker.stop()
await server.stop()
await database.close()
process.exit()
