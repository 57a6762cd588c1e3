/**
 * A price table of 50,000 goods through the HTTP API: its grid against a plain list of the same goods, in turn; and all of its prices changed at once by
 * a percentage and given back, each with one line of history, against the same rows and lines written by bare SQL. Bounds: the grid ≤ 1.6 × the list at
 * the median and p95 ≤ 30 ms, a change ≤ 5 s.
 */
import { serve } from '../http/server'
import { testServices } from '../fixtures/test-services'
import { BENCH_USER, signedIn } from './bench-user'
import { compare, figure, round } from './measure'
import { ownDatabase } from './own-database'

const GOODS = 50_000
const ROUNDS = 100
const [GRID_RATIO, GRID_P95_MS, CHANGE_S] = [1.6, 30, 5]

const { database, owner: bare } = await ownDatabase('bench-prices')
await bare.unsafe(`
  truncate mercadoria_preco, tabela_preco_alteracao, tabela_preco, mercadoria_saldo, mercadoria, empresa, auditoria restart identity cascade;
  insert into empresa ("CNPJ_CPF", "xNome") values ('11222333000181', 'Empresa Grande Ltda');${BENCH_USER}
  insert into mercadoria ("xProd", codigo, custo) select 'Produto ' || n || ' ' || substr(md5(n::text), 1, 8), 'C' || n, 1 + n % 97 from generate_series(1, ${GOODS}) n;
  insert into tabela_preco (descricao, padrao) values ('Varejo', true), ('Atacado', false), ('Rascunho', false);
  insert into mercadoria_preco (mercadoria_id, tabela_preco_id, "vUnTrib", "pMargem", "pMarkup")
    select n, t, 10 + n % 89 + t, 10, 11 from generate_series(1, ${GOODS}) n, generate_series(1, 3) t;
  analyze`)
const services = testServices(database.pool)
const server = await serve(services, { host: '127.0.0.1', port: 0 })
const { call } = await signedIn(database, services, server.url)

const where = (of: object) => `where=${encodeURIComponent(JSON.stringify(of))}`
for (const [name, query] of [
  ['first page by name', 'orderBy=xProd'],
  ['page 700 by name', 'orderBy=xProd&page=700'],
  ['by a fragment', 'orderBy=xProd&search=c4ca42'],
] as const) {
  const grid = () =>
    call('GET', `comercial/tabela_preco/mercadorias?perPage=50&${query}&${where({ tabela_preco_id: 1, ativo: true })}`)
  const plain = () => call('GET', `mercadoria?perPage=50&${query}&${where({ ativo: true })}`)
  const result = await compare(ROUNDS, grid, plain)
  const holds = result.ratio <= GRID_RATIO && result.ours.p95 <= GRID_P95_MS
  figure(`prices: grid of ${GOODS}, ${name}`, { ...result }, holds)
}

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now()
  await work()
  return round((performance.now() - from) / 1000)
}
/** The same prices and the same lines of history, as a program could write them that knows nothing of either. */
const baseline = () =>
  bare.begin(async (tx) => {
    await tx`update mercadoria_preco set "vUnTrib" = round("vUnTrib" * 1.01, 2), versao = versao + 1 where tabela_preco_id = 3`
    await tx`insert into auditoria (recurso, registro_id, pai, pai_id, user_id, acao, campos, dh)
      select 'mercadoria_preco', id, 'mercadoria', mercadoria_id, 1, 'precifica', '[{"campo":"vUnTrib","de":1,"para":2}]', now()
      from mercadoria_preco where tabela_preco_id = 3`
  })
for (const round of [1, 2, 3]) {
  const by = await seconds(baseline)
  let change = 0
  const looked = await seconds(() =>
    call('POST', 'comercial/tabela_preco/1/previsaoPrecos', { pReajuste: 3.7, arredonda: 1 }),
  )
  const changed = await seconds(async () => {
    const answer = await call('POST', 'comercial/tabela_preco/1/precifica', { pReajuste: 3.7, arredonda: 1 })
    change = Number(answer.alteracao_id)
  })
  const undone = await seconds(() => call('POST', 'comercial/tabela_preco/1/desfazPrecos', { alteracao_id: change }))
  const times = {
    look_s: looked,
    change_s: changed,
    undo_s: undone,
    bare_s: by,
    ratio: Number((changed / by).toFixed(1)),
  }
  figure(`prices: ${GOODS} changed at once, round ${round}`, times, Math.max(changed, undone) <= CHANGE_S)
}
const copied = await seconds(() => call('POST', 'comercial/tabela_preco/1/duplica', { pReajuste: -10 }))
const [{ n } = { n: 0 }] =
  await bare`select count(*)::int as n from auditoria where recurso = 'mercadoria_preco' and pai_id = 1 and acao <> 'x'`
// Of one price: three changes, three undone, three by the baseline, and its copy.
figure(
  `prices: a table of ${GOODS} copied`,
  { copy_s: copied, lines_of_history_of_one: n },
  copied <= CHANGE_S && n === 10,
)
await bare.end()
await server.stop()
await database.close()
process.exit()
