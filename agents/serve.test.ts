import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PrinterSimulator, startPrinter } from '../fixtures/simulators/printer'
import { type ScaleSimulator, startScale } from '../fixtures/simulators/scale'
import { Door } from './door'
import { tcpPrinter } from './print/printer'
import { PrintQueue } from './print/queue'
import { Scale } from './scale/scale'
import { tcpLine } from './scale/tcp'
import { answersOf } from './serve'

/** What browsers of this PC get, and who gets nothing. */

const TOKEN = 'um-token-de-dezesseis'
const TOO_LARGE = 'A etiqueta é grande demais: no máximo 1 MB.'
const PAGE = 'https://erp.exemplo.com.br'
let simulator: ScaleSimulator
let scale: Scale
let paper: PrinterSimulator
let queue: PrintQueue
let folder: string
let server: ReturnType<typeof Bun.serve>

beforeAll(async () => {
  simulator = startScale()
  scale = new Scale({ protocol: 'toledo-prt1', open: tcpLine('127.0.0.1', simulator.port) })
  await scale.start()
  const away = new Scale({ protocol: 'toledo-prt1', open: () => Promise.reject(new Error('Não está ligada.')) })
  await away.start()
  paper = startPrinter()
  folder = mkdtempSync(join(tmpdir(), 'prumo-agente-'))
  queue = new PrintQueue(folder, new Map([['Zebra', tcpPrinter('127.0.0.1', paper.port)]]))
  server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: answersOf({
      door: new Door({ origens: [PAGE], nomes: ['pc-1.rede.ts.net'], token: TOKEN }),
      queue,
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
  await queue.stop()
  paper.stop()
  rmSync(folder, { recursive: true })
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

describe('POST /print', () => {
  const print = async (body: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}/print`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${TOKEN}`, Origin: PAGE, 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const label = { filename: 'volume.zpl', printer: 'Zebra', bartender_filename: '', contents: '^XA^FDção^FS^XZ' }

  it('200 what came out, once for one number', async () => {
    const [one, other] = [await print({ ...label, id: 'v-1' }), await print({ ...label, id: 'v-1' })]
    expect([one, other]).toEqual([
      { status: 200, body: { id: 'v-1', situacao: 'impressa' } },
      { status: 200, body: { id: 'v-1', situacao: 'impressa' } },
    ])
    await expect.poll(() => paper.papers).toEqual(['^XA^FDção^FS^XZ'])
    expect((await print({ ...label, id: 'v-1', reimprime: true })).status).toBe(200)
    await expect.poll(() => paper.papers).toHaveLength(2)
  })

  it('takes as large a paper as the server does, in base64', async () => {
    const contents = Buffer.alloc(2 ** 20, 'x').toString('base64')
    expect((await print({ ...label, contents, base64: true })).status).toBe(200)
    await expect.poll(() => paper.papers.at(-1)?.length).toBe(2 ** 20)
  })

  it('takes bytes in base64 as they are: what a printer takes is not always UTF-8', async () => {
    const before = paper.papers.length
    const contents = Buffer.from('\u0002L\r1911A06ção\rE\r', 'utf8').toString('base64')
    expect((await print({ ...label, contents, base64: true })).status).toBe(200)
    await expect.poll(() => paper.papers.slice(before)).toEqual(['\u0002L\r1911A06ção\rE\r'])
  })

  it.each([
    [
      '404 a printer that is not here',
      { ...label, printer: 'Argox' },
      404,
      'Não há impressora “Argox” neste computador.',
    ],
    [
      '400 a model of BarTender',
      { ...label, bartender_filename: 'C:\\\\a.btw' },
      400,
      'Este agente não imprime pelo BarTender: configure o programa, ou escolha um modelo de etiqueta do Prumo.',
    ],
    ['422 without contents', { printer: 'Zebra' }, 422, 'contents: Valor inválido ou faltando.'],
    ['422 a number that names a path', { ...label, id: '../x' }, 422, 'id: Número de impressão inválido.'],
    ['422 a number of the server’s papers', { ...label, id: 'srv-1-1' }, 422, 'id: Número de impressão inválido.'],
    ['413 more than a paper has', { ...label, contents: 'ã'.repeat(2 ** 19 + 1) }, 413, TOO_LARGE],
    ['413 more than a call has', { ...label, contents: 'a'.repeat(3 * 2 ** 19) }, 413, TOO_LARGE],
    ['422 what is no JSON', '{', 422, 'corpo: Valor inválido ou faltando.'],
  ] as const)('%s', async (_, body, status, message) => {
    expect(await print(body)).toEqual({ status, body: { message } })
  })

  it('401 without the token, 403 for a page of another site: nothing is printed', async () => {
    const before = paper.papers.length
    expect((await print(label, { Authorization: '' })).status).toBe(401)
    expect((await print(label, { Origin: 'https://outro.exemplo' })).status).toBe(403)
    expect(paper.papers).toHaveLength(before)
  })
})
