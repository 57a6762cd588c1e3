import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cityStops } from '../../../fixtures/city/city'
import { type SeededCity, seedCity } from '../../../fixtures/city/seed-city'
import { startVroom } from '../../../fixtures/simulators/vroom'
import { testServer, type TestServer } from '../../../fixtures/test-server'
import { runDueJobs } from '../../platform/jobs/worker'

/** What the planner's screen asks of a plan, on a city of sixty stops and five vehicles. */

let server: TestServer
let city: SeededCity
beforeAll(async () => {
  server = await testServer({ tilesUrl: 'https://tiles.example/{z}/{x}/{y}.png', tilesCredit: 'Mapa de teste' })

  city = await seedCity(server.pool, server.empresa_id)
})
afterAll(() => server.close())

const PATH = '/api/expedicao/roteirizacao'
const post = (path: string, body: object = {}) => server.admin('POST', `${PATH}/${path}`, body)
const get = async (path: string) => (await server.admin('GET', `${PATH}/${path}`)).body

interface Delivery {
  readonly id: number
  readonly venda_id: number
  readonly fixada: boolean
  readonly veiculo_id: number | null
}

async function planned(values: object = {}) {
  const made = await server.admin('POST', PATH, {
    dRota: '2026-11-24',
    segundos: 1,
    lon: -49.2697,
    lat: -25.4297,
    veiculo_list: city.vehicles.map((veiculo_id) => ({ veiculo_id })),
    ...values,
  })
  expect(made.status).toBe(201)
  expect((await post(`${made.body.id}/add_entregas`, { ids: city.sales })).status).toBe(200)
  return Number(made.body.id)
}

async function calculated() {
  const id = await planned()
  await post(`${id}/calcular`)
  await server.runJobs()
  return id
}

const deliveriesOf = async (id: number): Promise<Delivery[]> => (await get(String(id))).entregas

describe('what the planner shows', () => {
  it('sales by every word of a search: customer, street, neighbourhood, town, seller, number', async () => {
    const { body } = await server.admin('POST', PATH, { dRota: '2026-11-24' })
    const stop = cityStops()[40]!
    const id = city.sales[40]!
    const found = async (q: string) =>
      (await get(`${body.id}/get_vendas?q=${encodeURIComponent(q)}`)).data.map((one: { id: number }) => one.id)
    const mine = `${stop.name} ${stop.street} ${stop.number} ${stop.district} curitiba EQUIPE ${id}`
    expect(await found(mine)).toEqual([id])
    expect(await found(stop.district.toLowerCase())).toHaveLength(10)
    expect(await found(`${id} nada`)).toEqual([])
    expect(await found('100%_')).toEqual([])
  })

  it('of a sale that waits: its address, its seller and when its customer receives on that day', async () => {
    const { body } = await server.admin('POST', PATH, { dRota: '2026-11-24' })
    const { data } = await get(`${body.id}/get_vendas?q=41`)
    const sale = data.find((one: { id: number }) => one.id === city.sales[40])
    const stop = cityStops()[40]!
    expect(sale).toMatchObject({
      xNome: stop.name,
      xLgr: stop.street,
      nro: stop.number,
      xBairro: stop.district,
      vendedor: 'Equipe da Cidade',
      janelas: [['05:00', '05:30']],
    })
  })

  it('a customer whose hours touch, or are told out of order, receives in both', async () => {
    const id = await planned()
    const [first, second] = await deliveriesOf(id)
    const put = (one: Delivery | undefined, janelas: string[][]) =>
      server.admin('PUT', `/api/expedicao/roteirizacao_entrega/${one?.id}`, { janelas })
    expect(
      (
        await put(first, [
          ['08:00', '12:00'],
          ['12:00', '14:00'],
        ])
      ).status,
    ).toBe(200)
    expect(
      (
        await put(second, [
          ['13:00', '17:00'],
          ['07:00', '10:00'],
          ['09:00', '11:00'],
        ])
      ).status,
    ).toBe(200)
    await post(`${id}/calcular`)
    await server.runJobs()
    const { dhCalculo, entregas } = await get(String(id))
    expect(dhCalculo).not.toBeNull()
    const placed = entregas.filter((one: Delivery) => one.id === first?.id || one.id === second?.id)
    expect(placed.map((one: Delivery) => one.veiculo_id !== null)).toEqual([true, true])
  })

  it('says that cost cannot lead where no vehicle has any', async () => {
    const id = await planned({ menor_custo: true })
    await post(`${id}/calcular`)
    await server.runJobs()
    const { avisos, solution } = await get(String(id))
    expect(avisos).toContain('Nenhum veículo tem custos cadastrados: as rotas seguem o tempo e a distância.')
    expect(solution.summary.cost).toBe(solution.summary.duration)
  })

  it('counts deliveries and vehicles in the list, and what was left outside once it is calculated', async () => {
    const id = await planned()
    const shown = async () =>
      (await server.admin('GET', `${PATH}?where=${encodeURIComponent(JSON.stringify({ id }))}`)).body.data[0]
    expect(await shown()).toMatchObject({ entregas_total: 60, veiculos_total: 5, fora_total: 0 })
    await post(`${id}/calcular`)
    await server.runJobs()
    expect(await shown()).toMatchObject({ fora_total: 2 })
  })

  it('beside the record: the way out, vehicles as they count on that day, hours, routes made, the running task', async () => {
    const id = await calculated()
    const around = await get(`${id}/plano`)
    expect(around).toMatchObject({ saida: [-49.2697, -25.4297], rotas: [], tarefa_id: null })
    expect(around.veiculos).toHaveLength(5)
    expect(around.veiculos[1]).toMatchObject({
      placa: 'CTY1A02',
      transportadora: { xNome: 'Entregas da Cidade' },
      volumes: 40,
      gramas: 800_000,
      janelas: [
        [8 * 3600, 12 * 3600],
        [13 * 3600, 18 * 3600],
      ],
    })
    const deliveries = await deliveriesOf(id)
    const early = deliveries.find(({ venda_id }) => venda_id === city.sales[40])
    expect(around.janelas[String(early?.id)]).toEqual([['05:00', '05:30']])
    const { tarefa_id } = (await post(`${id}/calcular`)).body
    expect((await get(`${id}/plano`)).tarefa_id).toBe(tarefa_id)
    await server.runJobs()
  })

  it('where map tiles come from', async () => {
    expect((await server.admin('GET', '/api/mapa')).body).toEqual({
      tiles: 'https://tiles.example/{z}/{x}/{y}.png',
      credito: 'Mapa de teste',
      caminhos: false,
    })
  })

  it('leaves out what no vehicle can carry and who receives before any leaves, saying why', async () => {
    const id = await calculated()
    const { solution, entregas } = await get(String(id))
    const sale = new Map(entregas.map((one: Delivery) => [one.id, one.venda_id]))
    const why = solution.unassigned.map((one: { id: number; reason: string }) => [sale.get(one.id), one.reason])
    expect(why).toHaveLength(2)
    expect(why).toEqual(
      expect.arrayContaining([
        [city.sales[16], 'capacity'],
        [city.sales[40], 'window'],
      ]),
    )
  })
})

