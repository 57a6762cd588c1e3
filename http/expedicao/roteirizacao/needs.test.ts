import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliveryDay, type DeliveryDay } from '../delivery-day.fixture'

/** What a delivery asks of the vehicle that brings it: of the customer's register and of the products', in plans and in routes. */

let day: DeliveryDay
let crane: number
let cold: number
/** The vehicle that has a crane; the other has nothing. */
let lifts: number
let bare: number
beforeAll(async () => {
  day = await deliveryDay()
  crane = (await day.server.insert('veiculo_particularidade', { descricao: 'Munck' })).id
  cold = (await day.server.insert('veiculo_particularidade', { descricao: 'Refrigerado' })).id
  ;[lifts = 0, bare = 0] = day.vehicles
  await day.server.insert('particularidade_do_veiculo', { veiculo_id: lifts, particularidade_id: crane })
})
afterAll(() => day.server.close())

interface Delivery {
  readonly id: number
  readonly venda_id: number
  readonly particularidades: readonly number[] | null
}

/** A sale whose customer asks for a crane. */
async function liftedSale(): Promise<number> {
  const sale = await day.sale()
  const { cliente_id } = (await day.server.admin('GET', `/api/venda/${sale}`)).body
  const asked = await day.server.admin('PUT', `/api/cliente/${cliente_id}`, {
    particularidades: [{ particularidade_id: crane }],
  })
  expect(asked.status).toBe(200)
  expect(asked.body.particularidades[0].particularidade.descricao).toBe('Munck')
  return sale
}

/** A sale of something that must be kept cold. */
async function coldSale(): Promise<number> {
  const sale = await day.sale()
  const { id } = await day.server.insert('mercadoria', { xProd: 'Massa fresca', particularidade_id: cold })
  const line = { venda_id: sale, mercadoria_id: id, xProd: 'Massa fresca', qTrib: 1, vUnTrib: 10 }
  await day.server.insert('venda_mercadoria', { empresa_id: day.server.empresa_id, ...line })
  return sale
}

/** A plan of both vehicles with these sales, calculated; and what it says of one of them. */
async function planOf(sales: readonly number[]) {
  const veiculo_list = day.vehicles.map((veiculo_id) => ({ veiculo_id }))
  const { id } = (await day.post('roteirizacao', { dRota: '2026-11-23', segundos: 1, veiculo_list })).body
  expect((await day.post(`roteirizacao/${id}/add_entregas`, { ids: sales })).status).toBe(200)
  await calculate(id)
  return Number(id)
}

async function calculate(id: number) {
  await day.post(`roteirizacao/${id}/calcular`)
  await day.server.runJobs()
}

async function paper(path: string): Promise<string> {
  const headers = { Authorization: `Bearer ${await day.server.token()}` }
  return (await day.server.app.request(`/reporting/pdf/${path}&format=html`, { headers })).text()
}

const shown = (id: number) => day.get(`roteirizacao/${id}`)
const deliveryOf = (plan: { entregas: Delivery[] }, sale: number): Delivery => {
  const found = plan.entregas.find(({ venda_id }) => venda_id === sale)
  if (!found) throw new Error(`sale ${sale} is not in the plan`)
  return found
}

