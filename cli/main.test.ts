import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../fixtures/test-database'
import { testServices } from '../fixtures/test-services'
import { Sessions } from '../http/platform/session'
import { serve } from '../http/server'
import { install } from './setup/install'
import { runPrumo } from '../fixtures/run-prumo'

/** The program as the shell sees it: what it prints and the code it ends with. */

const folder = mkdtempSync(join(tmpdir(), 'prumo-cli-'))
const PASSWORD = 'uma senha longa'
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
  await install(
    testServices(database.pool),
    { adminEmail: 'dono@exemplo.com', adminPassword: PASSWORD },
    { demo: false },
  )
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const prumo = (
  args: readonly string[],
  { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {},
) => runPrumo(args, { folder, url: database.url, env, input })

describe('exit codes', () => {
  it.each([
    [0, ['core', '--list']],
    [0, ['--help']],
    [1, ['call', 'POST', 'cliente', '--data', '{}']],
    [1, ['call', 'GET', 'cliente/999999']],
    [1, ['seed']],
    [2, []],
    [2, ['core', 'money.nothing']],
    [2, ['call', 'EAT', 'cliente']],
    [2, ['call', 'POST', 'cliente', '--data', '{']],
    [2, ['unknown']],
    [3, ['call', 'GET', 'cliente', '--server', 'http://127.0.0.1:9', '--token', 'x'.repeat(30)]],
    [3, ['restore', '/does/not/exist']],
  ])('%i for prumo %j', async (code, args) => {
    const { code: got, err } = await prumo(args)
    expect(got, err).toBe(code)
  })

  it('3 when the database does not answer', async () => {
    const { code } = await prumo(['migrate'], { env: { DATABASE_URL: 'postgres://a:b@127.0.0.1:9/c' } })
    expect(code).toBe(3)
  })
})

describe('prumo core', () => {
  it('reads standard input and writes a line a line', async () => {
    const { out } = await prumo(['core', 'money.round'], { input: '{"value":"1.005","decimals":2}\nx' })
    expect(out.split('\n').map((line) => line && Object.keys(JSON.parse(line))[0])).toEqual(['ok', 'error', ''])
  })
})

describe('prumo call', () => {
  it('--dry-run says what would be done, and does nothing', async () => {
    const before = (await prumo(['call', 'GET', 'cliente', '--json'])).out
    const tried = await prumo(['call', 'POST', 'cliente', '--data', '{"xNome":"Ninguém"}', '--dry-run'])
    expect(tried.out).toBe('Nada foi gravado. Seria feito:\n  Gera Cliente.\n')
    expect((await prumo(['call', 'GET', 'cliente', '--json'])).out).toBe(before)
    const whole = await prumo(['call', 'POST', 'cliente', '--data', '{"xNome":"Ninguém"}', '--dry-run', '--json'])
    expect(JSON.parse(whole.out)).toMatchObject({ simulado: true, efeitos: { documentos: [{ recurso: 'cliente' }] } })
    expect(await prumo(['call', 'POST', 'cliente', '--data', '{}', '--dry-run'])).toMatchObject({ code: 1 })
  })

  it('reaches the same API in this process and on a server', async () => {
    const made = await prumo(['call', 'POST', 'cliente', '--data', '{"xNome":"Ana Exemplo"}', '--json'])
    expect(JSON.parse(made.out)).toMatchObject({ xNome: 'Ana Exemplo' })
    const here = await prumo(['call', 'GET', 'cliente', '--search', 'ana', '--json'])
    const services = {
      pool: database.pool,
      sessions: new Sessions(database.pool),
      secret: 'test',
      publicUrl: undefined,
    }
    const running = await serve(services, { host: '127.0.0.1', port: 0 })
    try {
      const to = ['--server', running.url]
      expect((await prumo(['call', 'GET', 'cliente', ...to])).err).toContain('prumo login')
      const login = ['login', '--email', 'dono@exemplo.com', ...to]
      expect((await prumo(login, { env: { PRUMO_PASSWORD: 'errada' } })).code).toBe(1)
      expect((await prumo(login, { input: `${PASSWORD}\n` })).code).toBe(0)
      expect(statSync(join(folder, 'cli-tokens.json')).mode & 0o777).toBe(0o600)
      const there = await prumo(['call', 'GET', 'cliente', '--search', 'ana', '--json', ...to])
      expect(there.out).toBe(here.out)
    } finally {
      await running.stop()
    }
  })

  it('acts with the rights of the user that is named, and shows lists as tables', async () => {
    await prumo(['user', 'add', 'vendas@exemplo.com', '--name', 'Vendas', '--role', 'saller'])
    const as = ['--user', 'vendas@exemplo.com']
    expect((await prumo(['call', 'POST', 'mercadoria', '--data', '{"xProd":"X"}', ...as])).err).toContain('permissão')
    const list = await prumo(['call', 'GET', 'cliente', '--columns', 'id,xNome', ...as])
    expect(list.out).toMatch(/^id +xNome\n\d+ +Ana Exemplo\n1 no total/)
  })
})

describe('prumo user', () => {
  it('refuses to leave nobody who can give rights', async () => {
    const { code, err } = await prumo(['user', 'role', 'dono@exemplo.com', '--remove', 'admin'])
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('administrador') })
  })

  it('changes a password, which ends sessions', async () => {
    const sessions = new Sessions(database.pool)
    await prumo(['user', 'add', 'a@exemplo.com', '--name', 'A', '--password', PASSWORD])
    const { token } = await sessions.signIn({
      email: 'a@exemplo.com',
      password: PASSWORD,
      origin: { address: 'test', network: 'test' },
    })
    const { out } = await prumo(['user', 'password', 'a@exemplo.com'])
    const password = /Senha: (\S+)/.exec(out)?.[1] ?? ''
    await expect(new Sessions(database.pool).actorOf(token)).rejects.toThrow('faça login')
    expect(
      (await sessions.signIn({ email: 'a@exemplo.com', password, origin: { address: 'test', network: 'test' } })).actor
        .name,
    ).toBe('A')
  })
})

describe('prumo import clientes', () => {
  it('1 with the lines at fault, 0 with the count', async () => {
    const file = join(folder, 'clientes.csv')
    writeFileSync(file, 'xNome;CEP\nJosé;8\n')
    const bad = await prumo(['import', 'clientes', file])
    expect(bad).toMatchObject({ code: 1, err: expect.stringContaining('linha 2: CEP') })
    writeFileSync(file, Buffer.from('xNome;CEP\nJos\u00e9 Latino;80000100\n', 'latin1'))
    expect((await prumo(['import', 'clientes', file])).out).toContain('1 clientes importados')
    expect((await prumo(['call', 'GET', 'cliente', '--search', 'xNome:José Latino'])).out).toContain('José Latino')
  })
})

describe('prumo doctor', () => {
  it('0 when all is well, 1 and how to mend it when not', async () => {
    // The tests' own server is quick because it does not write safely, which is told: without it all is well.
    const well = await prumo(['doctor', '--json'], { env: { PORT: '0', DATABASE_URL: '' } })
    expect(well.code, well.out).toBe(0)
    const ill = await prumo(['doctor'], { env: { PORT: '0', SMTP_URL: 'nonsense', PRUMO_ESQUEMAS: 'nenhuma' } })
    expect(ill).toMatchObject({ code: 1, out: expect.stringContaining('SMTP_URL') })
    expect(ill.out).toContain('nenhum pacote em nenhuma')
    expect(ill.out).toContain('banco: fsync')
  })
})
