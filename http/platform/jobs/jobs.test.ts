import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { testCnpj, testServer, type TestServer } from '../../../fixtures/test-server'
import { SYSTEM } from '../../db/pool'
import { action } from '../action'
import { begun } from '../answers'
import { badRequest } from '../errors'
import { insert } from '../engine/write'
import { resourceNamed } from '../resource'
import { allBackgroundJobs, backgroundJob, job, startJob } from './job'
import { queueJob } from './queue'
import { tarefa } from './tarefa'
import { STOPPED } from './run-task'
import { startWorker } from './worker'
import type { Services } from '../app'
import type { Ctx } from '../context'

/** Kinds of work as an area would define them. */
const delivered: unknown[] = []
const counts = job('test.conta', {
  title: 'Contar',
  input: v.object({ until: v.number() }),
  run: async ({ input, progress, transaction }) => {
    for (let done = 1; done <= input.until; done++)
      await progress({ done, total: input.until, note: `Item ${done}`, detail: { done } })
    const made = await transaction((ctx) =>
      insert(ctx, resourceNamed('fabricante'), { descricao: `Fabricante de ${ctx.actor.name}` }),
    )
    return { fabricante_id: made.id }
  },
})
const refuses = job('test.recusa', {
  title: 'Recusar',
  input: v.object({}),
  run: async ({ transaction }) =>
    transaction(async (ctx) => {
      await insert(ctx, resourceNamed('fabricante'), { descricao: 'Não deve ficar' })
      throw badRequest('A regra disse não.')
    }),
})
const waits = job('test.espera', {
  title: 'Esperar',
  input: v.object({}),
  run: async ({ signal, progress }) => {
    for (;;) {
      await progress({ done: 1, total: 0 })
      if (!signal.aborted) await Bun.sleep(20)
    }
  },
})
let failures = 2
backgroundJob('test.entrega', async (payload, { attempt }) => {
  if (failures-- > 0) throw new Error(`away ${attempt}`)
  delivered.push(payload)
})
let looked = 0
backgroundJob('test.olha', () => Promise.resolve(void looked++), { schedule: '0 0 1 1 *' })
/** Runs of one that runs by the clock and takes long: how many at a time, and how many in all. */
const long = { running: 0, most: 0, ended: 0, gate: Promise.resolve<undefined>(undefined) }
backgroundJob(
  'test.demora',
  async () => {
    long.most = Math.max(long.most, ++long.running)
    await long.gate
    long.running--
    long.ended++
  },
  { schedule: '0 0 1 1 *' },
)
const start = {
  counts: (ctx: Ctx) => startJob(ctx, counts, { until: 3 }, { model_type: 'venda', model_id: 1 }),
  refuses: (ctx: Ctx) => startJob(ctx, refuses, {}),
  waits: (ctx: Ctx) => startJob(ctx, waits, {}),
}
action(tarefa, 'test_start', {
  summary: 'for this test',
  right: 'own',
  on: 'collection',
  input: v.object({ kind: v.picklist(['counts', 'refuses', 'waits'] as const), fail: v.optional(v.boolean()) }),
  answer: begun,
  run: async ({ ctx, input }) => {
    const started = await start[input.kind](ctx)
    if (input.fail) throw badRequest('Depois de enfileirar.')
    return started
  },
})

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const begin = async (kind: string) => (await server.admin('POST', '/api/tarefa/test_start', { kind })).body.tarefa_id
const task = async (id: number) => (await server.admin('GET', `/api/sis/tarefa/${id}`)).body

