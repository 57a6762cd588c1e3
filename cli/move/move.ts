import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import postgres, { type ReservedSql, type Sql } from 'postgres'
import { bookRules } from '../../http/books'
import { NoCluster } from '../../http/db/cluster'
import { type Looked, lookAtDatabase } from '../../http/db/connect'
import { isAway } from '../../http/db/faults'
import { hasAll, MigrationError } from '../../http/db/migrate'
import { prepare } from '../../http/db/prepare'
import { addressFile, type Settings } from '../../http/settings'
import { storedTables } from '../backup/catalog'
import { CHECK_LIMIT_MS, Stall } from '../backup/load'
import { CommandError, refused, unreachable } from '../exit'
import { copyInto, type Moving, type MoveTold } from './copy'
import { targetFacts, type TargetFault, targetFaults } from './target'

/** What was moved and compared. */
export interface MoveReport {
  readonly tables: number
  readonly rows: number
  /** Sums of numeric columns, and proofs of the books, that hold in the new database. */
  readonly sums: number
  readonly proofs: number
  /** The new database held everything already, by a move that was interrupted before the switch. */
  readonly resumed: boolean
  readonly addressFile: string
  readonly oldFolder: string
  /** What an administrator may do for it to be quicker. */
  readonly notes: readonly string[]
}

type From = Pick<Settings, 'databaseUrl' | 'dataDir'>

/**
 * Moves the embedded database into another PostgreSQL, as it stands, while nobody writes to it: everything in one transaction there, compared and proved before it is
 * kept. Only then is the address written to where every program of this data folder reads it. The embedded database stays as it was. Throws exit codes 1 and 3
 * with what to mend; nothing is switched then, and running it again begins anew.
 */
export async function move(settings: From, to: string, told: MoveTold): Promise<MoveReport> {
  if (settings.databaseUrl)
    throw refused('Este Prumo já usa um banco de dados externo: a mudança é a partir do embutido. Nada foi alterado.')
  const looked = await embeddedOf(settings)
  try {
    const target = connect(to)
    try {
      await assertFit(target)
      const file = addressFile(settings.dataDir)
      const report = await moved(looked, { target, to, told, file })
      const notes = await notesOf(target)
      return { ...report, notes, addressFile: file, oldFolder: join(settings.dataDir, 'pg') }
    } finally {
      await target.end({ timeout: 1 })
    }
  } finally {
    await looked.close()
  }
}

const connect = (url: string): Sql =>
  postgres(url, {
    max: 2,
    connect_timeout: 10,
    onnotice: () => undefined,
    connection: { application_name: 'prumo move', statement_timeout: 0, idle_in_transaction_session_timeout: 0 },
  })

async function embeddedOf(settings: From): Promise<Looked> {
  const looked = await lookAtDatabase(settings).catch((error: unknown) => {
    throw error instanceof NoCluster ? unreachable(error.message) : error
  })
  if (looked.pending.length === 0) return looked
  await looked.close()
  throw refused(
    'O banco embutido é de uma versão anterior: rode prumo migrate, e a mudança de novo. Nada foi alterado.',
  )
}

async function assertFit(target: Sql): Promise<void> {
  const faults = targetFaults(await targetFacts(target))
  if (faults.length > 0) throw refused(`${faults.map(inWords).join('\n')}\nNada foi alterado.`)
}

const inWords = ({ detail, sql }: TargetFault) =>
  sql === undefined ? detail : `${detail} Um administrador do servidor roda, como superusuário:\n${indented(sql)}`
const indented = (sql: string) => sql.replace(/^/gm, '    ')

interface Moved {
  readonly target: Sql
  readonly to: string
  readonly told: MoveTold
  /** Where the address is written. */
  readonly file: string
}

