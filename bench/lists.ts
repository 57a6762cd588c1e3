/**
 * Lists on 1,000,000 vendas with their lines and 200,000 customers: each through the HTTP API against the same SQL by a bare postgres.js call and the
 * shortest call of the API, in turn, in one run; sums as screens ask for them. Bounds: ratio of medians ≤ 1.2, p95 ≤ 30 ms; memory of the process ≤ 200 MB after the load.
 */
import { testServices } from '../fixtures/test-services'
import { serve } from '../http/server'
import { signedIn } from './bench-user'
import { bigDatabase } from './big-database'
import { measureLists } from './lists-against-sql'
import { figure, round } from './measure'

const CASES: readonly (readonly [string, string, string])[] = [
  ['vendas: first page', 'venda', 'page=1&perPage=50'],
  ['vendas: page 50,000 of 10', 'venda', 'page=50000&perPage=10'],
  [
    'vendas: by status and date',
    'venda',
    `perPage=50&where=${encodeURIComponent('{"status":4}')}&between=${encodeURIComponent('{"criado_em":{"ini":"2026-01-01","fim":"2026-12-31"}}')}`,
  ],
  ['vendas: by customer name', 'venda', 'perPage=50&search=elisa%20barros'],
  ['vendas: by a rare customer', 'venda', 'perPage=50&search=c4ca42'],
  ['vendas: by a customer that nobody is', 'venda', 'perPage=50&search=elisa%20bruno'],
  ['vendas: first page with its sum, estimated', 'venda', 'page=1&perPage=50&sums=vTotal'],
  [
    "vendas: a customer's, with their sum",
    'venda',
    `perPage=50&sums=vTotal&where=${encodeURIComponent('{"cliente_id":4711}')}`,
  ],
  ['vendas: by customer name, with their sum', 'venda', 'perPage=50&search=elisa%20barros&sums=vTotal'],
  ['clientes: first page by name', 'cliente', 'perPage=50&orderBy=xNome'],
  ['clientes: name fragment', 'cliente', 'perPage=50&search=ibeir'],
  ['clientes: two fragments', 'cliente', 'perPage=50&search=ribei%204f2'],
  ['clientes: a common word and two letters', 'cliente', 'perPage=50&search=ribeiro%20a1'],
  ['clientes: two letters', 'cliente', 'perPage=50&search=a1'],
  ['clientes: one rare fragment', 'cliente', 'perPage=50&search=c4ca42'],
]

const database = await bigDatabase()
const services = testServices(database.pool)
const server = await serve(services, { host: '127.0.0.1', port: 0 })
const { token } = await signedIn(database, services, server.url)

await measureLists({ database, services, url: server.url, token, cases: CASES })

const rss = round(process.memoryUsage.rss() / 1024 / 1024, 0)
figure('memory of the process after the load', { rss_mb: rss })
await server.stop()
await database.close()
process.exit()
