import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startOsrm } from '../../../fixtures/simulators/osrm'
import { SYSTEM } from '../../db/pool'
import { type DeliveryDay, deliveryDay } from '../delivery-day.fixture'
import { clockOf } from '../../platform/app'
import { learnedGuess } from '../roteirizacao/scenario'

let day: DeliveryDay
beforeAll(async () => {
  day = await deliveryDay()
})
afterAll(() => day.server.close())

interface Stop {
  readonly id: number
  readonly venda_id: number
  readonly ordem: number
  readonly hora_prevista: string | null
}
const stopsOf = async (id: number): Promise<Stop[]> => {
  const stops: Stop[] = (await day.get(`rota/${id}`)).rota_vendas
  return stops.toSorted((a, b) => a.ordem - b.ordem)
}
const ids = (stops: readonly Stop[]) => stops.map((one) => one.id)

describe('the stops of a route', () => {
  it('bring their weight, volumes, telephone and hours of their customer; the list sums them up', async () => {
    const unit = await day.server.insert('mercadoria', { xProd: 'Saco de cimento', pesoB: '50.5' })
    const sale = await day.sale({ volumes: 3 })
    await day.server.insert('venda_mercadoria', {
      empresa_id: day.server.empresa_id,
      venda_id: sale,
      mercadoria_id: unit.id,
      xProd: 'Saco de cimento',
      qTrib: '4',
      vUnTrib: '40',
    })
    const { cliente_id } = (await day.server.admin('GET', `/api/venda/${sale}`)).body
    await day.server.admin('PUT', `/api/cliente/${cliente_id}`, {
      janela_horario_list: [{ dia_semana: 1, hora_inicio: '13:00', hora_fim: '17:00' }],
    })
    const { id } = await day.route(2)
    const offered = (await day.get(`rota_venda/${id}/getVendas`)).data.find((one: { id: number }) => one.id === sale)
    expect(offered).toMatchObject({ peso: 202, volumes: 3 })
    const found = async (q: string) =>
      (await day.get(`rota_venda/${id}/getVendas?q=${encodeURIComponent(q)}`)).data.map((one: { id: number }) => one.id)
    expect(await found(`${sale} ${offered.xNome.toUpperCase()}`)).toEqual([sale])
    expect(await found(`${sale} ninguém`)).toEqual([])
    const added = await day.post(`rota_venda/${id}/addVendas`, { vendas: [sale] })
    expect(added.body.rota_vendas).toContainEqual(expect.objectContaining({ venda_id: sale, volumes: 3, peso: 202 }))
    const route = await day.get(`rota/${id}`)
    expect(route).toMatchObject({ entregas: 3, entregues: 0, volumes: 5, peso: 202, capacidade_volumes: 12 })
    const stop = route.rota_vendas.find((one: Stop) => one.venda_id === sale)
    expect(stop).toMatchObject({ fone: '41999990000', janelas: [['13:00', '17:00']], peso: 202 })
    expect(stop.hora_prevista >= '13:00').toBe(true) // the vehicle waits until the customer receives
    // On a Sunday the same customer does not receive: that is told, and the hour is not held to anything.
    await day.server.admin('PUT', `/api/expedicao/rota/${id}`, { dRota: '2026-11-22' })
    const sunday = (await day.get(`rota/${id}`)).rota_vendas
    expect(sunday.find((one: Stop) => one.venda_id === sale).janelas).toEqual([])
    expect(sunday.filter((one: Stop) => one.venda_id !== sale).map((one: { janelas: unknown }) => one.janelas)).toEqual(
      [null, null],
    )
    const [listed] = (await day.get(`rota?where=${encodeURIComponent(JSON.stringify({ id }))}`)).data
    expect(listed).toMatchObject({ entregas: 3, peso: 202 })
  })

  it('stand in an order given by hand, timed anew; the same again changes nothing', async () => {
    const { id } = await day.route(4)
    const before = await stopsOf(id)
    const wanted = ids(before).toReversed()
    const answer = await day.post(`rota_venda/${id}/reordena`, { ids: wanted })
    expect(answer.body.rota_vendas.map((one: Stop) => one.id)).toEqual(wanted)
    const hours = (await stopsOf(id)).map((one) => one.hora_prevista ?? '')
    expect(hours).toEqual(hours.toSorted())
    await day.post(`rota_venda/${id}/reordena`, { ids: wanted })
    expect((await stopsOf(id)).map((one) => one.hora_prevista)).toEqual(hours)
  })

  it('422 an order that leaves one out, names one twice or another’s; nothing changes', async () => {
    const { id } = await day.route(3)
    const [a = 0, b = 0, c = 0] = ids(await stopsOf(id))
    const other = ids(await stopsOf((await day.route(1)).id))[0] ?? 0
    for (const wrong of [[a, b], [a, a, b], [a, b, other], []]) {
      const answer = await day.post(`rota_venda/${id}/reordena`, { ids: wrong })
      expect(answer).toMatchObject({
        status: 422,
        body: { message: 'As vendas da rota mudaram: atualize e tente de novo.' },
      })
    }
    expect(ids(await stopsOf(id))).toEqual([a, b, c])
  })

  it('are put into the best order, with the figures before and after; undone by the order they had', async () => {
    const { id } = await day.route(9)
    const before = ids(await stopsOf(id))
    const { body } = await day.post(`rota_venda/${id}/otimizaRota`, { otimizar: true })
    expect(body.depois.duracao).toBeLessThan(body.antes.duracao)
    expect(await day.get(`rota/${id}`)).toMatchObject({
      duracao: body.depois.duracao,
      distancia: body.depois.distancia,
    })
    await day.post(`rota_venda/${id}/reordena`, { ids: before })
    expect((await day.get(`rota/${id}`)).duracao).toBe(body.antes.duracao)
  })

  it('are put into order by the roads of the server of distances, asked once; where it fails, straight lines are told of', async () => {
    const osrm = startOsrm()
    const city = await deliveryDay({ osrmUrl: osrm.url })
    const { id } = await city.route(5)
    const optimize = async () => (await city.post(`rota_venda/${id}/otimizaRota`)).body
    osrm.misbehave('error')
    const straight = await optimize()
    expect(straight.avisos).toEqual([expect.stringMatching(/^Distâncias em linha reta .*OSRM/)])
    const byRoad = await optimize()
    expect(byRoad.avisos).toEqual([])
    // Its roads are 1.4 times a straight line and a tenth more going west; unknown ones are guessed at 1.3.
    const ratio = (1.3 * byRoad.antes.distancia) / straight.depois.distancia
    expect([ratio > 1.39, ratio < 1.55]).toEqual([true, true])
    expect(byRoad.depois.duracao).toBeLessThanOrEqual(byRoad.antes.duracao)
    const asked = osrm.asked.length
    expect(asked).toBeGreaterThan(0)
    await optimize()
    await city.post(`rota_venda/${id}/otimizaRota`, { otimizar: false })
    expect(osrm.asked.length).toBe(asked)
    await Promise.all([city.server.close(), osrm.stop()])
  })

  it('400 without a sale; 422 a route that is not there', async () => {
    const { id } = await day.route(0)
    expect((await day.post(`rota_venda/${id}/otimizaRota`)).body.message).toBe(
      'Inclua ao menos uma venda antes de otimizar a rota.',
    )
    expect((await day.post(`rota_venda/999999/otimizaRota`)).status).toBe(422)
    expect((await day.post(`rota/${id}/libera`)).body.message).toBe(
      'Inclua ao menos uma venda antes de liberar a rota.',
    )
  })

  it('leave later when the route leaves later', async () => {
    const { id } = await day.route(2)
    const [first] = await stopsOf(id)
    await day.server.admin('PUT', `/api/expedicao/rota/${id}`, { inicio: '14:30' })
    const [later] = await stopsOf(id)
    expect([String(first?.hora_prevista) < '10:00', String(later?.hora_prevista) > '14:30']).toEqual([true, true])
  })

  it('may all be at places that nobody knows: they are taken without an hour', async () => {
    const { id: cliente_id } = await day.server.insert('cliente', { xNome: 'Sem endereço', UF: null })
    const { id } = (await day.post('rota', { veiculo_id: day.vehicles[0], dRota: '2026-11-23' })).body
    const sale = await day.sale({ cliente_id })
    for (const [verb, body] of [
      ['addVendas', { vendas: [sale] }],
      ['otimizaRota', {}],
    ] as const) {
      const answer = await day.post(`rota_venda/${id}/${verb}`, body)
      expect(answer, verb).toMatchObject({ status: 200 })
    }
    expect(await stopsOf(id)).toMatchObject([{ venda_id: sale, ordem: 1, hora_prevista: null }])
  })

  it('can be taken where it is not known where vehicles leave from; only the best order needs it', async () => {
    const away = await day.server.insert('empresa', { CNPJ_CPF: '11222333000181', xNome: 'Sem endereço', UF: null })
    const caller = await day.server.user({ roles: ['admin'], empresas: [away.id] })
    const sale = await day.sale({ empresa_id: away.id })
    const { id } = (await caller('POST', '/api/expedicao/rota', { veiculo_id: day.vehicles[0], dRota: '2026-11-23' }))
      .body
    const added = await caller('POST', `/api/expedicao/rota_venda/${id}/addVendas`, { vendas: [sale] })
    expect(added).toMatchObject({ status: 200, body: { rota_vendas: [{ venda_id: sale, hora_prevista: null }] } })
    const best = await caller('POST', `/api/expedicao/rota_venda/${id}/otimizaRota`)
    expect(best).toMatchObject({ status: 400, body: { code: 'no_depot' } })
  })
})

