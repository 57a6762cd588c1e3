import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callerOf, testCnpj, testServer, type TestServer } from '../../fixtures/test-server'
import { SYSTEM } from '../db/pool'
import { rowsOf } from '../platform/context'
import { DUMMY_HASH } from '../platform/session'
import { takeTurn } from './limits'

let server: TestServer
let people = 0

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const make = async (more: object = {}) => {
  const password = 'ponte-de-vidro-7'
  const body = {
    name: 'Ana',
    email: `ana${++people}@teste.example`,
    password,
    password_cp: password,
    empresa_id: server.empresa_id,
  }
  return (await server.admin('POST', '/api/user', { ...body, ...more })).body
}
const signIn = (email: unknown, password: unknown, env?: object, headers: Readonly<Record<string, string>> = {}) =>
  server.app.request(
    '/api/authenticate',
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ email, password }),
    },
    env,
  )
/** Time passes for attempts. */
const age = (which: ReturnType<typeof sql>, seconds: number) =>
  server.pool.transaction(SYSTEM, (db) =>
    db.execute(sql`update tentativa_login set dh = dh - ${`${seconds} seconds`}::interval where ${which}`),
  )
/** As if the last attempt had been made so often before, too: a password takes too long to be tried as often. What differs of the nth is told in SQL. */
const madeBefore = (times: number, { dh = 'dh', email = 'email', rede = 'rede' }) =>
  server.pool.transaction(SYSTEM, (db) =>
    db.execute(
      sql.raw(`insert into tentativa_login (dh, email, endereco, rede, dispositivo, ok) select ${dh}, ${email}, endereco, ${rede}, dispositivo, ok
               from (select * from tentativa_login order by id desc limit 1) a, generate_series(1, ${times}) n`),
    ),
  )
const codeOf = async (answer: Response | Promise<Response>) => {
  const { status, body } = await (async (one: Response) => ({ status: one.status, body: await one.json() }))(
    await answer,
  )
  return [status, body.code, body.message]
}

/** Passwords are made to take long: dozens of them take as long as the machine is busy with others. */
const MANY_PASSWORDS_MS = 90_000

describe('sign-in', () => {
  it('answers a token and sets a cookie that scripts cannot read', async () => {
    const { email, id } = await make()
    const answer = await signIn(email.toUpperCase(), 'ponte-de-vidro-7')
    const { token, user } = await answer.json()
    expect(user).toMatchObject({ id, email, roles: [{ name: 'user' }], empresa_id: server.empresa_id })
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^prumo_session=.+HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^prumo_device=.+Path=\/api; HttpOnly; SameSite=Strict$/),
    ])
    const cookie = `prumo_session=${token}`
    expect((await server.app.request('/api/sessao', { headers: { Cookie: cookie } })).status).toBe(200)
  })

  it('401 a wrong password, an unknown e-mail and an inactive user', async () => {
    const { id, email } = await make()
    const wrong = [401, 'invalid_credentials', 'Usuário ou senha inválidos']
    expect(await codeOf(signIn(email, 'errada'))).toEqual(wrong)
    expect(await codeOf(signIn('ninguem@teste.example', 'errada'))).toEqual(wrong)
    await server.admin('PUT', `/api/user/${id}`, { ativo: false })
    expect(await codeOf(signIn(email, 'errada'))).toEqual(wrong)
    expect(await codeOf(signIn(email, 'ponte-de-vidro-7'))).toEqual([401, 'disabled_credentials', 'Usuário inativo'])
  })

  it('401 an unknown e-mail costs as much as a wrong password: their hashes are of one kind', async () => {
    const cost = (hash: unknown) => /^\$argon2id\$v=\d+\$m=\d+,t=\d+,p=\d+\$/.exec(String(hash))?.[0]
    const { id } = await make()
    const user = await server.pool.read(SYSTEM, (db) =>
      rowsOf({ db }, sql`select password from "user" where id = ${id}`),
    )
    expect(cost(DUMMY_HASH)).toBeTruthy()
    expect(cost(DUMMY_HASH)).toBe(cost(user[0]?.password))
    expect(await Bun.password.verify('', DUMMY_HASH)).toBe(false)
  })

  it('401 a user without a password', async () => {
    const { email } = await make({ password: '', password_cp: '' })
    expect((await codeOf(signIn(email, 'null')))[0]).toBe(401)
  })

  it('422 what is no sign-in', async () => {
    for (const [email, password] of [
      ['', ''],
      [undefined, 'x'],
      [{ a: 1 }, ['x']],
      ['a@b.co', 7],
    ])
      expect((await signIn(email, password)).status).toBe(422)
  })

  it('is slowed after eight failures, and never for longer than half a minute', async () => {
    const { email } = await make()
    for (let time = 0; time < 8; time++) expect((await signIn(email, 'errada')).status).toBe(401)
    const refused = await signIn(email, 'ponte-de-vidro-7')
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '1'])
    for (let time = 0; time < 12; time++) {
      await age(sql`email = ${email}`, 30)
      expect((await signIn(email, 'errada')).status).toBe(401)
    }
    expect((await signIn(email, 'errada')).headers.get('Retry-After')).toBe('30')
    await age(sql`email = ${email}`, 29)
    expect((await signIn(email, 'ponte-de-vidro-7')).status).toBe(429)
    await age(sql`email = ${email}`, 1)
    expect((await signIn(email, 'ponte-de-vidro-7')).status).toBe(200)
  })

  it(
    'outsiders slow nobody on a browser that they have signed in with, nor one who is signed in',
    async () => {
      const { email } = await make()
      const cookies = (await signIn(email, 'ponte-de-vidro-7')).headers
        .getSetCookie()
        .map((one) => one.split(';')[0] ?? '')
      const [session = '', device = ''] = cookies
      expect(device).toMatch(/^prumo_device=/)
      await signIn(email, 'errada', { server: { requestIP: () => ({ address: '10.9.0.1' }) } })
      await madeBefore(70, { dh: "dh - n * interval '31 seconds'", rede: 'n || rede' })
      expect((await signIn(email, 'ponte-de-vidro-7')).status).toBe(429)
      for (const Cookie of [device, session, `${session}; ${device}`])
        expect((await signIn(email, 'ponte-de-vidro-7', undefined, { Cookie })).status, Cookie).toBe(200)
      // One's own mistakes count for one's own browser alone, and another's device is nobody's.
      for (let time = 0; time < 8; time++)
        expect((await signIn(email, 'errada', undefined, { Cookie: device })).status).toBe(401)
      expect((await signIn(email, 'ponte-de-vidro-7', undefined, { Cookie: device })).status).toBe(429)
      const other = await make()
      await age(sql`true`, 31)
      expect((await signIn(other.email, 'ponte-de-vidro-7', undefined, { Cookie: device })).status).toBe(200)
    },
    MANY_PASSWORDS_MS,
  )

  it(
    'one place is slowed, and no other',
    async () => {
      const from = (address: string) => ({ server: { requestIP: () => ({ address }) } })
      await signIn('ninguem@teste.example', 'errada', from('203.0.113.9'))
      await madeBefore(59, { email: 'n || email' })
      const { email } = await make()
      const refused = await signIn(email, 'ponte-de-vidro-7', from('203.0.113.9'))
      expect([refused.status, Number(refused.headers.get('Retry-After')) <= 5]).toEqual([429, true])
      expect((await signIn(email, 'ponte-de-vidro-7', from('203.0.113.10'))).status).toBe(200)
    },
    MANY_PASSWORDS_MS,
  )

  it('429 after eight wrong passwords, sent all at once too', async () => {
    const { email } = await make()
    const answers = await Promise.all(Array.from({ length: 30 }, () => signIn(email, 'errada')))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(8)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(22)
  })

  it(
    'a right password forgets the wrong ones before it',
    async () => {
      const { email } = await make()
      for (let round = 0; round < 2; round++) {
        for (let time = 0; time < 7; time++) expect((await signIn(email, 'errada')).status).toBe(401)
        expect((await signIn(email, 'ponte-de-vidro-7')).status).toBe(200)
      }
    },
    MANY_PASSWORDS_MS,
  )

  it('429 of a limited call beyond its limit, all at once too', async () => {
    const turns = Array.from({ length: 20 }, () =>
      server.pool.transaction(SYSTEM, (db) => takeTurn({ db }, 'teste', { times: 5, minutes: 1 })),
    )
    const ended = await Promise.allSettled(turns)
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  })
})

