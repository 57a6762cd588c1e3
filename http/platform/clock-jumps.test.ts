import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { asOwner } from '../../fixtures/as-owner'
import { testClock } from '../../fixtures/test-clock'
import { testServer, type TestServer } from '../../fixtures/test-server'
import { SYSTEM } from '../db/pool'
import { action } from './action'
import { systemCtx } from './app'
import { begun } from './answers'
import { job, startJob } from './jobs/job'
import { tarefa } from './jobs/tarefa'
import { nextNumber } from './series'
import { Sessions } from './session'

/** Clocks are put right, forwards and back: nothing is given twice, forgotten or held up by that. */

const NOON = '2026-03-31T12:00:00-03:00'
const BACK = '2026-03-29T12:00:00-03:00'
const AHEAD = '2026-04-02T12:00:00-03:00'
const clock = testClock(NOON)
const counts = job('test.relogio', {
  title: 'Contar',
  input: v.object({}),
  run: async ({ progress }) => {
    await progress({ done: 1, total: 3 })
    clock.set(BACK)
    await progress({ done: 2, total: 3 })
    return { feito: true }
  },
})
action(tarefa, 'test_relogio', {
  summary: 'for this test',
  right: 'own',
  on: 'collection',
  input: v.object({}),
  answer: begun,
  run: ({ ctx }) => startJob(ctx, counts, {}),
})

let server: TestServer
beforeAll(async () => {
  server = await testServer({ clock })
})
afterEach(() => {
  vi.restoreAllMocks()
  clock.set(NOON)
})
afterAll(() => server.close())

const next = (registro_id: number) =>
  server.pool.transaction(SYSTEM, (db) =>
    nextNumber(
      systemCtx(server.services, db, [server.empresa_id], server.empresa_id),
      { empresa_id: server.empresa_id, tpDoc: 1, serie: 7, tpAmb: 1 },
      { recurso: 'venda', registro_id },
    ),
  )

describe('a clock that is put back, and forward again', () => {
  it('gives no number of a series twice, and leaves none out', async () => {
    const given: number[] = []
    for (const [at, instant] of [NOON, BACK, AHEAD, BACK, NOON].entries()) {
      clock.set(instant)
      given.push(await next(at + 1))
    }
    expect(given).toEqual([1, 2, 3, 4, 5])
  })

  it('leaves a document of the day that it says, and its history in the order in which it happened', async () => {
    const { body } = await server.admin('POST', '/api/cliente', { xNome: 'Ana' })
    clock.set(BACK)
    await server.admin('PUT', `/api/cliente/${body.id}`, { xNome: 'Ana Maria' })
    clock.set(AHEAD)
    expect((await server.admin('PUT', `/api/cliente/${body.id}`, { xNome: 'Ana Paula' })).status).toBe(200)
    const { data } = (await server.admin('GET', `/api/cliente/${body.id}/auditoria`)).body
    expect(data.map((one: { dh: string }) => one.dh.slice(0, 10))).toEqual(['2026-04-02', '2026-03-29', '2026-03-31'])
  })

  it('holds up no task: one in whose middle it goes back tells how far it is and ends', async () => {
    clock.set(AHEAD)
    const { body } = await server.admin('POST', '/api/sis/tarefa/test_relogio')
    await server.runJobs()
    expect((await server.admin('GET', `/api/sis/tarefa/${body.tarefa_id}`)).body).toMatchObject({
      status: 'concluida',
      resultado: { feito: true },
    })
  })

  it('keeps nobody signed in who was signed out elsewhere: what is remembered of a session ages by itself', async () => {
    const sessions = new Sessions(server.pool)
    const { token } = await sessions.open(1)
    await sessions.actorOf(token)
    await asOwner(server.url, (owner) => owner`update sessao set revogada_em = now()`)
    const [now, passed] = [Date.now(), performance.now()]
    vi.spyOn(Date, 'now').mockImplementation(() => now - 3_600_000)
    vi.spyOn(performance, 'now').mockImplementation(() => passed + 11_000)
    await expect(sessions.actorOf(token)).rejects.toMatchObject({ status: 419 })
  })
})
