import { afterAll, beforeAll, expect, it } from 'vitest'
import { testClock } from '../../../fixtures/test-clock'
import { call, faults, ok } from '../../estoque/output.fixture'
import { openWorkshop, ORDERS, type Workshop } from '../ordem_servico/service.fixture'
import { makeDueOrders } from './make'

/** Contracts that make service orders: each day of theirs one order, however often the work runs. */

const CONTRACTS = '/api/srv/contrato_servico'
const clock = testClock('2026-11-25T12:00:00Z')
let shop: Workshop
beforeAll(async () => {
  shop = await openWorkshop({ clock })
})
afterAll(() => shop.server.close())

const contract = (values: object = {}) =>
  ok('POST', CONTRACTS, {
    descricao: 'Manutenção preventiva',
    cliente_id: shop.customer,
    equipamento_id: shop.equipment,
    dProxima: '2026-11-30',
    contrato_servico_servicos: [{ servico_id: shop.labour, qTrib: 2 }],
    ...values,
  })
const ordersOf = async (id: number) =>
  (
    await ok(
      'GET',
      `${ORDERS}?perPage=100&orderBy=id&sortedBy=asc&where=${encodeURIComponent(JSON.stringify({ contrato_servico_id: id }))}`,
    )
  ).data
const days = async (id: number) => (await ordersOf(id)).map((one: { dContrato: string }) => one.dContrato)

it('makes what is due once, with its services and instalments, and moves on by its own day of the month', async () => {
  const { id } = await contract({
    dProxima: '2026-11-25',
    qDiasAntes: 5,
    condicao: '30/60',
    pagamento_id: shop.cash,
    defeito: 'Lubrificar',
  })
  await Promise.all([makeDueOrders(shop.server.services), makeDueOrders(shop.server.services)])
  expect(await days(id)).toEqual(['2026-11-25'])
  const [made] = await ordersOf(id)
  const order = await ok('GET', `${ORDERS}/${made.id}`)
  expect(order).toMatchObject({
    status: 0,
    vTotal: 160,
    defeito: 'Lubrificar',
    nSerie: 'SN-1',
    dPrevisao: '2026-11-25',
  })
  expect(order.ordem_servico_duplicatas).toHaveLength(2)
  expect(await ok('GET', `${CONTRACTS}/${id}`)).toMatchObject({ dProxima: '2026-12-25', nDia: 25, xProblema: null })
  expect(await faults()).toEqual([])
})

it('waits for its day, less the days that it is early; what ended or is inactive makes nothing', async () => {
  const far = await contract({ dProxima: '2026-12-10', qDiasAntes: 3 })
  const ended = await contract({ dProxima: '2026-11-26', dFim: '2026-11-25', qDiasAntes: 10 })
  const idle = await contract({ dProxima: '2026-11-25', ativo: false })
  await makeDueOrders(shop.server.services)
  expect([await days(far.id), await days(ended.id), await days(idle.id)]).toEqual([[], [], []])
  expect(await call('POST', `${CONTRACTS}/${ended.id}/geraOrdem`)).toMatchObject({
    status: 400,
    body: { code: 'ended' },
  })
})

it('makes the next one now where somebody asks, of short months the last day', async () => {
  const { id } = await contract({ dProxima: '2027-01-31' })
  await ok('POST', `${CONTRACTS}/${id}/geraOrdem`)
  await ok('POST', `${CONTRACTS}/${id}/geraOrdem`)
  await ok('POST', `${CONTRACTS}/${id}/geraOrdem`)
  expect(await days(id)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31'])
})

it('what one cannot make is told with it, and keeps no other from its own', async () => {
  const { id: bad } = await contract({ dProxima: '2026-11-25', contrato_servico_servicos: [] })
  const { id: good } = await contract({ dProxima: '2026-11-25' })
  await makeDueOrders(shop.server.services)
  expect(await ok('GET', `${CONTRACTS}/${bad}`)).toMatchObject({
    dProxima: '2026-11-25',
    xProblema: 'Inclua ao menos um serviço no contrato.',
  })
  expect(await days(good)).toEqual(['2026-11-25'])
  await ok('PUT', `${CONTRACTS}/${bad}`, { contrato_servico_servicos: [{ servico_id: shop.labour }] })
  await makeDueOrders(shop.server.services)
  expect(await days(bad)).toEqual(['2026-11-25'])
})

it('422 for a day that has gone by and the equipment of somebody else; 403 to generate without creating orders', async () => {
  const other = (await shop.server.insert('cliente', { xNome: 'Outro' })).id
  const body = { descricao: 'X', cliente_id: other, dProxima: '2027-01-01' }
  expect((await call('POST', CONTRACTS, { ...body, dProxima: '2020-01-01' })).body.errors).toHaveProperty('dProxima')
  expect((await call('POST', CONTRACTS, { ...body, equipamento_id: shop.equipment })).body.errors).toHaveProperty(
    'equipamento_id',
  )
  const { id } = await contract()
  const clerk = await shop.server.user({ permissions: ['edit contrato_servico'] })
  expect((await clerk('POST', `${CONTRACTS}/${id}/geraOrdem`)).status).toBe(403)
})
