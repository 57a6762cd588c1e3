/**
 * Lists on 1,000,000 vendas with their lines and 200,000 customers: each through the HTTP API against the same SQL by a bare postgres.js call, in turn,
 * in one run; sums as screens ask for them. Bounds: ratio of medians ≤ 1.6, p95 ≤ 30 ms; memory of the process ≤ 200 MB after the load.
 */
import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import postgres from 'postgres'
import { systemCtx } from '../http/platform/app'
import { list } from '../http/platform/engine/list'
import { resourceNamed } from '../http/platform/resource'
import { serve } from '../http/server'
import { signedIn } from './bench-user'
import { bigDatabase } from './big-database'
import { compare, figure, round } from './measure'
import { testServices } from '../fixtures/test-services'

const ROUNDS = 200
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
const bare = postgres(database.url, {
  max: 1,
  onnotice: () => undefined,
  connection: { TimeZone: 'America/Sao_Paulo' },
})
const dialect = new PgDialect()

/** The statements that a list of ours sends, in the order in which it sends them. */
async function statementsOf(resource: string, query: string): Promise<{ sql: string; params: unknown[] }[]> {
  const seen: { sql: string; params: unknown[] }[] = []
  await database.pool.read({ empresas: [1], timeZone: 'America/Sao_Paulo' }, async (db) => {
    const ctx = systemCtx(services, db, [1], 1)
    const recording = new Proxy(db, {
      get: (target, name) =>
        name === 'execute'
          ? (statement: SQL) => (seen.push(dialect.sqlToQuery(statement)), target.execute(statement))
          : Reflect.get(target, name),
    })
    await list({ ...ctx, db: recording }, resourceNamed(resource), Object.fromEntries(new URLSearchParams(query)))
  })
  return seen
}

for (const [name, resource, query] of CASES) {
  await statementsOf(resource, query) // the first visit of a deep page takes its anchors
  const statements = await statementsOf(resource, query)
  const ours = async () => {
    const response = await fetch(`${server.url}/api/${resource}?${query}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    const body: unknown = await response.json()
    if (response.status !== 200) throw new Error(JSON.stringify(body))
  }
  const baseline = async () => {
    const [first, second, ...rest] = statements.map(({ sql, params }) =>
      bare.unsafe(sql, params.map(plain), { prepare: !sql.startsWith('/* planned anew */') }),
    )
    await Promise.all([first, second])
    for (const one of rest) await one
  }
  const result = await compare(ROUNDS, ours, baseline)
  figure(name, { ...result, queries: statements.length }, result.ratio <= 1.6 && result.ours.p95 <= 30)
}

const rss = round(process.memoryUsage.rss() / 1024 / 1024, 0)
figure('memory of the process after the load', { rss_mb: rss })
await bare.end()
await server.stop()
await database.close()
process.exit()

function plain(value: unknown) {
  return typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'
    ? value
    : value === null
      ? null
      : String(value)
}