async function moved(looked: Looked, { target, to, told, file }: Moved) {
  const source = connect(looked.pool.url)
  const stalled = Promise.withResolvers<never>()
  const watch = new Stall(() => stalled.reject(refused('Um dos bancos de dados parou de responder. Nada foi trocado.')))
  try {
    const held = await source.reserve()
    await assertAlone(held, looked)
    told.begins('Preparando o novo banco', 0)
    watch.goesOn(CHECK_LIMIT_MS)
    await assertNotOlder(target)
    await prepare(target, to)
    await hold(held)
    const moving: Moving = { source: held, target: await target.reserve(), told, watch }
    const report = await Promise.race([inOne(moving, () => assertAlone(held, looked)), stalled.promise])
    // While nobody writes to the old one: whoever opens it now waits, and finds the address.
    writeAddress(file, to)
    return { ...report, proofs: Object.keys(bookRules()).length }
  } catch (error) {
    throw inPortuguese(error)
  } finally {
    watch.end()
    await source.end({ timeout: 1 })
  }
}

/** An earlier version that is at work somewhere is not brought to this one by the way: it is refused before anything is changed. */
async function assertNotOlder(target: Sql): Promise<void> {
  const tables =
    await target`select to_regclass(t) is not null as found from unnest(array['public.prumo_migracao', 'public.user', 'public.empresa']) t`
  if (!tables.every(({ found }) => found === true)) return
  const applied = await target<{ nome: string }[]>`select nome from prumo_migracao`
  const [row] = await target`select exists (select from "user") or exists (select from empresa) as used`
  if (row?.used === true && !hasAll(applied.map(({ nome }) => nome)))
    throw refused('O novo banco de dados guarda um Prumo de outra versão: informe um vazio. Nada foi alterado.')
}

/** All of it or nothing. */
async function inOne(moving: Moving, assertStillAlone: () => Promise<void>) {
  await moving.target.unsafe('begin')
  const report = await copyInto(moving)
  await assertStillAlone()
  await moving.target.unsafe('commit')
  return report
}

/** Nobody writes to the embedded database from here on, and everything that is read of it is of one instant. */
async function hold(source: ReservedSql): Promise<void> {
  const tables = await storedTables(source)
  await source.unsafe('begin isolation level repeatable read')
  await source.unsafe(`set local lock_timeout = '10s'`)
  await source.unsafe(`lock table ${tables.map(({ name }) => `"${name}"`).join(', ')} in share mode`)
}

/** A server that works on the embedded database would go on writing to it after the switch. */
async function assertAlone(source: ReservedSql, { owner }: Looked): Promise<void> {
  const [mine] = await owner`select pg_backend_pid() as pid`
  const [row] = await source`
    select count(*)::int as others from pg_stat_activity
    where backend_type = 'client backend' and pid not in (pg_backend_pid(), ${Number(mine?.pid)})`
  if (row?.others !== 0)
    throw refused('O Prumo está aberto sobre o banco embutido: pare-o, e rode a mudança de novo. Nada foi trocado.')
}

function inPortuguese(error: unknown): unknown {
  if (error instanceof CommandError) return error
  if (error instanceof MigrationError) return refused(`${error.message} Nada foi trocado.`)
  if (isAway(error)) return unreachable('A conexão com um dos bancos de dados caiu. Nada foi trocado: rode de novo.')
  if (!(error instanceof postgres.PostgresError)) return error
  const { table_name: table, message } = error
  return refused(`O banco de dados recusou${table ? ` a tabela ${table}` : ''}: ${message}. Nada foi trocado.`)
}

/** Whole or not at all, whatever ends the program or the machine. */
function writeAddress(file: string, url: string): void {
  const fresh = `${file}.novo`
  onDisk(openSync(fresh, 'w', 0o600), (handle) => void writeSync(handle, `${url}\n`))
  renameSync(fresh, file)
  onDisk(openSync(dirname(file), 'r'))
}

function onDisk(handle: number, write?: (handle: number) => void): void {
  try {
    write?.(handle)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

const LEAKPROOF = 'alter function pg_catalog.textlike(text, text) leakproof;'

async function notesOf(target: Sql): Promise<readonly string[]> {
  const [row] =
    await target`select proleakproof as told from pg_proc where oid = 'pg_catalog.textlike(text,text)'::regprocedure`
  if (row?.told === true) return []
  return [`Para que as buscas usem os índices, um administrador roda uma vez, neste banco:\n${indented(LEAKPROOF)}`]
}
