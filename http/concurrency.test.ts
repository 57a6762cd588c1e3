import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callerOf, testServer, type TestServer } from '../fixtures/test-server'
import { testServices } from '../fixtures/test-services'
import { asOwner } from '../fixtures/as-owner'
import { bookFaults } from './books'
import { Pool } from './db/pool'
import { Sessions } from './platform/session'
import { buildApp } from './server'

let server: TestServer
let saida = 0
beforeAll(async () => {
  server = await testServer()
  saida = (await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, padrao: 1 })).id
  await server.insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0, padrao: 0 })
  await server.insert('armazenamento', {
    empresa_id: server.empresa_id,
    codigo: 'A',
    xArmazenamento: 'Principal',
    padrao: true,
  })
})
afterAll(() => server.close())

/** A product with some stock, bought through an entry. */
async function stocked(quantity: number): Promise<number> {
  const product = (await server.admin('POST', '/api/mercadoria', { xProd: `Produto ${Math.random()}` })).body
  const supplier = (await server.admin('POST', '/api/fornecedor', { xNome: 'Fornecedor' })).body
  const [{ id: entrada }] = (await server.admin('GET', '/api/tipo_entrada_saida?where={"tipo":0}')).body.data
  const entry = await server.admin('POST', '/api/entrada', {
    fornecedor_id: supplier.id,
    tipo_entrada_saida_id: entrada,
    entrada_mercadorias: [{ mercadoria_id: product.id, qCom: quantity, vUnCom: '7.77' }],
  })
  expect((await server.admin('POST', `/api/entrada/${entry.body.id}/finaliza`)).status).toBe(200)
  return product.id
}

async function sale(lines: { mercadoria_id: number; qTrib: number }[]): Promise<number> {
  const cliente = (await server.admin('POST', '/api/cliente', { xNome: 'Cliente' })).body.id
  const body = {
    cliente_id: cliente,
    tipo_entrada_saida_id: saida,
    venda_mercadorias: lines.map((line) => ({ ...line, vUnTrib: 10 })),
  }
  return (await server.admin('POST', '/api/venda', body)).body.id
}

const faults = () => asOwner(server.url, bookFaults)

describe('the last unit', () => {
  it('is sold once, when 50 clients dispatch it at the same time', async () => {
    const product = await stocked(1)
    const sales = await Promise.all(Array.from({ length: 50 }, () => sale([{ mercadoria_id: product, qTrib: 1 }])))
    const answers = await Promise.all(sales.map((id) => server.admin('POST', `/api/venda/${id}/fecha`)))
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1)
    expect(answers.filter((one) => one.body.code === 'no_stock')).toHaveLength(49)
    expect((await server.admin('GET', `/api/mercadoria/${product}`)).body.q_total).toBe(0)
    expect(await faults()).toEqual([])
  })
})

describe('documents that share products in another order', () => {
  it('all go through, without a deadlock, and the books add up', async () => {
    const [a, b] = [await stocked(1000), await stocked(1000)]
    const sales = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        sale((at % 2 ? [a, b] : [b, a]).map((mercadoria_id) => ({ mercadoria_id, qTrib: 3 }))),
      ),
    )
    const answers = await Promise.all(sales.map((id) => server.admin('POST', `/api/venda/${id}/fecha`)))
    expect(answers.map((one) => one.status)).toEqual(sales.map(() => 200))
    const undone = await Promise.all(
      sales
        .slice(0, 15)
        .map((id) => server.admin('POST', `/api/venda/${id}/cancela`, { xJust: 'Cancelada no teste de corrida' })),
    )
    expect(undone.every((one) => one.status === 200)).toBe(true)
    expect((await server.admin('GET', `/api/mercadoria/${a}`)).body.q_total).toBe(1000 - 15 * 3)
    expect(await faults()).toEqual([])
  })
})

describe('goods whose entry is cancelled while they are sold', () => {
  it('either leave or were never there: one of the two goes through', async () => {
    for (let round = 0; round < 10; round++) {
      const product = await stocked(10)
      const [entry] = (await server.admin('GET', '/api/entrada?perPage=1')).body.data
      const id = await sale([{ mercadoria_id: product, qTrib: 8 }])
      const answers = await Promise.all([
        server.admin('POST', `/api/venda/${id}/fecha`),
        server.admin('POST', `/api/entrada/${entry.id}/cancela`, { xJust: 'Cancelada no teste de corrida' }),
      ])
      expect(answers.map((one) => one.status).sort(), JSON.stringify(answers)).toEqual([200, 400])
      expect(answers.find((one) => one.status === 400)?.body.code).toBe('no_stock')
      const left = answers[0].status === 200 ? 2 : 0
      expect((await server.admin('GET', `/api/mercadoria/${product}`)).body.q_total).toBe(left)
    }
    expect(await faults()).toEqual([])
  })
})