describe('a task', () => {
  it('runs as who asked for it, tells how far it is, and keeps what it came to', async () => {
    const id = await begin('counts')
    expect(await task(id)).toMatchObject({ status: 'na_fila', titulo: 'Contar', feito: 0 })
    await server.runJobs()
    const done = await task(id)
    expect(done).toMatchObject({ status: 'concluida', feito: 3, total: 3, detalhe: { done: 3 }, erro: null })
    const made = (await server.admin('GET', `/api/fabricante/${done.resultado.fabricante_id}`)).body
    expect(made.descricao).toMatch(/^Fabricante de u1@/)
    const trail = (await server.admin('GET', `/api/fabricante/${made.id}/auditoria`)).body.data
    expect(trail[0].user.name).toMatch(/^u1@/)
  })

  it('a rule that says no ends it with that message, and nothing of it stays', async () => {
    const id = await begin('refuses')
    await server.runJobs()
    expect(await task(id)).toMatchObject({ status: 'falhou', erro: 'A regra disse não.' })
    expect((await server.admin('GET', '/api/fabricante?search=descricao:Não deve ficar')).body.total).toBe(0)
  })

  it('does not exist when the transaction that asked for it fails', async () => {
    const before = (await server.admin('GET', '/api/tarefa')).body.total
    expect((await server.admin('POST', '/api/tarefa/test_start', { kind: 'counts', fail: true })).status).toBe(400)
    await server.runJobs()
    expect((await server.admin('GET', '/api/tarefa')).body.total).toBe(before)
  })

  it('one that waits is cancelled at once, and does not run', async () => {
    const id = await begin('counts')
    expect((await server.admin('POST', `/api/tarefa/${id}/cancela`)).body).toMatchObject({ status: 'cancelada' })
    await server.runJobs()
    expect(await task(id)).toMatchObject({ status: 'cancelada', feito: 0 })
    expect((await server.admin('POST', `/api/tarefa/${id}/cancela`)).status).toBe(400)
  })

  it('one that runs is stopped where it runs, and says so', async () => {
    const worker = await startWorker(services())
    const id = await begin('waits')
    await until(async () => (await task(id)).status === 'em_andamento')
    await server.admin('POST', `/api/tarefa/${id}/cancela`)
    await until(async () => (await task(id)).status === 'cancelada')
    await worker.stop()
  })

  it('403: only who asked or a manager cancels it; what it found shows only to those who may read what it is about', async () => {
    const id = await begin('counts')
    const other = await server.user({ permissions: ['show cliente'] })
    const seller = await server.user({ permissions: ['show venda'] })
    expect((await other('POST', `/api/tarefa/${id}/cancela`)).status).toBe(403)
    await server.runJobs()
    expect((await other('GET', `/api/tarefa/${id}`)).body).not.toHaveProperty('resultado')
    expect((await seller('GET', `/api/tarefa/${id}`)).body).toHaveProperty('resultado')
  })

  it("404: another company's task does not exist", async () => {
    const id = await begin('counts')
    const away = await server.insert('empresa', { CNPJ_CPF: '11222333000181', xNome: 'Outra', UF: 'SP' })
    const stranger = await server.user({ roles: ['admin'], empresas: [away.id] })
    expect((await stranger('GET', `/api/tarefa/${id}`)).status).toBe(404)
  })
})

describe('a company that asks for many tasks', () => {
  it('has two at a time and keeps no other waiting', async () => {
    const away = await server.insert('empresa', { CNPJ_CPF: testCnpj(77), xNome: 'Vizinha', UF: 'SP' })
    const neighbour = await server.user({ roles: ['admin'], empresas: [away.id] })
    const worker = await startWorker(services())
    const flood = [await begin('waits'), await begin('waits'), await begin('waits'), await begin('waits')]
    const states = async () => Promise.all(flood.map(async (id) => (await task(id)).status))
    await until(async () => (await states()).filter((one) => one === 'em_andamento').length === 2)
    const { tarefa_id } = (await neighbour('POST', '/api/tarefa/test_start', { kind: 'counts' })).body
    await until(async () => (await neighbour('GET', `/api/sis/tarefa/${tarefa_id}`)).body.status === 'concluida')
    expect((await states()).toSorted()).toEqual(['em_andamento', 'em_andamento', 'na_fila', 'na_fila'])
    for (const id of flood.toReversed()) await server.admin('POST', `/api/tarefa/${id}/cancela`)
    await until(async () => (await states()).every((one) => one === 'cancelada'))
    await worker.stop()
  })
})

