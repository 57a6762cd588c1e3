import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import postgres, { type ReservedSql } from 'postgres'
import {
  appliedMigrations,
  countRows,
  ledgerSums,
  quoted,
  sequencePositions,
  type StoredTable,
  storedTables,
} from './catalog'
import type { Header, TableHead, Trailer } from './file'
import { FrameWriter } from './frames'

/** What was written. */
export interface BackupReport {
  readonly tables: number
  readonly rows: number
  readonly bytes: number
}

/**
 * Writes the whole database to one file, as it stood at one instant, while others go on working: every table by COPY, gzipped, with
 * row counts, ledger sums and a checksum that `restore` verifies. The file appears under its name only when it is whole.
 */
export async function backup(url: string, file: string, now: Date): Promise<BackupReport> {
  const driver = postgres(url, { max: 1, onnotice: () => undefined, connection: { statement_timeout: 0 } })
  const partial = `${file}.parcial`
  const sql = await driver.reserve()
  try {
    await sql.unsafe('begin isolation level repeatable read read only')
    const rows = await writeFrames(sql, partial, now)
    await sql.unsafe('commit')
    await toDisk(partial)
    await rename(partial, file)
    return { ...rows, bytes: (await stat(file)).size }
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  } finally {
    await driver.end({ timeout: 1 })
  }
}

/** A copy that a power cut takes away was none. */
async function toDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.sync().finally(() => handle.close())
}

async function writeFrames(sql: ReservedSql, file: string, now: Date): Promise<{ tables: number; rows: number }> {
  const gzip = createGzip({ level: 6 })
  const written = pipeline(gzip, createWriteStream(file, { mode: 0o600 }))
  // A file that cannot be written ends it at once: whoever waits to write more would wait for ever.
  const failed = new Promise<never>((_, reject) => void written.catch(reject))
  try {
    const told = await Promise.race([framesOf(sql, new FrameWriter(gzip), now), failed])
    gzip.end()
    await written
    return told
  } catch (error) {
    gzip.destroy()
    throw error
  }
}

async function framesOf(sql: ReservedSql, frames: FrameWriter, now: Date): Promise<{ tables: number; rows: number }> {
  const hash = createHash('sha256')
  const put = async (payload: Uint8Array) => {
    hash.update(payload)
    await frames.write(payload)
  }
  const tables = await storedTables(sql)
  const head: Header = {
    format: 'prumo-backup',
    version: 1,
    created: now.toISOString(),
    migrations: await appliedMigrations(sql),
    tables: tables.map((one) => one.name),
  }
  await put(json(head))
  let rows = 0
  for (const one of tables) rows += await writeTable(sql, one, put)
  const end: Trailer = {
    sha256: hash.digest('hex'),
    sequences: await sequencePositions(sql),
    sums: await ledgerSums(sql),
  }
  await frames.write(json(end))
  return { tables: tables.length, rows }
}

const json = (value: Header | TableHead | Trailer) => Buffer.from(JSON.stringify(value))

async function writeTable(
  sql: ReservedSql,
  { name, columns }: StoredTable,
  put: (payload: Uint8Array) => Promise<void>,
): Promise<number> {
  const rows = await countRows(sql, name)
  await put(json({ table: name, columns: [...columns], rows }))
  if (rows > 0) for await (const chunk of copiedOut(sql, { name, columns })) await put(chunk)
  await put(new Uint8Array())
  return rows
}

/** A table's rows as COPY gives them, in pieces of some 256 KiB: one that reads slowly holds the database back. */
export async function* copiedOut(sql: ReservedSql, { name, columns }: StoredTable): AsyncGenerator<Buffer> {
  const data = await sql.unsafe(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`).readable()
  yield* packed(data)
  // The driver pauses its socket when a reader is slow and resumes it on a read, which a stream that has ended gets no more.
  data._read(0)
}

const PACK_BYTES = 256 * 1024

/** Joins the rows of a COPY, which come one by one, into larger pieces. */
async function* packed(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let bytes = 0
  for await (const row of rows) {
    parts.push(row)
    bytes += row.length
    if (bytes < PACK_BYTES) continue
    yield Buffer.concat(parts)
    parts = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(parts)
}
