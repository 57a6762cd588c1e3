import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Link } from './link'
import { askForCode } from './pairing'

/** How an agent comes by its key, from a server that answers as it is told to. */

const CHAVE = 'agente_chave-de-teste-bem-comprida'
let folder: string
let server: ReturnType<typeof Bun.serve>
let again: string | undefined
let keys: (string | null)[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prumo-pareia-'))
  ;[again, keys] = [undefined, []]
  server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/ws/agente') keys.push(request.headers.get('Authorization'))
      if (again !== undefined) return new Response(null, { status: 429, headers: { 'Retry-After': again } })
      if (pathname === '/api/agente/pareamento') return Response.json({ codigo: 'ABCDEF', segredo: 's', segundos: 600 })
      if (pathname === '/api/agente/pareamento/chave')
        return Response.json({ situacao: 'pareado', agente_id: 1, nome: 'Balcão', chave: CHAVE })
      return Response.json({}, { status: 404 })
    },
  })
})
afterEach(async () => {
  await server.stop(true)
  rmSync(folder, { recursive: true })
})

describe('pairing', () => {
  it.each([
    ['30', 30],
    ['999999', 3_600],
    ['Fri, 27 Nov 2026 12:00:00 GMT', 0],
  ])('waits as the server says, in seconds and no longer than an hour: %s', async (told, againS) => {
    again = told
    await expect(askForCode(`http://127.0.0.1:${server.port}`)).rejects.toMatchObject({ againS })
  })

  it('goes on with a key that the disk does not take, and says so: the code was typed', async () => {
    mkdirSync(join(folder, 'chave.json'))
    writeFileSync(join(folder, 'chave.json', 'x'), '')
    const told: string[] = []
    const link = new Link({
      servidor: `http://127.0.0.1:${server.port}`,
      dados: folder,
      scales: new Map(),
      queue: undefined,
      hello: () => ({ tipo: 'ola', programa: '1', sistema: '', maquina: '', balancas: [], impressoras: [] }),
      tell: (line) => told.push(line),
      stands: () => undefined,
    })
    link.start()
    await expect.poll(() => keys, { timeout: 10_000 }).toEqual([`Bearer ${CHAVE}`])
    link.stop()
    expect(told).toContainEqual(expect.stringMatching(/^A chave não pôde ser gravada: /))
    expect(link.key?.nome).toBe('Balcão')
  })
})
