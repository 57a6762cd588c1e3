import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { asOwner } from '../../fixtures/as-owner'
import { runPrumo } from '../../fixtures/run-prumo'
import { testServices } from '../../fixtures/test-services'
import { openDatabase, withDatabase } from '../../http/db/connect'
import { startEmbedded } from '../../http/db/embedded'
import { readSettings } from '../../http/settings'
import { install } from '../setup/install'

/** An embedded database with the demo company, and another PostgreSQL, the run's own, to move it to. */

const folder = mkdtempSync(join(tmpdir(), 'prumo-move-'))
const server = inject('templateUrl')
const settings = readSettings({ PRUMO_DATA: folder })
const made: string[] = []

beforeAll(async () => {
  chmodSync(folder, 0o755)
  const database = await openDatabase(settings)
  const first = { adminEmail: undefined, adminPassword: 'uma senha longa' }
  await install(testServices(database.pool), first, { demo: true })
  await database.close()
}, 300_000)
afterAll(async () => {
  await (await startEmbedded(folder)).stop()
  for (const name of made) await administer((sql) => sql.unsafe(`drop database if exists ${name} with (force)`))
  await administer((sql) => sql.unsafe(`drop role if exists prumo_move_dono; drop role if exists prumo_move_nada`))
  rmSync(folder, { recursive: true, force: true })
})

const administer = (ask: (sql: Sql) => Promise<unknown>) => asOwner(withDatabase(server, 'postgres'), ask)

/** A new database on the other server; `as` is the user whose address is answered. */
async function target(how = '', as?: string): Promise<string> {
  const name = `prumo_move_${made.length}`
  made.push(name)
  await administer((sql) => sql.unsafe(`create database ${name} ${how}`))
  const url = new URL(withDatabase(server, name))
  if (as !== undefined) [url.username, url.password] = [as, 'senha']
  return url.toString()
}

const move = (to: string) => runPrumo(['move', '--to', '-'], { folder, input: to })
const switched = () => existsSync(join(folder, 'database-url'))
const usersIn = async (url: string) =>
  asOwner(url, async (sql) => Number((await sql`select count(*) as n from "user"`)[0]?.n))

/** In the embedded database: a job that was given up, and one that failed twice and is to be tried again. */
async function queued(): Promise<void> {
  const embedded = await startEmbedded(folder)
  await asOwner(embedded.url, async (sql) => {
    for (const [at, attempts] of [1, 2].entries()) {
      const key = `de teste ${at}`
      await sql`select graphile_worker.add_job('sis.tamanhos', '{}', max_attempts => ${attempts === 1 ? 1 : 5}, job_key => ${key})`
      await sql`update graphile_worker._private_jobs set attempts = ${attempts}, last_error = 'Falhou' where key = ${key}`
    }
  })
}

describe('a database that Prumo cannot be moved into', () => {
  it('of another encoding, with tables of others, without rights: each told, nothing done', async () => {
    const latin = await move(await target(`encoding 'SQL_ASCII' locale 'C' template template0`))
    expect([latin.code, latin.err]).toEqual([
      1,
      expect.stringMatching(/SQL_ASCII: precisa ser UTF8[^]*create database/),
    ])
    const taken = await target()
    await asOwner(taken, (sql) => sql`create table alheia (id int)`)
    expect((await move(taken)).err).toMatch(/não está vazio: tem 1 tabelas que não são do Prumo/)
    await administer((sql) => sql.unsafe(`create role prumo_move_nada login password 'senha'`))
    const poor = await move(await target('', 'prumo_move_nada'))
    expect([poor.code, poor.err]).toEqual([1, expect.stringMatching(/alter database [^]*grant prumo_app to/)])
    const wrong = new URL(taken)
    wrong.port = '1'
    expect((await move(wrong.toString())).code).toBe(3)
    expect((await runPrumo(['move', '--to', 'banco'], { folder })).code).toBe(2)
    expect(switched()).toBe(false)
  })
})

