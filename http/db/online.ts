import type { ReservedSql } from 'postgres'

/** How a migration begins that runs while everybody works: no transaction around it, each statement by itself. */
const MARK = '-- online\n'
/** Before a statement that takes the rows of a table from the number `$1` to the number `$2`, so many at a time. */
const IN_BATCHES = /^-- in batches of (\w+)\n/
const BATCH = 5_000

/** One statement of such a migration. */
interface Step {
  readonly sql: string
  /** The table whose rows it takes a batch at a time. */
  readonly batchesOf: string | undefined
}

/** Runs what takes locks, anew where others hold them for too long. */
type Patiently = (run: () => Promise<unknown>) => Promise<void>

export const isOnline = (sql: string): boolean => sql.startsWith(MARK)

/** Its statements, each of which ends a line with its semicolon: none has one inside, as the body of a function does. */
export function stepsOf(sql: string): readonly Step[] {
  return sql
    .slice(MARK.length)
    .split(/;\s*(?:\n|$)/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => ({ sql: one.replace(IN_BATCHES, ''), batchesOf: IN_BATCHES.exec(one)?.[1] }))
}

/** Runs it from its beginning, whatever of it was done before: every statement of it says `if not exists`, or changes only what is still to be changed. */
export async function runOnline(connection: ReservedSql, sql: string, patiently: Patiently): Promise<void> {
  for (const step of stepsOf(sql))
    if (step.batchesOf !== undefined) await inBatches(connection, step.sql, step.batchesOf, patiently)
    else if (CONCURRENTLY.test(step.sql)) await buildIndex(connection, step.sql)
    else await patiently(() => connection.unsafe(step.sql))
}

/** Rows that come meanwhile are none of its business: the program that writes them knows what they have to be. */
async function inBatches(connection: ReservedSql, sql: string, table: string, patiently: Patiently): Promise<void> {
  const from = async (least: number): Promise<number | null> => {
    const [next] = await connection.unsafe(`select min(id)::float8 as id from "${table}" where id >= $1`, [least])
    return next?.id === null ? null : Number(next?.id)
  }
  for (let first = await from(0); first !== null; first = await from(first + BATCH))
    await patiently(() => connection.unsafe(sql, [first, Number(first) + BATCH - 1]))
}

const CONCURRENTLY = /^create (?:unique )?index concurrently if not exists "?(\w+)"?/i

/** Nobody waits for an index that is built so; it waits for whoever works, as long as that takes. One that was not built to its end is of no use, and begun anew. */
async function buildIndex(connection: ReservedSql, sql: string): Promise<void> {
  const name = CONCURRENTLY.exec(sql)?.[1] ?? ''
  await connection.unsafe('set lock_timeout = 0')
  const broken =
    await connection`select from pg_index where indexrelid = to_regclass(${`"${name}"`}) and not indisvalid`
  if (broken.length > 0) await connection.unsafe(`drop index concurrently "${name}"`)
  await connection.unsafe(sql)
}

/**
 * What the generator wrote, parted into what is done in a transaction and what is done online: where a table has rows already, its indexes are built beside its work, and what
 * its columns refer to is looked at in rows of before once it holds for new ones.
 */
export function parted(
  statements: readonly string[],
  isNew: (table: string) => boolean,
): { readonly atOnce: readonly string[]; readonly online: readonly string[] } {
  const [atOnce, online]: [string[], string[]] = [[], []]
  for (const one of statements) {
    const index = /^CREATE (UNIQUE )?INDEX ("\w+") ON ("(\w+)"[^]*)$/.exec(one)
    const key = /^ALTER TABLE "(\w+)" ADD CONSTRAINT ("\w+") FOREIGN KEY [^]*?(?=;?$)/.exec(one)
    if (index && !isNew(index[4] ?? ''))
      online.push(`CREATE ${index[1] ?? ''}INDEX CONCURRENTLY IF NOT EXISTS ${index[2]} ON ${index[3]}`)
    else if (key && !isNew(key[1] ?? '')) {
      atOnce.push(`${key[0]} NOT VALID;`)
      online.push(`ALTER TABLE "${key[1]}" VALIDATE CONSTRAINT ${key[2]};`)
    } else atOnce.push(one)
  }
  return { atOnce, online }
}

/** The text of an online migration. */
export const onlineText = (statements: readonly string[]): string => `${MARK}${statements.join('\n')}\n`