describe('a route that was made of a plan', () => {
  const FAR: readonly [number, number] = [-48.95, -25.4]
  const made = async (values: object): Promise<number> => {
    const { id } = await day.plan(3, { veiculo_list: [{ veiculo_id: day.vehicles[0] }], ...values })
    const { body } = await day.post(`roteirizacao/${id}/gerar_rotas`, { selectedRouteVehicleIds: [day.vehicles[0]] })
    return body.rota_list[0].id
  }

  it('leaves from where the plan does: as it is shown, and whenever its stops are timed anew', async () => {
    const id = await made({ lon: FAR[0], lat: FAR[1] })
    const planned = await day.get(`rota/${id}`)
    expect(planned.saida).toEqual(FAR)
    expect(planned.distancia_reta).toBeGreaterThan(50_000)
    await day.post(`rota_venda/${id}/reordena`, { ids: ids(await stopsOf(id)) })
    const { distancia, distancia_reta } = await day.get(`rota/${id}`)
    expect({ distancia, distancia_reta }).toEqual({
      distancia: planned.distancia,
      distancia_reta: planned.distancia_reta,
    })
    const { body } = await day.post(`rota_venda/${id}/otimizaRota`)
    expect(body.depois.distancia).toBeGreaterThan(50_000)
  })

  it('leaves from the company where the plan names no place of its own, as one made by hand does', async () => {
    const { saida } = await day.get(`rota/${await made({})}`)
    expect(saida).toEqual((await day.get(`rota/${(await day.route(1)).id}`)).saida)
    expect(saida).toEqual([expect.any(Number), expect.any(Number)])
  })
})

