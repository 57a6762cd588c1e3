import type { ReservedSql } from 'postgres'
import { bookFaults } from '../../http/books'
import { copiedOut } from '../backup/backup'
import { countRows, quoted, sequencePositions, type StoredTable, storedTables } from '../backup/catalog'
import { CHECK_LIMIT_MS, placeSequences, pour, readyForRows, type Stall } from '../backup/load'
import { refused } from '../exit'
import { differenceOf, type Figures, figuresOf, sumsIn } from './figures'

/** Is told how far it is. */
export interface MoveTold {
  begins(title: string, total: number): void
  goesOn(done: number, note: string): void
}

/** Both ends: each a connection with an open transaction. */
export interface Moving {
  /** Sees one instant, and nobody writes. */
  readonly source: ReservedSql
  readonly target: ReservedSql
  readonly told: MoveTold
  readonly watch: Stall
}

interface Copied {
  readonly tables: number
  readonly rows: number
  readonly sums: number
  readonly resumed: boolean
}

/**
 * Fills the target's tables from the source's, compares every table and proves the books there. Where the target holds data it is only compared: what a move that was
 * interrupted after its end has left is the same. Throws exit code 1 when anything differs.
 */
export async function copyInto(moving: Moving): Promise<Copied> {
  const { source, target, told, watch } = moving
  const tables = await storedTables(source)
  await assertSameTables(tables, await storedTables(target))
  // Whoever else begins with this database waits, or is waited for.
  await target.unsafe(`set local lock_timeout = '10s'`)
  await target.unsafe('lock table "user", empresa in access exclusive mode')
  const resumed = (await countRows(target, 'user')) + (await countRows(target, 'empresa')) > 0
  if (!resumed) await fill(moving, tables)
  told.begins('Conferindo', tables.length * 2)
  let done = 0
  const read = (name: string) => {
    watch.goesOn(CHECK_LIMIT_MS)
    told.goesOn(++done, name)
  }
  const figures = await figuresOf(source, tables, read)
  const difference = differenceOf(figures, await figuresOf(target, tables, read))
  if (difference !== undefined)
    throw refused(
      resumed
        ? `O novo banco de dados não está vazio, e não é o que uma mudança interrompida deixou: ${difference}. Nada foi alterado.`
        : `O que chegou difere: ${difference}. Nada foi trocado.`,
    )
  await assertProved(moving)
  return { tables: tables.length, rows: rowsIn(figures), sums: sumsIn(figures), resumed }
}

const rowsIn = ({ tables }: Figures) => [...tables.values()].reduce((count, { rows }) => count + rows, 0)

async function assertSameTables(own: readonly StoredTable[], other: readonly StoredTable[]): Promise<void> {
  const text = (tables: readonly StoredTable[]) => JSON.stringify(tables)
  if (text(own) !== text(other)) throw refused('As tabelas do novo banco não são as desta versão. Nada foi alterado.')
}

async function fill({ source, target, told, watch }: Moving, tables: readonly StoredTable[]): Promise<void> {
  const counts = new Map<string, number>()
  for (const { name } of tables) counts.set(name, await countRows(source, name))
  told.begins(
    'Copiando',
    [...counts.values()].reduce((a, b) => a + b, 0),
  )
  await target.unsafe(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
  const afterwards = await readyForRows(target, tables)
  let rows = 0
  for (const table of tables) {
    const count = counts.get(table.name) ?? 0
    if (count > 0) await copyTable({ source, target, watch }, table)
    told.goesOn((rows += count), table.name)
  }
  told.begins('Ligando as tabelas', 0)
  watch.goesOn(CHECK_LIMIT_MS)
  for (const statement of afterwards) await target.unsafe(statement)
  await placeSequences(target, await sequencePositions(source))
  await copyQueue(source, target)
}

async function copyTable({ source, target, watch }: Omit<Moving, 'told'>, table: StoredTable): Promise<void> {
  const pieces = copiedOut(source, table)
  const read = async () => {
    watch.goesOn()
    return (await pieces.next()).value ?? new Uint8Array()
  }
  const list = table.columns.map(quoted).join(', ')
  await pour(target.unsafe(`copy ${quoted(table.name)} (${list}) from stdin`), await read(), read)
}

/** The jobs of the queue, which lie in the tables of its own library: each with the tries that it has had, so that what was given up stays so and nothing is done twice. */
async function copyQueue(source: ReservedSql, target: ReservedSql): Promise<void> {
  const [queue] = await source<{ jobs: string }[]>`
    select coalesce(jsonb_agg(jsonb_build_object('task', t.identifier, 'payload', j.payload, 'queue', q.queue_name, 'run_at', j.run_at,
      'tries', j.max_attempts, 'key', j.key, 'priority', j.priority, 'attempts', j.attempts, 'error', j.last_error, 'at', j.updated_at) order by j.id), '[]')::text as jobs
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id`
  const added = await target.unsafe<{ id: string }[]>(
    `select (graphile_worker.add_job(task, payload, queue, run_at, tries, key, priority)).id::text as id, attempts, error, at::text as at
     from jsonb_to_recordset($1::text::jsonb) as j (task text, payload json, queue text, run_at timestamptz, tries int, key text, priority int,
       attempts int, error text, at timestamptz)`,
    [queue?.jobs ?? '[]'],
  )
  await target.unsafe(
    `update graphile_worker._private_jobs j set attempts = a.attempts, last_error = a.error, updated_at = a.at
     from jsonb_to_recordset($1::text::jsonb) as a (id bigint, attempts int, error text, at timestamptz) where j.id = a.id`,
    [JSON.stringify(added)],
  )
}

async function assertProved({ target, told, watch }: Moving): Promise<void> {
  told.begins('Provando os livros', 0)
  watch.goesOn(CHECK_LIMIT_MS)
  // Statistics of what has just come: without them the proofs of a large history take hours.
  await target.unsafe('analyze')
  const faults = await bookFaults(target)
  if (faults.length > 0)
    throw refused(`Os livros não conferem: ${faults.map(({ rule }) => rule).join('; ')}. Nada foi trocado.`)
}
