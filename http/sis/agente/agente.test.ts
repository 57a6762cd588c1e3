import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningAgent, startAgent } from '../../../agents/agent'
import { readConfig } from '../../../agents/config'
import { type PrinterSimulator, startPrinter } from '../../../fixtures/simulators/printer'
import { type ScaleSimulator, startScale } from '../../../fixtures/simulators/scale'
import { type Caller, testCnpj, testServer, type TestServer } from '../../../fixtures/test-server'
import { Pool, SYSTEM } from '../../db/pool'
import { rowsOf } from '../../platform/context'
import { type Running, serve } from '../../server'
import { hashToken } from '../../platform/session'
import { CODE_LETTERS, REPLACED } from '../../../core/agent'

/** A local agent as it is: paired by a code, weighing and printing through one server process while it is connected to another, and revoked. */

let server: TestServer
let pools: Pool[]
let servers: Running[]
let folder: string
let scale: ScaleSimulator
let paper: PrinterSimulator
let running: RunningAgent | undefined
let told: string[]
let id: number

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'prumo-estrada-'))
  server = await testServer({ agentsDir: join(folder, 'programas') })
  pools = [1, 2].map(() => new Pool(server.url, { max: 4 }))
  servers = await Promise.all(pools.map((pool) => serve({ ...server.services, pool }, { host: '127.0.0.1', port: 0 })))
  scale = startScale()
  says('01234')
  paper = startPrinter()
  told = []
})
afterAll(async () => {
  await running?.stop()
  for (const one of servers) await one.stop()
  for (const pool of pools) await pool.close()
  scale.stop()
  paper.stop()
  rmSync(folder, { recursive: true })
  await server.close()
})

const says = (text: string): void => {
  scale.says = [Uint8Array.from(`\u0002${text}\u0003`, (character) => character.charCodeAt(0))]
}

/** Starts the agent, paired or not, towards the second server. */
async function begin(): Promise<void> {
  const path = join(folder, 'agente.json')
  const config = {
    servidor: servers[1]?.url,
    dados: join(folder, 'dados'),
    balancas: [
      { nome: 'Balcão', protocolo: 'toledo-prt1', tcp: `127.0.0.1:${scale.port}` },
      { nome: 'Fundos', protocolo: 'toledo-prt1', tcp: '127.0.0.1:1' },
    ],
    impressoras: [{ nome: 'Zebra', tcp: `127.0.0.1:${paper.port}` }],
  }
  await Bun.write(path, JSON.stringify(config))
  running = startAgent(readConfig(path), { tell: (line) => told.push(line) })
}

