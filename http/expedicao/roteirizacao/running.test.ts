import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../../../fixtures/test-server'
import { runDueJobs } from '../../platform/jobs/worker'
import { type DeliveryDay, deliveryDay } from '../delivery-day.fixture'

/** What a plan refuses while it is calculated, each way in of its own. */

let day: DeliveryDay
let spare: number
let late: number
beforeAll(async () => {
  day = await deliveryDay()
  const carrier = await day.server.insert('transportadora', { xNome: 'Reserva' })
  const vehicle = { transportadora_id: carrier.id, UF: 'PR', capacidade_volumes: 12 }
  spare = (await day.server.insert('veiculo', { ...vehicle, placa: 'CCC3C33' })).id
  late = (await day.server.insert('veiculo', { ...vehicle, placa: 'DDD4D44' })).id
})
afterAll(() => day.server.close())

interface Line {
  readonly id: number
  readonly veiculo_id: number
}
interface Plan {
  readonly id: number
  readonly entregas: readonly Line[]
  readonly veiculo_list: readonly Line[]
}
type Changes = Readonly<Record<string, () => Promise<Answer>>>

const call = (method: string, path: string, body: object = {}) =>
  day.server.admin(method, `/api/expedicao/${path}`, body)
const read = (id: number) => day.get(`roteirizacao/${id}`)

/** A calculated plan of eight sales, which two vehicles may bring, and one more that has no room. */
async function calculated(): Promise<Plan> {
  const vehicles = day.vehicles.map((veiculo_id) => ({ veiculo_id }))
  const veiculo_list = [...vehicles, { veiculo_id: spare, capacidade_volumes: 0 }]
  const { id } = await day.plan(8, { veiculo_list })
  return read(id)
}

/** A plan of one sale, not calculated yet. */
async function saved(): Promise<Plan> {
  const veiculo_list = [{ veiculo_id: day.vehicles[0] }]
  const { id } = (await day.post('roteirizacao', { dRota: '2026-11-23', segundos: 1, veiculo_list })).body
  expect((await day.post(`roteirizacao/${id}/add_entregas`, { ids: [await day.sale()] })).status).toBe(200)
  return read(id)
}

async function begin({ id }: Pick<Plan, 'id'>): Promise<number> {
  const { status, body } = await day.post(`roteirizacao/${id}/calcular`)
  expect(status).toBe(200)
  return body.tarefa_id
}

/** Everything that changes a plan but its end, in an order in which each may follow the ones before; each has a delivery of its own. */
async function changesOf({ id, entregas, veiculo_list }: Plan): Promise<Changes> {
  const [out, moved, away, pinned, locked, edited, gone, gone2] = entregas
  const [one, two] = day.vehicles
  const [sale, more, listed] = [await day.sale(), await day.sale(), await day.sale()]
  const other = (await day.post('roteirizacao', { dRota: '2026-11-24' })).body.id
  const path = `roteirizacao/${id}`
  const bringer = veiculo_list.find(({ veiculo_id }) => veiculo_id === edited!.veiculo_id)
  const idle = veiculo_list.find(({ veiculo_id }) => veiculo_id === spare)
  const vehicle = moved!.veiculo_id === one ? two : one
  const line = 'roteirizacao_entrega'
  const listing = async () => ({ entregas: [...(await read(id)).entregas.map(idOnly), { venda_id: listed }] })
  return {
    mover: () => day.post(`${path}/mover`, { entrega_id: out!.id, veiculo_id: null }),
    transferir: () => day.post(`${path}/transferir`, { entrega_id: moved!.id, veiculo_id: vehicle }),
    'transferir_cenario out of it': () =>
      day.post(`${path}/transferir_cenario`, { entrega_id: away!.id, roteirizacao_id: other }),
    mover_pino: () => day.post(`${path}/mover_pino`, { entrega_id: pinned!.id, lon: -49.3, lat: -25.4 }),
    fixar: () => day.post(`${path}/fixar`, { entrega_id: locked!.id, fixada: true }),
    add_entregas: () => day.post(`${path}/add_entregas`, { ids: [sale] }),
    'add_entregas of what it has': () => day.post(`${path}/add_entregas`, { ids: [sale] }),
    'PUT of the plan': () => call('PUT', path, { serviceTime: 5 }),
    'PUT of the plan with its lines': async () => call('PUT', path, await listing()),
    'PUT of a delivery': () => call('PUT', `${line}/${edited!.id}`, { prioridade: 5 }),
    'POST of a delivery': () => call('POST', line, { roteirizacao_id: id, venda_id: more }),
    'PUT of a vehicle': () => call('PUT', `roteirizacao_veiculo/${bringer!.id}`, { max_paradas: 50 }),
    'POST of a vehicle': () => call('POST', 'roteirizacao_veiculo', { roteirizacao_id: id, veiculo_id: late }),
    'DELETE of a delivery': () => call('DELETE', `${line}/${gone!.id}`),
    'DELETE of deliveries': () => call('DELETE', line, { ids: [gone2!.id] }),
    'DELETE of a vehicle': () => call('DELETE', `roteirizacao_veiculo/${idle!.id}`),
  }
}

