import { messageOf } from '../../core/errors'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sql } from 'postgres'

/** Any number: every Prumo takes the same lock while it migrates. */
const LOCK = 727_786_001
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
 * Brings a database to this program's version, forward only, one server at a time (advisory lock), each migration in a transaction.
 * Throws MigrationError when the database is newer than the program, or when a migration that was applied has changed since.
 * Answers the names of those it applied.
 */
export async function migrate(sql: Sql, known = knownMigrations()): Promise<readonly string[]> {
  const connection = await sql.reserve()
  try {
    await connection`select pg_advisory_lock(${LOCK})`
    await connection`create table if not exists prumo_migracao (nome text primary key, hash text not null, dh timestamptz not null default now())`
    const applied = await connection<
      { nome: string; hash: string }[]
    >`select nome, hash from prumo_migracao order by nome`
    assertKnown(applied, known)
    const done = new Set(applied.map((one) => one.nome))
    const wanted = known.filter((one) => !done.has(one.name))
    for (const one of wanted) {
      await connection
        .unsafe(
          `begin;\n${one.sql}\n;insert into prumo_migracao (nome, hash) values ('${one.name}', '${one.hash}');\ncommit;`,
        )
        .catch(async (error: unknown) => {
          await connection.unsafe('rollback')
          throw new MigrationError(`A migração ${one.name} falhou: ${messageOf(error)}`, { cause: error })
        })
    }
    await connection.unsafe(SEARCH_BY_INDEX)
    return wanted.map((one) => one.name)
  } finally {
    await connection`select pg_advisory_unlock(${LOCK})`
    connection.release()
  }
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
