/**
 * 200,000 customers with 100 custom fields each, all of them filled: the first page, a filter and an order by an indexed field, a search in one, and a save, each against the same
 * of 200,000 suppliers without any, in turn. Bounds: p95 of lists ≤ 30 ms and of a save ≤ 60 ms (own database, `.tmp/bench-custom`, filled once in some three minutes).
 */
import { testServices } from '../fixtures/test-services'
import { serve } from '../http/server'
import { BENCH_USER, signedIn } from './bench-user'
import { compare, figure } from './measure'
import { filledDatabase } from './own-database'

const [PEOPLE, FIELDS] = [200_000, 100]
const LIST_MS = 30
const SAVE_MS = 60
const ROUNDS = 60

const KINDS = ['text', 'number', 'date', 'select', 'boolean'] as const
const OPTIONS = JSON.stringify(Array.from({ length: 10 }, (_, at) => ({ value: `o${at}`, label: `Opção ${at}` })))
/** The value of a field of customer n, by its kind. */
const VALUES: Readonly<Record<(typeof KINDS)[number], string>> = {
  text: `substr(md5((n * f.id)::text), 1, 12)`,
  number: `((n::bigint * f.id) % 100000)::text || '.50'`,
  date: `(date '2020-01-01' + ((n::bigint * f.id) % 2500)::int)::text`,
  select: `'o' || ((n + f.id) % 10)`,
  boolean: `(n % 2 = 0)::text`,
}

const database = await filledDatabase(
  'bench-custom',
  async (owner) => {
    const [filled] = await owner`select count(*)::int as n from cliente where extra is not null`
    return filled?.n === PEOPLE
  },
  async (step) => {
    await step('clean', 'truncate custom_field, cliente, fornecedor, empresa restart identity cascade')
    await step(
      'setup',
      `insert into empresa ("CNPJ_CPF", "xNome") values ('11222333000181', 'Empresa Grande Ltda');${BENCH_USER}`,
    )
    await step(
      'fields',
      `insert into custom_field (alias, key, type, label, "order", options)
       select 'cliente', 'campo_' || n, (array['${KINDS.join("','")}'])[1 + (n - 1) % ${KINDS.length}], 'Campo ' || n, n, case when (n - 1) % ${KINDS.length} = 3 then '${OPTIONS}'::jsonb end
       from generate_series(1, ${FIELDS}) n`,
    )
    for (const table of ['cliente', 'fornecedor'])
      await step(
        table,
        `insert into ${table} ("xNome") select 'Pessoa ' || substr(md5(n::text), 1, 8) from generate_series(1, ${PEOPLE}) n`,
      )
    const value = KINDS.map(
      (kind) => `when '${kind}' then to_jsonb(${kind === 'boolean' ? `(n % 2 = 0)` : `(${VALUES[kind]})`})`,
    ).join(' ')
    await step(
      'values',
      `update cliente c set extra = (select jsonb_object_agg(f.id::text, case f.type ${value} end) from custom_field f, lateral (select c.id as n) x)`,
    )
    await step('analyze', 'vacuum analyze')
  },
)
const services = testServices(database.pool)
const server = await serve(services, { host: '127.0.0.1', port: 0 })
const { call } = await signedIn(database, services, server.url)

for (const id of [1, 2]) await call('PUT', `sis/custom_field/${id}`, { indexado: true })
const ready = async (): Promise<boolean> =>
  JSON.stringify(await call('GET', 'sis/custom_field?where={"indexado":true}')).split('"dhIndice":"2').length === 3
for (let at = 0; at < 240 && !(await ready()); at++) await Bun.sleep(500)

const between = encodeURIComponent('{"extra.campo_2":{"ini":100,"fim":200}}')
const lists: readonly (readonly [string, string, string])[] = [
  ['the first page of 50', 'cliente?perPage=50', 'fornecedor?perPage=50'],
  ['by an indexed text', 'cliente?perPage=50&orderBy=extra.campo_1', 'fornecedor?perPage=50&orderBy=xNome'],
  [
    'by a range of an indexed number',
    `cliente?perPage=50&between=${between}&orderBy=extra.campo_2`,
    'fornecedor?perPage=50&orderBy=xNome',
  ],
  ['one record', 'cliente/4711', 'fornecedor/4711'],
]
for (const [name, ours, plain] of lists) {
  const told = await compare(
    ROUNDS,
    () => call('GET', ours),
    () => call('GET', plain),
  )
  figure(`100 custom fields: ${name}`, { ...told, bound_ms: LIST_MS }, told.ours.p95 <= LIST_MS)
}
let round = 0
const saved = await compare(
  ROUNDS,
  () => call('PUT', `cliente/${1 + round}`, { extra: { campo_1: `texto ${++round}`, campo_2: round } }),
  () => call('PUT', `fornecedor/${1 + round}`, { xNome: `Pessoa ${round}` }),
)
figure('100 custom fields: a save of two', { ...saved, bound_ms: SAVE_MS }, saved.ours.p95 <= SAVE_MS)
await server.stop()
await database.close()
process.exit()
