import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Door } from '../door'
import { fileSocket } from './files'
import { folderPrinter } from './printer'
import { PrintQueue } from './queue'

/** `/makePrintFile` on the loopback: who may open it, what it takes, and that what it took is kept and printed once. */

const TOKEN = 'um-token-de-dezesseis'
const PAGE = 'https://erp.exemplo.com.br'
const CSV = 'BARCODE;COD_PEDIDO;COD_SEPARACAO;CLIENTE_NOME\r\n000000000123;45;123;José\r\n'
let folder: string
let queue: PrintQueue
let server: ReturnType<typeof Bun.serve>
const out = () => join(folder, 'saida')

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'prumo-arquivos-'))
  await Bun.write(join(out(), '.aqui'), '')
  queue = new PrintQueue(join(folder, 'fila'), new Map([['Pasta', folderPrinter(out())]]))
  const door = new Door({ origens: [PAGE], nomes: [], token: TOKEN })
  server = Bun.serve({ hostname: '127.0.0.1', port: 0, ...fileSocket({ door, queue, separacao: 'Pasta' }) })
})
afterAll(async () => {
  await server.stop(true)
  await queue.stop()
  rmSync(folder, { recursive: true })
})

const address = (token: string, path = '/makePrintFile') => `127.0.0.1:${server.port}${path}?token=${token}`

/** Opens the socket as a page does, says one thing, and answers what came back. */
async function tell(message: unknown): Promise<unknown> {
  const socket: WebSocket = Reflect.construct(WebSocket, [`ws://${address(TOKEN)}`, { headers: { Origin: PAGE } }])
  const answer = new Promise((resolve) =>
    socket.addEventListener('message', ({ data }) => resolve(JSON.parse(String(data)))),
  )
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  const told = await answer
  socket.close()
  return told
}

const knock = async (headers: Record<string, string>, token = TOKEN, path?: string) =>
  (await fetch(`http://${address(token, path)}`, { headers })).status

describe('/makePrintFile', () => {
  it('keeps a list of picking for the printer of its kind, the same number once', async () => {
    const asked = { type: 'separacao', contents: CSV, id: 'sep-123' }
    expect([await tell(asked), await tell(asked)]).toEqual([{ ok: true }, { ok: true }])
    expect(readdirSync(out()).filter((name) => name.endsWith('.csv'))).toEqual(['separacao-sep-123.csv'])
    expect(readFileSync(join(out(), 'separacao-sep-123.csv'), 'utf8')).toBe(CSV)
    expect(
      await tell({ type: 'separacao', contents: '"BARCODE","CLIENTE_NOME","COD_SEPARACAO","COD_PEDIDO"\n1,a,2,3' }),
    ).toEqual({
      ok: true,
    })
  })

  it.each([
    ['what is no JSON', '{', 'Envie {"type":"separacao","contents":"…"}, com até 1 MB.'],
    [
      'what is too large',
      { type: 'separacao', contents: CSV + 'ã'.repeat(2 ** 19) },
      'Envie {"type":"separacao","contents":"…"}, com até 1 MB.',
    ],
    ['another kind', { type: 'nota', contents: CSV }, 'Envie {"type":"separacao","contents":"…"}, com até 1 MB.'],
    [
      'a file without its columns',
      { type: 'separacao', contents: 'BARCODE;CLIENTE_NOME\n1;a' },
      'Faltam no arquivo as colunas: COD_PEDIDO, COD_SEPARACAO.',
    ],
  ])('refuses %s, and says why', async (_, message, why) => {
    expect(await tell(message)).toEqual({ ok: false, message: why })
  })

  it('403 for a page of another site, 401 without the token or with another, 421 by another name, 404 elsewhere', async () => {
    expect(await knock({ Origin: 'https://outro.exemplo' })).toBe(403)
    expect(await knock({ Origin: PAGE }, '')).toBe(401)
    expect(await knock({ Origin: PAGE }, 'outro')).toBe(401)
    expect(await knock({ Origin: PAGE, Host: 'mau.exemplo' })).toBe(421)
    expect(await knock({ Origin: PAGE }, TOKEN, '/outra')).toBe(404)
    expect(await knock({ Origin: PAGE })).toBe(426)
  })
})
