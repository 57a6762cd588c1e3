/**
 * A wave of 500 dispatched sales of ten lines each, built in one call (bound: 2 s; baseline: the same rows moved by bare SQL), and scans on its walk of 5,000 lines
 * (bound: 30 ms at the 95th percentile). A database of its own, filled on first use (some two minutes).
 */
import { testServices } from '../fixtures/test-services'
import { serve } from '../http/server'
import { BENCH_USER, signedIn } from './bench-user'
import { figure, latency } from './measure'
import { ownDatabase } from './own-database'
import { GTIN } from './stock-database'

const [SALES, LINES, PRODUCTS, SHELVES, SCANS] = [500, 10, 2_000, 200, 300]
const BOUNDS = { wave: 2_000, scan: 30 }

const { database, owner: bare, isFresh } = await ownDatabase('bench-picking')
if (isFresh)
  await bare.unsafe(`
    insert into empresa ("CNPJ_CPF", "xNome") values ('11222333000181', 'Armazém Medido Ltda');${BENCH_USER}
    insert into cliente ("xNome") values ('Cliente medido');
    insert into tipo_entrada_saida (descricao, tipo, padrao, movimenta_estoque, gera_financeiro) values ('Venda', 1, 1, true, 'NAO_GERA');
    insert into armazem (empresa_id, "xNome", usa_separacao) values (1, 'Central', true);
    insert into armazenamento (empresa_id, armazem_id, codigo, "xArmazenamento", padrao, "nOrdem") select 1, 1, 'P' || lpad(n::text, 3, '0'), 'Prateleira ' || n, n = 1, n from generate_series(1, ${SHELVES}) n;
    insert into mercadoria ("xProd", codigo, "cEAN", custo) select 'Produto ' || n, n::text, ${GTIN('n')}, 2 from generate_series(1, ${PRODUCTS}) n;
    insert into lancamento (empresa_id, documento, documento_id, passo, dados, dh) values (1, 'mercadoria_armazenamento', 1, 'medida', '{}', now());
    insert into movimento_estoque (empresa_id, mercadoria_id, armazenamento_id, "qTrib", "vCusto", lancamento_id, documento, documento_id)
      select 1, id, 1 + id % ${SHELVES}, 1000000, 2000000, 1, 'mercadoria_armazenamento', 1 from mercadoria;
    insert into mercadoria_armazenamento (empresa_id, mercadoria_id, armazenamento_id, "qDisp") select 1, id, 1 + id % ${SHELVES}, 1000000 from mercadoria;
    insert into mercadoria_saldo (empresa_id, mercadoria_id, q_total, "vTotal", "vCustoMedio") select 1, id, 1000000, 2000000, 2 from mercadoria`)
const services = testServices(database.pool)
const server = await serve(services, { host: '127.0.0.1', port: 0 })
const { call } = await signedIn(database, services, server.url)
const run = Date.now()

/** Dispatched sales, and the orders that they make. */
async function dispatched(): Promise<number[]> {
  const [before] = await bare`select coalesce(max(id), 0)::int as id from separacao`
  for (let n = 0; n < SALES; n += 1) {
    const venda_mercadorias = Array.from({ length: LINES }, (_, at) => ({
      mercadoria_id: 1 + ((n * 37 + at * 211) % PRODUCTS),
      qTrib: 1 + (at % 3),
      vUnTrib: 5,
    }))
    const sale = await call('POST', 'venda', { cliente_id: 1, tipo_entrada_saida_id: 1, venda_mercadorias })
    await call('POST', `venda/${sale.id}/fecha`)
  }
  const rows = await bare`select id from separacao where id > ${Number(before?.id)} order by id`
  return rows.map((row) => Number(row.id))
}

const ids = await dispatched()
// The same rows moved by hand, and given back.
const from = performance.now()
await bare
  .begin(async (sql) => {
    await sql`update separacao_mercadoria set separacao_id = ${ids[0] ?? 0} where separacao_id = any (${ids})`
    await sql`update separacao_venda set separacao_id = ${ids[0] ?? 0} where separacao_id = any (${ids})`
    throw new Error('given back')
  })
  .catch(() => undefined)
const baseline = performance.now() - from
const begun = performance.now()
const wave: { readonly id: number } = await call('POST', 'expedicao/separacao/agrupa', { ids })
const built = performance.now() - begun
figure(
  `a wave of ${SALES} sales and ${SALES * LINES} lines`,
  { ms: built, bound_ms: BOUNDS.wave, baseline_ms: baseline, ratio: built / baseline },
  built <= BOUNDS.wave,
)

const opened = performance.now()
const walk: { readonly tarefas: readonly { readonly cEAN: string; readonly armazenamento_id: number }[] } = await call(
  'GET',
  `expedicao/separacao/${wave.id}/caminho`,
)
figure(`its walk, read`, { ms: performance.now() - opened })
const times: number[] = []
for (const [at, { cEAN, armazenamento_id }] of walk.tarefas.slice(0, SCANS).entries()) {
  const sent = performance.now()
  await call('POST', `expedicao/separacao/${wave.id}/le`, { code: cEAN, armazenamento_id, chave: `${run} ${at}` })
  times.push(performance.now() - sent)
}
const scans = latency(times)
figure('a scan on the walk', { ...scans, bound_p95_ms: BOUNDS.scan }, scans.p95 <= BOUNDS.scan)

await bare.end()
await server.stop()
await database.close()
process.exit()