describe('a sale that is cancelled', () => {
  const cancel = (id: number) =>
    day.server.admin('POST', `/api/venda/${id}/cancela`, { xJust: 'Cliente desistiu da compra' })

  it('leaves the route that was to bring it, which is timed anew; one that has left keeps it', async () => {
    const { id, sales } = await day.route(3)
    const [first = 0, second = 0] = sales
    expect((await cancel(first)).status).toBe(200)
    expect((await stopsOf(id)).map(({ ordem, venda_id }) => [ordem, venda_id])).toEqual([
      [1, second],
      [2, sales[2]],
    ])
    expect((await day.post(`rota/${id}/libera`)).status).toBe(200)
    expect((await day.server.admin('GET', `/api/venda/${first}`)).body.dhEnviado).toBeNull()
    expect((await cancel(second)).status).toBe(200)
    expect(await stopsOf(id)).toHaveLength(2)
  })

  it('400 released with a sale that may not go out, which is named; nothing is sent', async () => {
    const { id, sales } = await day.route(2)
    const [gone, other] = sales
    await day.server.pool.transaction(SYSTEM, (db) =>
      db.execute(sql`update venda set "dhCancelamento" = now() where id = ${gone}`),
    )
    expect(await day.post(`rota/${id}/libera`)).toMatchObject({
      status: 400,
      body: { message: `Tire da rota antes de liberar as vendas que não podem sair: nº ${gone}.` },
    })
    expect((await day.server.admin('GET', `/api/venda/${other}`)).body.dhEnviado).toBeNull()
  })
})

