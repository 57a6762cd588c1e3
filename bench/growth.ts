/**
 * How figures grow with the past of a company that sells the same each day: the same database at each of `SALES` (100000,300000,1000000 unless told, three lines and six ledger rows a sale), through
 * the HTTP API, each in turn with a call that nothing makes longer, which is the yardstick, and in pages of the database that it reads. Bounds: neither time nor pages both grow 1.5 times from the first size on;
 * of what reads in proportion, no more than its share. Then what sales leave in bytes, and how long whoever saves waits for migrations (bound: 1 s). Own database, `.tmp/bench-growth`.
 */
import { createHash } from 'node:crypto'
import { testServices } from '../fixtures/test-services'
import { serve } from '../http/server'
import { bookFaults } from '../http/books'
import { addDays } from '../core/br/civil-date'
import { systemClock } from '../http/platform/context'
import { type SignedIn, signedIn } from './bench-user'
import { grow, KEPT_DAYS, makeModels, REGISTERS, saleOf, sizesOf } from './growth-database'
import { migrationWaits } from './growth-migrations'
import { figure, type Latency, latency, round } from './measure'
import { ownDatabase } from './own-database'

const RARE = createHash('md5').update('4711').digest('hex').slice(0, 6)
const SIZES = (process.env.SALES ?? '100000,300000,1000000').split(',').map(Number)
const MOST_GROWTH = 1.5
const CUSTOMER = encodeURIComponent(JSON.stringify({ cliente_id: 4711 }))
const TODAY = systemClock('America/Sao_Paulo').today()

const { database, owner, isFresh } = await ownDatabase('bench-growth')
if (isFresh) await owner.unsafe(REGISTERS)
const services = testServices(database.pool)
const server = await serve(services, { host: '127.0.0.1', port: 0 })
const user = await signedIn(database, services, server.url)
if (isFresh) await makeModels(owner, user)

interface Measured {
  readonly name: string
  readonly rounds: number
  readonly work: () => Promise<unknown>
  /** It reads what there is: it may take as much longer as there is more. */
  readonly inProportion?: boolean
}

let made = 0
/** Sales of ten lines that wait for their dispatch. */
const open: number[] = []
const save = async ({ call }: SignedIn) => open.push((await call('POST', 'venda', saleOf(10, made++))).id)
const read = async (path: string) => {
  const answer = await fetch(`${server.url}/${path}`, { headers: { Authorization: `Bearer ${user.token}` } })
  if (!answer.ok) throw new Error(await answer.text())
  await answer.arrayBuffer()
}

const MEASURED: readonly Measured[] = [
  { name: 'first page of sales', rounds: 60, work: () => read('api/venda?page=1&perPage=50') },
  // A page of them is not full at first.
  {
    name: "a customer's sales",
    rounds: 60,
    work: () => read(`api/venda?perPage=50&where=${CUSTOMER}`),
    inProportion: true,
  },
  { name: 'sales by a rare name', rounds: 40, work: () => read(`api/venda?perPage=50&search=${RARE}`) },
  // Counted up to ten thousand.
  {
    name: 'sales by a common name',
    rounds: 20,
    work: () => read('api/venda?perPage=50&search=elisa%20barros'),
    inProportion: true,
  },
  { name: 'a sale by its number', rounds: 60, work: () => read(`api/busca?q=${500_000_000 - 1234}`) },
  // Numbers that follow each other have their trigrams in common: an index of these has more to look through.
  {
    name: 'receivables by a number',
    rounds: 40,
    work: () => read(`api/contas_receber?perPage=50&search=${500_000_000 - 1234}`),
    inProportion: true,
  },
  { name: 'history of a sale', rounds: 60, work: () => read(`api/venda/${500_000_000 - 1234}/getHistorico`) },
  { name: 'save of a sale of ten lines', rounds: 40, work: () => save(user) },
  { name: 'dispatch of it', rounds: 40, work: () => user.call('POST', `venda/${open.pop()}/fecha`) },
  { name: 'stock 20 days ago', rounds: 6, work: () => read(`reporting/csv/estoque_dia?dia=${addDays(TODAY, -20)}`) },
  { name: 'receivables by age', rounds: 6, work: () => read('reporting/csv/contas_receber_idade'), inProportion: true },
]

/** What a figure came to: the quickest tenth of its calls against the yardstick's, and the pages of the database that a call reads. */
interface Came {
  readonly time: number
  readonly pages: number
}
/** By name, what figures came to at the first size. */
const first = new Map<string, Came>()

/** Times a call in turn with the yardstick. Machines that are shared are slow by turns: what is quickest tells the most. */
async function measured({ rounds, work }: Measured): Promise<Came & Latency> {
  const [mine, yard]: [number[], number[]] = [[], []]
  const timed = async (into: number[], one: () => Promise<unknown>) => {
    const from = performance.now()
    await one()
    into.push(performance.now() - from)
  }
  for (let at = 0; at < 5; at++) await work()
  for (let at = 0; at < rounds; at++) {
    await timed(mine, work)
    await timed(yard, () => read('api/empresa/1'))
  }
  const before = await pagesRead()
  for (let at = 0; at < rounds; at++) await work()
  const pages = round(((await pagesRead()) - before) / rounds, 0)
  const quick = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 10)] ?? 0
  return { ...latency(mine), time: round(quick(mine) / quick(yard)), pages }
}

/** Pages that the database has read so far: connections tell it within ten seconds of being idle. */
async function pagesRead(): Promise<number> {
  await Bun.sleep(11_000)
  const [row] = await owner`select blks_hit + blks_read as n from pg_stat_database where datname = current_database()`
  return Number(row?.n)
}

for (const sales of SIZES) {
  const from = performance.now()
  await grow(owner, sales)
  figure('filled', { sales, seconds: round((performance.now() - from) / 1000, 0) })
  if (sales === SIZES[0]) {
    const faults = await bookFaults(owner)
    figure('the books of it hold', { faults }, faults.length === 0)
  }
  for (const one of MEASURED) await tell(one, sales)
  await tellSizes(sales)
  await migrationWaits(database.url, sales, () => save(user))
}

async function tell(one: Measured, sales: number): Promise<void> {
  const { time, pages, ...times } = await measured(one)
  const start = first.get(one.name) ?? { time, pages }
  first.set(one.name, start)
  const growth = { time: round(time / start.time), pages: round(pages / start.pages) }
  const bound = one.inProportion ? round((MOST_GROWTH * sales) / (SIZES[0] ?? sales)) : MOST_GROWTH
  figure(
    one.name,
    { sales, ...times, of_yardstick: time, pages, growth, bound },
    Math.min(growth.time, growth.pages) <= bound,
  )
}

/** What a sale leaves for good, in bytes; and what is kept for a while, by what is there of it now. */
async function tellSizes(sales: number): Promise<void> {
  const sizes = await sizesOf(owner)
  for (const { tabela, linhas, dados, indices } of sizes) {
    const each = { data: round(dados / linhas, 0), indexes: round(indices / linhas, 0) }
    figure(`bytes of a row: ${tabela}`, { sales, rows: linhas, ...each, mb: round((dados + indices) / 2 ** 20, 0) })
  }
  const kept = sizes.filter(({ tabela }) => !(tabela in KEPT_DAYS))
  const bytes = (part: 'dados' | 'indices') => round(kept.reduce((sum, one) => sum + one[part], 0) / sales, 0)
  figure('bytes of a sale, for good', { sales, data: bytes('dados'), indexes: bytes('indices') })
}

await server.stop()
await owner.end()
await database.close()
process.exit()
