import type { ReservedSql } from 'postgres'
import { quoted, sequencePositions, type StoredTable } from '../backup/catalog'

/** What a table holds, as text that two databases say alike when they hold the same. */
export interface TableFigures {
  readonly rows: number
  /** Of each numeric column, by its name. */
  readonly sums: Readonly<Record<string, string | null>>
  /** Of every column of every row, in whatever order they come. */
  readonly content: string
}

/** The figures of a whole database: each table's, and where its sequences stand. */
export interface Figures {
  readonly tables: ReadonlyMap<string, TableFigures>
  readonly sequences: string
}

/** Written alike, whatever a server or a user has as their custom. */
const WRITTEN_ALIKE = `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local xmloption = 'content'`

/** Reads the figures inside the caller's transaction; `read` is called after each table. */
export async function figuresOf(
  sql: ReservedSql,
  tables: readonly StoredTable[],
  read: (name: string) => void,
): Promise<Figures> {
  await sql.unsafe(WRITTEN_ALIKE)
  const found = new Map<string, TableFigures>()
  for (const table of tables) {
    found.set(table.name, await tableFigures(sql, table))
    read(table.name)
  }
  const positions = await sequencePositions(sql)
  return { tables: found, sequences: positions.map(({ name, last, called }) => `${name} ${last} ${called}`).join('\n') }
}

async function tableFigures(sql: ReservedSql, { name, columns }: StoredTable): Promise<TableFigures> {
  const numeric = await sql<{ name: string }[]>`
    select attname::text as name from pg_attribute
    where attrelid = ${quoted(name)}::regclass and attnum > 0 and not attisdropped and atttypid = 'numeric'::regtype order by attnum`
  const sums = `array[${numeric.map((one) => `sum(${quoted(one.name)})::text`).join(', ')}]::text[]`
  const [row] = await sql.unsafe<{ rows: string; sums: Record<string, string | null>; content: string }[]>(
    `select count(*)::text as rows, jsonb_object($1::text[], ${sums}) as sums,
       coalesce(sum(('x' || left(md5(row(${columns.map(quoted).join(', ')})::text), 16))::bit(64)::bigint), 0)::text as content
     from ${quoted(name)}`,
    [numeric.map((one) => one.name)],
  )
  return { rows: Number(row?.rows), sums: row?.sums ?? {}, content: row?.content ?? '' }
}

/** In what two databases differ, in words; undefined where they hold the same. */
export function differenceOf(source: Figures, target: Figures): string | undefined {
  for (const [name, own] of source.tables) {
    const other = target.tables.get(name)
    if (!other) return `a tabela ${name} falta`
    if (own.rows !== other.rows) return `a tabela ${name} tem ${other.rows} linhas no lugar de ${own.rows}`
    const column = Object.keys(own.sums).find((one) => own.sums[one] !== other.sums[one])
    if (column !== undefined)
      return `a soma de ${name}.${column} é ${other.sums[column] ?? 'nenhuma'} no lugar de ${own.sums[column] ?? 'nenhuma'}`
    if (own.content !== other.content) return `o conteúdo da tabela ${name} difere`
  }
  return source.sequences === target.sequences ? undefined : 'os próximos números diferem'
}

/** Numeric columns whose sums were compared. */
export const sumsIn = ({ tables }: Figures): number =>
  [...tables.values()].reduce((count, { sums }) => count + Object.keys(sums).length, 0)
