import type { Sql, TransactionSql } from 'postgres'
import { BENCH_USER, type SignedIn } from './bench-user'

/** A company that sells the same each day, whose past grows longer: what it did today stays, and more and more lies before it. */
export const A_DAY = 4_000
const [CUSTOMERS, PRODUCTS] = [50_000, 20_000]
/** Sales that are made by calls; those of before are as these, of other customers, goods and days. */
const MODELS = 10
/** Numbers of what calls make begin here: there is room before them for what was before. */
const BASE = 500_000_000
/** Rounds of the models that one statement inserts. */
const ROUNDS = 25_000
/** How long answers are kept, and what was sent to others, as the settings say where nobody changed them. */
export const KEPT_DAYS: Readonly<Record<string, number>> = { idempotencia: 1, troca: 30 }

/** Registers, and a stock that lasts: what a company has before it sells. */
export const REGISTERS = `
  insert into empresa ("CNPJ_CPF", "xNome") values ('11222333000181', 'Empresa que cresce Ltda');${BENCH_USER}
  insert into tipo_entrada_saida (descricao, tipo, padrao, gera_financeiro) values ('Venda', 1, 1, 'GERA_DUPLICATA');
  insert into pagamento (descricao, "tPag") values ('Boleto medido', '15');
  insert into banco (empresa_id, descricao, padrao) values (1, 'Conta medida', true);
  insert into armazenamento (empresa_id, codigo, "xArmazenamento", padrao) values (1, 'A', 'Principal', true);
  insert into cliente ("xNome", "UF") select ${nameOf('n')}, 'PR' from generate_series(1, ${CUSTOMERS}) n;
  insert into mercadoria ("xProd", codigo, custo) select 'Produto ' || n || ' ' || substr(md5(n::text), 1, 8), 'C' || n, 2 from generate_series(1, ${PRODUCTS}) n;
  insert into lancamento (empresa_id, documento, documento_id, passo, dados, dh) values (1, 'mercadoria_armazenamento', 1, 'saldoInicial', '{}', now() - interval '20 years');
  insert into movimento_estoque (empresa_id, mercadoria_id, armazenamento_id, "qTrib", "vCusto", lancamento_id, documento, documento_id, criado_em, alterado_em)
    select 1, id, 1, 1000000, 2000000, 1, 'mercadoria_armazenamento', 1, now() - interval '20 years', now() - interval '20 years' from mercadoria;
  insert into mercadoria_armazenamento (empresa_id, mercadoria_id, armazenamento_id, "qDisp") select 1, id, 1, 1000000 from mercadoria;
  insert into mercadoria_saldo (empresa_id, mercadoria_id, q_total, "vTotal", "vCustoMedio") select 1, id, 1000000, 2000000, 2 from mercadoria;`

/** SQL: the name of the n-th customer. */
function nameOf(n: string): string {
  return `initcap((array['ana','bruno','carla','davi','elisa','fabio','gloria','heitor'])[1 + (${n}) % 8]) || ' ' ||
    initcap((array['silva','souza','oliveira','pereira','costa','ribeiro','almeida','nunes','barros'])[1 + (${n}) / 8 % 9]) || ' ' || substr(md5((${n})::text), 1, 6)`
}

/** A sale of so many lines, as a clerk sends it. */
export const saleOf = (lines: number, n: number) => ({
  cliente_id: 1 + (n % CUSTOMERS),
  tipo_entrada_saida_id: 1,
  venda_mercadorias: Array.from({ length: lines }, (_, at) => ({
    mercadoria_id: 1 + ((n * 31 + at * 7) % PRODUCTS),
    qTrib: 1 + (at % 3),
    vUnTrib: '12.34',
  })),
})

