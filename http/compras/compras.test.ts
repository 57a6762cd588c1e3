import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCnpj, testServer, type TestServer } from '../../fixtures/test-server'
import { goodsToBuy } from './goods.fixture'

/** Purchase requests and orders: items approved, refused, ordered, received; nothing done twice. */

let server: TestServer
let ids: { bolt: number; nut: number; supplier: number; other: number }
const call: TestServer['admin'] = (...args) => server.admin(...args)

beforeAll(async () => {
  server = await testServer()
  const { bolt, nut, south: supplier, north: other } = await goodsToBuy(server)
  ids = { bolt, nut, supplier, other }
})
afterAll(() => server.close())

const PATH = '/api/compras/solicitacao'
const request = async (items: object[]) => {
  const made = await call('POST', PATH, { solicitacao_mercadorias: items })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body
}
const decide = (item: { id: number }, change: object) => call('PUT', `${PATH}_mercadoria/${item.id}`, change)

describe('a purchase request', () => {
  it('starts open, its items pending with the product’s unit', async () => {
    const made = await request([{ mercadoria_id: ids.bolt, quantidade: 10 }])
    expect(made).toMatchObject({ status: 0 })
    expect(made.solicitacao_mercadorias).toMatchObject([
      { xProd: 'Parafuso', unidade: { un: 'UN' }, quantidade: 10, aprovado_em: null, reprovado_em: null, status: 0 },
    ])
  })

  it('approving, refusing and undoing are writes of the two dates: refusing clears the approval (T2-027 to T2-029)', async () => {
    const [item] = (await request([{ mercadoria_id: ids.bolt, quantidade: 1 }])).solicitacao_mercadorias
    expect((await decide(item, { aprovado_em: '2026-11-21 10:00:00' })).body).toMatchObject({ status: 1 })
    expect((await decide(item, { reprovado_em: '2026-11-21 11:00:00' })).body).toMatchObject({
      aprovado_em: null,
      reprovado_em: '2026-11-21 11:00:00',
      status: 2,
    })
    expect((await decide(item, { aprovado_em: null, reprovado_em: null })).body).toMatchObject({
      aprovado_em: null,
      reprovado_em: null,
      decidido_por_id: null,
      status: 0,
    })
  })

  it('addItens adds products, pending', async () => {
    const made = await request([])
    const answer = await call('POST', `${PATH}/${made.id}/addItens`, { mercadoria_id_list: [ids.bolt, ids.nut] })
    expect(answer.body.solicitacao_mercadorias).toMatchObject([{ quantidade: 1 }, { xProd: 'Porca', status: 0 }])
  })

  it('gerarSolicitacao makes one open order a supplier of what was approved, once', async () => {
    const made = await request([
      { mercadoria_id: ids.bolt, quantidade: 5, fornecedor_id: ids.supplier, dNecessidade: '2026-12-10' },
      { mercadoria_id: ids.nut, quantidade: 7, fornecedor_id: ids.other },
      { mercadoria_id: ids.nut, quantidade: 9, fornecedor_id: ids.supplier },
    ])
    const run = () => call('POST', `${PATH}/${made.id}/gerarSolicitacao`)
    expect(await run()).toMatchObject({ status: 400, body: { code: 'pending_items' } })
    const [bolt, nut, refused] = made.solicitacao_mercadorias
    for (const one of [bolt, nut]) await decide(one, { aprovado_em: '2026-11-21 10:00:00' })
    await decide(refused, { reprovado_em: '2026-11-21 10:00:00' })
    const answers = await Promise.all([run(), run()])
    expect(answers.map((one) => one.status).sort(), JSON.stringify(answers)).toEqual([200, 400])
    const done = answers.find((one) => one.status === 200)
    expect(done?.body.pedido_compra_list).toHaveLength(2)
    const orders = await call('GET', '/api/compras/pedido_compra?perPage=50')
    const own = orders.body.data.filter((one: { solicitacao_id: number }) => one.solicitacao_id === made.id)
    expect(own).toHaveLength(2)
    const after = (await call('GET', `${PATH}/${made.id}`)).body
    expect(after).toMatchObject({ status: 1 })
    expect(after.solicitacao_mercadorias.map((one: { status: number }) => one.status)).toEqual([3, 3, 2])
    expect(await decide(bolt, { reprovado_em: '2026-11-21 12:00:00' })).toMatchObject({
      status: 400,
      body: { code: 'generated' },
    })
  })
})

