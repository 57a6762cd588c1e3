/**
 * Production: the costs of 20,000 products of 100,000 lines rolled up (bound: 1 s; baseline: the same in floats), an order of a product of 500 supplies in ten levels
 * saved (bound: 200 ms at the median; baseline: the same rows by bare SQL) and its structure opened, days proposed for 2,000 orders, and the board with them in a
 * browser: frames while a card is moved once a frame, against frames in which nothing happens (bound: half as long again, at the median), and the script that a move runs. A database of its own, filled on first use.
 */
import { random } from '../core/mrp/random'
import { type Board, centresOf, horizonFrom, jobOf } from '../core/production/board'
import { type CostedLine, type CostedProduct, rollUp } from '../core/production/roll-up'
import { schedule } from '../core/production/schedule'
import { launchBrowser } from '../fixtures/browser'
import { testServices } from '../fixtures/test-services'
import { serve } from '../http/server'
import { BENCH_USER, signedIn } from './bench-user'
import { compare, figure, latency, round } from './measure'
import { ownDatabase } from './own-database'

const [PRODUCTS, LINES, LEVELS] = [20_000, 100_000, 10]
const [SUPPLIES, ORDERS, MOVES] = [500, 2_000, 120]
const BOUNDS = { rollUp: 1_000, order: 200, frames: 1.5 }
const PATH = 'producao/ordem_producao'

/** Products in ten levels, each made of things of the next. */
function structure(): { readonly products: CostedProduct[]; readonly lines: CostedLine[] } {
  const next = random(20261127)
  const level = PRODUCTS / LEVELS
  const products = Array.from({ length: PRODUCTS }, (_, at) => ({
    id: at,
    name: `P${at}`,
    cost: (1 + next() * 100).toFixed(4),
    labour: (next() * 10).toFixed(4),
  }))
  const lines = Array.from({ length: LINES }, (_, at) => {
    const depth = at % (LEVELS - 1)
    return {
      product: depth * level + Math.floor(next() * level),
      component: (depth + 1) * level + Math.floor(next() * level),
      quantity: (0.1 + next()).toFixed(6),
    }
  })
  return { products, lines }
}

/** The same sums in floats, level by level: what the work costs without exact decimals. */
function inFloats(products: readonly CostedProduct[], lines: readonly CostedLine[]): number {
  const below = Map.groupBy(lines, ({ product }) => product)
  const costs = new Float64Array(PRODUCTS)
  for (let at = PRODUCTS - 1; at >= 0; at--) {
    const own = below.get(at)
    costs[at] = own
      ? own.reduce((sum, one) => sum + (costs[one.component] ?? 0) * Number(one.quantity), Number(products[at]?.labour))
      : Number(products[at]?.cost)
  }
  return costs[0] ?? 0
}

const { products, lines } = structure()
const rolled = await compare(
  5,
  () => Promise.resolve(rollUp(products, lines)),
  () => Promise.resolve(inFloats(products, lines)),
)
figure(
  `the costs of ${PRODUCTS} products and ${LINES} lines`,
  { ...rolled, bound_ms: BOUNDS.rollUp },
  rolled.ours.p50 <= BOUNDS.rollUp,
)

const { database, owner: bare, isFresh } = await ownDatabase('bench-production')
// Product 1 is made of 500 things; of each ten, each is made of the one after it: ten levels.
if (isFresh)
  await bare.unsafe(`
    insert into empresa ("CNPJ_CPF", "xNome") values ('11222333000181', 'Oficina Medida Ltda');${BENCH_USER}
    insert into centro_trabalho (descricao, "qSimultaneos") select 'Centro ' || n, 3 from generate_series(1, 8) n;
    insert into mercadoria ("xProd", codigo, custo) select 'Produto ' || n, n::text, 2 from generate_series(1, ${SUPPLIES + 1}) n;
    insert into mercadoria_insumo (mercadoria_id, mercadoria_insumo_id, quantidade) select 1, 1 + n, 1.5 from generate_series(1, ${SUPPLIES}) n;
    insert into mercadoria_insumo (mercadoria_id, mercadoria_insumo_id, quantidade) select 1 + n, 2 + n, 0.5 from generate_series(1, ${SUPPLIES}) n where n % ${LEVELS} <> 0;
    insert into mercadoria ("xProd", codigo) select 'Montado ' || n, 'M' || n from generate_series(1, 40) n;
    insert into mercadoria_etapa_producao (mercadoria_id, n_ordem, centro_trabalho_id, "qMinutos")
      select ${SUPPLIES + 1} + n, s * 10, 1 + (n + s) % 8, 20 from generate_series(1, 40) n, generate_series(1, 3) s`)
