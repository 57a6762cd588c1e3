/**
 * 2,000,000 titles: their lists through the HTTP API against the same SQL by a bare call and the shortest call of the API (ratio of medians ≤ 1.2, p95 ≤ 30 ms), the projection of a year with
 * 200,000 open ones (300 ms at the median; its ratio to its own statements by a bare call), and the result of a year in both views.
 */
import { addDays } from '../core/br/civil-date'
import { testServices } from '../fixtures/test-services'
import { projecao } from '../http/financeiro/projecao/projecao'
import { dre } from '../http/financeiro/dre/dre'
import type { Action } from '../http/platform/action'
import { systemClock } from '../http/platform/context'
import { serve } from '../http/server'
import { signedIn } from './bench-user'
import { bareConnection, measureLists, sendBare, statementsOf } from './lists-against-sql'
import { compare, figure } from './measure'
import { titlesDatabase } from './titles-database'

const PROJECTION_MS = 300
const RESULT_MS = 3_000

const database = await titlesDatabase()
const services = testServices(database.pool)
const server = await serve(services, { host: '127.0.0.1', port: 0 })
const { token, call } = await signedIn(database, services, server.url)
const today = systemClock('America/Sao_Paulo').today()

const asked = (parts: Readonly<Record<string, unknown>>): string =>
  new URLSearchParams(
    Object.entries(parts).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  ).toString()
const page = { perPage: 50, orderBy: 'dVencimento', sortedBy: 'asc' }
const where = { dhCancelamento: null }
const owed = { ini: '0.01' }
const due = (ini: number, fim: number) => ({
  vSaldo: owed,
  dVencimento: { ini: addDays(today, ini), fim: addDays(today, fim) },
})

await measureLists({
  database,
  services,
  url: server.url,
  token,
  cases: (['contas_receber', 'contas_pagar'] as const).flatMap((name) => [
    [`${name}: first page`, name, asked({ perPage: 50 })],
    [`${name}: page 20,000 of 10`, name, asked({ page: 20_000, perPage: 10 })],
    [`${name}: open, by due date`, name, asked({ ...page, where, between: { vSaldo: owed } })],
    [`${name}: overdue, with their sum`, name, asked({ ...page, where, between: due(-400, -1), sums: 'vSaldo' })],
    [`${name}: due within a week`, name, asked({ ...page, where, between: due(0, 7) })],
    [`${name}: settled, the latest due`, name, asked({ ...page, sortedBy: 'desc', where: { ...where, vSaldo: 0 } })],
    [`${name}: by its number`, name, asked({ perPage: 50, search: 'T123456' })],
    ...(name === 'contas_receber'
      ? ([
          [
            `${name}: a customer's open ones`,
            name,
            asked({ ...page, where: { ...where, cliente_id: 4711 }, between: { vSaldo: owed } }),
          ],
          [`${name}: by a customer's name`, name, asked({ ...page, search: 'elisa c4ca' })],
        ] as const)
      : []),
  ]),
})

/** Reads through the HTTP API, against its own statements by a bare call. */
async function reading(name: string, action: Action, query: Readonly<Record<string, string>>, bound: number) {
  const bare = bareConnection(database)
  const statements = await statementsOf(database, services, (ctx) => action.run(ctx, undefined, query))
  const ours = () => call('GET', `financeiro/caixa_lancamento/${action.name}?${asked(query)}`)
  const result = await compare(10, ours, () => sendBare(bare, statements))
  figure(name, { ...result, queries: statements.length, bound_ms: bound }, result.ours.p50 <= bound)
  await bare.end()
}

await reading('projection of a year, 200,000 open titles', projecao, { dias: '365', passados: '90' }, PROJECTION_MS)
await reading('… with customers as late as usual', projecao, { dias: '365', cenario: 'habito' }, RESULT_MS)
const year = { de: addDays(today, -364).slice(0, 7), ate: today.slice(0, 7) }
await reading('result of a year, by competence', dre, { ...year, visao: 'competencia' }, RESULT_MS)
await reading('result of a year, by cash', dre, { ...year, visao: 'caixa' }, RESULT_MS)
await server.stop()
await database.close()
process.exit()