describe('what a delivery asks of its vehicle', () => {
  it('is what its customer and its products ask for, and goes on no vehicle without it', async () => {
    const [lifted, kept, plain] = [await liftedSale(), await coldSale(), await day.sale()]
    const id = await planOf([lifted, kept, plain])
    const plan = await shown(id)
    expect(deliveryOf(plan, lifted).particularidades).toEqual([crane])
    expect(deliveryOf(plan, kept).particularidades).toEqual([cold])
    expect(deliveryOf(plan, plain).particularidades).toBeNull()
    expect(deliveryOf(plan, lifted)).toMatchObject({ veiculo_id: lifts })
    expect(plan.solution.unassigned).toEqual([{ id: deliveryOf(plan, kept).id, venda_id: kept, reason: 'skill' }])
    const { particularidades } = await day.get(`roteirizacao/${id}/plano`)
    expect(particularidades).toEqual([
      { id: crane, descricao: 'Munck' },
      { id: cold, descricao: 'Refrigerado' },
    ])
  })

  it('is told when a hand puts it on a vehicle without it, and put right where it is asked no more', async () => {
    const sale = await liftedSale()
    const id = await planOf([sale])
    const entrega_id = deliveryOf(await shown(id), sale).id
    const moved = await day.post(`roteirizacao/${id}/mover`, { entrega_id, veiculo_id: bare })
    expect(moved.status).toBe(200)
    expect(moved.body.solution.routes[0].jobSteps[0].violations).toEqual(['skills'])
    const changed = await day.server.admin('PUT', `/api/expedicao/roteirizacao_entrega/${entrega_id}`, {
      particularidades: [],
    })
    expect(changed).toMatchObject({ status: 200, body: { particularidades: null } })
    expect((await shown(id)).solution.routes[0].jobSteps[0].violations).toEqual([])
  })

  it('can be asked of one delivery alone: its customer asks for nothing', async () => {
    const sale = await day.sale()
    const id = await planOf([sale])
    const entrega = deliveryOf(await shown(id), sale).id
    const path = `/api/expedicao/roteirizacao_entrega/${entrega}`
    const twice = await day.server.admin('PUT', path, { particularidades: [cold, crane, cold] })
    expect(twice.body.particularidades).toEqual([crane, cold])
    await calculate(id)
    expect((await shown(id)).solution.unassigned).toMatchObject([{ reason: 'skill' }])
    for (const wrong of [[999_999], [3_000_000_000], ['x'], [1.5], Array.from({ length: 21 }, () => crane)]) {
      const refused = await day.server.admin('PUT', path, { particularidades: wrong })
      expect(refused.status, JSON.stringify(wrong)).toBe(422)
      expect(refused.body.errors.particularidades).toEqual(['Selecione particularidades de veículo.'])
    }
  })

  it('goes along into another plan, onto paper, and into the route that is made, which keeps to what its plan says', async () => {
    const [lifted, freed] = [await liftedSale(), await liftedSale()]
    const first = await planOf([lifted, freed])
    const second = await planOf([await day.sale()])
    const plan = await shown(first)
    await day.server.admin('PUT', `/api/expedicao/roteirizacao_entrega/${deliveryOf(plan, freed).id}`, {
      particularidades: null,
    })
    for (const sale of [lifted, freed]) {
      const body = { entrega_id: deliveryOf(plan, sale).id, roteirizacao_id: second }
      expect((await day.post(`roteirizacao/${first}/transferir_cenario`, body)).status).toBe(200)
    }
    await calculate(second)
    const moved = await shown(second)
    expect([lifted, freed].map((sale) => deliveryOf(moved, sale).particularidades)).toEqual([[crane], null])
    expect((await paper(`roteirizacao?id=${second}`)).match(/Pede Munck/g)).toHaveLength(1)
    const selectedRouteVehicleIds = moved.solution.routes.map(({ vehicle }: { vehicle: number }) => vehicle)
    const made = await day.post(`roteirizacao/${second}/gerar_rotas`, { selectedRouteVehicleIds })
    expect(made.status).toBe(200)
    const { rotas } = await day.get(`roteirizacao/${second}/plano`)
    const routes = await Promise.all(rotas.map(({ id }: { id: number }) => day.get(`rota/${id}`)))
    const stops: { venda_id: number; pede: unknown }[] = routes.flatMap(({ rota_vendas }) => rota_vendas)
    const asked = (sale: number) => stops.find(({ venda_id }) => venda_id === sale)?.pede
    expect([asked(lifted), asked(freed)]).toEqual([[{ descricao: 'Munck', tem: true }], null])
    const papers = await Promise.all(rotas.map(({ id }: { id: number }) => paper(`rota?id=${id}`)))
    expect(papers.join('').match(/Pede Munck/g)).toHaveLength(1)
  })
})

describe('a stop of a route', () => {
  it('says what it asks for, and whether the vehicle of the route has it', async () => {
    const sales = [await liftedSale(), await coldSale(), await day.sale()]
    const { id } = (await day.post('rota', { veiculo_id: lifts, dRota: '2026-11-23' })).body
    await day.post(`rota_venda/${id}/addVendas`, { vendas: sales })
    const asked = async () => {
      const { rota_vendas } = await day.get(`rota/${id}`)
      return sales.map((sale) => rota_vendas.find((one: { venda_id: number }) => one.venda_id === sale).pede)
    }
    expect(await asked()).toEqual([
      [{ descricao: 'Munck', tem: true }],
      [{ descricao: 'Refrigerado', tem: false }],
      null,
    ])
    await day.server.admin('PUT', `/api/expedicao/rota/${id}`, { veiculo_id: bare })
    expect((await asked())[0]).toEqual([{ descricao: 'Munck', tem: false }])
  })
})