/** What they leave: a row's number is that of the model's less as many times its `stride` as the round lies back. */
const TABLES = [
  'venda',
  'venda_mercadoria',
  'venda_duplicata',
  'lancamento',
  'movimento_estoque',
  'contas_receber',
  'movimento_financeiro',
  'caixa_lancamento',
  'auditoria',
  'troca',
  'idempotencia',
] as const
/** Columns that say together which row is meant: a table's name, and the number of the row. */
const PAIRS: Readonly<Record<string, string>> = {
  documento_id: 'documento',
  registro_id: 'recurso',
  pai_id: 'pai',
}

/** Makes the models through calls: ten sales of three lines, dispatched and invoiced, all but one of them paid; and what tells others of each. */
export async function makeModels(owner: Sql, { call }: SignedIn): Promise<void> {
  await owner`select setval(s, ${BASE}, false) from (select pg_get_serial_sequence(t, 'id') as s from unnest(${[...TABLES].slice(0, -1)}::text[]) t) x`
  for (let n = 0; n < MODELS; n++) {
    const due = { n: 1, vDup: '74.04', pagamento_id: 1, dVencimento: new Date().toISOString().slice(0, 10) }
    const sale = await call('POST', 'venda', { ...saleOf(3, n), venda_duplicatas: [due] }, `modelo ${n}`)
    await call('POST', `venda/${sale.id}/fecha`)
    await call('POST', `venda/${sale.id}/fatura`)
    const where = encodeURIComponent(JSON.stringify({ documento: 'venda', documento_id: sale.id }))
    const { data } = await call('GET', `contas_receber?where=${where}`)
    if (n > 0) await call('POST', `contas_receber/${data[0].id}/baixa`, { banco_id: 1 })
    await owner`insert into troca (empresa_id, tipo, assunto, chave, fila, recurso, registro_id, corpo, status, tentativas, "dhFim", historico)
      values (1, 'webhook', 'VENDA_FECHADA', ${`modelo ${n}`}, '1', 'venda', ${sale.id}, ${JSON.stringify(sale)}, 'respondida', 1, now(), '[{"status":200,"ms":12}]')`
  }
  await owner.unsafe(`create table bench_modelo (tabela text primary key, stride int not null); create table bench_rodadas (n int not null); insert into bench_rodadas values (0);
    ${TABLES.slice(0, -1)
      .map((t) => `insert into bench_modelo select '${t}', max(id) - ${BASE} + 1 from ${t};`)
      .join('\n')}`)
}

/** Lets the past grow until there are so many sales: all of it or nothing. Indexes are dropped meanwhile, and built again. */
export async function grow(owner: Sql, sales: number): Promise<void> {
  const to = Math.round(sales / MODELS) - 1
  await owner.begin(async (sql) => {
    await sql.unsafe(
      `set local session_replication_role = replica; set local maintenance_work_mem = '1GB'; set local work_mem = '256MB'`,
    )
    const [done] = await sql`select n from bench_rodadas`
    if (Number(done?.n) >= to)
      throw new Error(`There are more than ${sales} sales: delete .tmp/bench-growth to begin anew.`)
    const indexes = await sql<{ name: string; definition: string }[]>`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index i
      where indrelid = any (${[...TABLES]}::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`
    for (const { name } of indexes) await sql.unsafe(`drop index ${name}`)
    for (const table of TABLES) {
      const insert = await cloning(sql, table)
      const last = Math.min(to, ((KEPT_DAYS[table] ?? Infinity) * A_DAY) / MODELS)
      for (let from = Number(done?.n) + 1; from <= last; from += ROUNDS)
        await sql.unsafe(insert, [from, Math.min(last, from + ROUNDS - 1)])
    }
    await balance(sql)
    for (const { definition } of indexes) await sql.unsafe(definition)
    await sql`update bench_rodadas set n = ${to}`
  })
  // What was inserted is told before it is analysed: it would be once more otherwise, while calls are measured.
  await owner`select pg_stat_force_next_flush()`
  await owner.unsafe('vacuum analyze')
}