describe('a process that dies', () => {
  it('leaves its task to others: they say that it failed, or run it again', async () => {
    const id = await begin('counts')
    await server.pool.transaction({ ...SYSTEM }, async (db) => {
      await db.execute(
        sql`update tarefa set status = 'em_andamento', "dhInicio" = now() - interval '1 minute' where id = ${id}`,
      )
    })
    // As a killed process leaves it: taken a minute ago, by a worker whose lock is gone.
    await owner(
      `update graphile_worker._private_jobs set locked_at = now() - interval '1 minute', locked_by = 'dead', attempts = 1 where key = 'tarefa:${id}'`,
    )
    const worker = await startWorker(services())
    await until(async () => (await task(id)).status === 'falhou')
    expect((await task(id)).erro).toContain('O servidor parou')
    await worker.stop()
  })

  it('a server that is stopped ends the task that it stops, where no try is left', async () => {
    const worker = await startWorker(services())
    const id = await begin('waits')
    await until(async () => (await task(id)).status === 'em_andamento')
    await worker.stop()
    expect(await task(id)).toMatchObject({ status: 'falhou', erro: STOPPED })
  })

  it('a task that waits and is in no queue ends: a restored copy has none', async () => {
    const id = await begin('counts')
    await owner(`delete from graphile_worker._private_jobs where key = 'tarefa:${id}'`)
    const waiting = await begin('counts')
    const worker = await startWorker(services())
    await until(async () => (await task(waiting)).status === 'concluida')
    expect(await task(id)).toMatchObject({ status: 'falhou', erro: STOPPED })
    await worker.stop()
  })
})

describe('work of the program itself', () => {
  it('is tried again until it is done', async () => {
    expect(allBackgroundJobs().has('test.entrega')).toBe(true)
    await server.pool.transaction(SYSTEM, (db) => queueJob(db, 'test.entrega', { number: 7 }, { attempts: 5 }))
    for (let round = 0; round < 3; round++) {
      await owner(`update graphile_worker._private_jobs set run_at = now() where run_at > now()`)
      await server.runJobs()
    }
    expect(delivered).toEqual([{ number: 7 }])
  })

  it('what runs by the clock runs when a server starts, too, and one at a time over all servers', async () => {
    const held = Promise.withResolvers<undefined>()
    Object.assign(long, { most: 0, ended: 0, gate: held.promise })
    const worker = await startWorker(services())
    await until(() => Promise.resolve(looked > 0 && long.running === 1))
    const other = await startWorker(services())
    const before = delivered.length
    await server.pool.transaction(SYSTEM, (db) => queueJob(db, 'test.entrega', { number: 8 }))
    await until(() => Promise.resolve(delivered.length > before))
    expect(long).toMatchObject({ running: 1, most: 1, ended: 0 })
    held.resolve(undefined)
    await until(() => Promise.resolve(long.ended === 2))
    expect(long.most).toBe(1)
    await Promise.all([worker.stop(), other.stop()])
  })

  it('what was given up long ago is forgotten, unless somebody is to try it again', async () => {
    const names = ['test.olha', 'test.conta', 'test.entrega']
    await server.pool.transaction(SYSTEM, async (db) => {
      for (const name of names)
        for (const key of ['old', 'new']) await queueJob(db, name, {}, { key: `${name} ${key}` })
    })
    await owner(
      `update graphile_worker._private_jobs set attempts = max_attempts, updated_at = now() - case when key like '%old' then 31 else 29 end * interval '1 day'
       where key like 'test.%'`,
    )
    const worker = await startWorker(services())
    await worker.stop()
    const left = await owner(`select key from graphile_worker._private_jobs where key like 'test.%' order by key`)
    expect(left.map(({ key }) => key)).toEqual([
      'test.conta new',
      'test.entrega new',
      'test.entrega old',
      'test.olha new',
    ])
  })
})

const services = (): Services => ({ ...server.services })
const owner = async (statement: string) => {
  const { default: postgres } = await import('postgres')
  const admin = postgres(server.url, { max: 1 })
  const rows = await admin.unsafe(statement)
  await admin.end()
  return rows
}
async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('It did not come to that within 20 s.')
    await Bun.sleep(25)
  }
}
