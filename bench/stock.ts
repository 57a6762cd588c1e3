/**
 * A warehouse of 200,000 products and 2,000,000 lots in places: a scan at receiving and at a count (bound: 30 ms at the 95th percentile), a count of 50,000 items opened,
 * counted by two people where it differs and finalised (bound: 10 s), and what there was of each product on a past day (bound: 2 s). Baselines: bare SQL of the same.
 */
import postgres from 'postgres'
import { testServices } from '../fixtures/test-services'
import { stockOn } from '../http/estoque/fechamento/on-day'
import { SYSTEM } from '../http/db/pool'
import { rowsOf } from '../http/platform/context'
import { serve } from '../http/server'
import { signedIn } from './bench-user'
import { compare, figure, latency } from './measure'
import { STOCK, stockDatabase } from './stock-database'

const SCANS = 300
const BOUNDS = { scan: 30, count: 10_000, day: 2_000 }

const database = await stockDatabase()
const services = testServices(database.pool)
const server = await serve(services, { host: '127.0.0.1', port: 0 })
const { call } = await signedIn(database, services, server.url)
const bare = postgres(database.url, { max: 1, onnotice: () => undefined })
const run = Date.now()

const codes: string[] = (
  await bare`select "cEAN" from mercadoria where id <= ${STOCK.counted} and id % 16 = 0 order by id limit ${SCANS}`
).map((row) => String(row.cEAN))

/** Times calls one after another; each has to be taken. */
async function timedCalls(calls: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const times: number[] = []
  for (const one of calls) {
    const from = performance.now()
    await one()
    times.push(performance.now() - from)
  }
  return times
}

// What a run that was stopped left open.
await bare`update mercadoria_inventario set "dhCancelamento" = now(), bloqueia = false where "dhFinalizacao" is null`

// A count of 50,000 items: 5,000 products in ten lots.
const from = performance.now()
const count: { readonly id: number } = await call('POST', 'estoque/mercadoria_inventario', {
  grupo_id: 1,
  bloquearEstoque: true,
})
const opened = performance.now()
const items =
  await bare`select i.id, l."qDisp"::float8 as q from mercadoria_inventario_item i join mercadoria_armazenamento_lote l
  on l.mercadoria_id = i.mercadoria_id and l.armazenamento_id = i.armazenamento_id and l.lote_id = i.lote_id where i.mercadoria_inventario_id = ${count.id} order by i.id`
const scanned = performance.now()
const COUNT = `estoque/mercadoria_inventario/${count.id}`
for (let at = 0; at < items.length; at += 5_000)
  await call('POST', `${COUNT}/contarLista`, {
    chave: `${run} ${at}`,
    itens: items
      .slice(at, at + 5_000)
      .map(({ id, q }) => ({ item_id: id, quantidade: Number(id) % 50 === 0 ? Number(q) + 1 : Number(q) })),
  })
// What one person finds against the books, another confirms: who manages counts decides here.
await bare`update mercadoria_inventario_item i set situacao = 'aceita', "qContada" = l."qDisp" + 1, "dhContagem" = now(), esperada = l."qDisp" from mercadoria_armazenamento_lote l
  where l.mercadoria_id = i.mercadoria_id and l.armazenamento_id = i.armazenamento_id and l.lote_id = i.lote_id and i.mercadoria_inventario_id = ${count.id} and i.situacao = 'recontar'`
const filled = performance.now()
await call('POST', `${COUNT}/finaliza`)
const done = performance.now()
const spent = done - from - (scanned - opened)
figure(
  `count of ${items.length} items, one in fifty differing`,
  {
    open_ms: opened - from,
    count_ms: filled - scanned,
    finalise_ms: done - filled,
    total_ms: spent,
    bound_ms: BOUNDS.count,
  },
  spent <= BOUNDS.count,
)

// Scans: of a count that is open, and of goods at the door.
const open: { readonly id: number } = await call('POST', 'estoque/mercadoria_inventario', {
  grupo_id: 1,
  bloquearEstoque: false,
})
const counting = latency(
  await timedCalls(
    codes.map(
      (codigo, n) => () =>
        call('POST', `estoque/mercadoria_inventario/${open.id}/contar`, {
          chave: `${run} ${n}`,
          armazenamento_id: 1,
          codigo,
        }),
    ),
  ),
)
figure('a scan at a count', { ...counting, bound_p95_ms: BOUNDS.scan }, counting.p95 <= BOUNDS.scan)
await call('POST', `estoque/mercadoria_inventario/${open.id}/cancela`, { xJustCancelamento: 'Só para medir o tempo' })

const entry: { readonly id: number } = await call('POST', 'entrada', {
  fornecedor_id: 1,
  tipo_entrada_saida_id: 1,
  entrada_mercadorias: Array.from({ length: 40 }, (_, n) => ({ mercadoria_id: 16 * (n + 1), qCom: 100, vUnCom: 2 })),
})
const receiving = latency(
  await timedCalls(
    codes.map(
      (_, n) => () =>
        call('POST', `entrada/${entry.id}/addVolume`, { chave: `r${run} ${n}`, code: codes[n % 40], semLote: true }),
    ),
  ),
)
figure('a scan at receiving', { ...receiving, bound_p95_ms: BOUNDS.scan }, receiving.p95 <= BOUNDS.scan)

const [day] = await bare`select (current_date - 200)::text as d`
const past = await compare(
  3,
  () => database.pool.read(SYSTEM, (db) => rowsOf({ db }, stockOn(1, String(day?.d)))),
  () =>
    bare`select mercadoria_id, sum("qTrib"), sum("vCusto") from movimento_estoque where empresa_id = 1 and criado_em < current_date - 199 group by 1`,
)
figure(
  `stock of ${STOCK.products} products on a past day`,
  { ...past, bound_ms: BOUNDS.day },
  past.ours.p50 <= BOUNDS.day,
)

await bare.end()
await server.stop()
await database.close()
process.exit()