/** SQL that inserts what the models left, of the rounds from `$1` to `$2`. */
async function cloning(sql: TransactionSql, table: string): Promise<string> {
  const columns = await sql<{ name: string; type: string; of: string | null }[]>`
    select attname as name, atttypid::regtype::text as type, (select confrelid::regclass::text from pg_constraint
      where contype = 'f' and conrelid = attrelid and conkey = array[attnum] limit 1) as of
    from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`
  const strides = Object.fromEntries((await sql`select * from bench_modelo`).map((row) => [row.tabela, row.stride]))
  const values = columns.map(({ name, type, of }) => shifted(table, { name, type, of }, strides))
  const models =
    strides[table] === undefined ? `registro_id >= ${BASE}` : `id between ${BASE} and ${BASE + strides[table] - 1}`
  return `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')}) overriding system value
    select ${values.join(', ')} from (select * from ${table} where ${models}) t, generate_series($1::int, $2::int) k order by k desc${strides[table] === undefined ? '' : ', t.id'}`
}

interface Column {
  readonly name: string
  readonly type: string
  /** The table that it refers to. */
  readonly of: string | null
}

/** SQL: a model's column (`t`) as the sale has it that lies `k` rounds back. */
function shifted(table: string, { name, type, of }: Column, strides: Readonly<Record<string, number>>): string {
  const column = `t."${name}"`
  const back = (stride: number | undefined) => (stride === undefined ? column : `${column} - k * ${stride}`)
  const pair = PAIRS[name]
  const customer = `1 + (t.cliente_id + k::bigint * 7919) % ${CUSTOMERS}`
  if (name === 'id') return back(strides[table])
  if (table === 'movimento_estoque' && name === 'item_id') return back(strides.venda_mercadoria)
  if (table === 'idempotencia' && name === 'registro_id') return back(strides.venda)
  if (table === 'contas_receber' && name === 'numero') return `(t.documento_id - k * ${strides.venda})::text`
  if (name === 'chave') return `t.chave || ' ' || k`
  if (name === 'cliente_id') return `(${customer})::int`
  if (name === 'cliente_xNome') return nameOf(customer)
  if (name === 'mercadoria_id') return `(1 + (t.mercadoria_id + k::bigint * 31) % ${PRODUCTS})::int`
  if (of !== null) return back(strides[of])
  if (pair !== undefined)
    return `${column} - k * case t."${pair}" ${TABLES.map((one) => `when '${one}' then ${strides[one] ?? 0}`).join(' ')} else 0 end`
  if (type.startsWith('timestamp')) return `${column} - k * interval '${(86_400 * MODELS) / A_DAY} seconds'`
  if (type === 'date') return `${column} - (k * ${MODELS} / ${A_DAY})`
  return column
}

/** Balances follow their ledgers. */
async function balance(sql: TransactionSql): Promise<void> {
  await sql.unsafe(`
    update mercadoria_saldo s set q_total = m.q, "vTotal" = m.v from (select mercadoria_id, sum("qTrib") as q, sum("vCusto") as v from movimento_estoque group by 1) m where m.mercadoria_id = s.mercadoria_id;
    update mercadoria_armazenamento s set "qDisp" = m.q from (select mercadoria_id, sum("qTrib") as q from movimento_estoque group by 1) m where m.mercadoria_id = s.mercadoria_id;
    update banco set "vSaldo" = (select sum("vLancamento") from caixa_lancamento)`)
}

/** Bytes of what sales leave, by table: rows and indexes. */
export const sizesOf = (owner: Sql) => owner<{ tabela: string; linhas: number; dados: number; indices: number }[]>`
  select t as tabela, reltuples::float8 as linhas, (pg_table_size(t::regclass))::float8 as dados, (pg_indexes_size(t::regclass))::float8 as indices
  from unnest(${[...TABLES]}::text[]) t join pg_class c on c.oid = t::regclass`