/** What the other server answers: the one that the agent is not connected to. */
async function call(method: string, path: string, body?: unknown, token?: string) {
  const answer = await fetch(`${servers[0]?.url}/api/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token ?? (await server.token())}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json() }
}
/** A connection with a device key that says nothing. */
async function joins(at: number, chave: string) {
  const headers = { Authorization: `Bearer ${chave}` }
  const address = `${servers[at]?.url.replace('http', 'ws')}/ws/agente`
  const socket: WebSocket = Reflect.construct(WebSocket, [address, { headers }])
  const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))
  await new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }))
  return { closed, close: () => socket.close() }
}
const codeTold = (): string => /Código de pareamento: (\w+)/.exec(told.at(-1) ?? '')?.[1] ?? ''
const isThere = async (): Promise<boolean> => (await call('GET', `sis/agente/${id}`)).body.conectado
const keyFile = () => join(folder, 'dados', 'chave.json')
const states = async (): Promise<Record<string, string>> => {
  const { body } = await call('GET', 'sis/agente_impressao?orderBy=id&sortedBy=asc&perPage=100')
  return Object.fromEntries(body.data.map((one: { chave: string; situacao: string }) => [one.chave, one.situacao]))
}

describe('pairing', () => {
  it('gives a code of six plain letters, and takes it once, from who may pair, for a company of theirs', async () => {
    await begin()
    await expect.poll(codeTold).toMatch(new RegExp(`^[${CODE_LETTERS}]{6}$`))
    const codigo = codeTold()
    const seller = await server.user({ permissions: ['show agente'] })
    const asked = { codigo: codigo.toLowerCase(), nome: 'Expedição' }
    expect((await seller('POST', '/api/sis/agente/pareia', asked)).status).toBe(403)
    const other = await server.insert('empresa', { CNPJ_CPF: testCnpj(7), xNome: 'Outra', UF: 'PR' })
    expect((await call('POST', 'sis/agente/pareia', { ...asked, empresa_id: other.id })).status).toBe(422)
    expect((await call('POST', 'sis/agente/pareia', { ...asked, codigo: 'AAAAAA' })).body.errors).toEqual({
      codigo: ['Este código não existe, já foi usado ou passou dos 10 minutos.'],
    })
    const made = await call('POST', 'sis/agente/pareia', asked)
    expect(made).toMatchObject({ status: 200, body: { nome: 'Expedição' } })
    id = made.body.id
    expect((await call('POST', 'sis/agente/pareia', { ...asked, nome: 'Outro' })).status).toBe(422)
    await expect.poll(isThere).toBe(true)
  })

  it('leaves the key on the PC for its user alone, and a digest of it on the server', async () => {
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600)
    const { chave } = JSON.parse(readFileSync(keyFile(), 'utf8'))
    const [row] = await server.pool.read(SYSTEM, (db) => rowsOf({ db }, sql`select * from agente where id = ${id}`))
    expect([row?.chave_hash, JSON.stringify(row).includes(chave)]).toEqual([hashToken(chave), false])
    expect((await call('GET', 'sis/agente')).body.data[0]).not.toHaveProperty('chave_hash')
  })

  it('opens nothing of the API with a device key, and no agent’s road with a session', async () => {
    const { chave } = JSON.parse(readFileSync(keyFile(), 'utf8'))
    for (const path of ['cliente', 'sessao', 'sis/agente', 'sis/agente/programa', `sis/agente/${id}/balanca`])
      expect([path, (await call('GET', path, undefined, chave)).status]).toEqual([path, 401])
    expect((await call('GET', 'agente/programa', undefined, chave)).body.code).toBe('not_built')
    for (const [token, where] of [
      [await server.token(), '/ws/agente'],
      [chave, '/ws/events'],
    ]) {
      const headers = { Authorization: `Bearer ${token}`, Upgrade: 'websocket', Connection: 'Upgrade' }
      expect((await fetch(`${servers[0]?.url}${where}`, { headers })).status).toBe(401)
    }
  })

  it('is not guessed: twenty codes in ten minutes, then 429', async () => {
    const guesser = await server.user({ permissions: ['store agente'] })
    const guesses: number[] = []
    for (let times = 0; times < 21; times++)
      guesses.push((await guesser('POST', '/api/sis/agente/pareia', { codigo: 'AAAAAA', nome: 'X' })).status)
    expect([guesses.at(0), guesses.at(19), guesses.at(20)]).toEqual([422, 422, 429])
  })

  it('is slowed for strangers: codes that are asked for, and secrets that are guessed', async () => {
    const ask = (path: string, body: object) =>
      fetch(`${servers[0]?.url}/api/agente/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    const asked = { maquina: 'pc', sistema: 'linux', programa: '1' }
    const codes: number[] = []
    for (let times = 0; times < 11; times++) codes.push((await ask('pareamento', asked)).status)
    expect([codes.at(0), codes.at(-1)]).toEqual([201, 429])
    const guesses: number[] = []
    for (let times = 0; times < 11; times++)
      guesses.push((await ask('pareamento/chave', { segredo: String(times).padEnd(43, 'x') })).status)
    expect([guesses.at(0), guesses.at(-1)]).toEqual([404, 429])
  })
})

describe('the list', () => {
  it('tells who is connected, and how scales and printers stand', async () => {
    await expect
      .poll(async () => (await call('GET', 'sis/agente')).body.data[0])
      .toMatchObject({
        id,
        nome: 'Expedição',
        conectado: true,
        balancas: [
          { nome: 'Balcão', estado: 'pronta' },
          { nome: 'Fundos', estado: 'ausente', motivo: 'Nada responde em 127.0.0.1:1.' },
        ],
        impressoras: [{ nome: 'Zebra', tipo: 'rede', estado: 'pronta' }],
      })
  })
})