const idOnly = ({ id }: Line) => ({ id })

/** What each change answers, one after another. */
async function answersOf(changes: Changes): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  for (const [name, change] of Object.entries(changes)) {
    const { status, body } = await change()
    answers[name] = status < 300 ? 'done' : `${status} ${body.code}: ${body.message}`
  }
  return answers
}

const REFUSAL = '400 running: As rotas estão sendo calculadas: espere o fim, ou cancele o cálculo.'
const allAre = (answer: string, changes: Changes) =>
  Object.fromEntries(Object.keys(changes).map((name) => [name, answer]))

const cancelTask = (id: number) => day.server.admin('POST', `/api/tarefa/${id}/cancela`)

describe('the calculation of a plan', () => {
  let plan: Plan
  let changes: Changes
  let tarefa_id: number
  beforeAll(async () => {
    plan = await calculated()
    changes = await changesOf(plan)
    tarefa_id = await begin(plan)
  })

  it('400 every change while it waits or runs, and nothing changes', async () => {
    const path = `roteirizacao/${plan.id}`
    const every = {
      ...changes,
      calcular: () => day.post(`${path}/calcular`),
      gerar_rotas: () => day.post(`${path}/gerar_rotas`, { selectedRouteVehicleIds: day.vehicles }),
      'DELETE of the plan': () => call('DELETE', path),
      'DELETE of plans': () => call('DELETE', 'roteirizacao', { ids: [plan.id] }),
    }
    const before = await read(plan.id)
    expect(await answersOf(every)).toEqual(allAre(REFUSAL, every))
    expect(await read(plan.id)).toEqual(before)
  })

  it('that was cancelled lets every change be done', async () => {
    await cancelTask(tarefa_id)
    expect(await answersOf(changes)).toEqual(allAre('done', changes))
  })

  it('400 a delivery that another plan transfers into that plan, and the other keeps it; after a cancel it goes', async () => {
    const [from, into] = [await saved(), await saved()]
    const task = await begin(into)
    const body = { entrega_id: from.entregas[0]!.id, roteirizacao_id: into.id }
    const transfer = { transfer: () => day.post(`roteirizacao/${from.id}/transferir_cenario`, body) }
    expect(await answersOf(transfer)).toEqual({ transfer: REFUSAL })
    expect((await read(from.id)).entregas).toEqual(from.entregas)
    await cancelTask(task)
    const goes = { ...transfer, 'DELETE of the plan': () => call('DELETE', `roteirizacao/${into.id}`) }
    expect(await answersOf(goes)).toEqual(allAre('done', goes))
  })

  it('writes itself what it found; when it ended, the plan changes and its routes are made', async () => {
    const { id, veiculo_list } = await saved()
    const path = `roteirizacao/${id}`
    const task = await begin({ id })
    const road = slowRoad()
    const run = runDueJobs({ ...day.server.services, osrmUrl: road.url })
    await road.asked
    const state = async () => (await day.server.admin('GET', `/api/sis/tarefa/${task}`)).body
    expect(await state()).toMatchObject({ status: 'em_andamento' })
    const change = { PUT: () => call('PUT', path, { serviceTime: 5 }) }
    expect(await answersOf(change)).toEqual({ PUT: REFUSAL })
    await road.letGo()
    await run
    expect(await state()).toMatchObject({ status: 'concluida', erro: null })
    const made = await read(id)
    expect(made).toMatchObject({ status: 1, serviceTime: 15, motor: 'prumo', entregas: [{ ordem: 1 }] })
    expect(await answersOf(change)).toEqual({ PUT: 'done' })
    expect((await read(id)).solution.routes[0].jobSteps[0].service).toBe(300)
    const selectedRouteVehicleIds = veiculo_list.map(({ veiculo_id }) => veiculo_id)
    expect((await day.post(`${path}/gerar_rotas`, { selectedRouteVehicleIds })).status).toBe(200)
  })
})

/** A server of distances that answers nothing before it is let go, and then that it cannot. */
function slowRoad() {
  const asked = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async () => {
      asked.resolve()
      await free.promise
      return new Response('busy', { status: 503 })
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    asked: asked.promise,
    letGo: async () => {
      free.resolve()
      await server.stop()
    },
  }
}
