import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnsWith } from '../../../fixtures/columns-with'
import { type Caller, callerOf, testCnpj, testServer, type TestServer } from '../../../fixtures/test-server'
import { SYSTEM } from '../../db/pool'
import { rowsOf } from '../../platform/context'
import { codeOf, stepOf } from './totp'

let server: TestServer
let people = 0
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const PASSWORD = 'tomada-de-tres-pinos'
const rows = (query: ReturnType<typeof sql>) => server.pool.read(SYSTEM, (db) => rowsOf({ db }, query))
const run = (query: ReturnType<typeof sql>) => server.pool.transaction(SYSTEM, (db) => db.execute(query))

async function make(): Promise<{ id: number; email: string }> {
  const email = `seguro${++people}@teste.example`
  const values = { name: 'Iracema', email, password: PASSWORD, password_cp: PASSWORD, empresa_id: server.empresa_id }
  return (await server.admin('POST', '/api/user', values)).body
}

async function signIn(
  email: string,
  codigo?: string,
  agent = 'Navegador',
): Promise<{ status: number; body: { token: string; code?: string } }> {
  const answer = await server.app.request('/api/authenticate', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': agent },
    body: JSON.stringify({ email, password: PASSWORD, ...(codigo === undefined ? {} : { codigo }) }),
  })
  return { status: answer.status, body: await answer.json() }
}
const enter = async (email: string, codigo?: string): Promise<Caller> =>
  callerOf(server.app, (await signIn(email, codigo)).body.token)
const FACTOR = '/api/sessao/segundo_fator'
/** The code of now, `steps` later. */
const code = (secret: string, steps = 0) => codeOf(secret, stepOf(Date.now()) + steps)

/** A user with a second factor. */
async function enrolled() {
  const user = await make()
  const caller = await enter(user.email)
  const { segredo } = (await caller('POST', FACTOR, { password: PASSWORD })).body
  const { body } = await caller('POST', `${FACTOR}/confirma`, { codigo: code(segredo, -1) })
  return { user, caller, secret: String(segredo), codes: body.codigos }
}
const eventsOf = async (id: number) =>
  (await rows(sql`select tipo from evento_seguranca where user_id = ${id} order by id`)).map(({ tipo }) => tipo)

