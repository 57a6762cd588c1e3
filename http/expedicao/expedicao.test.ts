import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startOsrm } from '../../fixtures/simulators/osrm'
import { startVroom } from '../../fixtures/simulators/vroom'
import type { TestServer } from '../../fixtures/test-server'
import { runDueJobs } from '../platform/jobs/worker'
import { type DeliveryDay, deliveryDay } from './delivery-day.fixture'

let server: TestServer
let vehicles: DeliveryDay['vehicles']
let sale: DeliveryDay['sale']
let post: DeliveryDay['post']
let get: DeliveryDay['get']

beforeAll(async () => {
  ;({ server, vehicles, sale, post, get } = await deliveryDay())
})
afterAll(() => server.close())

async function planned(count: number, values: object = {}) {
  const sales: number[] = []
  for (let at = 0; at < count; at++) sales.push(await sale())
  const made = await post('roteirizacao', {
    dRota: '2026-11-23',
    segundos: 1,
    veiculo_list: vehicles.map((veiculo_id) => ({ veiculo_id })),
    ...values,
  })
  expect(made.status).toBe(201)
  const added = await post(`roteirizacao/${made.body.id}/add_entregas`, { ids: sales })
  expect(added.status).toBe(200)
  return { id: Number(made.body.id), sales }
}

async function calculated(count: number, values: object = {}) {
  const plan = await planned(count, values)
  expect((await post(`roteirizacao/${plan.id}/calcular`)).status).toBe(200)
  await server.runJobs()
  return { ...plan, record: await get(`roteirizacao/${plan.id}`) }
}

type Route = { vehicle: number; jobSteps: { id: number }[] }
const stops = (solution: { routes: Route[] }): number[] =>
  solution.routes.flatMap((route) => route.jobSteps.map((step) => step.id))

describe('a plan of a day', () => {
  it('offers the sales that wait, takes them in with their place, and calculates routes that bring all of them', async () => {
    const waiting = await sale()
    const open = await sale({ dhFechamento: null })
    const { id, sales, record } = await calculated(14)
    const offered = (await get(`roteirizacao/${id}/get_vendas`)).data.map((one: { id: number }) => one.id)
    expect(offered).toContain(waiting)
    expect(offered).not.toContain(open)
    expect(offered).not.toContain(sales[0])
    expect(record).toMatchObject({ status: 1, motor: 'prumo', serviceTime: 15 })
    const { solution } = record
    expect(solution.routes).toHaveLength(2) // each carries 12 volumes at most
    expect(stops(solution)).toHaveLength(14)
    const [first] = solution.routes
    expect(first.steps[0]).toMatchObject({ type: 'start', arrival: expect.any(Number) })
    expect(first.steps.at(-1).type).toBe('end')
    expect(first.jobSteps[0].deliverables).toEqual([{ id: first.jobSteps[0].id, venda_id: expect.any(Number) }])
    expect(record.entregas.map((one: { entrega: { id: number } }) => one.entrega.id).sort()).toEqual(sales.sort())
    expect(record.distancia).toBeGreaterThan(0)
  })

  it('leaves out what does not fit, saying why', async () => {
    const { record } = await calculated(14, { veiculo_list: [{ veiculo_id: vehicles[0] }] })
    expect(stops(record.solution)).toHaveLength(12)
    expect(record.solution.unassigned.map((one: { reason: string }) => one.reason)).toEqual(['capacity', 'capacity'])
    expect(record.entregas.filter((one: { motivo: string }) => one.motivo === 'capacity')).toHaveLength(2)
  })

  it('minds when customers receive on that day of the week, and tells who does not', async () => {
    const { id, sales } = await planned(3)
    const [early, other] = (await get(`roteirizacao/${id}`)).entregas
    const venda = (await server.admin('GET', `/api/venda/${other.venda_id}`)).body
    await server.admin('PUT', `/api/cliente/${venda.cliente_id}`, {
      janela_horario_list: [{ dia_semana: 2, hora_inicio: '08:00', hora_fim: '12:00' }],
    })
    await server.admin('PUT', `/api/expedicao/roteirizacao_entrega/${early.id}`, { janelas: [['15:00', '15:30']] })
    await post(`roteirizacao/${id}/calcular`)
    await server.runJobs()
    const record = await get(`roteirizacao/${id}`)
    const at = record.solution.routes[0].jobSteps.find((step: { id: number }) => step.id === early.id)
    expect(at.arrival + at.waiting_time).toBeGreaterThanOrEqual(15 * 3600)
    expect(record.avisos).toContain(`1 cliente não recebe neste dia da semana: venda ${other.venda_id}.`)
    expect(sales).toHaveLength(3)
  })

  it('400 without deliveries or vehicles; 422 a sale that waits for nothing; nothing is written', async () => {
    const empty = await post('roteirizacao', { dRota: '2026-11-23' })
    expect((await post(`roteirizacao/${empty.body.id}/calcular`)).body.message).toBe(
      'Inclua ao menos uma entrega antes de calcular.',
    )
    const open = await sale({ dhFechamento: null })
    const answer = await post(`roteirizacao/${empty.body.id}/add_entregas`, { ids: [open, await sale()] })
    expect(answer).toMatchObject({ status: 422, body: { message: `Estas vendas não esperam entrega: ${open}.` } })
    expect((await get(`roteirizacao/${empty.body.id}`)).entregas).toEqual([])
    expect(
      (await post('roteirizacao', { dRota: '2026-11-23', inicio_jornada: '18:00', fim_jornada: '08:00' })).status,
    ).toBe(422)
  })

  it('409 a vehicle that is in the list twice', async () => {
    const [veiculo_id] = vehicles
    const answer = await post('roteirizacao', {
      dRota: '2026-11-23',
      veiculo_list: [{ veiculo_id: vehicles[1] }, { veiculo_id }, { veiculo_id }],
    })
    expect(answer).toMatchObject({
      status: 409,
      body: { errors: { 'veiculo_list.2.veiculo_id': ['Já está na lista.'] } },
    })
    const made = await post('roteirizacao', { dRota: '2026-11-23', veiculo_list: [{ veiculo_id }] })
    const [line] = made.body.veiculo_list
    const path = `/api/expedicao/roteirizacao/${made.body.id}`
    expect((await server.admin('PUT', path, { veiculo_list: [{ id: line.id }, { veiculo_id }] })).status).toBe(409)
    // Another day may have it too.
    expect((await post('roteirizacao', { dRota: '2026-11-24', veiculo_list: [{ veiculo_id }] })).status).toBe(201)
  })
})