describe('a move', () => {
  let owned = ''

  it('is not begun while Prumo is open on the embedded database', async () => {
    owned = await target('', 'prumo_move_dono')
    const { url } = await startEmbedded(folder)
    await asOwner(url, async (sql) => {
      await sql`select 1`
      expect(await move(await target())).toMatchObject({ code: 1, err: expect.stringContaining('pare-o') })
    })
  })

  it('goes where a user without rights was given them by the SQL that it told', async () => {
    await administer((sql) => sql.unsafe(`create role prumo_move_dono login password 'senha'`))
    const told = (await move(owned)).err.match(/^ {4}.*$/gm) ?? []
    const admin = new URL(server)
    admin.pathname = new URL(owned).pathname
    await asOwner(admin.toString(), (sql) => sql.unsafe(told.join('\n')))
    // A cut in the middle: the database ends the connection while a table comes, after others have come whole.
    const target = postgres(admin.toString(), { max: 1, onnotice: () => undefined })
    await move(owned.replace('senha', 'errada'))
    await target.unsafe(`
      create function corta() returns event_trigger language plpgsql as $$ begin
        if current_setting('application_name') = 'prumo move' and (select count(*) from "user") > 0 then perform pg_terminate_backend(pg_backend_pid()); end if; end $$;
      create event trigger corta on ddl_command_end when tag in ('ALTER TABLE') execute function corta()`)
    const cut = await move(owned)
    expect([cut.code, cut.err]).toEqual([3, expect.stringContaining('Nada foi trocado')])
    expect([await usersIn(admin.toString()), switched()]).toEqual([0, false])
    await target.unsafe('drop event trigger corta; drop function corta()')
    await target.end()

    await queued()
    const done = await move(owned)
    expect(done.err).not.toContain('Nada foi')
    expect(done.code).toBe(0)
    expect(done.out).toMatch(/linhas de \d+ tabelas copiadas[^]*somas e \d+ provas[^]*leakproof[^]*como estava/)
    expect(readFileSync(join(folder, 'database-url'), 'utf8').trim()).toBe(owned)
    expect(statSync(join(folder, 'database-url')).mode & 0o077).toBe(0)
    expect(readSettings({ PRUMO_DATA: folder }).databaseUrl).toBe(owned)
  })

  it('gives no job that was given up, or is being tried, more tries than it had', async () => {
    const jobs = await asOwner(
      owned,
      (sql) =>
        sql`select key, attempts, max_attempts, last_error from graphile_worker._private_jobs where key like 'de teste%' order by key`,
    )
    expect([...jobs]).toEqual([
      { key: 'de teste 0', attempts: 1, max_attempts: 1, last_error: 'Falhou' },
      { key: 'de teste 1', attempts: 2, max_attempts: 5, last_error: 'Falhou' },
    ])
  })

  it('leaves the embedded database to nobody who was about to open it', async () => {
    await expect(openDatabase({ databaseUrl: undefined, dataDir: folder })).rejects.toThrow('acaba de mudar')
  })

  it('keeps what the program’s role may not do, and Prumo works there', async () => {
    const opened = await openDatabase(readSettings({ PRUMO_DATA: folder }))
    await opened.close()
    const refusals = (url: string) =>
      asOwner(url, async (sql) => [
        ...(await sql`select table_name, string_agg(privilege_type, ',' order by privilege_type) as may from information_schema.role_table_grants
          where grantee = 'prumo_app' and table_schema = 'public' group by 1 order by 1`),
      ])
    const embedded = await startEmbedded(folder)
    expect(await refusals(owned)).toEqual(await refusals(embedded.url))
  })

  it('that was interrupted before the switch is compared and switched; into a database that went on, it is refused', async () => {
    rmSync(join(folder, 'database-url'))
    const again = await move(owned)
    expect(again.err).not.toContain('Nada foi')
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('de uma mudança interrompida')])
    rmSync(join(folder, 'database-url'))
    await asOwner(
      owned,
      (sql) => sql`update contas_receber set "vDup" = "vDup" + 1 where id = (select min(id) from contas_receber)`,
    )
    const other = await move(owned)
    expect([other.code, other.err]).toEqual([1, expect.stringMatching(/não está vazio.*contas_receber\.vDup/)])
    expect(switched()).toBe(false)
  })

  it('is not made into one that an earlier version works with, which stays as it is', async () => {
    await asOwner(owned, (sql) => sql`delete from prumo_migracao where nome = (select max(nome) from prumo_migracao)`)
    const older = await move(owned)
    expect([older.code, older.err]).toEqual([1, expect.stringContaining('de outra versão')])
    expect(switched()).toBe(false)
  })
})
