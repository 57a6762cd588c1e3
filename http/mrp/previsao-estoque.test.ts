import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Sql } from 'postgres'
import { asOwner } from '../../fixtures/as-owner'
import { testCnpj, testServer, type TestServer } from '../../fixtures/test-server'

let server: TestServer
let product: number
let operations: { sale: number; buy: number }
beforeAll(async () => {
  server = await testServer()
  const { id } = await server.insert('mercadoria', { xProd: 'Areia', q_minimo: '3' })
  product = id
  await server.insert('mercadoria_saldo', { empresa_id: server.empresa_id, mercadoria_id: id, q_total: '10.5' })
  const sale = await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, movimenta_estoque: true })
  const buy = await server.insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0, movimenta_estoque: true })
  operations = { sale: sale.id, buy: buy.id }
  const customer = await server.insert('cliente', { xNome: 'Obra' })
  const supplier = await server.insert('fornecedor', { xNome: 'Areal' })
  const sold = async (dEntrega: string, qTrib: number) => {
    const { status, body } = await server.admin('POST', '/api/venda', {
      cliente_id: customer.id,
      tipo_entrada_saida_id: operations.sale,
      dEntrega,
      venda_mercadorias: [{ mercadoria_id: product, qTrib, vUnTrib: 1 }],
    })
    expect(status, JSON.stringify(body)).toBe(201)
  }
  await sold('2099-01-10', 9.25)
  await sold('2099-02-10', 4)
  await sold('2020-01-01', 0.25)
  const bought = await server.admin('POST', '/api/compras/pedido_compra', {
    fornecedor_id: supplier.id,
    pedido_compra_mercadorias: [{ mercadoria_id: product, qTrib: 20, vUnTrib: 1, dPrevista: '2099-03-01' }],
  })
  expect(bought.status, JSON.stringify(bought.body)).toBe(201)
})
afterAll(() => server.close())

const ask = (body: object = {}, call = server.admin) =>
  call('POST', `/api/mercadoria/${product}/getPrevisaoEstoque`, body)

it('tells day by day what open documents bring and take, exactly, and when it runs short', async () => {
  const { status, body } = await ask({ empresa_id: server.empresa_id, mercadoria_id_list: [product] })
  expect(status, JSON.stringify(body)).toBe(200)
  const [one] = body.data
  expect(one).toMatchObject({ q_total: 10.5, saldo_final: 17, dAbaixoMinimo: '2099-01-10', dFalta: '2099-02-10' })
  const told = one.linhas.map((line: { quantidade: number; saldo: number }) => [line.quantidade, line.saldo])
  expect(told).toEqual([
    [-0.25, 10.25],
    [-9.25, 1],
    [-4, -3],
    [20, 17],
  ])
  expect(one.linhas[3]).toMatchObject({ data: '2099-03-01', texto: expect.stringContaining('Pedido de compra') })
})

it('begins with what no document holds, and tells how much that is', async () => {
  const held = (q_reservado: string) =>
    asOwner(
      server.url,
      (owner: Sql) => owner`update mercadoria_saldo set q_reservado = ${q_reservado} where mercadoria_id = ${product}`,
    )
  await held('1.5')
  const [one] = (await ask()).body.data
  await held('0')
  expect(one).toMatchObject({ q_total: 10.5, q_reservado: 1.5, saldo_final: 15.5, dFalta: '2099-01-10' })
  expect(one.linhas[0]).toMatchObject({ quantidade: -0.25, saldo: 8.75 })
})

it('tells 500 lines one by one, and counts the rest: also where it runs short beyond them', async () => {
  const { id: many } = await server.insert('mercadoria', { xProd: 'Cimento' })
  await server.insert('mercadoria_saldo', { empresa_id: server.empresa_id, mercadoria_id: many, q_total: '501' })
  const sold = await server.admin('POST', '/api/venda', {
    cliente_id: (await server.insert('cliente', { xNome: 'Obra grande' })).id,
    tipo_entrada_saida_id: operations.sale,
    dEntrega: '2099-01-10',
    venda_mercadorias: Array.from({ length: 502 }, () => ({ mercadoria_id: many, qTrib: 1, vUnTrib: 1 })),
  })
  expect(sold.status, JSON.stringify(sold.body)).toBe(201)
  const [one] = (await ask({ mercadoria_id_list: [many] })).body.data
  expect([one.linhas.length, one.mais]).toEqual([500, 2])
  expect([one.linhas.at(-1).saldo, one.saldo_final, one.dFalta]).toEqual([1, -1, '2099-01-10'])
})

it('404 of another company and of no product; who may not see a document is told its kind alone', async () => {
  const away = await server.insert('empresa', { CNPJ_CPF: testCnpj(7), xNome: 'Outra', UF: 'SP' })
  const looker = await server.user({ permissions: ['show mercadoria'] })
  expect((await ask({ empresa_id: away.id }, looker)).status).toBe(404)
  expect((await server.admin('POST', '/api/mercadoria/99999999/getPrevisaoEstoque', {})).status).toBe(404)
  const [one] = (await ask({}, looker)).body.data
  expect(one.linhas[0]).toMatchObject({ texto: 'Venda', caminho: null, quantidade: -0.25 })
  expect((await ask({ mercadoria_id_list: Array.from({ length: 201 }, (_, n) => n + 1) })).status).toBe(422)
})
