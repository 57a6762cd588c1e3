import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'
import { SYSTEM } from '../../db/pool'
import { CHANGED } from '../../platform/changed'
import { rowsOf } from '../../platform/context'
import { hashToken } from '../../platform/session'
import { type Running, serve } from '../../server'
import { DEVICE_PREFIX } from './presence'

/** What the server makes of an agent's words, said by one that says what it likes. */

interface Message {
  readonly tipo: string
  readonly trabalho?: string
  readonly abertas?: readonly string[]
}

let server: TestServer
let running: Running
let agent: Awaited<ReturnType<typeof joins>>
let id: number
const chave = `${DEVICE_PREFIX}chave-de-teste-bem-comprida`

beforeAll(async () => {
  server = await testServer()
  running = await serve(server.services, { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await running.stop()
  await server.close()
})
beforeEach(async () => {
  await run(sql`delete from agente_impressao`)
  await run(sql`delete from agente`)
  id = (await server.insert('agente', { nome: 'Balcão', empresa_id: server.empresa_id })).id
  await run(sql`update agente set chave_hash = ${hashToken(chave)} where id = ${id}`)
})
afterEach(async () => agent.leaves())

const run = (query: ReturnType<typeof sql>) => server.pool.transaction(SYSTEM, (db) => rowsOf({ db }, query))

/** So many papers that stand so. */
const papers = (count: number, situacao: string) =>
  run(sql`insert into agente_impressao (empresa_id, agente_id, chave, impressora, conteudo, bytes, vez, situacao)
    select ${server.empresa_id}, ${id}, 'p' || n, 'Zebra', 'eA==', 1, 1, ${situacao} from generate_series(1, ${count}::int) n returning id`)

/** The agent's end of the road. */
async function joins() {
  const heard: Message[] = []
  let code: number | undefined
  const socket: WebSocket = Reflect.construct(WebSocket, [
    `${running.url.replace('http', 'ws')}/ws/agente`,
    { headers: { Authorization: `Bearer ${chave}` } },
  ])
  const closed = new Promise<void>((resolve) =>
    socket.addEventListener('close', (event) => {
      code = event.code
      resolve()
    }),
  )
  socket.addEventListener('message', ({ data }) => heard.push(JSON.parse(String(data))))
  const count = (tipo: string): number => heard.filter((one) => one.tipo === tipo).length
  const say = (...messages: readonly object[]): void => messages.forEach((one) => socket.send(JSON.stringify(one)))
  await expect.poll(() => count('bem_vindo')).toBe(1)
  return {
    heard,
    count,
    say,
    /** All that was said before is dealt with; answers how the line was ended, if it was. */
    isDone: async (): Promise<number | undefined> => {
      const before = count('sinal')
      say({ tipo: 'sinal' })
      await expect.poll(() => count('sinal') > before || code !== undefined, { timeout: 20_000 }).toBe(true)
      return code
    },
    leaves: async (): Promise<void> => {
      socket.close()
      await closed
    },
  }
}

const stands = (trabalho: string, situacao = 'na_fila') => ({ tipo: 'situacao', trabalho, situacao })

describe('an agent', () => {
  it('is asked after all that it took, and heard where it answers all of it at once', async () => {
    await papers(600, 'enviada')
    agent = await joins()
    const [{ abertas = [] } = {}] = agent.heard
    expect(abertas).toHaveLength(600)
    agent.say(...abertas.map((one) => stands(one)), stands(abertas[599] ?? '', 'impressa'), { tipo: 'pronto' })
    expect(await agent.isDone()).toBeUndefined()
    expect(await run(sql`select count(*)::int as n from agente_impressao where situacao = 'enviada'`)).toEqual([
      { n: 599 },
    ])
  }, 30_000)

  it('gets one paper at a time, once, however often it is ready for one', async () => {
    const [first, second] = await papers(3, 'aguarda')
    agent = await joins()
    const ready = Array.from({ length: 20 }, () => ({ tipo: 'pronto' }))
    const sent = () => agent.heard.filter(({ tipo }) => tipo === 'imprime').map(({ trabalho }) => trabalho)
    agent.say(...ready)
    await agent.isDone()
    expect(sent()).toEqual([`srv-${String(first?.id)}-1`])
    agent.say(stands('srv-999-1'), ...ready)
    await agent.isDone()
    expect(sent()).toHaveLength(1)
    agent.say(stands(`srv-${String(first?.id)}-1`), ...ready)
    await agent.isDone()
    expect(sent()).toEqual([first, second].map((one) => `srv-${String(one?.id)}-1`))
  })

  it('may say signs that nobody can store: the rest is kept, and the line with it', async () => {
    agent = await joins()
    const impressoras = [{ nome: 'Zebra', tipo: 'rede', estado: 'parada', motivo: 'sem\u0000 papel \ud800' }]
    agent.say({ tipo: 'ola', programa: '1', sistema: 'linux', maquina: 'pc\u0000', balancas: [], impressoras })
    expect(await agent.isDone()).toBeUndefined()
    expect(await run(sql`select maquina, impressoras from agente`)).toEqual([
      { maquina: 'pc', impressoras: [{ ...impressoras[0], motivo: 'sem papel \ufffd' }] },
    ])
  })

  it('that is revoked leaves its papers to those who look at them: each of its company’s is told', async () => {
    const ids = [...(await papers(2, 'aguarda'))].map((one) => Number(one.id))
    agent = await joins()
    const told: { resource: string; id: number; empresa_id: number }[] = []
    const unlisten = await server.pool.listen(CHANGED, (payload) => told.push(JSON.parse(payload)))
    expect((await server.admin('POST', `/api/sis/agente/${id}/revoga`)).status).toBe(200)
    await expect
      .poll(() => told.filter(({ resource }) => resource === 'agente_impressao'))
      .toEqual(ids.map((one) => ({ resource: 'agente_impressao', id: one, empresa_id: server.empresa_id })))
    await unlisten()
    expect(await run(sql`select distinct situacao, motivo from agente_impressao`)).toEqual([
      { situacao: 'cancelada', motivo: 'O agente foi revogado.' },
    ])
  })
})
