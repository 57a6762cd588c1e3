import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../fixtures/as-owner'
import { testServer, type TestServer } from '../../fixtures/test-server'
import { bookFaults } from '../books'
import { knownMigrations } from '../db/migrate'

/** A discount in money is an amount: what else changes of its line leaves it as it was given. */

let server: TestServer
let head: { cliente_id: number; tipo_entrada_saida_id: number }
let mercadoria_id = 0
const call: TestServer['admin'] = (...args) => server.admin(...args)

beforeAll(async () => {
  server = await testServer()
  head = {
    cliente_id: (await server.insert('cliente', { xNome: 'Maria Exemplo' })).id,
    tipo_entrada_saida_id: (await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, padrao: 1 })).id,
  }
  mercadoria_id = (await server.insert('mercadoria', { xProd: 'Parafuso' })).id
})
afterAll(() => server.close())

type Kind = 'venda' | 'orcamento'
async function made(line: object, kind: Kind = 'venda') {
  const { status, body } = await call('POST', `/api/${kind}`, {
    ...head,
    [`${kind}_mercadorias`]: [{ mercadoria_id, qTrib: 4, vUnTrib: 25, ...line }],
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const change = (id: number, item: number, more: object) =>
  call('PUT', `/api/venda/${id}`, { venda_mercadorias: [{ id: item, ...more }] })

describe('a discount in money', () => {
  it.each([
    ['as its amount', { tp_desconto: 1, vDescValor: 10 }],
    ['as a fraction', { tp_desconto: 1, vDesc: 0.1 }],
  ])('given %s stays as quantity and price change', async (_, given) => {
    const sale = await made(given)
    const [{ id }] = sale.venda_mercadorias
    expect(sale).toMatchObject({ vTotal: 90, vDesc: 10, venda_mercadorias: [{ vDescValor: 10, vDesc: 0.1 }] })
    for (const [more, total] of [
      [{ qTrib: 5 }, 115],
      [{ qTrib: 3 }, 65],
      [{ qTrib: 7.3333 }, 173.33],
      [{ vUnTrib: 19.99 }, 136.59],
      [{ qTrib: 1, vUnTrib: 10 }, 0],
      [{ qTrib: 1_000_000, vUnTrib: 1234.56 }, 1_234_559_990],
    ] as const)
      expect((await change(sale.id, id, more)).body, JSON.stringify(more)).toMatchObject({ vTotal: total, vDesc: 10 })
  })

  it('given to chosen lines stays too, and so it does in what the screen sends back', async () => {
    const sale = await made({})
    const [{ id }] = sale.venda_mercadorias
    const body = { vDesc: 10, tp_desconto: 1, id_list: [id] }
    expect((await call('POST', `/api/venda/${sale.id}/aplicaDescontoItens`, body)).body.vDesconto).toBe(10)
    const [line] = (await call('GET', `/api/venda/${sale.id}`)).body.venda_mercadorias
    expect(line).toMatchObject({ vDescValor: 10, vTotal: 90 })
    const { vDesc, vDescValor, tp_desconto } = line
    expect((await change(sale.id, id, { qTrib: 6, vDesc, vDescValor, tp_desconto })).body.vTotal).toBe(140)
    expect((await change(sale.id, id, { vDesc: 0.5 })).body).toMatchObject({
      vTotal: 75,
      venda_mercadorias: [{ vDescValor: 75 }],
    })
    expect((await change(sale.id, id, { vDescValor: null })).body).toMatchObject({ vTotal: 150, vDesc: 0 })
  })

  it('of several: each its own amount, the first off what the others leave', async () => {
    const sale = await made({ tp_desconto: 1, vDescValor: 5, vDescValor2: 3, vDescValor4: 0.01 })
    const [{ id }] = sale.venda_mercadorias
    expect(sale.vTotal).toBe(91.99)
    expect((await change(sale.id, id, { qTrib: 8 })).body.vTotal).toBe(191.99)
  })

  it('422 for more than the goods, when it is given and when they become fewer', async () => {
    const [path, line] = ['/api/venda', { mercadoria_id, qTrib: 1, vUnTrib: 9, tp_desconto: 1, vDescValor: 9.01 }]
    expect((await call('POST', path, { ...head, venda_mercadorias: [line] })).status).toBe(422)
    const sale = await made({ tp_desconto: 1, vDescValor: 90 })
    const [{ id }] = sale.venda_mercadorias
    const fewer = await change(sale.id, id, { qTrib: 3 })
    expect([fewer.status, fewer.body.errors]).toEqual([
      422,
      { 'venda_mercadorias.0.vDesc': ['O desconto passa do valor do item.'] },
    ])
  })

  it('becomes percent and money again as what it takes then', async () => {
    const sale = await made({ tp_desconto: 1, vDescValor: 10 })
    const [{ id }] = sale.venda_mercadorias
    const percent = await change(sale.id, id, { tp_desconto: 0 })
    expect(percent.body.venda_mercadorias).toMatchObject([{ vDescValor: null, vDesc: 0.1 }])
    expect((await change(sale.id, id, { qTrib: 8 })).body).toMatchObject({ vTotal: 180 })
    expect((await change(sale.id, id, { tp_desconto: 1 })).body.venda_mercadorias).toMatchObject([{ vDescValor: 20 }])
    expect((await change(sale.id, id, { qTrib: 4 })).body).toMatchObject({ vTotal: 80 })
  })

  it('goes along with a quote that is closed and a sale that is copied', async () => {
    const quote = await made({ tp_desconto: 1, vDescValor: 10 }, 'orcamento')
    const { body } = await call('POST', `/api/orcamento/${quote.id}/fecha`)
    const sale = (await call('GET', `/api/venda/${body.venda_id}`)).body
    expect(sale.venda_mercadorias).toMatchObject([{ vDescValor: 10, vTotal: 90 }])
    const copy = (await call('POST', `/api/venda/${sale.id}/duplica`)).body
    const copied = (await call('GET', `/api/venda/${copy.id ?? copy.venda?.id}`)).body
    expect(copied.venda_mercadorias).toMatchObject([{ vDescValor: 10, vTotal: 90 }])
  })
})

it('documents of before keep every total, and their discounts are what they took', async () => {
  const lines = [
    { qTrib: 10_000, vUnTrib: 0.05, vDesc: 0.02 },
    { qTrib: 3, vUnTrib: 33.33, vDesc: 0.100010001 },
    { qTrib: 7.5, vUnTrib: 19.99, vDesc: 0.05, vDesc2: 0.1, vDesc3: 0.033333333333, vDesc4: 0.01 },
    { qTrib: 2, vUnTrib: 10, vDesc2: 0.25, pIPI: 5 },
    { qTrib: 2, vUnTrib: 10 },
  ]
  const { body: sale } = await call('POST', '/api/venda', {
    ...head,
    venda_mercadorias: [
      ...lines.map((line) => ({ mercadoria_id, tp_desconto: 1, ...line })),
      { mercadoria_id, qTrib: 1, vUnTrib: 10, vDesc: 0.1 },
    ],
  })
  const figures = (owner: Sql) =>
    owner`select id, "vDescValor"::float as a, "vDescValor2"::float as b, "vDescValor3"::float as c, "vDescValor4"::float as d, "vTotal"::float as t
      from venda_mercadoria where venda_id = ${sale.id} order by id`
  await asOwner(server.url, async (owner) => {
    const before = [...(await figures(owner))]
    await owner`update venda_mercadoria set "vDescValor" = null, "vDescValor2" = null, "vDescValor3" = null, "vDescValor4" = null`
    const { sql = '' } = knownMigrations().find((one) => one.name.endsWith('_desconto_valor.sql')) ?? {}
    await owner.unsafe(sql.slice(sql.indexOf('-- Discounts in money')))
    expect([...(await figures(owner))]).toEqual(before)
    expect(await bookFaults(owner)).toEqual([])
  })
  const { body: saved } = await call('PUT', `/api/venda/${sale.id}`, {
    venda_mercadorias: sale.venda_mercadorias.map(({ id }: { id: number }) => ({ id, pComissao: 1 })),
  })
  expect(saved.vTotal).toBe(sale.vTotal)
})
