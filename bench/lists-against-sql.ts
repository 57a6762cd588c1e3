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
const MOST_P95_MS = 30
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

/** Sends statements by a bare call, one after the other, as ours does. */
export async function sendBare(bare: postgres.Sql, statements: readonly Statement[]): Promise<void> {
  for (const { sql, params } of statements)
    await bare.unsafe(sql, params.map(plain), { prepare: !sql.startsWith('/* planned anew */') })
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

/** What a list may take of what its SQL takes by a bare call and any call of the API, the shortest, takes beside it. */
const MOST_RATIO = 1.2

/** Lists through the HTTP API against the same SQL by a bare call and the shortest call of the API, in turn. Bounds: ratio of medians ≤ 1.2, p95 ≤ 30 ms. */
export async function measureLists({ database, services, url, token, cases }: Measured): Promise<void> {
  const bare = bareConnection(database)
  const call = async (path: string) => {
    const response = await fetch(`${url}/api/${path}`, { headers: { Authorization: `Bearer ${token}` } })
    const body: unknown = await response.json()
    if (response.status !== 200) throw new Error(JSON.stringify(body))
  }
  for (const [name, resource, query] of cases) {
    const asked = () =>
      statementsOf(database, services, (ctx) =>
        list(ctx, resourceNamed(resource), Object.fromEntries(new URLSearchParams(query))),
      )
    await asked() // the first visit of a deep page takes its anchors
    const statements = await asked()
    const baseline = async () => {
      await sendBare(bare, statements)
      await call('empresa/1')
    }
    const result = await compare(ROUNDS, () => call(`${resource}?${query}`), baseline)
    figure(
      name,
      { ...result, queries: statements.length },
      result.ratio <= MOST_RATIO && result.ours.p95 <= MOST_P95_MS,
    )
  }
  await bare.end()
}