describe('an order and the entry that it made', () => {
  it('are cancelled at the same moment, each once, and neither is left half undone', async () => {
    const path = '/api/compras/pedido_compra'
    const xJust = 'Cancelado no teste de corrida'
    for (let round = 0; round < 5; round++) {
      const mercadoria_id = await stocked(1)
      const { id: fornecedor_id } = (await server.admin('POST', '/api/fornecedor', { xNome: 'Fornecedor' })).body
      const items = [{ mercadoria_id, qTrib: 3, vUnTrib: '3.33' }]
      const { id } = (await server.admin('POST', path, { fornecedor_id, pedido_compra_mercadorias: items })).body
      await server.admin('POST', `${path}/${id}/fecha`)
      const { entrada_id } = (await server.admin('POST', `${path}/${id}/finaliza`)).body
      expect((await server.admin('POST', `/api/entrada/${entrada_id}/finaliza`)).status).toBe(200)
      const [order, entry] = await Promise.all([
        server.admin('POST', `${path}/${id}/cancela`, { xJust }),
        server.admin('POST', `/api/entrada/${entrada_id}/cancela`, { xJust }),
      ])
      expect(order.status, JSON.stringify(order.body)).toBe(200)
      expect([200, 400], JSON.stringify(entry.body)).toContain(entry.status)
      expect((await server.admin('GET', `/api/entrada/${entrada_id}`)).body.status).toBe(5)
      expect((await server.admin('GET', `/api/mercadoria/${mercadoria_id}`)).body.q_total).toBe(1)
    }
    expect(await faults()).toEqual([])
  })
})

describe('one sale, edited from several screens', () => {
  it('its lines and its head are changed and removed at once, without a deadlock', async () => {
    const product = await stocked(10)
    const before = (await server.admin('GET', '/api/venda?perPage=1')).body.total
    for (let round = 0; round < 8; round++) {
      const id = await sale(Array.from({ length: 6 }, () => ({ mercadoria_id: product, qTrib: 1 })))
      const { venda_mercadorias: lines } = (await server.admin('GET', `/api/venda/${id}`)).body
      const answers = await Promise.all(
        lines.flatMap(({ id: line }: { id: number }, at: number) => [
          server.admin('PUT', `/api/venda/${id}`, {
            vFrete: at,
            venda_mercadorias: lines.map((one: { id: number }) => ({ id: one.id, vUnTrib: 5 + at })),
          }),
          at % 2
            ? server.admin('DELETE', `/api/venda_mercadoria/${line}`)
            : server.admin('PUT', `/api/venda_mercadoria/${line}`, { qTrib: 2 }),
        ]),
      )
      // A head that still names a line which is gone by then is refused.
      expect(answers.filter(({ status }) => status !== 200 && status !== 422)).toEqual([])
    }
    expect((await server.admin('GET', '/api/venda?perPage=1')).body.total).toBe(before + 8)
  })
})

describe('values beyond what is kept', () => {
  it('422 where fields that are fine make a product that is not, and nothing changes', async () => {
    const product = await stocked(1)
    const id = await sale([{ mercadoria_id: product, qTrib: 1 }])
    const shown = (await server.admin('GET', `/api/venda/${id}`)).body
    const line = { mercadoria_id: product, venda_id: id, qTrib: 99999999999, vUnTrib: 99999999999 }
    const made = await server.admin('POST', '/api/venda_mercadoria', line)
    expect([made.status, made.body.message]).toEqual([422, 'Valor grande demais.'])
    expect((await server.admin('PUT', `/api/venda/${id}`, { venda_mercadorias: [line] })).status).toBe(422)
    expect((await server.admin('GET', `/api/venda/${id}`)).body).toEqual(shown)
  })

  it('half a letter in the text of an action is stored as a sign', async () => {
    const product = await stocked(1)
    const id = await sale([{ mercadoria_id: product, qTrib: 1 }])
    expect((await server.admin('POST', `/api/venda/${id}/fecha`)).status).toBe(200)
    const xJust = 'Cancelada a pedido do cliente \ud83d'
    expect((await server.admin('POST', `/api/venda/${id}/cancela`, { xJust })).status).toBe(200)
  })
})

describe('one document, clicked twice', () => {
  it('is dispatched once and cancelled once', async () => {
    const product = await stocked(10)
    const id = await sale([{ mercadoria_id: product, qTrib: 4 }])
    const twice = await Promise.all([1, 2, 3].map(() => server.admin('POST', `/api/venda/${id}/fecha`)))
    expect(twice.map((one) => one.status).sort()).toEqual([200, 400, 400])
    const undone = await Promise.all(
      [1, 2, 3].map(() => server.admin('POST', `/api/venda/${id}/cancela`, { xJust: 'Cancelada duas vezes' })),
    )
    expect(undone.map((one) => one.status).sort()).toEqual([200, 400, 400])
    expect((await server.admin('GET', `/api/mercadoria/${product}`)).body.q_total).toBe(10)
    expect(await faults()).toEqual([])
  })
})

describe('two servers on one database', () => {
  it('agree: sessions, changes, stock and idempotent calls are shared', async () => {
    const pool = new Pool(server.url, { max: 4 })
    const second = buildApp(testServices(pool))
    const { token } = await new Sessions(server.pool).open(1)
    const other = callerOf(second, token)
    const product = await stocked(5)
    expect((await other('GET', `/api/mercadoria/${product}`)).body.q_total).toBe(5)
    const id = await sale([{ mercadoria_id: product, qTrib: 5 }])
    const both = await Promise.all([
      server.admin('POST', `/api/venda/${id}/fecha`),
      other('POST', `/api/venda/${id}/fecha`),
    ])
    expect(both.map((one) => one.status).sort()).toEqual([200, 400])
    const key = { 'Idempotency-Key': 'dois-servidores' }
    const first = await other('POST', '/api/cliente', { xNome: 'Uma vez' }, key)
    expect((await callerOf(server.app, token)('POST', '/api/cliente', { xNome: 'Uma vez' }, key)).body.id).toBe(
      first.body.id,
    )
    await pool.close()
  })
})
