import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { columnsWith } from '../../fixtures/columns-with'
import { SYSTEM } from '../db/pool'
import { rowsOf } from '../platform/context'
import { type DeliveryDay, deliveryDay, street } from './delivery-day.fixture'

let day: DeliveryDay
beforeAll(async () => {
  day = await deliveryDay()
})
afterAll(() => day.server.close())

const LGPD = '/api/cadastros/lgpd'
const SECRET = 'Zuleide Quixadá'
const query = (statement: ReturnType<typeof sql>) =>
  day.server.pool.transaction(SYSTEM, (db) => rowsOf({ db }, statement))

/** A customer with a sale of her own, at a place that nobody else has. */
async function zuleide(): Promise<{ id: number; venda: number }> {
  const venda = await day.sale()
  const { cliente_id } = (await day.server.admin('GET', `/api/venda/${venda}`)).body
  await day.server.admin('PUT', `/api/cliente/${cliente_id}`, {
    xNome: SECRET,
    xLgr: 'Rua Quixadá',
    CNPJ_CPF: '52998224725',
    endereco_entrega_list: [street(50), street(51)],
  })
  return { id: cliente_id, venda }
}

const anonymise = (id: number) =>
  day.server.admin('POST', `${LGPD}/anonimiza`, {
    recurso: 'cliente',
    registro_id: id,
    motivo: 'Pedido dela',
    confirma: SECRET,
  })

it('a customer who is anonymised leaves plans and routes, their history and the places that are known, and nobody else does', async () => {
  const { server, post, get } = day
  const { id, venda } = await zuleide()
  const others = [await day.sale(), await day.sale()]
  await server.insert('cliente', { xNome: 'Vizinha', ...street(50) })
  const plan = (
    await post('roteirizacao', { dRota: '2026-01-12', segundos: 1, veiculo_list: [{ veiculo_id: day.vehicles[0] }] })
  ).body.id
  await post(`roteirizacao/${plan}/add_entregas`, { ids: [venda, ...others] })
  const hers = (await get(`roteirizacao/${plan}`)).entregas.find((one: { venda_id: number }) => one.venda_id === venda)
  await post(`roteirizacao/${plan}/mover_pino`, { entrega_id: hers.id, lon: -49.271717, lat: -25.431717 })
  await post(`roteirizacao/${plan}/calcular`)
  await server.runJobs()
  const made = await post(`roteirizacao/${plan}/gerar_rotas`, { selectedRouteVehicleIds: day.vehicles.slice(0, 1) })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  const [route] = await query(sql`select rota_id as id, id as stop from rota_venda where venda_id = ${venda}`)

  await query(sql`update venda set "dhFaturamento" = '2026-01-12T10:00:00Z' where id = ${venda}`)
  expect((await anonymise(id)).body.errors.pendencias).toEqual([
    `Há 1 rota de entrega em aberto (${Number(route?.id)}).`,
  ])
  await post(`rota/${Number(route?.id)}/libera`)
  await post(`rota_venda/${Number(route?.stop)}/registra`, { xOcorrencia: `${SECRET} não estava` })
  await post(`rota/${Number(route?.id)}/finaliza`)

  expect((await columnsWith(server.pool, 'Quixad')).length).toBeGreaterThan(5)
  expect(await columnsWith(server.pool, '49.271717')).toEqual(
    expect.arrayContaining([
      'auditoria.compacto',
      'posicao_endereco.lon',
      'rota_venda.lon',
      'roteirizacao_plano.plano',
    ]),
  )
  const told = (await server.admin('GET', `/reporting/lgpd/cliente/${id}`)).body
  const lists = told.cadastros[0].relacionados.map((one: { recurso: string }) => one.recurso)
  expect(lists).toEqual(expect.arrayContaining(['venda', 'roteirizacao_entrega', 'rota_venda']))

  expect((await anonymise(id)).status).toBe(200)
  expect(await columnsWith(server.pool, 'Quixad')).toEqual(['venda.cliente_xNome'])
  for (const degrees of ['49.271717', '25.431717']) expect(await columnsWith(server.pool, degrees)).toEqual([])

  const after = await get(`roteirizacao/${plan}`)
  expect(after.solution.routes[0].jobSteps).toHaveLength(3)
  expect(after.entregas.map((one: { xNome: string }) => one.xNome).sort()).toEqual([
    '(anonimizado)',
    'Cliente 2',
    'Cliente 3',
  ])
  expect(after.entregas.filter((one: { lon: unknown }) => one.lon === null)).toHaveLength(1)
  const stops = (await get(`rota/${Number(route?.id)}`)).rota_vendas
  expect(stops.find((one: { venda_id: number }) => one.venda_id === venda)).toMatchObject({
    xNome: '(anonimizado)',
    xEnder: null,
    lon: null,
    xOcorrencia: '(anonimizado)',
  })
  const places = await query(sql`select cep from posicao_endereco where cep in (${street(50).CEP}, ${street(51).CEP})`)
  expect(places.map(({ cep }) => cep)).toEqual([street(50).CEP])
})

it('400 while a plan of today or later would bring her something, or she drives a route that is not over', async () => {
  const { server, post } = day
  const sale = await day.sale({ dhFaturamento: '2026-01-12T10:00:00Z' })
  const { cliente_id } = (await server.admin('GET', `/api/venda/${sale}`)).body
  const plan = (await post('roteirizacao', { dRota: '2099-01-12' })).body.id
  await post(`roteirizacao/${plan}/add_entregas`, { ids: [sale] })
  const preview = async (recurso: string, id: number) =>
    (await server.admin('GET', `${LGPD}/previa?recurso=${recurso}&registro_id=${id}`)).body.pendencias
  expect(await preview('cliente', cliente_id)).toEqual([`Há 1 roteirização em aberto (${plan}).`])
  await query(sql`update roteirizacao set "dRota" = '2026-01-12' where id = ${plan}`)
  expect(await preview('cliente', cliente_id)).toEqual([])
  const driver = await server.insert('motorista', { xNome: 'Davi' })
  const { id } = await day.route(0, { motorista_id: driver.id })
  expect(await preview('motorista', driver.id)).toEqual([`Há 1 rota de entrega a dirigir (${id}).`])
  await post(`rota/${id}/cancela`)
  expect(await preview('motorista', driver.id)).toEqual([])
})
