import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'
import { goodsToBuy } from '../goods.fixture'

/** What other suppliers charged last for what an order is about to buy, and an item that goes to one of them. */

let server: TestServer
let operation: number
let ids: { bolt: number; nut: number; south: number; north: number; east: number }
const call: TestServer['admin'] = (...args) => server.admin(...args)
const PATH = '/api/compras/pedido_compra'

beforeAll(async () => {
  server = await testServer()
  const { operation: buys, ...goods } = await goodsToBuy(server)
  operation = buys
  ids = { ...goods, east: (await server.insert('fornecedor', { xNome: 'Ferragens do Leste' })).id }
  const { north } = ids
  await enters(north, '2026-10-02', { qCom: 10, vUnCom: 30, fatorConversao: 12 })
  await enters(north, '2026-11-03', { qCom: 10, vUnCom: 27, vDesc: 30, fatorConversao: 12, vFrete: 5 })
})
afterAll(() => server.close())

async function ok(method: string, path: string, body: object = {}) {
  const answer = await call(method, path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}

/** Boxes of bolts that came from a supplier. */
async function enters(fornecedor_id: number, dEmissao: string, item: object): Promise<number> {
  const entry = await ok('POST', '/api/entrada', {
    fornecedor_id,
    dEmissao,
    tipo_entrada_saida_id: operation,
    entrada_mercadorias: [{ mercadoria_id: ids.bolt, ...item }],
  })
  await ok('POST', `/api/entrada/${entry.id}/finaliza`)
  return entry.id
}

const order = (fornecedor_id: number, items: object[], head: object = {}) =>
  ok('POST', PATH, { fornecedor_id, ...head, pedido_compra_mercadorias: items })
const bolts = (more: object = {}) => ({ mercadoria_id: ids.bolt, qTrib: 120, vUnTrib: 2.5, ...more })
const compare = async (id?: number, list = [ids.bolt, ids.nut]) =>
  (await call('GET', `${PATH}${id === undefined ? '' : `/${id}`}/comparaPrecos?mercadoria_id_list=${list.join(',')}`))
    .body.data
const move = (id: number, pedido_compra_mercadoria_id: number, fornecedor_id: number) =>
  call('POST', `${PATH}/${id}/passaItem`, { pedido_compra_mercadoria_id, fornecedor_id })

describe('what suppliers charged last', () => {
  it('is the latest of entries, closed orders and what was asked, in our unit, discount off, the cheapest first', async () => {
    await server.insert('mercadoria_fornecedor', { mercadoria_id: ids.bolt, fornecedor_id: ids.north, codigo: 'AN-7' })
    const open = await order(ids.east, [bolts({ vUnTrib: 0.01 })])
    const closed = await order(ids.east, [bolts({ qTrib: 50, vUnTrib: 2.2, vDesc: 5 })], { dEmissao: '2026-11-10' })
    await ok('POST', `${PATH}/${closed.id}/fecha`)
    const mine = await order(ids.south, [bolts()])
    await ok('POST', `/api/pedido_compra_mercadoria_preco`, {
      pedido_compra_mercadoria_id: mine.pedido_compra_mercadorias[0].id,
      fornecedor_id: ids.south,
      vUnTrib: 2.4,
      prazo: 9,
    })
    const found = await compare(mine.id)
    expect(found).toEqual([
      expect.objectContaining({
        fornecedor_id: ids.north,
        xNome: 'Aços do Norte',
        vUnTrib: 2,
        qTrib: 120,
        dData: '2026-11-03',
        origem: 'entrada',
        codigo: 'AN-7',
        prazo: null,
      }),
      expect.objectContaining({
        fornecedor_id: ids.east,
        vUnTrib: 2.1,
        origem: 'pedido_compra',
        documento_id: closed.id,
      }),
      expect.objectContaining({ fornecedor_id: ids.south, vUnTrib: 2.4, origem: 'cotacao', prazo: 9 }),
    ])
    // Its own price, once it is closed, does not count for itself; for a draft it does.
    expect(open.id).not.toBe(closed.id)
    expect((await compare(closed.id)).map((one: { fornecedor_id: number }) => one.fornecedor_id)).toEqual([
      ids.north,
      ids.south,
    ])
    expect(await compare()).toHaveLength(3)
  })

  it('leaves out what entries cost for who may not know costs, and says nothing without the right', async () => {
    const buyer = await server.user({ permissions: ['show pedido_compra', 'show entrada'] })
    const { status, body } = await buyer('GET', `${PATH}/comparaPrecos?mercadoria_id_list=${ids.bolt}`)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data.map((one: { origem: string }) => one.origem)).not.toContain('entrada')
    const nobody = await server.user({ permissions: ['show venda'] })
    expect((await nobody('GET', `${PATH}/comparaPrecos?mercadoria_id_list=${ids.bolt}`)).status).toBe(403)
    expect((await call('GET', `${PATH}/999999/comparaPrecos?mercadoria_id_list=${ids.bolt}`)).status).toBe(404)
  })
})

