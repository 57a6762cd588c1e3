import { messageOf } from '../../core/errors'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReservedSql, Sql } from 'postgres'
import { pgCode } from './faults'
import { isOnline, runOnline } from './online'

/** Any number: every Prumo takes the same lock while it migrates. */
const LOCK = 727_786_001
/** How often it is looked whether another one has done: a statement that waited would hold up indexes that are built beside the work. */
const LOOK_MS = 200
/** Nobody waits longer behind a migration that waits for what others hold. It lets all of them pass, and tries again: some two minutes in all. */
export const LOCK_MS = 500
const PAUSES_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 15_000, 15_000, 15_000] as const
/** The database's own cleaning of a table gives way to whoever has waited for it for `deadlock_timeout`, and to nobody who gives up before. */
const HURRY_MS = 200
/** Where that cannot be set, tries from this one on wait for as long as the server says, and so does whoever comes after them. */
const LONGER_FROM = 4
/** lock_not_available, deadlock_detected. */
const HELD = new Set(['55P03', '40P01'])
const FOLDER = join(import.meta.dirname, 'migrations')

/**
 * Rows of companies are fenced by policies, and before a fence is passed only what is known to tell nothing may look at a row: without this, whoever searches a text
 * reads the whole table, as `like` is not known so by itself. It is so: its only errors are those of the pattern. Only a superuser may say it; where none migrates,
 * searches are right and slow. It is said in the system's own catalogue, which no backup holds: at every start, therefore.
 */
const SEARCH_BY_INDEX = `do $$ begin
  if (select rolsuper from pg_roles where rolname = current_user)
    and not (select proleakproof from pg_proc where oid = 'pg_catalog.textlike(text,text)'::regprocedure)
  then alter function pg_catalog.textlike(text, text) leakproof; end if;
end $$`

interface Migration {
  readonly name: string
  readonly sql: string
  readonly hash: string
}

/** The migrations that this program knows, in order. */
export function knownMigrations(): readonly Migration[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(FOLDER, name), 'utf8')
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
    })
}

/** A database that this program must not touch. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/**
 * Brings a database to this program's version, forward only, one server at a time (advisory lock), each migration in a transaction but those that run while everybody works.
 * Throws MigrationError when the database is newer than the program, when a migration that was applied has changed since, or when others hold for minutes what one needs.
 * Answers the names of those it applied.
 */
export async function migrate(
  sql: Sql,
  known = knownMigrations(),
  pauses: readonly number[] = PAUSES_MS,
): Promise<readonly string[]> {
  const connection = await sql.reserve()
  try {
    await takeTurn(connection)
    const waits = await waitsOf(connection)
    await connection`create table if not exists prumo_migracao (nome text primary key, hash text not null, dh timestamptz not null default now())`
    const applied = await connection<
      { nome: string; hash: string }[]
    >`select nome, hash from prumo_migracao order by nome`
    assertKnown(applied, known)
    const done = new Set(applied.map((one) => one.nome))
    const wanted = known.filter((one) => !done.has(one.name))
    for (const one of wanted)
      await apply(connection, one, { pauses, waits }).catch(async (error: unknown) => {
        const holder = HELD.has(pgCode(error) ?? '') ? await longestWork(connection) : ''
        throw new MigrationError(`A migração ${one.name} falhou: ${messageOf(error)}${holder}`, { cause: error })
      })
    await connection.unsafe(SEARCH_BY_INDEX)
    return wanted.map((one) => one.name)
  } finally {
    await connection.unsafe('reset lock_timeout')
    await connection.unsafe(IF_ALLOWED('reset deadlock_timeout'))
    await connection`select pg_advisory_unlock(${LOCK})`
    connection.release()
  }
}

async function takeTurn(connection: ReservedSql): Promise<void> {
  for (;;) {
    const [turn] = await connection`select pg_try_advisory_lock(${LOCK}) as mine`
    if (turn?.mine === true) return
    await Bun.sleep(LOOK_MS)
  }
}

interface Patience {
  /** Between tries. */
  readonly pauses: readonly number[]
  /** How long the try of this number, from 0, waits for what others hold. */
  readonly waits: (attempt: number) => number
}

async function apply(connection: ReservedSql, { name, sql, hash }: Migration, patience: Patience): Promise<void> {
  const noted = `insert into prumo_migracao (nome, hash) values ('${name}', '${hash}')`
  const patiently = (run: () => Promise<unknown>) => tryAgain(connection, run, patience)
  if (!isOnline(sql)) return patiently(() => connection.unsafe(`begin;\n${sql}\n;${noted};\ncommit;`))
  await runOnline(connection, sql, patiently)
  await connection.unsafe(noted)
}

/** Runs what takes locks, anew where others hold them for too long. */
async function tryAgain(
  connection: ReservedSql,
  run: () => Promise<unknown>,
  { pauses, waits }: Patience,
): Promise<void> {
  for (const [attempt, pause] of [...pauses, undefined].entries())
    try {
      await connection.unsafe(`set lock_timeout = ${waits(attempt)}`)
      await run()
      return
    } catch (error) {
      await connection.unsafe('rollback')
      if (pause === undefined || !HELD.has(pgCode(error) ?? '')) throw error
      await Bun.sleep(pause)
    }
}

/** `deadlock_timeout` is a superuser's, or of whom one was granted it (`grant set on parameter`). */
const IF_ALLOWED = (statement: string): string =>
  `do $$ begin ${statement}; exception when insufficient_privilege then null; end $$`

/** Makes the database's own cleaning give way, and tells how long each try waits for that. */
async function waitsOf(connection: ReservedSql): Promise<Patience['waits']> {
  await connection.unsafe(IF_ALLOWED(`set deadlock_timeout = ${HURRY_MS}`))
  const [row] =
    await connection`select extract(epoch from current_setting('deadlock_timeout')::interval)::float8 * 1000 as ms`
  const gives = Number(row?.ms)
  return (attempt) => (gives < LOCK_MS || attempt < LONGER_FROM ? LOCK_MS : gives + LOCK_MS)
}

/** Whose work has been open for the longest: most likely it is what a migration waits for. */
async function longestWork(connection: ReservedSql): Promise<string> {
  const [one] = await connection`
    select pid, usename, application_name, floor(extract(epoch from now() - xact_start))::int as s from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null order by xact_start limit 1`
  if (!one) return ''
  return `. Há mais tempo em uma transação: a sessão ${one.pid} (${one.usename}, ${one.application_name || 'sem nome'}), há ${one.s} s. Encerre-a, ou tente de novo.`
}

function assertKnown(applied: readonly { nome: string; hash: string }[], known: readonly Migration[]): void {
  const hashes = new Map(known.map((one) => [one.name, one.hash]))
  const newer = applied.find((one) => !hashes.has(one.nome))
  if (newer)
    throw new MigrationError(
      `O banco de dados é de uma versão mais nova do Prumo (migração ${newer.nome}). Atualize o programa; nada foi alterado.`,
    )
  const changed = applied.find((one) => hashes.get(one.nome) !== one.hash)
  if (changed)
    throw new MigrationError(`A migração ${changed.nome} mudou depois de aplicada. Restaure o arquivo original.`)
}

/** Of these names of applied migrations: is every one there that this program knows? */
export function hasAll(applied: readonly unknown[]): boolean {
  const done = new Set(applied)
  return knownMigrations().every((one) => done.has(one.name))
}