describe('a route under way', () => {
  it('is told what was delivered and what not; only what is told while it is under way', async () => {
    const { id } = await day.route(3)
    const [one = 0, two = 0] = ids(await stopsOf(id))
    const early = await day.post(`rota_venda/${one}/registra`, { entregue: true })
    expect(early.body.message).toBe('Libere a rota antes de registrar o que foi entregue.')
    expect((await day.post(`rota/${id}/libera`, { km_inicial: 1000 })).body).toMatchObject({
      status: 1,
      km_inicial: 1000,
    })
    expect((await day.post(`rota_venda/${one}/registra`, { entregue: true })).body.dhEntrega).toEqual(
      expect.any(String),
    )
    expect((await day.post(`rota_venda/${one}/registra`, {})).body.dhEntrega).toBeNull()
    await day.post(`rota_venda/${one}/registra`, { entregue: true })
    await day.post(`rota_venda/${two}/registra`, { xOcorrencia: 'Ninguém no local' })
    expect(await day.get(`rota/${id}`)).toMatchObject({ entregas: 3, entregues: 1 })
    const moved = await day.server.admin('PUT', `/api/expedicao/rota_venda/${one}`, { volumes: 9 })
    expect(moved).toMatchObject({
      status: 400,
      body: { message: 'Esta rota já foi liberada: as entregas não podem mudar.' },
    })
    const back = await day.post(`rota/${id}/finaliza`, { km_final: 900 })
    expect(back).toMatchObject({ status: 422, body: { errors: { km_final: [expect.any(String)] } } })
    expect((await day.post(`rota/${id}/finaliza`, { km_final: 1080 })).body).toMatchObject({ status: 2, entregues: 2 })
    const late = await day.post(`rota_venda/${two}/registra`, { entregue: true })
    expect(late.body.message).toBe('Esta rota já foi finalizada.')
    const put = await day.server.admin('PUT', `/api/expedicao/rota_venda/${one}`, { xOcorrencia: 'Depois' })
    expect(put.body.message).toBe('Esta rota já foi finalizada.')
  })

  it('400 its stops taken out by an empty list', async () => {
    const { id } = await day.route(2)
    await day.post(`rota/${id}/libera`)
    const answer = await day.server.admin('PUT', `/api/expedicao/rota/${id}`, { rota_vendas: [] })
    expect(answer).toMatchObject({
      status: 400,
      body: { message: 'Esta rota já foi liberada: as entregas não podem mudar.' },
    })
    expect(await stopsOf(id)).toHaveLength(2)
  })

  it('400 cancelled once something was delivered; what was not delivered does not hold it', async () => {
    const { id, sales } = await day.route(2)
    await day.post(`rota/${id}/libera`)
    const [one = 0, two = 0] = ids(await stopsOf(id))
    await day.post(`rota_venda/${one}/registra`, { entregue: true })
    await day.post(`rota_venda/${two}/registra`, { xOcorrencia: 'Ninguém no local' })
    expect(await day.post(`rota/${id}/cancela`)).toMatchObject({
      status: 400,
      body: { message: 'Esta rota já tem entregas feitas: finalize-a em vez de cancelar.' },
    })
    await day.post(`rota_venda/${one}/registra`, {})
    expect((await day.post(`rota/${id}/cancela`)).status).toBe(200)
    const waiting = (await day.get(`rota_venda/${id}/getVendas`)).data.map((sale: { id: number }) => sale.id)
    expect(waiting).toEqual(expect.arrayContaining([...sales]))
  })

  it('403 without the right to change routes; 404 another company’s stop', async () => {
    const { id } = await day.route(1)
    const [stop] = ids(await stopsOf(id))
    await day.post(`rota/${id}/libera`)
    const looker = await day.server.user({ permissions: ['show rotas_entrega'] })
    expect((await looker('POST', `/api/expedicao/rota_venda/${stop}/registra`, {})).status).toBe(403)
    expect((await looker('POST', `/api/expedicao/rota/${id}/finaliza`)).status).toBe(403)
    const away = await day.server.insert('empresa', { CNPJ_CPF: '00000000000191', xNome: 'Outra', UF: 'SP' })
    const stranger = await day.server.user({ roles: ['admin'], empresas: [away.id] })
    expect((await stranger('POST', `/api/expedicao/rota_venda/${stop}/registra`, {})).status).toBe(404)
    expect((await stranger('POST', `/api/expedicao/rota_venda/${id}/reordena`, { ids: [stop] })).status).toBe(422)
  })
})

