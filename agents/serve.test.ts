import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ScaleSimulator, startScale } from '../fixtures/simulators/scale'
import { Scale } from './scale/scale'
import { tcpLine } from './scale/tcp'
import { answersOf } from './serve'

/** What browsers of this PC get, and who gets nothing. */

const TOKEN = 'um-token-de-dezesseis'
const PAGE = 'https://erp.exemplo.com.br'
let simulator: ScaleSimulator
let scale: Scale
let server: ReturnType<typeof Bun.serve>

beforeAll(async () => {
  simulator = startScale()
  scale = new Scale({ protocol: 'toledo-prt1', open: tcpLine('127.0.0.1', simulator.port) })
  await scale.start()
  const away = new Scale({ protocol: 'toledo-prt1', open: () => Promise.reject(new Error('Não está ligada.')) })
  await away.start()
  server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: answersOf({
      origens: [PAGE],
      nomes: ['pc-1.rede.ts.net'],
      token: TOKEN,
      scales: new Map([
        ['Balcão', scale],
        ['Fundos', away],
      ]),
    }),
  })
})
afterAll(async () => {
  scale.stop()
  simulator.stop()
  await server.stop(true)
})

const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method,
    headers: { Authorization: `Bearer ${TOKEN}`, Origin: PAGE, ...headers },
  })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}
const says = (text: string): void => {
  simulator.says = [Uint8Array.from(`\u0002${text}\u0003`, (character) => character.charCodeAt(0))]
}

describe('GET /balanca', () => {
  it('200 the weight as the scale says it, for the page of the server', async () => {
    says('01230')
    const { status, text, headers } = await ask('/balanca')
    expect([status, text]).toEqual([200, '{"peso":1.230}'])
    expect(headers.get('Access-Control-Allow-Origin')).toBe(PAGE)
  })

  it('400 what moves until the time is over', async () => {
    says('IIIII')
    const { status, text } = await ask('/balanca')
    expect([status, JSON.parse(text)]).toEqual([400, { message: 'O peso não estabilizou.' }])
  })

  it('503 a scale that is away, 404 one that is not there', async () => {
    const away = await ask(`/balanca?balanca=${encodeURIComponent('Fundos')}`)
    expect([away.status, JSON.parse(away.text)]).toEqual([503, { message: 'Não está ligada.' }])
    expect((await ask('/balanca?balanca=Outra')).status).toBe(404)
    expect((await ask('/outra')).status).toBe(404)
    expect((await ask('/balanca', {}, 'POST')).status).toBe(405)
  })

  it('403 a page of another site, 401 without the token or with another, 421 by a name that is not this PC’s', async () => {
    const foreign = await ask('/balanca', { Origin: 'https://outro.exemplo' })
    expect([foreign.status, foreign.headers.get('Access-Control-Allow-Origin')]).toEqual([403, null])
    expect((await ask('/balanca', { Authorization: '' })).status).toBe(401)
    expect((await ask('/balanca', { Authorization: 'Bearer outro' })).status).toBe(401)
    expect((await ask('/balanca', { Host: 'mau.exemplo' })).status).toBe(421)
    says('00100')
    expect((await ask('/balanca', { Host: 'pc-1.rede.ts.net' })).status).toBe(200)
  })

  it('lets a browser ask first, also from a page beyond this network', async () => {
    const { status, headers } = await ask('/balanca', { 'Access-Control-Request-Private-Network': 'true' }, 'OPTIONS')
    expect([status, headers.get('Access-Control-Allow-Private-Network')]).toEqual([204, 'true'])
    expect((await ask('/balanca', { Origin: 'https://outro.exemplo' }, 'OPTIONS')).status).toBe(403)
  })
})
