import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSmtp, type SmtpSimulator } from '../../fixtures/simulators/smtp'
import { testServices } from '../../fixtures/test-services'
import { type Answer, callerOf, testServer, type Caller, type TestServer } from '../../fixtures/test-server'
import { SYSTEM } from '../db/pool'
import { type App, type Services, systemCtx } from '../platform/app'
import { rowsOf } from '../platform/context'
import { type ExchangeRunner, runDueExchanges, startExchange } from '../platform/exchange/run-exchange'
import { Sessions } from '../platform/session'
import { buildApp, serve } from '../server'
import { queueMail } from './mail/queue'

const PUBLIC_URL = 'https://prumo.example'
let server: TestServer
let app: App
let admin: Caller
let smtp: SmtpSimulator
let services: Services
let sender: ExchangeRunner
let people = 0

beforeAll(async () => {
  server = await testServer()
  smtp = await startSmtp()
  services = testServices(server.pool, { publicUrl: PUBLIC_URL, smtpUrl: smtp.url })
  app = buildApp(services)
  const { body } = await server.admin('GET', '/api/sessao')
  admin = callerOf(app, (await services.sessions.open(body.user.id)).token)
})
afterAll(async () => {
  await smtp.stop()
  await server.close()
})
beforeEach(async () => {
  sender = await startExchange(services)
  await server.pool.transaction(SYSTEM, (db) => db.execute(sql`delete from limite_uso`))
})
afterEach(() => sender.stop())

const post = async (path: string, body: object, to: App = app): Promise<Answer> => {
  const answer = await to.request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: await answer.json() }
}
const make = async () => {
  const email = `gente${++people}@teste.example`
  const password = 'ponte-de-vidro-7'
  return (
    await admin('POST', '/api/user', {
      name: 'Conceição',
      email,
      password,
      password_cp: password,
      empresa_id: server.empresa_id,
    })
  ).body
}
const linkFor = async (ask: () => Promise<Answer>) => {
  const [before, answer] = [smtp.mails.length, await ask()]
  expect([answer.status, answer.body]).toEqual([200, { message: 'Link enviado com sucesso.' }])
  await smtp.arrived(before + 1)
  const mail = smtp.mails.at(-1)
  const token = /\/access\/password_reset\?token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  return { mail, token }
}
const set = (token: string, password = 'lanterna-acesa-9') =>
  post('/api/password_reset', { new_password: password, confirm_password: password, token })
const signIn = (email: string, password: string) => post('/api/authenticate', { email, password })
const mailTo = (address: string) => sql`tipo = 'email' and dados ->> 'para' = ${address}`
const count = async (from: ReturnType<typeof sql>) =>
  Number((await server.pool.read(SYSTEM, (db) => rowsOf({ db }, sql`select count(*)::int as n from ${from}`)))[0]?.n)

describe('a link that one asks for', () => {
  it('sets the password once, ends the sessions and lets sign in', async () => {
    const { id, email } = await make()
    const old = callerOf(app, (await signIn(email, 'ponte-de-vidro-7')).body.token)
    const { mail, token } = await linkFor(() => post('/api/password_reset', { email: email.toUpperCase() }))
    expect(mail).toMatchObject({ to: [email], subject: 'Redefinição de senha', faults: [] })
    expect(mail?.text).toContain(`Olá, Conceição.`)
    expect(mail?.text).toContain('60 segundos')
    expect(mail?.text).toContain(`${PUBLIC_URL}/access/password_reset?token=`)
    expect(await set(token)).toEqual({ status: 200, body: { message: 'Senha alterada com sucesso', email } })
    expect((await old('GET', '/api/sessao')).status).toBe(401)
    expect((await signIn(email, 'ponte-de-vidro-7')).status).toBe(401)
    expect((await signIn(email, 'lanterna-acesa-9')).status).toBe(200)
    expect(await set(token)).toMatchObject({ status: 400, body: { code: 'link_invalid', message: 'Link inválido' } })
    const trail = (await admin('GET', `/api/user/${id}/auditoria`)).body.data
    expect(trail[0]).toMatchObject({
      acao: 'password_reset',
      campos: [{ campo: 'password', de: null, para: '(alterado)' }],
    })
  })

  it('is stored hashed, and its mail keeps no text once sent', async () => {
    const { email } = await make()
    const { token } = await linkFor(() => post('/api/password_reset', { email }))
    await runDueExchanges(services)
    expect(await count(sql`redefinicao_senha where token_hash = ${token}`)).toBe(0)
    expect(await count(sql`troca where corpo like ${`%${token}%`}`)).toBe(0)
    expect(await count(sql`troca where ${mailTo(email)} and status = 'respondida' and corpo = ''`)).toBe(1)
  })

  it('400 Link expirado after 60 seconds; 10 minutes when staff sent it', async () => {
    const { id, email } = await make()
    const own = await linkFor(() => post('/api/password_reset', { email }))
    const staff = await linkFor(() => admin('POST', `/api/user/${id}/sendResetPasswordMail`))
    expect(staff.mail?.text).toContain('10 minutos')
    const pass = (seconds: number) =>
      server.pool.transaction(SYSTEM, (db) =>
        db.execute(
          sql`update redefinicao_senha set expira_em = expira_em - ${`${seconds} seconds`}::interval where user_id = ${id}`,
        ),
      )
    await pass(61)
    expect(await set(own.token)).toMatchObject({
      status: 400,
      body: { code: 'link_expired', message: 'Link expirado' },
    })
    await pass(500)
    expect((await set(staff.token)).status).toBe(200)
  })

  it('is void once the password changed otherwise, and for who was deactivated', async () => {
    const [first, second] = [await make(), await make()]
    const one = await linkFor(() => post('/api/password_reset', { email: first.email }))
    await admin('PUT', `/api/user/${first.id}`, { password: 'mudada-123', password_cp: 'mudada-123' })
    expect((await set(one.token)).body.message).toBe('Link inválido')
    const two = await linkFor(() => post('/api/password_reset', { email: second.email }))
    await admin('PUT', `/api/user/${second.id}`, { ativo: false })
    expect((await set(two.token)).body.message).toBe('Link inválido')
  })
})

