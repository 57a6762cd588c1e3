import { createHash } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import postgres, { type ReservedSql } from 'postgres'
import * as v from 'valibot'
import { isAway } from '../../http/db/faults'
import { refused } from '../exit'
import { type AppliedMigration, appliedMigrations, countRows, ledgerSums, quoted, storedTables } from './catalog'
import { header, tableHead, type Trailer, trailer } from './file'
import { damaged, FrameReader } from './frames'
import { CHECK_LIMIT_MS, placeSequences, pour, readyForRows, Stall } from './load'

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
  const end = await assertWhole(file)
  const driver = postgres(url, { max: 1, onnotice: () => undefined, connection: { statement_timeout: 0 } })
  const stalled = Promise.withResolvers<never>()
  const watch = new Stall(() => stalled.reject(refused('O banco de dados parou de responder: nada foi restaurado.')))
  try {
    return await Promise.race([intoDatabase(await driver.reserve(), { file, end, watch }), stalled.promise])
  } catch (error) {
    throw isAway(error) ? cutOff() : error instanceof postgres.PostgresError ? notTaken(error) : error
  } finally {
    watch.end()
    // What was not committed goes with the connection.
    await driver.end({ timeout: 1 })
  }
}

/** The file's content was proved: what the database says no to is between it and this program. */
const notTaken = ({ table_name, message }: postgres.PostgresError) =>
  refused(
    `O banco de dados recusou o conteúdo${table_name ? ` da tabela ${table_name}` : ''}: ${message}. Nada foi restaurado.`,
  )

const cutOff = () => refused('A conexão com o banco de dados caiu: nada foi restaurado.')

/** Reads a file's frames one after another. */
class BackupFile {
  readonly hash = createHash('sha256')
  readonly #frames: FrameReader
  readonly #source: ReadStream

  constructor(file: string) {
    this.#source = createReadStream(file)
    const gunzip = createGunzip()
    // All that goes wrong with either is heard by whoever reads.
    pipeline(this.#source, gunzip, () => undefined)
    this.#frames = new FrameReader(gunzip)
  }

  /** The next frame; the last one is not part of what its checksum is of. Throws what a damaged file deserves. */
  async read(part: 'counted' | 'last' = 'counted'): Promise<Buffer> {
    try {
      const frame = await this.#frames.read()
      if (part === 'counted') this.hash.update(frame)
      return frame
    } catch (error) {
      throw isZlibError(error) ? damaged() : error
    }
  }

  close(): void {
    this.#source.destroy()
  }
}

const isZlibError = (error: unknown) =>
  error instanceof Error && 'code' in error && /^(?:Z_|ERR_STREAM)/.test(String(error.code))

/** Reads the file to its end before anything is done with it. Throws exit code 1 unless it is whole, to the last bit. */
async function assertWhole(file: string): Promise<Trailer> {
  const source = new BackupFile(file)
  try {
    const { tables } = parsed(header, await source.read())
    for (const table of tables) {
      if (parsed(tableHead, await source.read()).table !== table) throw damaged()
      while ((await source.read()).length > 0);
    }
    const end = parsed(trailer, await source.read('last'))
    if (source.hash.digest('hex') !== end.sha256) throw damaged()
    return end
  } finally {
    source.close()
  }
}

interface Restoring {
  readonly file: string
  readonly end: Trailer
  readonly watch: Stall
}

async function intoDatabase(sql: ReservedSql, { file, end, watch }: Restoring): Promise<RestoreReport> {
  const source = new BackupFile(file)
  try {
    await sql.unsafe('begin')
    const report = await readFrames(sql, source, { end, watch })
    await sql.unsafe('commit')
    return report
  } finally {
    source.close()
  }
}

async function readFrames(
  sql: ReservedSql,
  source: BackupFile,
  { end, watch }: Pick<Restoring, 'end' | 'watch'>,
): Promise<RestoreReport> {
  const read = async () => {
    watch.goesOn()
    return source.read()
  }
  const head = parsed(header, await read())
  await assertSameVersion(sql, head.migrations)
  const known = await storedTables(sql)
  if (known.map((one) => one.name).join() !== head.tables.join()) throw damaged()
  await assertEmpty(sql)
  await sql.unsafe(`truncate ${head.tables.map(quoted).join(', ')}`)
  const afterwards = await readyForRows(sql, known)
  let rows = 0
  for (const table of known) rows += await readTable(sql, table.name, read)
  watch.goesOn(CHECK_LIMIT_MS)
  for (const statement of afterwards) await sql.unsafe(statement)
  // The same file as before, still.
  if (source.hash.digest('hex') !== end.sha256) throw damaged()
  const sums = await verifySums(sql, end)
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

async function readTable(sql: ReservedSql, name: string, read: () => Promise<Buffer>): Promise<number> {
  const head = parsed(tableHead, await read())
  if (head.table !== name) throw damaged()
  const first = await read()
  if (first.length > 0) {
    const list = head.columns.map(quoted).join(', ')
    await pour(sql.unsafe(`copy ${quoted(name)} (${list}) from stdin`), first, read)
  }
  const rows = await countRows(sql, name)
  if (rows !== head.rows)
    throw refused(`A tabela ${name} deveria ter ${head.rows} linhas e tem ${rows}: nada foi restaurado.`)
  return rows
}

async function verifySums(sql: ReservedSql, end: Trailer): Promise<Record<string, string>> {
  await placeSequences(sql, end.sequences)
  const sums = await ledgerSums(sql)
  const differs = Object.keys(end.sums).find((name) => end.sums[name] !== sums[name])
  if (differs !== undefined)
    throw refused(`${differs}: ${sums[differs]} no lugar de ${end.sums[differs]}. Nada foi restaurado.`)
  return sums
}