describe('the second factor', () => {
  it('is begun with the password, counts once a code was given, and is asked at every sign-in', async () => {
    const { email } = await make()
    const caller = await enter(email)
    // One moment for the whole test: half a minute may turn in the middle of it.
    const now = stepOf(Date.now())
    expect((await caller('POST', FACTOR, { password: 'outra' })).status).toBe(422)
    const { segredo, uri } = (await caller('POST', FACTOR, { password: PASSWORD })).body
    expect(uri).toContain(`secret=${segredo}`)
    // Begun is not yet asked.
    expect((await signIn(email)).status).toBe(200)
    expect((await caller('POST', `${FACTOR}/confirma`, { codigo: '000000' })).status).toBe(422)
    const done = await caller('POST', `${FACTOR}/confirma`, { codigo: codeOf(segredo, now) })
    expect([done.status, new Set(done.body.codigos).size]).toEqual([200, 10])
    expect((await caller('GET', FACTOR)).body).toEqual({ ativo: true, exigido: false, codigos: 10 })
    expect(await signIn(email)).toMatchObject({ status: 401, body: { code: 'second_factor_required' } })
    expect(await signIn(email, '123456')).toMatchObject({ status: 401, body: { code: 'invalid_second_factor' } })
    // A code is good once: whoever has seen one typed has nothing.
    expect((await signIn(email, codeOf(segredo, now))).body.code).toBe('invalid_second_factor')
    expect((await signIn(email, codeOf(segredo, now + 1))).status).toBe(200)
    expect((await signIn(email, codeOf(segredo, now + 1))).status).toBe(401)
    expect((await caller('POST', FACTOR, { password: PASSWORD })).status).toBe(409)
  })

  it('its secret is nowhere in clear, and its codes are digests', async () => {
    const { secret, codes } = await enrolled()
    expect(await columnsWith(server.pool, secret)).toEqual([])
    expect(await columnsWith(server.pool, codes[0])).toEqual([])
    const shown = JSON.stringify((await server.admin('GET', '/api/sis/segundo_fator')).body)
    expect(shown).not.toMatch(/segredo|codigos|s2\./)
  })

  it('a recovery code is good once, in any spelling, and that is written down', async () => {
    const { user, codes } = await enrolled()
    expect((await signIn(user.email, codes[3].toUpperCase().replace('-', ' '))).status).toBe(200)
    expect((await signIn(user.email, codes[3])).status).toBe(401)
    expect((await signIn(user.email, codes[4])).status).toBe(200)
    expect(await eventsOf(user.id)).toEqual(
      expect.arrayContaining(['fator_ativado', 'codigo_recuperacao', 'codigo_recusado', 'entrou']),
    )
  })

  it('is guessed no faster than a password', async () => {
    const { user } = await enrolled()
    const statuses = []
    for (let time = 0; time < 10; time++) statuses.push((await signIn(user.email, '111111')).status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
  })

  it('is taken away with password and code, or by an administrator', async () => {
    const { caller, secret } = await enrolled()
    expect((await caller('DELETE', FACTOR, { password: PASSWORD, codigo: '000000' })).status).toBe(401)
    expect((await caller('DELETE', FACTOR, { password: 'outra', codigo: code(secret) })).status).toBe(422)
    const again = await enrolled()
    expect((await again.caller('DELETE', FACTOR, { password: PASSWORD, codigo: again.codes[0] })).status).toBe(200)
    expect((await signIn(again.user.email)).status).toBe(200)
    const lost = await enrolled()
    const manager = await server.user({ roles: ['manager'] })
    expect((await manager('POST', `/api/user/${lost.user.id}/removeSegundoFator`)).status).toBe(403)
    expect((await server.admin('POST', `/api/user/${lost.user.id}/removeSegundoFator`)).status).toBe(200)
    expect((await signIn(lost.user.email)).status).toBe(200)
  })

  it('403 everything but setting it up, for whoever has a role that demands it', async () => {
    const made = (await server.admin('POST', '/api/funcoes/role', { name: 'tesouraria', exige_segundo_fator: true }))
      .body
    const { id, email } = await make()
    await server.admin('POST', `/api/user/${id}/attachRole`, { role_id: made.id })
    const caller = await enter(email)
    expect((await caller('GET', '/api/painel')).body.code).toBe('second_factor_setup')
    expect((await caller('GET', '/api/sessao')).body.falta_fator).toBe(true)
    const { segredo } = (await caller('POST', FACTOR, { password: PASSWORD })).body
    expect((await caller('GET', '/api/painel')).status).toBe(403)
    await caller('POST', `${FACTOR}/confirma`, { codigo: code(segredo) })
    expect((await caller('GET', '/api/painel')).status).toBe(200)
  })
})

describe('one’s sessions', () => {
  it('are listed with where they are, and the others end at once', async () => {
    const { id, email } = await make()
    const [mine, other, third] = [
      await enter(email),
      callerOf(server.app, (await signIn(email, undefined, 'Telefone')).body.token),
      await enter(email),
    ]
    const list = (await mine('GET', '/api/sessao/sessoes')).body.data
    expect(list.map((one: { agente: string }) => one.agente).toSorted()).toEqual(['Navegador', 'Navegador', 'Telefone'])
    expect(list.filter((one: { atual: boolean }) => one.atual)).toHaveLength(1)
    const phone = list.find((one: { agente: string }) => one.agente === 'Telefone')
    const stranger = await enter((await make()).email)
    expect((await stranger('DELETE', `/api/sessao/sessoes/${phone.id}`)).status).toBe(404)
    expect((await mine('DELETE', `/api/sessao/sessoes/${phone.id}`)).body).toEqual({ encerradas: 1 })
    expect((await other('GET', '/api/sessao')).status).toBe(401)
    expect((await mine('DELETE', '/api/sessao/sessoes')).body).toEqual({ encerradas: 1 })
    expect([(await third('GET', '/api/sessao')).status, (await mine('GET', '/api/sessao')).status]).toEqual([401, 200])
    expect(await eventsOf(id)).toEqual([
      'direitos',
      'entrou',
      'entrou',
      'entrou',
      'sessoes_encerradas',
      'sessoes_encerradas',
    ])
  })
})

describe('a program’s key', () => {
  const KEYS = '/api/sis/chave_api'
  const asking = (user_id: number, more: object = {}) => ({
    nome: 'Loja',
    user_id,
    empresa_id: server.empresa_id,
    dExpira: '2027-01-31',
    permissoes: ['show cliente', 'store cliente'],
    ...more,
  })

  it('may what it was given and its user may, in its company, and no more', async () => {
    const { id } = await make()
    await run(sql`insert into permission (name) values ('show cliente'), ('show fornecedor') on conflict do nothing`)
    await run(
      sql`insert into user_permission (user_id, permission_id) select ${id}, p.id from permission p where p.name in ('show cliente', 'show fornecedor')`,
    )
    const { status, body } = await server.admin('POST', `${KEYS}/cria`, asking(id))
    expect([status, body.chave]).toEqual([200, expect.stringMatching(/^prumo_[\w-]{43}$/)])
    const program = callerOf(server.app, body.chave)
    expect((await program('GET', '/api/cliente')).status).toBe(200)
    expect((await program('GET', '/api/fornecedor')).status).toBe(403)
    expect((await program('POST', '/api/cliente', { xNome: 'X' })).status).toBe(403)
    for (const path of [FACTOR, '/api/sessao/sessoes']) expect((await program('DELETE', path, {})).status).toBe(403)
    expect((await columnsWith(server.pool, body.chave)).filter((one) => !one.startsWith('idempotencia'))).toEqual([])
    expect(JSON.stringify((await server.admin('GET', KEYS)).body)).not.toContain(body.chave.slice(12))
    // A manager's key is no manager.
    const boss = await make()
    await run(sql`insert into role (name) values ('manager') on conflict do nothing`)
    await run(
      sql`insert into user_role (user_id, role_id) select ${boss.id}, r.id from role r where r.name = 'manager'`,
    )
    const narrow = callerOf(server.app, (await server.admin('POST', `${KEYS}/cria`, asking(boss.id))).body.chave)
    expect([
      (await narrow('POST', '/api/cliente', { xNome: 'Da loja' })).status,
      (await narrow('GET', '/api/venda')).status,
    ]).toEqual([201, 403])
  })

  it('ends with its day, its revocation, its user, and its user’s company', async () => {
    const { id } = await make()
    const key = async () => {
      const { body } = await server.admin('POST', `${KEYS}/cria`, asking(id, { permissoes: ['show armazem'] }))
      return { id: Number(body.id), call: callerOf(server.app, body.chave) }
    }
    const stands = async ({ call }: { call: Caller }) => {
      server.services.sessions.forget()
      return (await call('GET', '/api/sessao')).status
    }
    const [old, revoked, last] = [await key(), await key(), await key()]
    expect(await stands(old)).toBe(200)
    await run(sql`update chave_api set "dExpira" = '2026-01-01' where id = ${old.id}`)
    expect(await stands(old)).toBe(401)
    expect((await server.admin('POST', `${KEYS}/${revoked.id}/revoga`)).status).toBe(200)
    expect(await stands(revoked)).toBe(401)
    expect((await server.admin('POST', `${KEYS}/${revoked.id}/revoga`)).status).toBe(400)
    await server.admin('PUT', `/api/user/${id}`, { ativo: false })
    expect(await stands(last)).toBe(401)
  })

  it('422 a user of elsewhere, a day too far, what is no permission; 403 for anyone but administrators', async () => {
    const { id } = await make()
    const other = await server.insert('empresa', { CNPJ_CPF: testCnpj(44), xNome: 'Outra' })
    for (const more of [
      { empresa_id: other.id },
      { dExpira: '2030-01-01' },
      { dExpira: '2020-01-01' },
      { permissoes: ['tudo'] },
      { permissoes: [] },
      { nome: '' },
    ])
      expect((await server.admin('POST', `${KEYS}/cria`, asking(id, more))).status, JSON.stringify(more)).toBe(422)
    const manager = await server.user({ roles: ['manager'] })
    expect((await manager('POST', `${KEYS}/cria`, asking(id))).status).toBe(403)
  })
})

describe('security events', () => {
  it('tell who came, who was refused and what was changed, to administrators alone', async () => {
    const { id, email } = await make()
    await server.app.request('/api/authenticate', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password: 'errada' }),
    })
    const caller = await enter(email)
    await caller('POST', '/api/logout')
    await server.admin('PUT', `/api/user/${id}`, {
      password: 'outra-de-tres-pinos',
      password_cp: 'outra-de-tres-pinos',
    })
    expect(await eventsOf(id)).toEqual(['direitos', 'senha_recusada', 'entrou', 'saiu', 'senha_alterada'])
    const shown = await server.admin(
      'GET',
      `/api/sis/evento_seguranca?where=${encodeURIComponent(JSON.stringify({ user_id: id }))}`,
    )
    expect(shown.body.total).toBe(5)
    const manager = await server.user({ roles: ['manager'] })
    expect((await manager('GET', '/api/sis/evento_seguranca')).status).toBe(403)
    for (const method of ['PUT', 'DELETE'])
      expect((await server.admin(method, '/api/sis/evento_seguranca/1', {})).status).toBe(403)
  })
})