describe('the same answer for an e-mail that nobody has', () => {
  it('in words and in time, and no mail', async () => {
    const before = await count(sql`troca`)
    const from = performance.now()
    expect(await post('/api/password_reset', { email: 'ninguem@teste.example' })).toEqual({
      status: 200,
      body: { message: 'Link enviado com sucesso.' },
    })
    expect(performance.now() - from).toBeGreaterThan(200)
    expect(await count(sql`troca`)).toBe(before)
  })
})

describe('422 what does not fit', () => {
  it('an empty call, passwords that differ or are short: the link stays good', async () => {
    expect((await post('/api/password_reset', {})).status).toBe(422)
    const { email } = await make()
    const { token } = await linkFor(() => post('/api/password_reset', { email }))
    const differ = await post('/api/password_reset', {
      token,
      new_password: 'lanterna-acesa-9',
      confirm_password: 'outra',
    })
    expect(differ.body.errors).toEqual({ confirm_password: ['As senhas não coincidem.'] })
    expect((await set(token, 'curta')).body.errors).toEqual({
      new_password: ['A senha precisa de ao menos 8 caracteres.'],
    })
    expect((await set(token)).status).toBe(200)
  })

  it('400 a token of nobody', async () => {
    expect((await set('x'.repeat(43))).body.message).toBe('Link inválido')
  })
})

describe('429 too often', () => {
  it('asking for one e-mail, known or not', async () => {
    for (let time = 0; time < 5; time++)
      expect((await post('/api/password_reset', { email: 'muito@teste.example' })).status).toBe(200)
    const refused = await app.request('/api/password_reset', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'MUITO@teste.example' }),
    })
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '1'])
    await server.pool.transaction(SYSTEM, (db) => db.execute(sql`update limite_uso set dh = dh - interval '1 second'`))
    expect((await post('/api/password_reset', { email: 'muito@teste.example' })).status).toBe(200)
  })
})

describe('503 mail that is not set up', () => {
  it('says what to set, for a known and an unknown e-mail alike, and stores nothing', async () => {
    const { id, email } = await make()
    const before = [await count(sql`redefinicao_senha`), await count(sql`troca`)]
    for (const one of [email, 'ninguem@teste.example'])
      expect(await post('/api/password_reset', { email: one }, server.app)).toMatchObject({
        status: 503,
        body: { code: 'integration_not_configured', message: expect.stringContaining('SMTP_URL') },
      })
    expect((await server.admin('POST', `/api/user/${id}/sendResetPasswordMail`)).body.code).toBe(
      'integration_not_configured',
    )
    expect([await count(sql`redefinicao_senha`), await count(sql`troca`)]).toEqual(before)
  })

  it('never trusts the Host header for the link', async () => {
    const open = buildApp({
      pool: server.pool,
      sessions: new Sessions(server.pool),
      secret: 'x',
      publicUrl: undefined,
      smtpUrl: smtp.url,
    })
    const { email } = await make()
    const answer = await open.request('http://evil.example/api/password_reset', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    expect([answer.status, (await answer.json()).message]).toEqual([503, expect.stringContaining('PRUMO_URL')])
  })
})

describe('a running server', () => {
  it('sends its mails itself, with links to the address it is called at on this machine', async () => {
    await sender.stop()
    const { email } = await make()
    const services = { pool: server.pool, sessions: new Sessions(server.pool), secret: 'x', publicUrl: undefined }
    const running = await serve({ ...services, smtpUrl: smtp.url }, { host: '127.0.0.1', port: 0 })
    try {
      const before = smtp.mails.length
      const body = JSON.stringify({ email })
      expect(
        (
          await fetch(`${running.url}/api/password_reset`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body,
          })
        ).status,
      ).toBe(200)
      await smtp.arrived(before + 1)
      expect(smtp.mails.at(-1)?.text).toContain(`${running.url}/access/password_reset?token=`)
    } finally {
      await running.stop()
    }
    sender = await startExchange(services)
  })
})