const services = testServices(database.pool)
const server = await serve(services, { host: '127.0.0.1', port: 0 })
const { call, token } = await signedIn(database, services, server.url)

const saved = await compare(
  15,
  () => call('POST', PATH, { ordem_producao_mercadoria_list: [{ mercadoria_id: 1, qTrib: 10 }] }),
  () =>
    bare.begin(async (sql) => {
      const [order] = await sql`insert into ordem_producao (empresa_id) values (1) returning id`
      const [goods] =
        await sql`insert into ordem_producao_mercadoria (empresa_id, ordem_producao_id, mercadoria_id, "qTrib")
        values (1, ${Number(order?.id)}, 1, 10) returning id`
      await sql`insert into ordem_producao_mercadoria_insumo (empresa_id, ordem_producao_mercadoria_id, mercadoria_id, quantidade, "qPlanejada")
        select 1, ${Number(goods?.id)}, mercadoria_insumo_id, quantidade, quantidade * 10 from mercadoria_insumo where mercadoria_id = 1`
    }),
)
figure(`an order of ${SUPPLIES} supplies, saved`, { ...saved, bound_ms: BOUNDS.order }, saved.ours.p50 <= BOUNDS.order)
const opening: number[] = []
for (let at = 0; at < 15; at++) {
  const from = performance.now()
  await call('GET', 'mercadoria/1/estrutura')
  opening.push(performance.now() - from)
}
figure(`its structure of ${LEVELS} levels, opened`, { ...latency(opening) })

// What was saved above is out of the way; 2,000 orders of assembled things stand on fourteen days.
await bare.unsafe(`
  update ordem_producao set "dhCancelamento" = now() where "dhCancelamento" is null;
  insert into ordem_producao (empresa_id, "dInicioPrevisto", "dFimPrevisto") select 1, current_date + n % 14, current_date + n % 14 + 2 from generate_series(1, ${ORDERS}) n;
  insert into ordem_producao_mercadoria (empresa_id, ordem_producao_id, mercadoria_id, "xProd", "qTrib")
    select 1, o.id, ${SUPPLIES + 2} + o.id % 40, 'Montado', 1 + o.id % 5 from ordem_producao o where o."dhCancelamento" is null`)
const asked = performance.now()
const board: Board = await call('GET', `${PATH}/quadro`)
figure(`the board of ${board.ordens.length} orders, asked`, { ms: round(performance.now() - asked) })

const proposed = performance.now()
const { placed } = schedule(centresOf(board), board.ordens.map(jobOf), horizonFrom(board.hoje, 365, board.feriados))
figure(`days proposed for ${placed.length} orders`, { ms: round(performance.now() - proposed) })

const browser = await launchBrowser()
const page = await (
  await browser.newContext({
    viewport: { width: 1366, height: 768 },
    extraHTTPHeaders: { Authorization: `Bearer ${token}` },
  })
).newPage()
await page.goto(`${server.url}/ui/producao/quadro`)
await page.locator('.board-grid [data-order]').first().waitFor({ timeout: 60_000 })
const cdp = await page.context().newCDPSession(page)
await cdp.send('Performance.enable')
const scripted = async (): Promise<number> => {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1_000
}
/** How long each frame took while a card was moved a day there and back, once a frame; or while nothing was. */
const framesOf = (moves: boolean): Promise<number[]> =>
  page.evaluate(
    async ([count, isMoved]) => {
      const times: number[] = []
      const card = document.querySelector('.board-grid [data-order]')
      const selector = `[data-order="${card?.getAttribute('data-order')}"][data-lane="${card?.getAttribute('data-lane')}"]`
      let before = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
      for (let at = 0; at < count; at++) {
        const key = at % 2 === 0 ? 'ArrowRight' : 'ArrowLeft'
        if (isMoved)
          document
            .querySelector(selector)
            ?.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey: true, bubbles: true, cancelable: true }))
        const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
        times.push(now - before)
        before = now
      }
      return times
    },
    [MOVES, moves] as const,
  )
const idle = latency(await framesOf(false))
const scriptBefore = await scripted()
const moved = latency(await framesOf(true))
const ratio = round(moved.p50 / idle.p50)
figure(
  `frames of the board of ${ORDERS} orders, a move in each`,
  {
    moved,
    idle,
    ratio,
    bound_ratio: BOUNDS.frames,
    script_ms_a_move: round(((await scripted()) - scriptBefore) / MOVES),
  },
  ratio <= BOUNDS.frames,
)

await browser.close()
await bare.end()
await server.stop()
await database.close()
process.exit()
