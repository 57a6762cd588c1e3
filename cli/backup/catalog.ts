import type { ReservedSql } from 'postgres'

/** Table that says which migrations were applied: compared, never copied. */
const MIGRATIONS = 'prumo_migracao'

/** One applied migration, which together name a version of the database. */
export interface AppliedMigration {
  readonly nome: string
  readonly hash: string
}

/** A table and the columns that are stored: generated ones are computed again by the database that restores. */
export interface StoredTable {
  readonly name: string
  readonly columns: readonly string[]
}

/** Where a sequence stands. */
export interface SequencePosition {
  readonly name: string
  readonly last: string
  readonly called: boolean
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

export async function appliedMigrations(sql: ReservedSql): Promise<AppliedMigration[]> {
  const rows = await sql<AppliedMigration[]>`select nome, hash from prumo_migracao order by nome`
  return rows.map(({ nome, hash }) => ({ nome, hash }))
}

/** Every table but that of migrations, by name. */
export async function storedTables(sql: ReservedSql): Promise<StoredTable[]> {
  const rows = await sql<{ name: string; columns: string[] }[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and c.relname <> ${MIGRATIONS}
    group by c.relname order by c.relname`
  return rows.map(({ name, columns }) => ({ name, columns }))
}

export async function sequencePositions(sql: ReservedSql): Promise<SequencePosition[]> {
  const names = await sql<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace order by 1`
  const positions: SequencePosition[] = []
  for (const { name } of names) {
    const [row] = await sql.unsafe<{ last: string; called: boolean }[]>(
      `select last_value::text as last, is_called as called from ${quoted(name)}`,
    )
    if (row) positions.push({ name, last: row.last, called: row.called })
  }
  return positions
}

export async function countRows(sql: ReservedSql, table: string): Promise<number> {
  const [row] = await sql.unsafe<{ n: string }[]>(`select count(*)::text as n from ${quoted(table)}`)
  return Number(row?.n)
}

/** Sums of the ledgers and of the balances that follow from them, and how many balances differ from their ledger. */
const SUMS: Readonly<Record<string, string>> = {
  'estoque: quantidade no razão': `select coalesce(sum("qTrib"), 0)::text as v from movimento_estoque`,
  'estoque: valor no razão': `select coalesce(sum("vCusto"), 0)::text as v from movimento_estoque`,
  'estoque: quantidade nos saldos': `select coalesce(sum(q_total), 0)::text as v from mercadoria_saldo`,
  'estoque: valor nos saldos': `select coalesce(sum("vTotal"), 0)::text as v from mercadoria_saldo`,
  'estoque: quantidade nos locais': `select coalesce(sum("qDisp"), 0)::text as v from mercadoria_armazenamento`,
  'estoque: saldos que diferem do razão': `select count(*)::text as v from (
    select s.id from mercadoria_saldo s left join movimento_estoque m on m.empresa_id = s.empresa_id and m.mercadoria_id = s.mercadoria_id
    group by s.id having s.q_total <> coalesce(sum(m."qTrib"), 0) or s."vTotal" <> coalesce(sum(m."vCusto"), 0)) x`,
  'financeiro: soma do razão': `select coalesce(sum(valor), 0)::text as v from movimento_financeiro`,
  'financeiro: saldo a receber': `select coalesce(sum("vSaldo"), 0)::text as v from contas_receber`,
  'financeiro: saldo a pagar': `select coalesce(sum("vSaldo"), 0)::text as v from contas_pagar`,
}

export async function ledgerSums(sql: ReservedSql): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  for (const [name, query] of Object.entries(SUMS)) {
    const [row] = await sql.unsafe<{ v: string }[]>(query)
    sums[name] = row?.v ?? ''
  }
  return sums
}