describe('403 another site’s form', () => {
  it('neither signs out nor chooses the company', async () => {
    const { email } = await make()
    const { token } = await (await signIn(email, 'ponte-de-vidro-7')).json()
    const call = (method: string, path: string, headers: object = {}) =>
      server.app.request(path, {
        method,
        headers: { Cookie: `prumo_session=${token}`, ...headers },
        body: JSON.stringify({ empresa_id: server.empresa_id }),
      })
    expect((await call('POST', '/api/logout')).status).toBe(403)
    expect((await call('PUT', '/api/sessao')).status).toBe(403)
    const own = { 'X-Requested-With': 'XMLHttpRequest' }
    expect((await call('PUT', '/api/sessao', own)).status).toBe(200)
    expect((await call('POST', '/api/logout', own)).status).toBe(200)
    expect((await call('POST', '/api/logout', own)).status).toBe(401)
  })
})

describe('the chosen company', () => {
  it('422 none, 403 one that is not the caller’s', async () => {
    const { email } = await make()
    const call = callerOf(server.app, (await (await signIn(email, 'ponte-de-vidro-7')).json()).token)
    for (const body of [{}, { empresa_id: 'x' }, { empresa_id: null }])
      expect((await call('PUT', '/api/sessao', body)).status).toBe(422)
    const other = await server.insert('empresa', { CNPJ_CPF: testCnpj(60), xNome: 'De outros' })
    expect((await call('PUT', '/api/sessao', { empresa_id: other.id })).status).toBe(403)
  })

  it('whoever makes a company belongs to it at once; for others it is not there', async () => {
    const made = (await server.admin('POST', '/api/empresa', { CNPJ_CPF: testCnpj(61), xNome: 'Filial' })).body
    const ids = async (as = server.admin) =>
      (await as('GET', '/api/sessao')).body.empresas.map((one: { id: number }) => one.id)
    expect(await ids()).toContain(made.id)
    expect((await server.admin('PUT', '/api/sessao', { empresa_id: made.id })).status).toBe(200)
    const manager = await server.user({ roles: ['manager'] })
    expect((await manager('PUT', `/api/empresa/${made.id}`, { xFant: 'Loja 2' })).status).toBe(404)
    expect(await ids(manager)).toEqual([server.empresa_id])
  })
})