describe('presence', () => {
  it('is as old as the last sign of life: a server that died without a word has no agents', async () => {
    const last = (text: string) =>
      server.pool.transaction(SYSTEM, (db) =>
        db.execute(sql`update agente set "dhVisto" = now() - ${text}::interval where id = ${id}`),
      )
    await last('46 seconds')
    expect([await isThere(), (await call('GET', `sis/agente/${id}/balanca`)).status]).toEqual([false, 503])
    await last('0 seconds')
    expect(await isThere()).toBe(true)
    expect((await call('GET', 'sis/agente?where={"dhRevogacao":null}')).body.data).toHaveLength(1)
  })
})

describe('a weight', () => {
  const weigh = (nome: string) => call('GET', `sis/agente/${id}/balanca?nome=${encodeURIComponent(nome)}`)

  it('200 the weight that stands still, through the server that the agent is not connected to', async () => {
    expect(await weigh('Balcão')).toEqual({ status: 200, body: { peso: 1.234 } })
  })

  it('400 with the scale’s own reason, 404 no such scale, 503 a scale that is away', async () => {
    says('IIIII')
    expect(await weigh('Balcão')).toMatchObject({ status: 400, body: { message: 'O peso não estabilizou.' } })
    says('01234')
    expect((await weigh('Outra')).status).toBe(404)
    expect(await weigh('Fundos')).toMatchObject({ status: 503, body: { message: 'Nada responde em 127.0.0.1:1.' } })
  })

  it('403 without the right to agents, 404 for who works in another company', async () => {
    const none = await server.user({ permissions: ['show venda'] })
    expect((await none('GET', `/api/sis/agente/${id}/balanca`)).status).toBe(403)
    const elsewhere = await server.insert('empresa', { CNPJ_CPF: testCnpj(8), xNome: 'Terceira', UF: 'PR' })
    const stranger: Caller = await server.user({ permissions: ['show agente'], empresas: [elsewhere.id] })
    expect((await stranger('GET', `/api/sis/agente/${id}/balanca`)).status).toBe(404)
    expect((await stranger('POST', `/api/sis/agente/${id}/print`, { printer: 'Zebra', contents: 'x' })).status).toBe(
      404,
    )
  })
})

describe('a paper', () => {
  const print = (chave: string, more: object = {}) =>
    call('POST', `sis/agente/${id}/print`, { id: chave, printer: 'Zebra', contents: `etiqueta ${chave}`, ...more })

  it('comes out once for one number, in the order in which they were asked for; bytes come as base64', async () => {
    const ids = ['a', 'b', 'c', 'd']
    for (const one of ids) expect((await print(one)).status).toBe(200)
    await print('a')
    await print('e', { contents: Buffer.from('ação').toString('base64'), base64: true })
    await expect.poll(states).toEqual({ a: 'impressa', b: 'impressa', c: 'impressa', d: 'impressa', e: 'impressa' })
    await expect.poll(() => paper.papers).toEqual([...ids.map((one) => `etiqueta ${one}`), 'ação'])
  })

  it('404 for a printer that the agent has not, 422 for what is no base64, 400 told by the agent for BarTender', async () => {
    expect((await print('z', { printer: 'Argox' })).status).toBe(404)
    expect((await print('z', { contents: '***', base64: true })).status).toBe(422)
    expect((await print('z', { contents: 'ã'.repeat(2 ** 19 + 1) })).body.errors).toEqual({
      contents: ['A etiqueta é grande demais: no máximo 1 MB.'],
    })
    await print('btw', { bartender_filename: 'C:\\a.btw' })
    await expect.poll(async () => (await states()).btw).toBe('falhou')
  })

  it('waits on the server while the agent is away, and can be taken back; the rest comes out when it is back', async () => {
    await running?.stop()
    await expect.poll(isThere).toBe(false)
    const { chave } = JSON.parse(readFileSync(keyFile(), 'utf8'))
    const [one, other] = [await joins(0, chave), await joins(1, chave)]
    // The newer connection of one key takes the place of the older, on whichever server.
    expect(await one.closed).toBe(REPLACED)
    other.close()
    await expect.poll(isThere).toBe(false)
    expect((await call('GET', `sis/agente/${id}/balanca`)).status).toBe(503)
    const waits = await print('f')
    expect(waits.body).toMatchObject({
      id: 'f',
      situacao: 'aguarda',
      conectado: false,
      message: 'O agente “Expedição” está desligado: a impressão sai quando ele voltar.',
    })
    const g = await print('g')
    expect((await call('POST', `sis/agente_impressao/${g.body.impressao_id}/cancela`)).body.situacao).toBe('cancelada')
    await begin()
    await expect.poll(states).toMatchObject({ f: 'impressa', g: 'cancelada' })
    expect(paper.papers.filter((text) => text === 'etiqueta g')).toEqual([])
    expect((await call('POST', `sis/agente_impressao/${waits.body.impressao_id}/reimprime`)).status).toBe(200)
    await expect.poll(() => paper.papers.filter((text) => text === 'etiqueta f')).toHaveLength(2)
  })

  it('that waits at the agent for its printer is taken back there', async () => {
    const { port } = paper
    paper.stop()
    const h = await print('h')
    await expect.poll(states).toMatchObject({ h: 'enviada' })
    await expect
      .poll(async () => (await call('GET', `sis/agente_impressao/${h.body.impressao_id}`)).body.motivo)
      .toBe(`Nenhuma impressora responde em 127.0.0.1:${port}.`)
    expect((await call('POST', `sis/agente_impressao/${h.body.impressao_id}/cancela`)).body.situacao).toBe('cancelada')
    paper = startPrinter(port)
    await expect
      .poll(() => readdirSync(join(folder, 'dados', 'impressao')).filter((name) => !name.endsWith('.impressa')))
      .toEqual([])
  })
})

