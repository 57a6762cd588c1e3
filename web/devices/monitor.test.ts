import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { toasts } from '../app/toasts'
import { keepDevices, type Printer, readDevices, type Scale } from './config'
import { DeviceFault, pairedAgents, type Paper, readWeight } from './monitor'
import { bring, forget, keptOf, openOf, openPapers, printLabels } from './printing'

/** What a page makes of each answer of a monitor: one that answers as it is told to, and keeps what it was asked. */

interface Asked {
  readonly path: string
  readonly token: string | null
  readonly body: Readonly<Record<string, unknown>> | undefined
}

let says: { status: number; body: object }
let asked: Asked[]
let server: ReturnType<typeof Bun.serve>
let scale: Scale
let printer: Printer

beforeAll(() => {
  server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      const body = request.method === 'POST' ? await request.json() : undefined
      asked.push({ path: pathname + search, token: request.headers.get('Authorization'), body })
      return Response.json(says.body, { status: says.status })
    },
  })
  const serverIP = `127.0.0.1:${server.port}`
  scale = { port: 'COM1', protocol: 'RS232', nome: 'Doca 1', views: ['recebimento'], serverIP, default: true }
  printer = { nome: 'Zebra', serverIP, linguagem: 'epl' }
  const uses = { rastreio: `${serverIP}|Zebra` }
  keepDevices(readDevices({ servers: [{ serverIP, token: 'segredo' }], scales: [scale], printers: [printer], uses }))
})
beforeEach(() => {
  asked = []
  toasts.value = []
})
afterAll(() => server.stop(true))

const fault = async (run: () => Promise<unknown>): Promise<string> => {
  try {
    await run()
  } catch (error) {
    if (error instanceof DeviceFault) return error.message
    throw error
  }
  throw new Error('Nothing was wrong.')
}

describe('a weight', () => {
  it('is asked of the scale by its name, with the token', async () => {
    says = { status: 200, body: { peso: 1.234 } }
    expect(await readWeight(scale)).toBe('1.234')
    expect(asked).toEqual([{ path: '/balanca?balanca=Doca%201', token: 'Bearer segredo', body: undefined }])
  })

  it.each([
    [400, { message: 'O peso não estabilizou.' }, 'Não foi possível recuperar o peso: O peso não estabilizou.'],
    [
      401,
      { message: 'O token do agente não confere.' },
      'Não foi possível conectar-se com a balança: O token do agente não confere.',
    ],
    [503, {}, 'Não foi possível conectar-se com a balança: O monitor da balança não foi inicializado.'],
    [200, { peso: 'x' }, 'Não foi possível conectar-se com a balança: O monitor da balança não foi inicializado.'],
  ])('%i is told as it is', async (status, body, message) => {
    says = { status, body }
    expect(await fault(() => readWeight(scale))).toBe(message)
  })

  it('of a monitor that is closed is none: it was not found', async () => {
    const closed = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
    const serverIP = `127.0.0.1:${closed.port}`
    await closed.stop(true)
    expect(await fault(() => readWeight({ ...scale, serverIP }))).toBe(
      'Não foi possível conectar-se com a balança: O monitor da balança não foi encontrado.',
    )
    expect(await fault(() => bring({ ...printer, serverIP }, paper, 'A etiqueta'))).toBe(
      'Não foi possível imprimir, verifique se o Prumo Monitor está aberto.',
    )
  })
})

it('the paired agents are those that were not revoked, all of them', async () => {
  const asked: URL[] = []
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(new URL(path, 'http://prumo'))
    const one = { id: 3, nome: 'Doca', conectado: true, balancas: [{ nome: 'B1' }, 7], impressoras: null }
    return Promise.resolve(Response.json({ data: [one] }))
  })
  try {
    expect(await pairedAgents()).toEqual([
      { id: '3', nome: 'Doca', conectado: true, balancas: ['B1'], impressoras: [] },
    ])
  } finally {
    vi.unstubAllGlobals()
  }
  expect(asked.map(({ pathname, searchParams }) => [pathname, Object.fromEntries(searchParams)])).toEqual([
    ['/api/sis/agente', { where: '{"dhRevogacao":null}', orderBy: 'nome', sortedBy: 'asc', perPage: '1000' }],
  ])
})

const paper: Paper = { id: 'p-1', filename: 'a.epl', bartender_filename: '', contents: 'TlxuCg==', base64: true }

describe('a paper', () => {
  it('in doubt is told, kept, and printed again under its own number by a person alone', async () => {
    says = { status: 409, body: { message: 'Não se sabe se esta etiqueta saiu.' } }
    await bring(printer, paper, 'A etiqueta')
    expect(openPapers.value).toMatchObject([{ situacao: 'duvida', motivo: 'Não se sabe se esta etiqueta saiu.' }])
    expect(toasts.value).toMatchObject([{ kind: 'danger', title: 'Não se sabe se saiu' }])
    // Whoever comes back to this browser finds it: its monitor has the paper.
    const found = openOf(JSON.parse(JSON.stringify(keptOf(openPapers.value))))
    expect(found).toMatchObject([{ printer, title: 'A etiqueta', paper: { id: 'p-1', contents: '' } }])
    expect(openOf([{ ...keptOf(found)[0], situacao: 'impressa' }, 7])).toEqual([])
    expect(keptOf(found.map((one) => ({ ...one, printer: { ...printer, serverIP: 'agente:3' } })))).toEqual([])
    says = { status: 200, body: { id: 'p-1', situacao: 'impressa' } }
    await bring(printer, paper, 'A etiqueta', true)
    expect(openPapers.value).toEqual([])
    expect(asked.map(({ body }) => [body?.id, body?.reimprime, body?.base64])).toEqual([
      ['p-1', undefined, true],
      ['p-1', true, true],
    ])
  })

  it('that waits for its printer says why, until somebody saw it', async () => {
    says = { status: 202, body: { id: 'p-1', situacao: 'na_fila', motivo: 'Nenhuma impressora responde.' } }
    await bring(printer, paper, 'A etiqueta')
    expect(toasts.value).toMatchObject([{ text: 'A etiqueta: à espera da impressora. Nenhuma impressora responde.' }])
    forget('p-1')
    expect(openPapers.value).toEqual([])
  })

  it('is made once for two presses, in the language of its printer; where there is no printer nothing is made', async () => {
    says = { status: 200, body: { situacao: 'impressa' } }
    const made: string[] = []
    const make = (formato: string): Promise<unknown> => {
      made.push(formato)
      return Promise.resolve({ filename: 'a.epl', bartender_filename: '', contents: 'TlxuCg==', encoding: 'base64' })
    }
    const wanted = { key: 'etiqueta 1', use: 'rastreio', title: 'A etiqueta', make } as const
    expect(await Promise.all([printLabels(wanted), printLabels(wanted)])).toEqual([true, true])
    expect([made, asked.length]).toEqual([['epl'], 1])
    expect(await printLabels({ ...wanted, use: 'gondola' })).toBe(false)
    expect(made).toHaveLength(1)
  })
})
