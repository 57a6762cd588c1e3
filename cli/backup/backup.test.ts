import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../fixtures/as-owner'
import { testDatabase, type TestDatabase } from '../../fixtures/test-database'
import { testServices } from '../../fixtures/test-services'
import { install } from '../setup/install'
import { backup } from './backup'
import { restore } from './restore'

const folder = mkdtempSync(join(tmpdir(), 'prumo-backup-'))
const file = join(folder, 'copia')
const databases: TestDatabase[] = []
let source: TestDatabase

async function fresh(): Promise<TestDatabase> {
  const made = await testDatabase()
  databases.push(made)
  return made
}

beforeAll(async () => {
  source = await fresh()
  await install(testServices(source.pool), { adminEmail: undefined, adminPassword: 'uma senha longa' }, { demo: true })
  // Closed months take no row of money but by a restore.
  await told(
    source,
    `insert into financeiro_fechamento (empresa_id, ate, "dhFechamento")
     select empresa_id, max("dMovimento"), '2026-11-21T12:00:00Z' from movimento_financeiro group by 1`,
  )
  await backup(source.url, file, new Date('2026-11-21T12:00:00Z'))
})
afterAll(async () => {
  await Promise.all(databases.map((one) => one.close()))
  rmSync(folder, { recursive: true })
})

/** Every table's content, as one text. */
const contentOf = ({ url }: TestDatabase): Promise<string> =>
  asOwner(url, async (owner) => {
    const tables = await owner<{ name: string }[]>`
      select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`
    const parts = []
    for (const { name } of tables) {
      const [row] = await owner.unsafe(
        `select count(*) as n, md5(coalesce(string_agg(t::text, E'\\n' order by t::text), '')) as hash from "${name}" t`,
      )
      if (name !== 'prumo_migracao') parts.push(`${name} ${String(row?.n)} ${String(row?.hash)}`)
    }
    return parts.join('\n')
  })

const told = async ({ url }: TestDatabase, query: string): Promise<unknown[]> =>
  asOwner(url, async (owner) => [...(await owner.unsafe(query))])

const isEmpty = ({ url }: TestDatabase): Promise<boolean> =>
  asOwner(url, async (owner) => {
    const [row] = await owner`select (select count(*) from empresa) + (select count(*) from cliente) as n`
    return row?.n === '0'
  })

describe('a backup', () => {
  it('restores to the same content, references and next numbers', async () => {
    const target = await fresh()
    const report = await restore(target.url, file)
    expect(report.created).toBe('2026-11-21T12:00:00.000Z')
    expect(report.sums['estoque: saldos que diferem do razão']).toBe('0')
    const content = await contentOf(source)
    expect(content).toMatch(/^venda [1-9]/m)
    expect(await contentOf(target)).toBe(content)
    const keys = `select count(*)::int as n from pg_constraint where contype = 'f'`
    expect(await told(target, keys)).toEqual(await told(source, keys))
    const next = `insert into cliente ("xNome") values ('Novo') returning id`
    expect(await told(target, next)).toEqual(await told(source, next))
    const triggers = `select tgname, tgenabled from pg_trigger where not tgisinternal order by tgname`
    expect(await told(target, triggers)).toEqual(await told(source, triggers))
  })

  it('is not restored over data', async () => {
    const before = await contentOf(source)
    await expect(restore(source.url, file)).rejects.toThrow('não está vazio')
    expect(await contentOf(source)).toBe(before)
  })

  it('is not restored into another version', async () => {
    const target = await fresh()
    await told(target, `insert into prumo_migracao (nome, hash) values ('9999_x.sql', 'x')`)
    await expect(restore(target.url, file)).rejects.toThrow('outra versão')
    expect(await isEmpty(target)).toBe(true)
  })

  it.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 2_000)],
    ['with one byte changed', (bytes: Buffer) => changed(bytes)],
    ['that is no backup', () => gzipSync('bom dia')],
    ['that is not even compressed', () => Buffer.from('bom dia')],
  ])('is refused when it is a file %s, and nothing stays', async (_, damage) => {
    const target = await fresh()
    const broken = join(folder, 'quebrada')
    writeFileSync(broken, damage(readFileSync(file)))
    await expect(restore(target.url, broken)).rejects.toThrow(/danificado|Nada foi|nada foi/)
    expect(await isEmpty(target)).toBe(true)
  })
})

describe('whatever happens to the file or to the database', () => {
  it('a backup ends when its file cannot be written, and leaves none', async () => {
    await expect(backup(source.url, join(folder, 'pasta/que/falta'), new Date())).rejects.toThrow(/ENOENT/)
    if (existsSync('/dev/full')) {
      symlinkSync('/dev/full', join(folder, 'cheio.parcial'))
      await expect(backup(source.url, join(folder, 'cheio'), new Date())).rejects.toThrow(/ENOSPC/)
    }
    expect(readdirSync(folder).filter((name) => name.includes('cheio'))).toEqual([])
  })

  const bytes = () => readFileSync(file)
  /** Ways to damage a file, each at a place of its own. */
  const damages: readonly ((whole: Buffer, at: number) => Buffer)[] = [
    (whole, at) => whole.subarray(0, at),
    (whole, at) =>
      Buffer.concat([whole.subarray(0, at), Buffer.from([(whole[at] ?? 0) ^ 0xff]), whole.subarray(at + 1)]),
    (whole, at) => Buffer.concat([whole.subarray(0, at), Buffer.alloc(512), whole.subarray(at + 512)]),
    (whole, at) => Buffer.concat([whole.subarray(0, at), whole.subarray(at + 4_096)]),
  ]

  it('a restore ends, with a message of ours: 48 damaged files', async () => {
    const target = await fresh()
    const whole = bytes()
    for (let n = 0; n < 48; n++) {
      const at = Math.floor(((n + 0.5) / 48) * (whole.length - 5_000))
      const broken = join(folder, 'quebrada')
      writeFileSync(broken, damages[n % damages.length]?.(whole, at) ?? whole)
      await expect(restore(target.url, broken), `damage ${n} at ${at}`).rejects.toThrow(/danificado/)
    }
    expect(await isEmpty(target)).toBe(true)
  })

  it('a restore ends when the database refuses a row in the middle, and says where', async () => {
    const target = await fresh()
    await told(target, 'alter table cliente add constraint ninguem check (false)')
    await expect(restore(target.url, file)).rejects.toThrow(/da tabela cliente.*Nada foi restaurado/)
    expect(await isEmpty(target)).toBe(true)
  })

  it('a restore ends when the database ends its connection', async () => {
    const target = await fresh()
    await told(
      target,
      `create function fora() returns boolean language plpgsql as $$ begin return pg_terminate_backend(pg_backend_pid()); end $$;
       alter table cliente add constraint fora check (fora())`,
    )
    await expect(restore(target.url, file)).rejects.toThrow('A conexão com o banco de dados caiu: nada foi restaurado.')
    expect(await isEmpty(target)).toBe(true)
  })
})

/** The same file with a digit of a stored name changed: everything fits but the checksum. */
function changed(bytes: Buffer): Buffer {
  const plain = gunzipSync(bytes)
  const at = plain.indexOf('Martelo')
  expect(at).toBeGreaterThan(0)
  plain.write('m', at)
  return gzipSync(plain)
}
