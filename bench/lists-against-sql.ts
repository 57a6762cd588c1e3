import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import postgres from 'postgres'
import type { Database } from '../http/db/connect'
import { type Services, systemCtx } from '../http/platform/app'
import type { Ctx } from '../http/platform/context'
import { list } from '../http/platform/engine/list'
import { resourceNamed } from '../http/platform/resource'
import { compare, figure } from './measure'

const ROUNDS = 200
const dialect = new PgDialect()
const ZONE = 'America/Sao_Paulo'

export interface Statement {
  readonly sql: string
  readonly params: readonly unknown[]
}

/** The statements that some work of ours sends, in the order in which it sends them. */
export async function statementsOf(
  { pool }: Database,
  services: Services,
  work: (ctx: Ctx) => Promise<unknown>,
): Promise<Statement[]> {
  const seen: Statement[] = []
  await pool.read({ empresas: [1], timeZone: ZONE }, async (db) => {
    await work({ ...systemCtx(services, db, [1], 1), db: recording(db, seen) })
  })
  return seen
}

/** A connection that notes what is sent by it. */
export const recording = (db: Ctx['db'], seen: Statement[]): Ctx['db'] =>
  new Proxy(db, {
    get: (target, name) =>
      name === 'execute'
        ? (statement: SQL) => (seen.push(dialect.sqlToQuery(statement)), target.execute(statement))
        : Reflect.get(target, name),
  })

/** A connection of the benchmark's own, as bare as it gets. */
export const bareConnection = (database: Database): postgres.Sql =>
  postgres(database.url, { max: 1, onnotice: () => undefined, connection: { TimeZone: ZONE } })

/** Sends statements by a bare call: the first two side by side, as ours does. */
export async function sendBare(bare: postgres.Sql, statements: readonly Statement[]): Promise<void> {
  const [first, second, ...rest] = statements.map(({ sql, params }) =>
    bare.unsafe(sql, params.map(plain), { prepare: !sql.startsWith('/* planned anew */') }),
  )
  await Promise.all([first, second])
  for (const one of rest) await one
}

/** A parameter as a bare call takes it. */
export function plain(value: unknown) {
  return typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'
    ? value
    : value === null
      ? null
      : String(value)
}

interface Measured {
  readonly database: Database
  readonly services: Services
  readonly url: string
  readonly token: string
  /** A name, a resource, and the list's query. */
  readonly cases: readonly (readonly [string, string, string])[]
}

/** Lists through the HTTP API against the same SQL by a bare call, in turn. Bounds: ratio of medians ≤ 1.6, p95 ≤ 30 ms. */
export async function measureLists({ database, services, url, token, cases }: Measured): Promise<void> {
  const bare = bareConnection(database)
  for (const [name, resource, query] of cases) {
    const asked = () =>
      statementsOf(database, services, (ctx) =>
        list(ctx, resourceNamed(resource), Object.fromEntries(new URLSearchParams(query))),
      )
    await asked() // the first visit of a deep page takes its anchors
    const statements = await asked()
    const ours = async () => {
      const response = await fetch(`${url}/api/${resource}?${query}`, { headers: { Authorization: `Bearer ${token}` } })
      const body: unknown = await response.json()
      if (response.status !== 200) throw new Error(JSON.stringify(body))
    }
    const result = await compare(ROUNDS, ours, () => sendBare(bare, statements))
    figure(name, { ...result, queries: statements.length }, result.ratio <= 1.6 && result.ours.p95 <= 30)
  }
  await bare.end()
}
