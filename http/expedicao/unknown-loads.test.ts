import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DeliveryDay, deliveryDay } from './delivery-day.fixture'

/** Sales whose weight or volumes nobody told: planned as less than they are, and told before and after. */

let day: DeliveryDay
beforeAll(async () => {
  day = await deliveryDay()
})
afterAll(() => day.server.close())

/** A closed sale of one of each product, by what one of them weighs. */
async function sale(weights: readonly (number | null)[], values: object = {}): Promise<number> {
  const venda_id = await day.sale(values)
  for (const pesoB of weights) {
    const mercadoria_id = (await day.server.insert('mercadoria', { xProd: 'Carga', pesoB })).id
    await day.server.insert('venda_mercadoria', {
      empresa_id: day.server.empresa_id,
      venda_id,
      mercadoria_id,
      qTrib: 2,
      vUnTrib: 1,
    })
  }
  return venda_id
}

/** A plan of some sales, not calculated. */
async function planned(sales: readonly number[], limits: object = { capacidade_kg: 165 }): Promise<number> {
  const veiculo_list = [{ veiculo_id: day.vehicles[0], ...limits }]
  const { id } = (await day.post('roteirizacao', { dRota: '2026-11-23', segundos: 1, veiculo_list })).body
  const added = await day.post(`roteirizacao/${id}/add_entregas`, { ids: sales })
  expect(added.status, JSON.stringify(added.body)).toBe(200)
  return id
}

async function calculated(id: number) {
  await day.post(`roteirizacao/${id}/calcular`)
  await day.server.runJobs()
  return day.get(`roteirizacao/${id}`)
}

const WEIGHT = /^Peso desconhecido ou incompleto/
const VOLUMES = /^Volumes não contados/

describe('a sale without a whole weight', () => {
  it('is told before and after calculating, and with the sales that wait', async () => {
    const [none, part, whole] = [await sale([null]), await sale([3, null]), await sale([3, 4])]
    const id = await planned([none, part, whole])
    const { faltas } = await day.get(`roteirizacao/${id}`)
    expect(faltas).toEqual([expect.stringMatching(WEIGHT)])
    expect(faltas[0]).toContain(`(vendas ${none}, ${part})`)
    expect((await calculated(id)).avisos).toEqual(faltas)
    const other = await sale([0])
    const { data } = await day.get(`roteirizacao/${id}/get_vendas`)
    expect(data.find((one: { id: number }) => one.id === other)).toMatchObject({ sem_peso: true, sem_volumes: false })
  })

  it('is no longer told once its weight is: of the delivery, or of the product before it is calculated again', async () => {
    const [first, second] = [await sale([null]), await sale([null])]
    const id = await planned([first, second])
    const { entregas } = await calculated(id)
    const one = entregas.find((entrega: { venda_id: number }) => entrega.venda_id === first)
    const put = await day.server.admin('PUT', `/api/expedicao/roteirizacao_entrega/${one.id}`, { peso: 40 })
    expect(put.body).toMatchObject({ peso: 40, sem_peso: false })
    expect((await day.get(`roteirizacao/${id}`)).faltas[0]).toContain(`(venda ${second})`)
    const lines = (await day.server.admin('GET', `/api/venda/${second}`)).body.venda_mercadorias
    await day.server.admin('PUT', `/api/mercadoria/${lines[0].mercadoria_id}`, { pesoB: 7 })
    const now = await calculated(id)
    expect([now.avisos, now.faltas]).toEqual([[], []])
    expect(now.entregas.map((entrega: { peso: number }) => entrega.peso).toSorted()).toEqual([14, 40])
  })

  it('is told with the places that are not known, where none is: the plan is calculated all the same', async () => {
    const { id: cliente_id } = await day.server.insert('cliente', { xNome: 'Sem endereço' })
    const id = await planned([await sale([null], { cliente_id })])
    const { avisos, status } = await calculated(id)
    expect(avisos).toEqual([expect.stringContaining('sem lugar conhecido'), expect.stringMatching(WEIGHT)])
    expect(status).toBeGreaterThan(0)
  })

  it('is not told where no vehicle has a limit of weight', async () => {
    const id = await planned([await sale([null])], {})
    expect((await calculated(id)).avisos).toEqual([])
  })

  it('stays so in another scenario and in the route that is made of it', async () => {
    await day.server.admin('PUT', `/api/transportadora_veiculo/${day.vehicles[0]}`, { capacidade_kg: 165 })
    const venda = await sale([null])
    const id = await planned([venda])
    await calculated(id)
    const made = await day.post(`roteirizacao/${id}/gerar_rotas`, { selectedRouteVehicleIds: [day.vehicles[0]] })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const route = await day.get(`rota/${made.body.rota_list[0].id}`)
    expect(route.faltas).toEqual([expect.stringMatching(WEIGHT)])
    await day.server.admin('PUT', `/api/transportadora_veiculo/${day.vehicles[0]}`, { capacidade_kg: null })
  })
})

describe('a sale whose volumes nobody counted', () => {
  it('is told where a vehicle has a limit of them, until they are', async () => {
    const venda = await sale([1], { volumes: null })
    const id = await planned([venda], { capacidade_volumes: 5 })
    const { faltas, entregas } = await day.get(`roteirizacao/${id}`)
    expect(faltas).toEqual([expect.stringMatching(VOLUMES)])
    expect((await calculated(id)).avisos).toEqual(faltas)
    await day.server.admin('PUT', `/api/expedicao/roteirizacao_entrega/${entregas[0].id}`, { volumes: 3 })
    expect((await calculated(id)).avisos).toEqual([])
  })
})