describe('403 sending links', () => {
  it('without the right to edit users', async () => {
    const { id } = await make()
    const reader = await server.user({ permissions: ['show usuario'] })
    expect((await reader('POST', `/api/user/${id}/sendResetPasswordMail`)).status).toBe(403)
  })
})

describe('the queue', () => {
  it('tries again what the server does not take now, and gives up what it never takes', async () => {
    const { email } = await make()
    smtp.refuse(451)
    await post('/api/password_reset', { email })
    for (
      const until = Date.now() + 5_000;
      (await count(sql`troca where ${mailTo(email)} and status = 'na_fila' and tentativas = 1`)) === 0;
      await Bun.sleep(20)
    )
      expect(Date.now()).toBeLessThan(until)
    expect(
      await count(sql`troca where ${mailTo(email)} and "dhProxima" > now() + interval '5 seconds' and corpo <> ''`),
    ).toBe(1)
    await server.pool.transaction(SYSTEM, (db) =>
      db.execute(sql`update troca set "dhProxima" = now() - interval '1 second' where ${mailTo(email)}`),
    )
    const before = smtp.mails.length
    await runDueExchanges(services)
    await smtp.arrived(before + 1)
    const other = (await make()).email
    smtp.refuse(550)
    await post('/api/password_reset', { email: other })
    for (
      const until = Date.now() + 5_000;
      (await count(sql`troca where ${mailTo(other)} and status = 'falhou' and corpo = ''`)) === 0;
      await Bun.sleep(20)
    )
      expect(Date.now()).toBeLessThan(until)
  })

  it('sends each mail once, with two senders at work, and none that expired', async () => {
    await sender.stop()
    await server.pool.transaction(SYSTEM, async (db) => {
      const ctx = systemCtx(services, db, [server.empresa_id], server.empresa_id)
      for (let n = 1; n <= 20; n++) {
        const mail = { empresa_id: server.empresa_id, to: `n${n}@teste.example`, subject: 'Oi', text: 'Olá.\n.ponto' }
        await queueMail(ctx, { ...mail, ...(n === 20 ? { lifeSeconds: 0 } : {}) })
      }
    })
    const before = smtp.mails.length
    const second = await startExchange(services)
    sender = await startExchange(services)
    await smtp.arrived(before + 19)
    await runDueExchanges(services)
    await second.stop()
    const sent = smtp.mails.slice(before)
    expect(new Set(sent.map((mail) => mail.headers.get('message-id'))).size).toBe(19)
    expect(sent).toHaveLength(19)
    expect(sent.every((mail) => mail.faults.length === 0 && mail.text.trimEnd() === 'Olá.\n.ponto')).toBe(true)
    expect(await count(sql`troca where ${mailTo('n20@teste.example')} and status = 'falhou'`)).toBe(1)
  })
})

describe('a request for an account', () => {
  it('is kept for an admin, approved once, and gets its link', async () => {
    const asked = await post('/api/signup', {
      name: 'Nova Pessoa',
      email: 'nova@teste.example',
      xNome: 'Loja',
      fone: '',
    })
    expect(asked.status).toBe(201)
    expect((await post('/api/signup', { name: 'De novo', email: 'NOVA@teste.example' })).status).toBe(201)
    const { data } = (await admin('GET', '/api/sis/solicitacao_conta?custom={"pendente":true}')).body
    expect(data).toHaveLength(1)
    const { token } = await linkForApproval(data[0].id)
    expect((await set(token)).status).toBe(200)
    expect((await signIn('nova@teste.example', 'lanterna-acesa-9')).status).toBe(200)
    expect((await admin('POST', `/api/sis/solicitacao_conta/${data[0].id}/approve`)).status).toBe(400)
  })

  it('403 for anyone but admins, 422 without name or e-mail, 429 too often', async () => {
    expect((await (await server.user({ roles: ['manager'] }))('GET', '/api/sis/solicitacao_conta')).status).toBe(403)
    expect((await post('/api/signup', { name: '' })).body.errors).toEqual({
      name: ['Preencha este campo.'],
      email: ['Preencha este campo.'],
    })
    for (let time = 0; time < 10; time++) await post('/api/signup', { name: 'X', email: `x${time}@teste.example` })
    expect((await post('/api/signup', { name: 'X', email: 'mais@teste.example' })).status).toBe(429)
  })

  const linkForApproval = async (id: number) => {
    const before = smtp.mails.length
    expect((await admin('POST', `/api/sis/solicitacao_conta/${id}/approve`)).body).toMatchObject({
      email: 'nova@teste.example',
    })
    await smtp.arrived(before + 1)
    return { token: /token=(\S+)/.exec(smtp.mails.at(-1)?.text ?? '')?.[1] ?? '' }
  }
})