describe('the programs', () => {
  const from = (path: string, token: string) =>
    fetch(`${servers[0]?.url}/api/${path}`, { headers: { Authorization: `Bearer ${token}` } })

  it('are told, and given to administrators and to agents alone, as they were built', async () => {
    const seller = await server.user({ permissions: ['show agente'] })
    expect((await seller('GET', '/api/sis/agente/programa')).body).toMatchObject({
      code: 'not_built',
      message: 'Os programas do agente não foram construídos neste servidor: rode npm run agents.',
    })
    const built = { alvo: 'linux-x64', arquivo: 'prumo-agente-linux-x64', bytes: 8, sha256: hashToken('programa') }
    const manifest = { versao: '3.0.101', programas: [built] }
    await Bun.write(join(folder, 'programas', 'manifest.json'), JSON.stringify(manifest))
    await Bun.write(join(folder, 'programas', built.arquivo), 'programa')
    expect((await seller('GET', '/api/sis/agente/programa')).body).toEqual(manifest)
    expect((await seller('GET', '/api/sis/agente/programa/linux-x64')).status).toBe(403)
    expect((await call('GET', 'sis/agente/programa/windows-x64')).status).toBe(404)
    const given = await from('sis/agente/programa/linux-x64', await server.token())
    expect([given.headers.get('Content-Disposition'), await given.text()]).toEqual([
      'attachment; filename="prumo-agente-linux-x64"',
      'programa',
    ])
    const { chave } = JSON.parse(readFileSync(keyFile(), 'utf8'))
    expect(await (await from('agente/programa/linux-x64', chave)).text()).toBe('programa')
    expect((await from('agente/programa/linux-x64', await server.token())).status).toBe(403)
    expect((await from('agente/programa', `${chave}x`)).status).toBe(401)
  })
})

describe('revoking', () => {
  it('ends its socket at once, cancels what waits, and is written down', async () => {
    const before = told.length
    expect((await call('POST', `sis/agente/${id}/revoga`)).status).toBe(200)
    await expect.poll(() => told.slice(before)).toContain('Este agente foi revogado no servidor.')
    expect(existsSync(keyFile())).toBe(false)
    expect((await call('GET', `sis/agente/${id}/balanca`)).body.code).toBe('revoked')
    expect((await call('POST', `sis/agente/${id}/revoga`)).status).toBe(400)
    const { body } = await call('GET', 'sis/evento_seguranca?orderBy=id&sortedBy=asc')
    expect(body.data.map((one: { tipo: string }) => one.tipo)).toEqual(['agente_pareado', 'agente_revogado'])
    const trail = await call('GET', `sis/agente/${id}/auditoria`)
    expect(trail.body.data.map((one: { acao: string }) => one.acao)).toEqual(['revoga', 'pareia'])
  })
})
