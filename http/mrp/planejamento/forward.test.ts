import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '../../../core/br/civil-date'
import { generated, itemOf, PATH, sell, today, type Workshop, workshop } from './workshop.fixture'

/** A purchase order that comes later than a sale needs it. */

let shop: Workshop
beforeAll(async () => {
  shop = await workshop()
})
afterAll(() => shop.server.close())

const shown = (date: string) => date.split('-').toReversed().join('/')

it('is proposed to be brought forward, with its why, before anything new is ordered', async () => {
  const { call, ids } = shop
  await sell(shop, ids.leg, 25, 10)
  const { body: order } = await call('POST', '/api/compras/pedido_compra', {
    fornecedor_id: ids.supplier,
    pedido_compra_mercadorias: [{ mercadoria_id: ids.leg, qTrib: 12, vUnTrib: 3, dPrevista: addDays(today, 40) }],
  })
  const plan = await generated(shop)
  const [from, to] = [addDays(today, 40), addDays(today, 10)]
  const row = itemOf(plan, ids.leg)
  expect(row).toMatchObject({
    quantidade: 8,
    falta: 8,
    xAntecipar: `Pedido de compra ${order.id}: de ${shown(from)} para ${shown(to)}, quando faltam 20`,
  })
  const { body: item } = await call('GET', `${PATH}_mercadoria/${row.id}`)
  expect(item.recebimentos).toMatchObject([
    {
      texto: `Pedido de compra ${order.id}`,
      caminho: expect.stringContaining(String(order.id)),
      date: from,
      quantity: 12,
      forward: { date: to, short: 20 },
    },
  ])
  expect(item.lotes).toMatchObject([{ quantity: 8, date: to }])
  expect(item.metricas_avancadas.summary.minimum_stock).toBe(0)
})

it('is no longer proposed once it is dated so', async () => {
  const { call, ids } = shop
  const { body } = await call('GET', '/api/compras/pedido_compra')
  const { body: order } = await call('GET', `/api/compras/pedido_compra/${body.data[0].id}`)
  const [{ id }] = order.pedido_compra_mercadorias
  const dPrevista = addDays(today, 10)
  const done = await call('PUT', `/api/compras/pedido_compra/${order.id}`, {
    pedido_compra_mercadorias: [{ id, dPrevista }],
  })
  expect(done.status, JSON.stringify(done.body)).toBe(200)
  expect(itemOf(await generated(shop), ids.leg)).toMatchObject({ quantidade: 8, xAntecipar: null })
})