describe('422', () => {
  it('an item without its request is told to save it first, in the words of the specification', async () => {
    expect((await call('POST', `${PATH}_mercadoria`, { mercadoria_id: ids.bolt, quantidade: 1 })).body.errors).toEqual({
      solicitacao_id: ['Salve a solicitação principal antes de adicionar itens.'],
    })
  })
  it('addItens refuses what the list of items refuses, and adds nothing', async () => {
    const made = await request([])
    const add = (body: object) => call('POST', `${PATH}/${made.id}/addItens`, body)
    expect(
      await add({
        itens: [
          { mercadoria_id: ids.bolt, quantidade: -5 },
          { mercadoria_id: ids.bolt, quantidade: '0' },
          { mercadoria_id: ids.bolt, quantidade: '1.0000000001' },
        ],
      }),
    ).toMatchObject({
      status: 422,
      body: {
        errors: {
          'itens.0.quantidade': ['O valor mínimo é 0,0001.'],
          'itens.1.quantidade': ['O valor mínimo é 0,0001.'],
          'itens.2.quantidade': ['Use no máximo 4 casas decimais.'],
        },
      },
    })
    const missing = { status: 422, body: { errors: { mercadoria_id: ['Selecione um registro válido.'] } } }
    expect(await add({ mercadoria_id_list: [ids.bolt, 999_999] })).toMatchObject(missing)
    expect(await add({ itens: [{ mercadoria_id: 999_999 }] })).toMatchObject(missing)
    expect((await call('GET', `${PATH}/${made.id}`)).body.solicitacao_mercadorias).toEqual([])
  })
  it('a discount above the value of the item', async () => {
    const answer = await call('POST', '/api/compras/pedido_compra', {
      fornecedor_id: ids.supplier,
      pedido_compra_mercadorias: [{ mercadoria_id: ids.bolt, qTrib: 2, vUnTrib: 3, vDesc: 7 }],
    })
    expect(answer).toMatchObject({ status: 422, body: { message: 'O desconto passa do valor do item.' } })
  })
})

