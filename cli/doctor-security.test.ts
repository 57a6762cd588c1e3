import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../fixtures/as-owner'
import { testDatabase, type TestDatabase } from '../fixtures/test-database'
import { testServices } from '../fixtures/test-services'
import { readSettings } from '../http/settings'
import { securityFindings } from './doctor-security'
import { install } from './setup/install'

const folder = mkdtempSync(join(tmpdir(), 'prumo-seguro-'))
const NOW = new Date('2026-11-25T12:00:00Z')
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  const admin = { adminEmail: 'dono@teste.example', adminPassword: 'uma senha longa' }
  await install(testServices(database.pool), admin, { demo: false })
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, 'secret'), 'x'.repeat(64), { mode: 0o600 })
  mkdirSync(join(folder, 'longe'), { mode: 0o700 })
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

async function look(env: Record<string, string> = {}): Promise<Map<string, string>> {
  const copies = join(folder, 'longe/copias')
  const all = { PRUMO_DATA: folder, DATABASE_URL: database.url, PRUMO_BACKUPS: copies, ...env }
  const found = await securityFindings(readSettings(all), all, NOW)
  return new Map(found.map(({ name, state, detail }) => [name, `${state}: ${detail}`]))
}

/** Copies as servers leave them: made and proved so many hours ago. */
function leaveCopies({ hours, drillHours, erro = null }: { hours: number; drillHours: number; erro?: string | null }) {
  const dir = join(folder, 'longe/copias')
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { mode: 0o700 })
  const ago = (h: number) => new Date(NOW.getTime() - h * 3_600_000).toISOString()
  const arquivo = join(dir, `prumo-${ago(hours).slice(0, 19).replaceAll(':', '')}Z.copia`)
  writeFileSync(arquivo, '', { mode: 0o600 })
  const ensaio = { dh: ago(drillHours), arquivo, erro }
  writeFileSync(join(dir, 'estado.json'), JSON.stringify({ desde: ago(9_000), ensaio }))
  return arquivo
}

describe('prumo doctor --security', () => {
  it('finds nothing wrong where nothing is', async () => {
    leaveCopies({ hours: 5, drillHours: 30 })
    const found = await look()
    const root = process.getuid?.() === 0 ? ['ambiente'] : []
    expect([...found].filter(([name, told]) => !told.startsWith('ok') && !root.includes(name))).toEqual([])
  })

  it('names what others of this machine may read, and how to close it', async () => {
    const copy = leaveCopies({ hours: 5, drillHours: 30 })
    chmodSync(join(folder, 'secret'), 0o644)
    expect((await look()).get('permissões')).toMatch(/^falha: .*secret está aberto/)
    chmodSync(join(folder, 'secret'), 0o600)
    chmodSync(copy, 0o640)
    expect((await look()).get('permissões')).toMatch(/^falha: .*\.copia está aberto/)
  })

  it.each([
    ['acesso', /^falha: atende a rede em 0\.0\.0\.0 sem HTTPS/, { HOST: '0.0.0.0' }],
    [
      'acesso',
      /^falha: PRUMO_PROXIES aceita 0\.0\.0\.0\/0/,
      { PRUMO_URL: 'https://127.0.0.1:9', PRUMO_PROXIES: '0.0.0.0/0' },
    ],
    ['acesso', /^atenção: .*nenhum proxy/, { PRUMO_URL: 'https://127.0.0.1:9' }],
    ['certificado HTTPS', /^falha: 127\.0\.0\.1:9/, { PRUMO_URL: 'https://127.0.0.1:9' }],
    ['chave dos segredos', /^falha: PRUMO_SECRET tem só 5/, { PRUMO_SECRET: 'curta' }],
    ['chave dos segredos', /^atenção: .*mesma pasta/, { PRUMO_BACKUPS: '' }],
    ['ambiente', /^atenção: PRUMO_ADMIN_PASSWORD/, { PRUMO_ADMIN_PASSWORD: 'x' }],
    ['rede interna', /^atenção/, { PRUMO_ALLOW_PRIVATE_HOSTS: '1' }],
    ['cópias de segurança', /^atenção: automáticas desligadas/, { PRUMO_BACKUPS: '0' }],
    ['conexão com o banco', /^falha: a conexão com 127\.0\.0\.2/, { DATABASE_URL: 'postgres://a:b@127.0.0.2:9/c' }],
  ])('%s: %s', async (name, told, env) => {
    leaveCopies({ hours: 5, drillHours: 30 })
    const found = [...(await look(env))].find(([one]) => one === name)
    expect(found?.[1]).toMatch(told)
  })

  it('says how old the last copy is, and whether it was ever restored', async () => {
    leaveCopies({ hours: 50, drillHours: 30 })
    expect((await look()).get('cópias de segurança')).toBe('falha: a última tem 50 horas')
    leaveCopies({ hours: 5, drillHours: 300 })
    expect((await look()).get('ensaio de restauração')).toBe('atenção: o último tem 12 dias')
    leaveCopies({ hours: 5, drillHours: 30, erro: 'O arquivo está danificado.' })
    expect((await look()).get('ensaio de restauração')).toMatch(/^falha: .*danificado/)
  })

  it('names users of the demo', async () => {
    await asOwner(
      database.url,
      (owner) =>
        owner`insert into "user" (name, email, empresa_id) select 'Demo', 'vendas@demo.prumo.local', id from empresa`,
    )
    expect((await look()).get('contas de demonstração')).toBe('falha: vendas@demo.prumo.local')
  })
})