describe('changing the routes by hand', () => {
  it('moves a stop, computes hours anew and tells what it breaks; the rest stays as it was', async () => {
    const { id, record } = await calculated(14)
    const [from, to] = record.solution.routes
    const moved = from.jobSteps[1].id
    const others = from.jobSteps.map((step: { id: number }) => step.id).filter((one: number) => one !== moved)
    const { status, body } = await post(`roteirizacao/${id}/mover`, {
      entrega_id: moved,
      veiculo_id: to.vehicle,
      ordem: 1,
    })
    expect(status).toBe(200)
    const ids = (vehicle: number) =>
      body.solution.routes
        .find((route: Route) => route.vehicle === vehicle)
        .jobSteps.map((step: { id: number }) => step.id)
    expect(ids(to.vehicle)[0]).toBe(moved)
    expect(ids(from.vehicle)).toEqual(others)
    for (let at = 0; at < 12; at++)
      await post(`roteirizacao/${id}/mover`, { entrega_id: stops(body.solution)[at], veiculo_id: to.vehicle })
    const full = (await get(`roteirizacao/${id}`)).solution
    expect(full.routes.some((route: { violations: string[] }) => route.violations.includes('load'))).toBe(true)
    const out = await post(`roteirizacao/${id}/mover`, { entrega_id: moved, veiculo_id: null })
    expect(out.body.solution.unassigned.map((one: { id: number }) => one.id)).toEqual([moved])
  })

  it('transfers only a delivery of a route, and only to another: the specification’s words', async () => {
    const { id, record } = await calculated(14)
    const [from, to] = record.solution.routes
    const entrega_id = from.jobSteps[0].id
    const same = await post(`roteirizacao/${id}/transferir`, { entrega_id, veiculo_id: from.vehicle })
    expect(same).toMatchObject({ status: 400, body: { message: 'Não foi possível abrir o seletor de veículos.' } })
    expect((await post(`roteirizacao/${id}/transferir`, { entrega_id, veiculo_id: to.vehicle })).status).toBe(200)
  })

  it('keeps locked stops with their vehicle and in their order through a new calculation', async () => {
    const { id, record } = await calculated(14)
    const locked = record.solution.routes[0].jobSteps.slice(0, 3).map((step: { id: number }) => step.id)
    for (const entrega_id of locked) await post(`roteirizacao/${id}/fixar`, { entrega_id, fixada: true })
    await server.admin('PUT', `/api/expedicao/roteirizacao/${id}`, { reset_solution: true })
    await post(`roteirizacao/${id}/calcular`)
    await server.runJobs()
    const again = (await get(`roteirizacao/${id}`)).solution.routes.find(
      (route: { vehicle: number }) => route.vehicle === record.solution.routes[0].vehicle,
    )
    const order = again.jobSteps.map((step: { id: number }) => step.id).filter((one: number) => locked.includes(one))
    expect(order).toEqual(locked)
  })

  it('a pin moved by hand is remembered for the address', async () => {
    const { id } = await planned(1)
    const [delivery] = (await get(`roteirizacao/${id}`)).entregas
    await post(`roteirizacao/${id}/mover_pino`, { entrega_id: delivery.id, lon: -49.3, lat: -25.5 })
    const venda = (await server.admin('GET', `/api/venda/${delivery.venda_id}`)).body
    const second = await sale({ cliente_id: venda.cliente_id })
    await post(`roteirizacao/${id}/add_entregas`, { ids: [second] })
    const places = (await get(`roteirizacao/${id}`)).entregas.map((one: { lon: number; fonte: string }) => [
      one.lon,
      one.fonte,
    ])
    expect(places).toEqual([
      [-49.3, 'manual'],
      [-49.3, 'manual'],
    ])
  })

  it('a delivery that is deleted leaves its route', async () => {
    const { id, record } = await calculated(5)
    const [gone] = stops(record.solution)
    expect((await server.admin('DELETE', `/api/expedicao/roteirizacao_entrega/${gone}`)).status).toBe(200)
    expect(stops((await get(`roteirizacao/${id}`)).solution)).not.toContain(gone)
  })
})