describe('a change by hand', () => {
  it('keeps the breaks of vehicles whose day has two windows, where they do least harm, and makes no other fault', async () => {
    const id = await calculated()
    const before = (await get(String(id))).solution
    const breaks = (solution: typeof before) =>
      solution.routes.flatMap(
        (one: { vehicle: number; steps: { type: string; arrival: number; waiting_time: number }[] }) =>
          one.steps
            .filter(({ type }) => type === 'break')
            .map((step) => [one.vehicle, step.arrival + step.waiting_time]),
      )
    expect(breaks(before).length).toBeGreaterThan(0)
    const outside = before.unassigned[0].id
    const { solution } = (await post(`${id}/mover`, { entrega_id: outside, veiculo_id: null })).body
    expect(breaks(solution)).toEqual(breaks(before))
    expect(solution.routes.flatMap((one: { violations: string[] }) => one.violations)).toEqual([])
    expect(solution.summary).toEqual(before.summary)
  })

  it('tells again why a delivery is outside that went in and out', async () => {
    const id = await calculated()
    const { unassigned, routes } = (await get(String(id))).solution
    await post(`${id}/mover`, { entrega_id: unassigned[0].id, veiculo_id: routes[0].vehicle })
    const { body } = await post(`${id}/mover`, { entrega_id: unassigned[0].id, veiculo_id: null })
    const again = body.solution.unassigned.find((one: { id: number }) => one.id === unassigned[0].id)
    expect(again.reason).toBe(unassigned[0].reason)
  })
})

describe('with a VROOM server', () => {
  it('locked stops are kept all the same: our own solver takes over, and the plan says so', async () => {
    const vroom = startVroom()
    const services = { ...server.services, vroomUrl: vroom.url }
    const id = await calculated()
    const [route] = (await get(String(id))).solution.routes
    await post(`${id}/fixar`, { veiculo_id: route.vehicle, fixada: true })
    await post(`${id}/calcular`)
    await runDueJobs(services)
    const record = await get(String(id))
    expect(record).toMatchObject({
      motor: 'prumo',
      avisos: [expect.stringContaining('não sabe manter entregas travadas')],
    })
    const again = record.solution.routes.find((one: { vehicle: number }) => one.vehicle === route.vehicle)
    const ids = (one: { jobSteps: { id: number }[] }) => one.jobSteps.map((step) => step.id)
    expect(ids(again).filter((stop) => ids(route).includes(stop))).toEqual(ids(route))
    await vroom.stop()
  })
})