describe('an item goes to another supplier', () => {
  it('into a new order at the price that this one charged last, and a second one into the same', async () => {
    const from = await order(ids.south, [
      bolts({ vDesc: 3 }),
      bolts({ qTrib: 60 }),
      { mercadoria_id: ids.nut, qTrib: 5, vUnTrib: 1 },
    ])
    const [first, second] = from.pedido_compra_mercadorias
    const { body } = await move(from.id, first.id, ids.north)
    expect(body).toMatchObject({ novo: true, restam: 2 })
    const again = await move(from.id, second.id, ids.north)
    expect(again.body).toEqual({ pedido_compra: body.pedido_compra, novo: false, restam: 1 })
    const to = await ok('GET', `${PATH}/${body.pedido_compra.id}`)
    expect(to).toMatchObject({ fornecedor_id: ids.north, vTotal: 360, status: 0 })
    expect(to.pedido_compra_mercadorias).toMatchObject([
      { id: first.id, qTrib: 120, vUnTrib: 2, vDesc: 0, vSubtotal: 240 },
      { id: second.id, vSubtotal: 120 },
    ])
    const left = await ok('GET', `${PATH}/${from.id}`)
    expect(left).toMatchObject({ vTotal: 5 })
    expect(left.logs[0]).toMatchObject({ evento: 'passaItem', evento_texto: 'Passou um item a outro fornecedor' })
  })

  it('keeps its price where nothing is known of the supplier', async () => {
    const from = await order(ids.south, [{ mercadoria_id: ids.nut, qTrib: 5, vUnTrib: 1.5, vDesc: 0.5 }])
    const { body } = await move(from.id, from.pedido_compra_mercadorias[0].id, ids.north)
    const to = await ok('GET', `${PATH}/${body.pedido_compra.id}`)
    expect(to.pedido_compra_mercadorias.at(-1)).toMatchObject({ vUnTrib: 1.5, vDesc: 0.5, vSubtotal: 7 })
  })

  it('stays what its request asked for: cancelling the new order opens the item again', async () => {
    const request = await ok('POST', '/api/compras/solicitacao', {
      solicitacao_mercadorias: [{ mercadoria_id: ids.bolt, quantidade: 24, fornecedor_id: ids.south }],
    })
    const [asked] = request.solicitacao_mercadorias
    await ok('PUT', `/api/compras/solicitacao_mercadoria/${asked.id}`, { aprovado_em: '2026-11-21 10:00:00' })
    const made = await ok('POST', `/api/compras/solicitacao/${request.id}/gerarSolicitacao`)
    const from = await ok('GET', `${PATH}/${made.pedido_compra_list[0].id}`)
    const { body } = await move(from.id, from.pedido_compra_mercadorias[0].id, ids.north)
    expect(body).toMatchObject({ novo: true, restam: 0 })
    const itemNow = async () => (await ok('GET', `/api/compras/solicitacao/${request.id}`)).solicitacao_mercadorias[0]
    expect(await itemNow()).toMatchObject({ status: 3, pedido_compra_id: body.pedido_compra.id })
    await ok('POST', `${PATH}/${body.pedido_compra.id}/cancela`, { xMotivoCancelamento: 'Preço não foi confirmado' })
    expect(await itemNow()).toMatchObject({ status: 1, pedido_compra_id: null })
  })

  it('two at once leave no item behind and none twice', async () => {
    const from = await order(ids.south, [bolts(), bolts(), bolts()])
    const items = from.pedido_compra_mercadorias.map((one: { id: number }) => one.id)
    const answers = await Promise.all([...items, items[0]].map((id) => move(from.id, id, ids.east)))
    expect(answers.map((one) => one.status).sort()).toEqual([200, 200, 200, 404])
    expect((await ok('GET', `${PATH}/${from.id}`)).pedido_compra_mercadorias).toEqual([])
  })

  it.each([
    ['400 its own supplier', () => ids.south, 400, 'same_supplier'],
    ['422 a supplier that is none', () => 999_999, 422, 'validation'],
  ])('%s', async (_, supplier, status, code) => {
    const from = await order(ids.south, [bolts()])
    expect(await move(from.id, from.pedido_compra_mercadorias[0].id, supplier())).toMatchObject({
      status,
      body: { code },
    })
  })

  it('400 the only item of a closed order, any of a finalised one; 404 another order’s; 403 without the right', async () => {
    const from = await order(ids.south, [bolts()])
    const other = await order(ids.south, [bolts()])
    const [item] = from.pedido_compra_mercadorias
    expect((await move(other.id, item.id, ids.north)).status).toBe(404)
    const looks = await server.user({ permissions: ['show pedido_compra'] })
    const body = { pedido_compra_mercadoria_id: item.id, fornecedor_id: ids.north }
    expect((await looks('POST', `${PATH}/${from.id}/passaItem`, body)).status).toBe(403)
    await ok('POST', `${PATH}/${from.id}/fecha`)
    expect((await move(from.id, item.id, ids.north)).body.code).toBe('only_item')
    await ok('POST', `${PATH}/${from.id}/finaliza`)
    expect((await move(from.id, item.id, ids.north)).body.code).toBe('finalised')
  })
})
