import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../fixtures/as-owner'
import { NoCluster } from './cluster'
import { withDatabase } from './connect'
import { startEmbedded } from './embedded'
import { FolderBusy, withFolderLock } from './folder-lock'
import { postmasterOf } from './postmaster'

const root = mkdtempSync(join(tmpdir(), 'prumo-embedded-'))
beforeAll(() => chmodSync(root, 0o755))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** What lies in a folder, at any depth. */
const contentOf = (folder: string) => readdirSync(folder, { recursive: true }).map(String).sort()
const stopped = async (dataDir: string) => (await startEmbedded(dataDir)).stop()

function program(folder: string): Promise<{ url: string; started: boolean }> {
  const child = spawn(process.execPath, ['fixtures/open-database.ts', folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (part: Buffer) => (text += part.toString()))
  return new Promise((resolve, reject) => {
    child.once('close', (code) => (code === 0 ? resolve(JSON.parse(text)) : reject(new Error(`ended with ${code}`))))
  })
}

describe('a folder', () => {
  it.each([
    ['holds other files', { 'notas.txt': 'importante' }],
    ['lost its PG_VERSION', { 'global/pg_control': 'x', 'base/1/112': 'linhas' }],
    ['was left by a program that was killed while making it', { PG_VERSION: '18', 'base/1/112': 'linhas' }],
  ])('that %s is refused by every command, and left as it is', async (_, files) => {
    const dataDir = mkdtempSync(join(root, 'outra-'))
    chmodSync(dataDir, 0o755)
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(dataDir, 'pg', name, '..'), { recursive: true })
      writeFileSync(join(dataDir, 'pg', name), text)
    }
    const before = contentOf(join(dataDir, 'pg'))
    for (const only of [undefined, 'look'] as const)
      await expect(startEmbedded(dataDir, only ? { only } : {})).rejects.toThrow(/não é um banco de dados inteiro/)
    expect(contentOf(join(dataDir, 'pg'))).toEqual(before)
  })

  it('that is empty is only looked at by who only looks', async () => {
    const dataDir = mkdtempSync(join(root, 'vazia-'))
    await expect(startEmbedded(dataDir, { only: 'look' })).rejects.toBeInstanceOf(NoCluster)
    expect(contentOf(dataDir).filter((name) => !name.startsWith('.lock'))).toEqual([])
  })

  it('on which three programs open at once becomes one database, of all three', async () => {
    const dataDir = mkdtempSync(join(root, 'tres-'))
    chmodSync(dataDir, 0o755)
    const opened = await Promise.all([program(dataDir), program(dataDir), program(dataDir)])
    expect(new Set(opened.map(({ url }) => url)).size).toBe(1)
    expect(opened.filter(({ started }) => started)).toHaveLength(1)
    await stopped(dataDir)
  })

  it('whose server another program starts anew the moment it stops: who stops it waits for the old one alone', async () => {
    const dataDir = mkdtempSync(join(root, 'de-novo-'))
    chmodSync(dataDir, 0o755)
    const opened = await startEmbedded(dataDir)
    const running = () => postmasterOf(join(dataDir, 'pg'))?.pid
    const first = running()
    const again = (async () => {
      while (running() === first) await Bun.sleep(1)
      return startEmbedded(dataDir)
    })()
    await opened.stop()
    expect(running()).not.toBe(first)
    await (await again).stop()
    expect(running()).toBeUndefined()
  })

  it('is held by one at a time, and given up with the process that holds it', async () => {
    const dataDir = mkdtempSync(join(root, 'presa-'))
    await withFolderLock(dataDir, 0, async () => {
      await expect(withFolderLock(dataDir, 150, () => Promise.resolve())).rejects.toBeInstanceOf(FolderBusy)
    })
    await withFolderLock(dataDir, 0, () => Promise.resolve())
  })
})

describe('a database of its own folder', () => {
  const dataDir = join(root, 'boa')
  const secret = 'segredo-que-ninguem-le'

  it('is made beside and put in its place: what a killed program left half made stands in no way', async () => {
    mkdirSync(join(dataDir, 'pg.novo-abcd1234/base'), { recursive: true })
    process.env.PRUMO_SECRET = secret
    const made = await startEmbedded(dataDir)
    delete process.env.PRUMO_SECRET
    expect([made.started, existsSync(join(dataDir, 'pg/PG_VERSION'))]).toEqual([true, true])
    expect(readdirSync(dataDir).filter((name) => name.startsWith('pg.novo'))).toEqual([])
  })

  it.runIf(process.platform === 'linux')('knows nothing of our environment', () => {
    const pid = postmasterOf(join(dataDir, 'pg'))?.pid
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain(secret)
  })

  it('writes nothing down of what it is asked, whatever is wrong with it', async () => {
    const cpf = '529.982.247-25'
    const { url } = await startEmbedded(dataDir)
    await asOwner(withDatabase(url, 'postgres'), async (owner) => {
      await owner.unsafe('create table pessoa (cpf text primary key, idade int)')
      await owner.unsafe(`insert into pessoa values ('${cpf}', 1)`)
      const wrong = [`insert into pessoa values ('${cpf}', 2)`, `select '${cpf}'::int`, `select '${cpf}' from nada`]
      for (const query of wrong) await expect(owner.unsafe(query)).rejects.toBeInstanceOf(postgres.PostgresError)
    })
    const logs = readdirSync(join(dataDir, 'pg-log')).map((name) => readFileSync(join(dataDir, 'pg-log', name), 'utf8'))
    const said = [...logs, readFileSync(join(dataDir, 'postgres.log'), 'utf8')].join('\n')
    expect(said).toContain('ready to accept connections')
    expect(said).not.toContain(cpf)
    expect(readdirSync(join(dataDir, 'pg-log'))).toEqual([expect.stringMatching(/^postgresql-[1-7]\.log$/)])
  })

  it('opens although its lock names another PostgreSQL, which goes on', async () => {
    await stopped(dataDir)
    const other = await startEmbedded(join(root, 'vizinha'))
    const lock = readFileSync(join(root, 'vizinha/pg/postmaster.pid'), 'utf8').replace('vizinha', 'boa')
    writeFileSync(join(dataDir, 'pg/postmaster.pid'), lock)
    const opened = await startEmbedded(dataDir)
    expect(opened.started).toBe(true)
    expect(opened.port).not.toBe(other.port)
    await asOwner(withDatabase(other.url, 'postgres'), (owner) => owner`select 1`)
    await Promise.all([opened.stop(), other.stop()])
  })

  it('without its password is refused: a new one would open nothing', async () => {
    renameSync(join(dataDir, 'pg-password'), join(dataDir, 'guardada'))
    await expect(startEmbedded(dataDir)).rejects.toThrow(/falta .*pg-password/)
    renameSync(join(dataDir, 'guardada'), join(dataDir, 'pg-password'))
    await stopped(dataDir)
  })
})