describe('a route', () => {
  it('is locked whole, and unlocked; 400 for a vehicle that brings nothing', async () => {
    const id = await calculated()
    const [route] = (await get(String(id))).solution.routes
    const { status, body } = await post(`${id}/fixar`, { veiculo_id: route.vehicle, fixada: true })
    expect(status).toBe(200)
    expect(body.ids).toHaveLength(route.jobSteps.length)
    const locked = (await deliveriesOf(id)).filter((one) => one.fixada)
    expect(locked.every((one) => one.veiculo_id === route.vehicle)).toBe(true)
    expect(locked).toHaveLength(route.jobSteps.length)
    await post(`${id}/fixar`, { veiculo_id: route.vehicle, fixada: false })
    expect((await deliveriesOf(id)).filter((one) => one.fixada)).toEqual([])
    expect((await post(`${id}/fixar`, { veiculo_id: 999_999, fixada: true })).status).toBe(400)
  })

  it('that is locked with what it breaks is not calculated: the task names the vehicle by its plate, the plan stays', async () => {
    const id = await calculated()
    const { solution, entregas } = await get(String(id))
    const heavy = entregas.find((one: Delivery) => one.venda_id === city.sales[16])
    const [route] = solution.routes
    await post(`${id}/mover`, { entrega_id: heavy.id, veiculo_id: route.vehicle })
    await post(`${id}/fixar`, { veiculo_id: route.vehicle, fixada: true })
    const { tarefa_id } = (await post(`${id}/calcular`)).body
    await server.runJobs()
    const task = (await server.admin('GET', `/api/sis/tarefa/${tarefa_id}`)).body
    expect(task).toMatchObject({
      status: 'falhou',
      erro: expect.stringMatching(/^As entregas travadas na rota do veículo CTY1A0\d não cabem juntas/),
    })
    expect((await get(String(id))).solution.routes[0].violations).toContain('load')
  })

  it('of a vehicle that leaves the plan leaves its deliveries outside; other settings time the rest anew', async () => {
    const id = await calculated()
    const before = await get(String(id))
    const [route] = before.solution.routes
    const kept = before.veiculo_list.filter((one: { veiculo_id: number }) => one.veiculo_id !== route.vehicle)
    const veiculo_list = kept.map((one: { id: number }) => ({ id: one.id }))
    await server.admin('PUT', `${PATH}/${id}`, { veiculo_list, serviceTime: 5 })
    const { solution, fora_total } = await get(String(id))
    expect(solution.routes.map((one: { vehicle: number }) => one.vehicle)).not.toContain(route.vehicle)
    expect(fora_total).toBe(2 + route.jobSteps.length)
    expect(solution.routes[0].jobSteps[0].service).toBe(300)
  })
})

describe('a delivery', () => {
  it('moves into another plan of the company, outside of its routes; 400 there already, in itself, or generated', async () => {
    const id = await calculated()
    const one = (await deliveriesOf(id)).find(({ veiculo_id }) => veiculo_id !== null)!
    const other = (await server.admin('POST', PATH, { dRota: '2026-11-25' })).body.id
    const moved = await post(`${id}/transferir_cenario`, { entrega_id: one.id, roteirizacao_id: other })
    expect(moved.status).toBe(200)
    expect((await deliveriesOf(id)).some(({ venda_id }) => venda_id === one.venda_id)).toBe(false)
    expect(await deliveriesOf(other)).toMatchObject([{ venda_id: one.venda_id, veiculo_id: null, fixada: false }])
    const [next] = await deliveriesOf(id)
    const itself = await post(`${id}/transferir_cenario`, { entrega_id: next!.id, roteirizacao_id: id })
    expect(itself).toMatchObject({ status: 400, body: { message: 'Escolha outro cenário da mesma empresa.' } })
    await post(`${other}/add_entregas`, { ids: [next!.venda_id] })
    const twice = await post(`${id}/transferir_cenario`, { entrega_id: next!.id, roteirizacao_id: other })
    expect(twice).toMatchObject({ status: 400, body: { message: 'Esta venda já está no outro cenário.' } })
    expect((await deliveriesOf(id)).some((still) => still.id === next!.id)).toBe(true)
  })

  it("404 another company's plan; 403 without the right to change", async () => {
    const id = await planned()
    const [one] = await deliveriesOf(id)
    const away = await server.insert('empresa', { CNPJ_CPF: '11222333000181', xNome: 'Outra', UF: 'SP' })
    const stranger = await server.user({ roles: ['admin'], empresas: [away.id] })
    expect((await stranger('GET', `${PATH}/${id}/plano`)).status).toBe(404)
    const theirs = (await stranger('POST', PATH, { dRota: '2026-11-25' })).body.id
    const body = { entrega_id: one!.id, roteirizacao_id: theirs }
    expect((await post(`${id}/transferir_cenario`, body)).status).toBe(404)
    const clerk = await server.user({ permissions: ['show roteirizacao'] })
    expect((await clerk('GET', `${PATH}/${id}/plano`)).status).toBe(200)
    expect((await clerk('POST', `${PATH}/${id}/transferir_cenario`, body)).status).toBe(403)
  })
})
