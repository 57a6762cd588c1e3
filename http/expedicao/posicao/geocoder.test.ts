import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GeocoderSimulator, startGeocoder } from '../../../fixtures/simulators/geocoder'
import { runDueJobs } from '../../platform/jobs/worker'
import { type DeliveryDay, deliveryDay, street } from '../delivery-day.fixture'
import { geocode } from './geocoder'

let geocoder: GeocoderSimulator
beforeAll(async () => {
  geocoder = await startGeocoder()
})
afterAll(() => geocoder.stop())

const address = (number: number) => ({ ...street(number), xMun: 'Curitiba' })
/** Long enough for a machine under load; what is asked of a service that is silent says how long itself. */
const PATIENT_MS = 15_000
const ask = (number: number, timeoutMs = PATIENT_MS) => geocode(geocoder.url, address(number), { timeoutMs })

describe('a geocoder', () => {
  it('tells where an address lies; of one that it does not know, nothing', async () => {
    expect(await ask(700)).toEqual([-49.2, -25.43])
    expect(await geocode(geocoder.url, { ...address(1), xLgr: 'Beco sem nome' })).toBeUndefined()
    expect(await geocode(`${geocoder.url}/`, { ...address(700), nro: null })).toBeUndefined()
  })

  it.each([
    ['cut', 'A conexão foi interrompida.'],
    ['error', 'O serviço de endereços não respondeu uma lista.'],
    ['html', 'O serviço de endereços não respondeu uma lista.'],
    ['redirect', 'O serviço de endereços não respondeu uma lista.'],
    ['endless', 'A resposta é longa demais.'],
  ] as const)('%s is told, and the next question is answered', async (mood, message) => {
    geocoder.misbehave(mood)
    await expect(ask(1)).rejects.toThrow(message)
    expect(await ask(1)).toBeDefined()
  })

  it('silence is told, and the next question is answered', async () => {
    geocoder.misbehave('silence')
    await expect(ask(1, 300)).rejects.toThrow('Não respondeu em 1 s.')
    expect(await ask(1)).toBeDefined()
  })

  it.each([
    ['a place outside Brazil', [{ lon: '2.35', lat: '48.85' }]],
    ['another town of the same name', [{ lon: '-38.5', lat: '-3.7' }]],
    ['no degrees', [{ lon: '', lat: null }]],
    ['words for degrees', [{ lon: 'oeste', lat: 'sul' }]],
    ['a list of nothing', [null]],
  ])('%s is no answer', async (_, body) => {
    geocoder.say(body)
    expect(await ask(2)).toBeUndefined()
  })

  it('that is asked too much is waited for; not for longer than a few seconds, and not for ever', async () => {
    geocoder.refuse(1, 0)
    expect(await ask(3)).toBeDefined()
    geocoder.refuse(3, 0)
    await expect(ask(3)).rejects.toThrow('O serviço de endereços recebeu pedidos demais.')
    geocoder.refuse(1, 3600)
    await expect(ask(3)).rejects.toThrow('O serviço de endereços recebeu pedidos demais.')
  })

  it('nobody there', async () => {
    await expect(geocode('http://127.0.0.1:9', address(1), { timeoutMs: PATIENT_MS })).rejects.toThrow(
      'O servidor recusou a conexão.',
    )
  })
})

describe('the places of a plan', () => {
  let day: DeliveryDay
  beforeAll(async () => {
    day = await deliveryDay()
  })
  afterAll(() => day.server.close())

  interface Delivery {
    readonly id: number
    readonly venda_id: number
    readonly lon: number
    readonly lat: number
    readonly fonte: string
  }
  /** A plan with sales at these streets, which nobody has asked for yet. */
  async function planAt(...numbers: readonly number[]): Promise<number> {
    const sales: number[] = []
    for (const number of numbers) {
      const sale = await day.sale()
      const { cliente_id } = (await day.server.admin('GET', `/api/venda/${sale}`)).body
      await day.server.admin('PUT', `/api/cliente/${cliente_id}`, street(number))
      sales.push(sale)
    }
    const veiculo_list = day.vehicles.map((veiculo_id) => ({ veiculo_id }))
    const { id } = (await day.post('roteirizacao', { dRota: '2026-11-23', segundos: 1, veiculo_list })).body
    await day.post(`roteirizacao/${id}/add_entregas`, { ids: sales })
    return id
  }
  async function calculated(id: number, geocoderUrl: string | undefined) {
    await day.post(`roteirizacao/${id}/calcular`)
    await runDueJobs({ ...day.server.services, geocoderUrl })
    const record = await day.get(`roteirizacao/${id}`)
    const entregas: Delivery[] = record.entregas
    return { record, entregas: entregas.toSorted((a, b) => a.venda_id - b.venda_id) }
  }

  it('without a geocoder are the middle of the town, and the plan is calculated', async () => {
    const { record, entregas } = await calculated(await planAt(101, 102), undefined)
    expect(entregas.map(({ fonte }) => fonte)).toEqual(['municipio', 'municipio'])
    expect(record.status).toBe(1)
  })

  it('are asked for where only the town or the postcode is known, and remembered: nobody asks again', async () => {
    const id = await planAt(111, 112)
    const before = geocoder.asked.length
    const { entregas } = await calculated(id, geocoder.url)
    expect(entregas.map(({ lon, fonte }) => [lon, fonte])).toEqual([
      [-49.2589, 'geocoder'],
      [-49.2588, 'geocoder'],
    ])
    expect(geocoder.asked.slice(before)).toEqual(['10 Rua 111', '10 Rua 112'])
    await calculated(await planAt(111), geocoder.url)
    expect(geocoder.asked.slice(before)).toHaveLength(2)
  })

  it('a pin set by hand stands before what a geocoder says, in this plan and in the next', async () => {
    const id = await planAt(121)
    const [delivery] = (await day.get(`roteirizacao/${id}`)).entregas
    await day.post(`roteirizacao/${id}/mover_pino`, { entrega_id: delivery.id, lon: -49.31, lat: -25.51 })
    const before = geocoder.asked.length
    const again = await planAt(121)
    for (const one of [id, again]) {
      const { entregas } = await calculated(one, geocoder.url)
      expect(entregas).toEqual([expect.objectContaining({ lon: -49.31, lat: -25.51, fonte: 'manual' })])
    }
    expect(geocoder.asked).toHaveLength(before)
  })

  it('when the geocoder fails half way: what was found stays, the rest is approximate, and the plan says so', async () => {
    const id = await planAt(131, 132, 133)
    geocoder.say([{ lon: '-49.2', lat: '-25.4' }])
    const first = await planAt(130)
    await calculated(first, geocoder.url)
    geocoder.misbehave('cut')
    const failed = await calculated(id, geocoder.url)
    expect(failed.record.status).toBe(1)
    expect(failed.record.avisos).toContain('Alguns lugares são aproximados: A conexão foi interrompida.')
    expect(failed.entregas.map(({ fonte }) => fonte)).toEqual(['municipio', 'municipio', 'municipio'])
    const found = await calculated(id, geocoder.url)
    expect(found.entregas.map(({ fonte }) => fonte)).toEqual(['geocoder', 'geocoder', 'geocoder'])
    expect(found.record.avisos).toEqual([])
  })
})
