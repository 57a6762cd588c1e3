import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import postgres, { type ReservedSql } from 'postgres'
import * as v from 'valibot'
import { refused } from '../exit'
import {
  type AppliedMigration,
  appliedMigrations,
  countRows,
  ledgerSums,
  quoted,
  type SequencePosition,
  storedTables,
} from './catalog'
import { header, tableHead, trailer } from './file'
import { damaged, FrameReader } from './frames'

/** What was restored, and the sums that were found equal. */
export interface RestoreReport {
  readonly created: string
  readonly tables: number
  readonly rows: number
  readonly sums: Readonly<Record<string, string>>
}

/**
 * Restores a backup into an empty database of the same version, in one transaction: checksum, row counts, references between tables
 * and ledger sums are verified before anything is kept. Throws exit code 1, with the database as it was, when anything differs.
 */
export async function restore(url: string, file: string): Promise<RestoreReport> {
  const driver = postgres(url, { max: 1, onnotice: () => undefined, connection: { statement_timeout: 0 } })
  const sql = await driver.reserve()
  try {
    await sql.unsafe('begin')
    const report = await readFrames(sql, file)
    await sql.unsafe('commit')
    return report
  } catch (error) {
    await sql.unsafe('rollback').catch(() => undefined)
    throw isZlibError(error) ? damaged() : error
  } finally {
    sql.release()
    await driver.end({ timeout: 5 })
  }
}

const isZlibError = (error: unknown) =>
  error instanceof Error && 'code' in error && /^(?:Z_|ERR_STREAM_PREMATURE)/.test(String(error.code))

async function readFrames(sql: ReservedSql, file: string): Promise<RestoreReport> {
  const source = createReadStream(file)
  const gunzip = source.pipe(createGunzip())
  source.on('error', (error) => gunzip.destroy(error))
  const frames = new FrameReader(gunzip)
  const hash = createHash('sha256')
  const read = async () => {
    const frame = await frames.read()
    hash.update(frame)
    return frame
  }
  const head = parsed(header, await read())
  await assertSameVersion(sql, head.migrations)
  const known = await storedTables(sql)
  if (known.map((one) => one.name).join() !== head.tables.join()) throw damaged()
  await assertEmpty(sql)
  await sql.unsafe(`truncate ${head.tables.map(quoted).join(', ')}`)
  const references = await dropReferences(sql)
  let rows = 0
  for (const table of known) rows += await readTable(sql, table.name, read)
  for (const statement of references) await sql.unsafe(statement)
  const sums = await verifyEnd(sql, { frames, hash })
  return { created: head.created, tables: known.length, rows, sums }
}

function parsed<S extends v.GenericSchema>(schema: S, frame: Buffer): v.InferOutput<S> {
  try {
    return v.parse(schema, JSON.parse(frame.toString('utf8')))
  } catch {
    throw damaged()
  }
}

async function assertSameVersion(sql: ReservedSql, wanted: readonly AppliedMigration[]): Promise<void> {
  const applied = await appliedMigrations(sql)
  const text = (list: readonly AppliedMigration[]) => list.map((one) => `${one.nome} ${one.hash}`).join()
  if (text(applied) === text(wanted)) return
  throw refused(
    `O arquivo é de outra versão do Prumo (última migração ${wanted.at(-1)?.nome ?? 'nenhuma'}; este programa tem ${applied.at(-1)?.nome ?? 'nenhuma'}). ` +
      'Restaure com a versão que fez a cópia e depois atualize. Nada foi alterado.',
  )
}

async function assertEmpty(sql: ReservedSql): Promise<void> {
  for (const table of ['user', 'empresa'])
    if ((await countRows(sql, table)) > 0)
      throw refused(
        'O banco de dados não está vazio: restaure em um novo (outra pasta em PRUMO_DATA, ou outro DATABASE_URL). Nada foi alterado.',
      )
}

/** Takes the foreign keys away and answers the statements that put them back, which check every row. */
async function dropReferences(sql: ReservedSql): Promise<string[]> {
  const keys = await sql<{ table: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`
  for (const { table, name } of keys) await sql.unsafe(`alter table ${table} drop constraint ${quoted(name)}`)
  return keys.map(({ table, name, definition }) => `alter table ${table} add constraint ${quoted(name)} ${definition}`)
}

async function readTable(sql: ReservedSql, name: string, read: () => Promise<Buffer>): Promise<number> {
  const head = parsed(tableHead, await read())
  if (head.table !== name) throw damaged()
  const first = await read()
  if (first.length > 0) {
    const list = head.columns.map(quoted).join(', ')
    await pour(await sql.unsafe(`copy ${quoted(name)} (${list}) from stdin`).writable(), first, read)
  }
  const rows = await countRows(sql, name)
  if (rows !== head.rows)
    throw refused(`A tabela ${name} deveria ter ${head.rows} linhas e tem ${rows}: nada foi restaurado.`)
  return rows
}

/** Writes a table's frames into its COPY. When they cannot be read, the COPY is given up. */
async function pour(target: Writable, first: Buffer, read: () => Promise<Buffer>): Promise<void> {
  try {
    for (let frame = first; frame.length > 0; frame = await read())
      if (!target.write(frame)) await once(target, 'drain')
    target.end()
    await finished(target)
  } catch (error) {
    target.on('error', () => undefined)
    target.destroy(new Error('restore given up'))
    throw error
  }
}

async function verifyEnd(
  sql: ReservedSql,
  { frames, hash }: { frames: FrameReader; hash: Hash },
): Promise<Record<string, string>> {
  const end = parsed(trailer, await frames.read())
  if (hash.digest('hex') !== end.sha256) throw damaged()
  await placeSequences(sql, end.sequences)
  const sums = await ledgerSums(sql)
  const differs = Object.keys(end.sums).find((name) => end.sums[name] !== sums[name])
  if (differs !== undefined)
    throw refused(`${differs}: ${sums[differs]} no lugar de ${end.sums[differs]}. Nada foi restaurado.`)
  return sums
}

async function placeSequences(sql: ReservedSql, positions: readonly SequencePosition[]): Promise<void> {
  for (const { name, last, called } of positions)
    await sql`select setval(${quoted(name)}::regclass, ${last}::bigint, ${called})`
}
