/** Saving a sale of 100 lines through the HTTP API, on the big database. Bound: 100 ms at the median. Baseline: the same rows by one bare INSERT each table. */
import postgres from 'postgres'
import { testServices } from '../fixtures/test-services'
import { serve } from '../http/server'
import { signedIn } from './bench-user'
import { bigDatabase } from './big-database'
import { compare, figure } from './measure'

const LINES = 100
const BOUND_MS = 100

const database = await bigDatabase()
const services = testServices(database.pool)
const server = await serve(services, { host: '127.0.0.1', port: 0 })
const { call } = await signedIn(database, services, server.url)
const bare = postgres(database.url, { max: 1, onnotice: () => undefined })

const lines = Array.from({ length: LINES }, (_, at) => ({
  mercadoria_id: 1 + at * 17,
  qTrib: 1 + (at % 5),
  vUnTrib: '12.34',
  vDesc: '0.1',
  pIPI: 5,
}))
const made: number[] = []

const ours = async () => {
  const sale = await call('POST', 'venda', { cliente_id: 1, tipo_entrada_saida_id: 1, venda_mercadorias: lines })
  made.push(sale.id)
}
const baseline = () =>
  bare.begin(async (sql) => {
    const [sale] =
      await sql`insert into venda (empresa_id, cliente_id, tipo_entrada_saida_id) values (1, 1, 1) returning id`
    const rows = lines.map((line) => ({
      empresa_id: 1,
      venda_id: Number(sale?.id),
      mercadoria_id: line.mercadoria_id,
      qTrib: line.qTrib,
      vUnTrib: line.vUnTrib,
    }))
    await sql`insert into venda_mercadoria ${sql(rows)}`
    made.push(Number(sale?.id))
  })

const result = await compare(40, ours, baseline)
figure('sale of 100 lines saved', { ...result, bound_ms: BOUND_MS }, result.ours.p50 <= BOUND_MS)
await bare`delete from venda where id in ${bare(made)}`
await bare.end()
await server.stop()
await database.close()
process.exit()