describe('a purchase order', () => {
  const order = async () =>
    (
      await call('POST', '/api/compras/pedido_compra', {
        fornecedor_id: ids.supplier,
        vFrete: 10,
        pedido_compra_mercadorias: [{ mercadoria_id: ids.bolt, qTrib: 3, vUnTrib: 1.25, vDesc: 0.75 }],
      })
    ).body
  const act = (id: number, action: string, body: object = {}) =>
    call('POST', `/api/compras/pedido_compra/${id}/${action}`, body)

  it('adds up, is closed, finalised into an open entry, and cancelled with it', async () => {
    const made = await order()
    expect(made).toMatchObject({ vProd: 3.75, vDesc: 0.75, vTotal: 13, status: 0 })
    expect(made.pedido_compra_mercadorias).toMatchObject([{ qVolumes: 1, vSubtotal: 3, un: 'UN' }])
    expect((await act(made.id, 'addPagamento', { string: '30/60' })).body.pedido_compra_pagamentos).toMatchObject([
      { vDup: 6.5, prazo: 30 },
      { vDup: 6.5, prazo: 60 },
    ])
    expect((await act(made.id, 'finaliza')).body).toMatchObject({ code: 'not_closed' })
    expect((await act(made.id, 'fecha')).body).toMatchObject({ status: 2 })
    const done = await act(made.id, 'finaliza')
    expect(done.body, JSON.stringify(done.body)).toMatchObject({ status: 4 })
    const entry = () => call('GET', `/api/entrada/${done.body.entrada_id}`)
    expect((await entry()).body).toMatchObject({ status: 0, fornecedor_id: ids.supplier, vFrete: 10, vTotal: 13 })
    expect(
      (await call('PUT', `/api/compras/pedido_compra/${made.id}`, { obs: 'x', versao: done.body.versao })).body,
    ).toMatchObject({ code: 'finalised' })
    expect((await act(made.id, 'cancela', { xMotivoCancelamento: 'curto' })).body.message).toBe(
      'O motivo do cancelamento precisa ter mais de 15 caracteres',
    )
    const cancelled = await act(made.id, 'cancela', { xMotivoCancelamento: 'Fornecedor sem estoque' })
    expect(cancelled.body).toMatchObject({ status: 5 })
    expect((await entry()).body).toMatchObject({ status: 5 })
    expect(cancelled.body.logs.map((one: { evento: string }) => one.evento)).toEqual([
      'cancela',
      'finaliza',
      'fecha',
      'create',
    ])
    const { schemas } = (await call('GET', '/api/openapi.json')).body.components
    expect(schemas.pedido_compra.properties).toHaveProperty('logs')
    expect(Object.keys(schemas.pedido_compra_log.properties).toSorted()).toEqual(
      Object.keys(cancelled.body.logs[0]).toSorted(),
    )
  })

  it('shares its freight over the items of the entry by their value, to the cent', async () => {
    const made = await call('POST', '/api/compras/pedido_compra', {
      fornecedor_id: ids.supplier,
      vFrete: 100,
      pedido_compra_mercadorias: [
        { mercadoria_id: ids.bolt, qTrib: 1, vUnTrib: 10 },
        { mercadoria_id: ids.nut, qTrib: 2, vUnTrib: 5 },
        { mercadoria_id: ids.bolt, qTrib: 1, vUnTrib: 10 },
      ],
    })
    await act(made.body.id, 'addPagamento', { string: '30/60' })
    await act(made.body.id, 'fecha')
    const { entrada_id } = (await act(made.body.id, 'finaliza')).body
    const entry = (await call('GET', `/api/entrada/${entrada_id}`)).body
    expect(entry).toMatchObject({ vProd: 30, vFrete: 100, vTotal: 130 })
    expect(entry.entrada_mercadorias.map((one: { vFrete: number }) => one.vFrete)).toEqual([33.33, 33.33, 33.34])
    expect(entry.entrada_duplicatas.map((one: { vDup: number }) => one.vDup)).toEqual([65, 65])
  })

  it('is closed again, and finalised anew, when its open entry is deleted', async () => {
    const made = await order()
    await act(made.id, 'fecha')
    const first = (await act(made.id, 'finaliza')).body.entrada_id
    expect((await call('DELETE', `/api/entrada/${first}`)).status).toBe(200)
    expect((await call('GET', `/api/compras/pedido_compra/${made.id}`)).body).toMatchObject({
      status: 2,
      entrada_id: null,
    })
    const again = await act(made.id, 'finaliza')
    expect(again.body).toMatchObject({ status: 4 })
    expect((await call('GET', `/api/entrada/${again.body.entrada_id}`)).body).toMatchObject({ status: 0, vTotal: 13 })
  })

  it('422 payments by a method of another company; those there are stay', async () => {
    const other = await server.insert('empresa', { CNPJ_CPF: testCnpj(2), xNome: 'Filial', xFant: 'Filial', UF: 'PR' })
    const method = await server.insert('pagamento', { descricao: 'Carnê', tPag: '15', empresa_id: other.id })
    const made = await order()
    await act(made.id, 'addPagamento', { string: '30/60' })
    expect(await act(made.id, 'addPagamento', { string: '30', pagamento_id: method.id })).toMatchObject({
      status: 422,
      body: { errors: { pagamento_id: ['Selecione um registro válido.'] } },
    })
    const after = (await call('GET', `/api/compras/pedido_compra/${made.id}`)).body
    expect(after.pedido_compra_pagamentos).toHaveLength(2)
  })

  it('duplica makes an open copy with its items', async () => {
    const made = await order()
    const copy = await act(made.id, 'duplica')
    expect((await call('GET', `/api/compras/pedido_compra/${copy.body.pedido_compra.id}`)).body).toMatchObject({
      vTotal: 13,
      status: 0,
    })
  })

  it('403 closing without manage_pedido_compra; change_pedido_compra alone edits', async () => {
    const made = await order()
    const buyer = await server.user({ permissions: ['show pedido_compra', 'change_pedido_compra'] })
    expect(await buyer('POST', `/api/compras/pedido_compra/${made.id}/fecha`)).toMatchObject({ status: 403 })
    const changed = await buyer('PUT', `/api/compras/pedido_compra/${made.id}`, { obs: 'ok', versao: made.versao })
    expect(changed.status).toBe(200)
    const manager = await server.user({ permissions: ['change_pedido_compra', 'manage_pedido_compra'] })
    expect((await manager('POST', `/api/compras/pedido_compra/${made.id}/fecha`)).status).toBe(200)
  })
})