describe('how roads wind here', () => {
  let fresh: DeliveryDay
  beforeAll(async () => {
    fresh = await deliveryDay()
  })
  afterAll(() => fresh.server.close())
  const guess = () =>
    fresh.server.pool.read(SYSTEM, (db) =>
      learnedGuess({ db, clock: clockOf(fresh.server.services) }, fresh.server.empresa_id),
    )

  /** Drives a route of three stops so many times farther than the straight line, at so many km/h between its stops. */
  async function drive(factor: number, speed: number): Promise<void> {
    const { id } = await fresh.route(3)
    const { distancia_reta, segundos_parado } = await fresh.get(`rota/${id}`)
    await fresh.post(`rota/${id}/libera`, { km_inicial: 500 })
    const km = Math.round((distancia_reta * factor) / 100) / 10
    await fresh.post(`rota/${id}/finaliza`, { km_final: 500 + km })
    await fresh.server.pool.transaction(SYSTEM, (db) =>
      db.execute(
        sql`update rota set "dhLiberacao" = "dhFinalizacao" - ${`${Math.round((km / speed) * 3600 + segundos_parado)} seconds`}::interval where id = ${id}`,
      ),
    )
  }

  it('is learned from the routes that were driven, once there are five', async () => {
    for (let number = 0; number < 4; number++) await drive(1.6, 24)
    expect(await guess()).toEqual({ roadFactor: 1.3, speedKmh: 30 })
    await drive(1.6, 24)
    const learned = await guess()
    expect(learned.roadFactor).toBeCloseTo(1.6, 1)
    expect(Math.abs(learned.speedKmh - 24)).toBeLessThan(1)
    const { distancia, distancia_reta } = await fresh.get(`rota/${(await fresh.route(2)).id}`)
    expect(distancia / distancia_reta).toBeCloseTo(1.6, 1)
  })

  it('one meter that was misread does not change it', async () => {
    const before = await guess()
    await drive(4000, 24)
    expect(Math.abs((await guess()).roadFactor - before.roadFactor)).toBeLessThan(0.05)
  })
})
