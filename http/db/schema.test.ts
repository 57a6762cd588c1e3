import { generateMigration } from 'drizzle-kit/api'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../fixtures/test-database'
import { databaseOf, snapshotTables } from './snapshot'

/** What a table is to PostgreSQL, in its own words: columns, constraints, indexes, one line each, sorted. */
async function shapeOf(database: TestDatabase, tables: readonly string[]): Promise<Map<string, string[]>> {
  const sql = postgres(database.url, { max: 1, onnotice: () => undefined })
  try {
    await sql`analyze pg_catalog.pg_class, pg_catalog.pg_attribute, pg_catalog.pg_attrdef, pg_catalog.pg_constraint, pg_catalog.pg_index`
    const rows = await sql<{ tabela: string; linhas: string[] }[]>`
      with wanted as materialized (select c.oid, c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname in ${sql(tables)}),
      lines as (
        select wanted.oid, 'column ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end
          || case a.attidentity when '' then '' else ' identity ' || a.attidentity::text end
          || case a.attgenerated when '' then coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') else ' generated ' || pg_get_expr(d.adbin, d.adrelid) end as line
        from wanted join pg_attribute a on a.attrelid = wanted.oid and a.attnum > 0 and not a.attisdropped left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        union all select wanted.oid, 'constraint ' || conname || ' ' || pg_get_constraintdef(c.oid) from wanted join pg_constraint c on conrelid = wanted.oid and contype <> 'n'
        union all select wanted.oid, 'index ' || pg_get_indexdef(indexrelid) from wanted join pg_index on indrelid = wanted.oid)
      select relname as tabela, array_agg(line order by line) as linhas from lines join wanted using (oid) group by 1`
    return new Map(rows.map(({ tabela, linhas }) => [tabela, linhas]))
  } finally {
    await sql.end()
  }
}

/** Made by hand in migrations, since a definition says no expression, no condition and no further columns of an index. */
const INDEXES_BY_HAND = new Set([
  'chat_mensagem_conversa_ix',
  'chat_mensagem_lida_ix',
  'chat_mensagem_nao_lida_ix',
  'contas_pagar_aberto_ix',
  'contas_receber_aberto_ix',
  'mercadoria_minimo_ix',
  'nfe_compra_empresa_id_status_ix',
  'troca_espera_ix',
  'troca_webhook_de_ix',
  'troca_webhook_ix',
  'user_email_uk',
  'venda_painel_ix',
])
const byHand = (line: string) => INDEXES_BY_HAND.has(/^index CREATE (?:UNIQUE )?INDEX (\w+) /.exec(line)?.[1] ?? '')

let migrated: TestDatabase
let made: TestDatabase
const tables = Object.keys(snapshotTables()).map((key) => key.slice('public.'.length))

beforeAll(async () => {
  ;[migrated, made] = await Promise.all([testDatabase(), testDatabase()])
  const sql = postgres(made.url, { max: 1, onnotice: () => undefined })
  await sql.unsafe(`drop table ${tables.map((name) => `"${name}"`).join()} cascade`)
  const statements = await generateMigration(databaseOf({}), databaseOf(snapshotTables()))
  await sql.unsafe(statements.join('\n'))
  await sql.end()
})
afterAll(async () => {
  await migrated.close()
  await made.close()
})

describe('the tables that the migrations made', () => {
  it('are those of the snapshot: column by column, constraint by constraint, index by index', async () => {
    const [found, wanted] = await Promise.all([shapeOf(migrated, tables), shapeOf(made, tables)])
    const differing = tables.flatMap((table) => {
      const [is, ought] = [found.get(table) ?? [], wanted.get(table) ?? []]
      return [
        ...is
          .filter((line) => !ought.includes(line) && !byHand(line))
          .map((line) => `${table}: not in the snapshot: ${line}`),
        ...ought.filter((line) => !is.includes(line)).map((line) => `${table}: not in the database: ${line}`),
      ]
    })
    expect(differing).toEqual([])
    expect([...found.values()].flat().filter(byHand)).toHaveLength(INDEXES_BY_HAND.size)
  })
})
