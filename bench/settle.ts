/** Settling 5,000 payables at once, of 2,000,000 titles, through the HTTP API: one fact, one row of cash. Bound: 5 s at the median. Baseline: the same rows by bare statements. */
import postgres from 'postgres'
import { testServices } from '../fixtures/test-services'
import { serve } from '../http/server'
import { signedIn } from './bench-user'
import { compare, figure } from './measure'
import { titlesDatabase } from './titles-database'

const TITLES = 5_000
const RUNS = 3
const BOUND_MS = 5_000

const database = await titlesDatabase()
const services = testServices(database.pool)
const server = await serve(services, { host: '127.0.0.1', port: 0 })
const { call } = await signedIn(database, services, server.url)
const bare = postgres(database.url, { max: 1, onnotice: () => undefined })

const [supplier] = await bare`insert into fornecedor ("xNome") values ('Fornecedor medido') returning id`
const [account] = await bare`insert into banco (empresa_id, descricao) values (1, 'Conta medida') returning id`
const banco_id = Number(account?.id)

/** Open payables, opened as their document would have done. */
async function payables(): Promise<number[]> {
  return bare.begin(async (sql) => {
    const [step] =
      await sql`insert into lancamento (empresa_id, documento, documento_id, passo, dados, dh) values (1, 'banco', ${banco_id}, 'medida', '{}', now()) returning id`
    const lancamento_id = Number(step?.id)
    const rows = await sql`
      insert into contas_pagar (empresa_id, fornecedor_id, numero, "dEmissao", "dCompetencia", "dVencimento", "vDup", "vSaldo", origem_id)
      select 1, ${Number(supplier?.id)}, 'M' || n, current_date, current_date, current_date + 30, 10, 10, ${lancamento_id} from generate_series(1, ${TITLES}) n returning id`
    await sql`insert into movimento_financeiro (empresa_id, lancamento_id, contas_pagar_id, evento, valor, "dMovimento")
      select 1, ${lancamento_id}, id, 'abertura', 10, current_date from contas_pagar where origem_id = ${lancamento_id}`
    return rows.map((row) => Number(row.id))
  })
}

const sets: number[][] = []
for (let n = 0; n < 4 * RUNS; n++) sets.push(await payables())
const next = (): number[] => sets.shift() ?? []

const ours = () =>
  call('POST', 'contas_pagar/baixaLote', { banco_id, titulos: next().map((id) => ({ id })) }).then(() => undefined)
const baseline = () =>
  bare.begin(async (sql) => {
    const ids = next()
    const [step] =
      await sql`insert into lancamento (empresa_id, documento, documento_id, passo, dados, dh) values (1, 'contas_pagar', ${ids[0] ?? 0}, 'medida', '{}', now()) returning id`
    await sql`insert into movimento_financeiro (empresa_id, lancamento_id, contas_pagar_id, evento, valor, "dMovimento")
      select 1, ${Number(step?.id)}, id, 'baixa', -10, current_date from contas_pagar where id in ${sql(ids)}`
    await sql`update contas_pagar set "vSaldo" = 0, "vPago" = 10, "vAbatido" = 10 where id in ${sql(ids)}`
  })

const result = await compare(RUNS, ours, baseline)
figure(`${TITLES} payables settled at once`, { ...result, bound_ms: BOUND_MS }, result.ours.p50 <= BOUND_MS)
await bare.end()
await server.stop()
await database.close()
process.exit()
