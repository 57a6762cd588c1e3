import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callerOf, testServer, type TestServer } from '../../fixtures/test-server'
import { linkToken, sessionOfLink } from './link'

let server: TestServer
let id: number
beforeAll(async () => {
  server = await testServer()
  id = (await server.insert('cliente', { xNome: 'Ana' })).id
})
afterAll(() => server.close())

const status = async (path: string, method = 'GET') => (await server.app.request(path, { method })).status

describe('a link to a download', () => {
  it('opens its own address, to read, in its session’s name', async () => {
    const path = '/api/cliente/export?format=csv'
    const { url, segundos } = (await server.admin('POST', '/api/sessao/link', { path })).body
    expect(segundos).toBe(60)
    expect(await status(url)).toBe(200)
    expect(await status(url.replace('format=csv', 'format=xlsx'))).toBe(401)
    expect(await status(url.replace('/cliente/', '/fornecedor/'))).toBe(401)
    expect(await status(`${url}&perPage=1`)).toBe(401)
    expect(await status(`${url}x`)).toBe(401)
    const record = (await server.admin('POST', '/api/sessao/link', { path: `/api/cliente/${id}` })).body.url
    for (const method of ['DELETE', 'PUT', 'POST']) expect(await status(record, method)).toBe(401)
    const verb = (await server.admin('POST', '/api/sessao/link', { path: '/api/venda/1/fecha' })).body.url
    expect(await status(verb)).toBe(403)
  })

  it('401 a session’s own token in an address', async () => {
    const token = await server.token()
    for (const path of ['/api/sessao', '/api/cliente/export', `/api/cliente/${id}`, '/reporting/lgpd/cliente/1'])
      expect(await status(`${path}?token=${token}`), path).toBe(401)
  })

  it('401 when its session has ended, or its minute is over', async () => {
    const token = await server.token()
    const caller = callerOf(server.app, token)
    const { url } = (await caller('POST', '/api/sessao/link', { path: '/api/cliente' })).body
    expect(await status(url)).toBe(200)
    await caller('POST', '/api/logout')
    expect(await status(url)).toBe(401)
    const now = Date.now()
    const late = linkToken('s', { session_id: 7, path: '/api/x' }, now)
    expect([
      sessionOfLink('s', late, '/api/x', now + 59_000),
      sessionOfLink('s', late, '/api/x', now + 61_000),
    ]).toEqual([7, undefined])
    expect(sessionOfLink('t', late, '/api/x', now)).toBeUndefined()
    for (const junk of ['', '.', 'a.b', `${late}.x`, late.slice(1)])
      expect(sessionOfLink('s', junk, '/api/x', now)).toBeUndefined()
  })

  it('422 for what is no address of ours', async () => {
    for (const path of [
      'https://malvado.example/',
      '//malvado.example/api/',
      '/ui/cliente',
      '',
      '/api/a b',
      `/api/${'x'.repeat(2_000)}`,
      7,
    ])
      expect((await server.admin('POST', '/api/sessao/link', { path })).status, String(path)).toBe(422)
  })
})

describe('signing out', () => {
  it.each([
    ['by bearer', (token: string) => ({ Authorization: `Bearer ${token}` })],
    ['by bearer in small letters', (token: string) => ({ Authorization: `bearer ${token}` })],
    ['by cookie', (token: string) => ({ Cookie: `prumo_session=${token}` })],
    ['by a cookie among others, without a space', (token: string) => ({ Cookie: `a=b;prumo_session=${token};c=d` })],
    ['by a quoted cookie', (token: string) => ({ Cookie: `prumo_session="${token}"` })],
  ])('%s ends the session', async (_, headersOf) => {
    const token = await server.token()
    const headers = { ...headersOf(token), 'X-Requested-With': 'XMLHttpRequest' }
    const call = async (method: string, path: string) => (await server.app.request(path, { method, headers })).status
    if ((await call('GET', '/api/sessao')) !== 200) return
    expect(await call('POST', '/api/logout')).toBe(200)
    expect((await callerOf(server.app, token)('GET', '/api/sessao')).status).toBe(401)
  })

  it('ends both, where a program’s token and a browser’s cookie come together', async () => {
    const [one, other] = [await server.token(), await server.token()]
    const headers = { Authorization: `Bearer ${one}`, Cookie: `prumo_session=${other}` }
    expect((await server.app.request('/api/logout', { method: 'POST', headers })).status).toBe(200)
    for (const token of [one, other]) expect((await callerOf(server.app, token)('GET', '/api/sessao')).status).toBe(401)
  })
})

describe('what strangers send', () => {
  it('415 a form of another site, which can neither sign in nor ask for anything', async () => {
    for (const path of ['/api/authenticate', '/api/password_reset', '/api/signup'])
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '']) {
        const body = JSON.stringify({ email: 'a@b.example', password: 'x' })
        const answer = await server.app.request(path, { method: 'POST', headers: { 'Content-Type': type }, body })
        expect([path, type, answer.status]).toEqual([path, type, 415])
      }
  })
})

describe('headers', () => {
  it('data runs nowhere and is kept nowhere; the page to read fetches nothing', async () => {
    for (const path of ['/api/cliente', '/api/nada', '/healthz', '/api/openapi.json', '/api/sessao']) {
      const { headers } = await server.app.request(path)
      expect(headers.get('Content-Security-Policy'), path).toContain("default-src 'none'")
      expect(headers.get('Cache-Control'), path).toBe('no-store')
    }
    const docs = await server.app.request('/api/docs', { headers: { Authorization: `Bearer ${await server.token()}` } })
    expect([docs.status, docs.headers.get('Content-Security-Policy')]).toEqual([
      200,
      expect.stringContaining("style-src 'unsafe-inline'"),
    ])
  })
})