describe('routes', () => {
  it('are generated for the chosen vehicles, once; released, their sales are sent; finalised, delivered', async () => {
    const { id, record, sales } = await calculated(14)
    const [one, two] = record.solution.routes
    const chosen = `${one.vehicle},${two.vehicle}`
    const answers = await Promise.all(
      [1, 2].map(() => post(`roteirizacao/${id}/gerar_rotas`, { selectedRouteVehicleIds: chosen })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const [made] = answers.find(({ status }) => status === 200)!.body.rota_list
    expect((await get(`roteirizacao/${id}/get_vendas`)).data.map((sold: { id: number }) => sold.id)).not.toContain(
      sales[0],
    )
    const route = await get(`rota/${made.id}`)
    expect(route).toMatchObject({ status: 0, roteirizacao_id: id })
    expect(route.rota_vendas[0].hora_prevista).toMatch(/^\d\d:\d\d$/)
    expect((await post(`rota/${made.id}/finaliza`)).body.message).toBe('Libere a rota antes de finalizar.')
    await post(`rota/${made.id}/libera`)
    const sent = route.rota_vendas[0].venda_id
    expect((await server.admin('GET', `/api/venda/${sent}`)).body).toMatchObject({
      dhEnviado: expect.any(String),
      veiculo_id: route.veiculo_id,
    })
    const back = route.rota_vendas[1]
    await server.admin('PUT', `/api/expedicao/rota_venda/${back.id}`, { xOcorrencia: '0012' })
    expect((await post(`rota/${made.id}/finaliza`)).body.status).toBe(2)
    // Of a number it would say the same, and nothing would be written; a text it changes.
    const same = await server.admin('PUT', `/api/expedicao/rota_venda/${back.id}`, { xOcorrencia: '12' })
    expect(same).toMatchObject({ status: 400, body: { message: 'Esta rota já foi finalizada.' } })
    const after = (await get(`rota/${made.id}`)).rota_vendas
    expect(
      after
        .filter((stop: { dhEntrega: string | null }) => stop.dhEntrega === null)
        .map((stop: { id: number }) => stop.id),
    ).toEqual([back.id])
    const next = await post('roteirizacao', { dRota: '2026-11-24' })
    expect(
      (await get(`roteirizacao/${next.body.id}/get_vendas`)).data.map((sold: { id: number }) => sold.id),
    ).toContain(back.venda_id)
  })

  it('a cancelled route gives its sales back', async () => {
    const { id, record, sales } = await calculated(3)
    const { body } = await post(`roteirizacao/${id}/gerar_rotas`, {
      selectedRouteVehicleIds: [record.solution.routes[0].vehicle],
    })
    const rota = body.rota_list[0].id
    await post(`rota/${rota}/libera`)
    expect((await server.admin('GET', `/api/expedicao/rota/${rota}/cancela`)).body.status).toBe(3)
    expect((await server.admin('GET', `/api/venda/${sales[0]}`)).body.dhEnviado).toBeNull()
    expect(await get(`roteirizacao/${id}`)).toMatchObject({ status: 1, dhGeracao: null })
    const again = await post('roteirizacao', { dRota: '2026-11-24' })
    expect((await post(`roteirizacao/${again.body.id}/add_entregas`, { ids: sales })).status).toBe(200)
  })

  it('take sales by hand, put them into the best order, and give one back', async () => {
    const rota = (await post('rota', { veiculo_id: vehicles[0], dRota: '2026-11-23' })).body.id
    const sales = [await sale(), await sale(), await sale(), await sale()]
    expect((await get(`rota_venda/${rota}/getVendas`)).data.map((one: { id: number }) => one.id)).toEqual(
      expect.arrayContaining(sales),
    )
    const added = await post(`rota_venda/${rota}/addVendas`, { vendas: sales })
    expect(added.body.rota_vendas.map((one: { venda_id: number }) => one.venda_id)).toEqual(sales)
    const before = (await get(`rota/${rota}`)).duracao
    const best = await post(`rota_venda/${rota}/otimizaRota`, { otimizar: true })
    expect(best.body.rota_vendas.map((one: { ordem: number }) => one.ordem)).toEqual([1, 2, 3, 4])
    expect((await get(`rota/${rota}`)).duracao).toBeLessThanOrEqual(before)
    const left = await post(`rota_venda/${best.body.rota_vendas[0].id}/removePedidoPendenteRota`)
    expect(left.body.rota_vendas).toHaveLength(3)
    expect(
      (await post(`rota_venda/${rota}/addVendas`, { vendas: [best.body.rota_vendas[1].venda_id] })).body.rota_vendas,
    ).toHaveLength(3)
  })

  it('one sale joins one route, whoever asks first', async () => {
    const routes = [1, 2].map(() => post('rota', { veiculo_id: vehicles[0], dRota: '2026-11-23' }))
    const ids = (await Promise.all(routes)).map(({ body }) => body.id)
    const wanted = await sale()
    const answers = await Promise.all(ids.map((id) => post(`rota_venda/${id}/addVendas`, { vendas: [wanted] })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  it('503 the MDF-e, which is not set up: the route stays as it was', async () => {
    const { id } = (await post('rota', { veiculo_id: vehicles[0], dRota: '2026-11-23' })).body
    await post(`rota_venda/${id}/addVendas`, { vendas: [await sale()] })
    await post(`rota/${id}/libera`)
    const rota = await get(`rota/${id}`)
    expect(await post(`rota/${rota.id}/geraMDFe`)).toMatchObject({
      status: 503,
      body: { code: 'integration_not_configured' },
    })
    expect((await get(`rota/${rota.id}`)).versao).toBe(rota.versao)
  })

  it("404: another company's plan and route do not exist; 403 without the right", async () => {
    const { id } = await planned(1)
    const away = await server.insert('empresa', { CNPJ_CPF: '11222333000181', xNome: 'Outra', UF: 'SP' })
    const stranger = await server.user({ roles: ['admin'], empresas: [away.id] })
    expect((await stranger('GET', `/api/expedicao/roteirizacao/${id}`)).status).toBe(404)
    expect((await stranger('POST', `/api/expedicao/roteirizacao/${id}/calcular`)).status).toBe(404)
    const clerk = await server.user({ permissions: ['show roteirizacao'] })
    expect((await clerk('GET', `/api/expedicao/roteirizacao/${id}`)).status).toBe(200)
    expect((await clerk('POST', `/api/expedicao/roteirizacao/${id}/calcular`)).status).toBe(403)
  })
})

describe('outside engines', () => {
  it('a VROOM server and an OSRM server are used where they are set up; where they fail, the plan says what was done instead', async () => {
    const [vroom, osrm] = [startVroom(), startOsrm()]
    const services = { ...server.services, vroomUrl: vroom.url, osrmUrl: osrm.url }
    const { id } = await planned(6)
    await post(`roteirizacao/${id}/calcular`)
    await runDueJobs(services)
    expect(await get(`roteirizacao/${id}`)).toMatchObject({ motor: 'vroom', avisos: [] })
    expect(stops((await get(`roteirizacao/${id}`)).solution)).toHaveLength(6)
    for (const way of ['internal', 'nonsense'] as const) {
      vroom.misbehave(way)
      await post(`roteirizacao/${id}/calcular`)
      await runDueJobs(services)
      const record = await get(`roteirizacao/${id}`)
      expect(record.motor).toBe('prumo')
      expect(record.avisos[0]).toMatch(/^Calculado no próprio Prumo: /)
    }
    await Promise.all([vroom.stop(), osrm.stop()])
  })
})
