import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../fixtures/test-server'

/** The prices of a table changed by a percentage: looked at, then done, with one line of history each. */

let server: TestServer
let table: number
let other: number
let ids: number[]

beforeAll(async () => {
  server = await testServer()
  table = (await server.insert('tabela_preco', { descricao: 'Varejo' })).id
  other = (await server.insert('tabela_preco', { descricao: 'Atacado' })).id
  ids = []
  for (const [xProd, custo, ativo] of [
    ['Furadeira', '60', true],
    ['Sem custo', '0', true],
    ['Inativa', '5', false],
  ]) {
    const { id } = await server.insert('mercadoria', { xProd, custo, ativo })
    ids.push(id)
    for (const tabela_preco_id of [table, other])
      await server.insert('mercadoria_preco', { mercadoria_id: id, tabela_preco_id, vUnTrib: '99.99' })
  }
})
afterAll(() => server.close())

const ask = (action: string, body: object, by = server.admin) =>
  by('POST', `/api/comercial/tabela_preco/${table}/${action}`, body)
const prices = async (of: number) => {
  const where = encodeURIComponent(JSON.stringify({ tabela_preco_id: of }))
  const { body } = await server.admin('GET', `/api/mercadoria_preco?where=${where}&orderBy=mercadoria_id&sortedBy=asc`)
  return body.data
}

it('is looked at without a change, then done to this table’s active products alone', async () => {
  const seen = await ask('previsaoPrecos', { pReajuste: '7.5' })
  expect(seen.body).toMatchObject({
    quantidade: 2,
    alteradas: 2,
    data: [{ de: 99.99, para: 107.49 }, { para: 107.49 }],
  })
  expect((await prices(table))[0].vUnTrib).toBe(99.99)
  expect((await ask('precifica', { pReajuste: '7.5' })).body).toMatchObject({ quantidade: 2 })
  expect(await prices(table)).toMatchObject([
    { vUnTrib: 107.49, pMargem: 44.1809, pMarkup: 79.15 },
    { vUnTrib: 107.49, pMargem: null, pMarkup: null },
    { vUnTrib: 99.99 },
  ])
  expect((await prices(other)).map((one: { vUnTrib: number }) => one.vUnTrib)).toEqual([99.99, 99.99, 99.99])
  const [first] = await prices(table)
  const trail = (await server.admin('GET', `/api/mercadoria_preco/${first.id}/auditoria`)).body.data
  expect(trail.map((one: { acao: string }) => one.acao)).toEqual(['precifica', 'create'])
})

it('tells nobody a cost: who may not know it may change by a percentage', async () => {
  const clerk = await server.user({ permissions: ['show tabela_preco', 'edit tabela_preco', 'show mercadoria'] })
  expect((await ask('previsaoPrecos', { pMargem: '30' }, clerk)).status).toBe(403)
  const { status, body } = await ask('previsaoPrecos', { pReajuste: '-10', id_list: [ids[0]] }, clerk)
  expect([status, JSON.stringify(body)]).toEqual([200, expect.not.stringContaining('argem')])
})

it('400 for a rate that leaves no price, or is no change of one', async () => {
  for (const pReajuste of ['-100', '-100.0001', '-1000', '1000.01'])
    expect(await ask('precifica', { pReajuste })).toMatchObject({ status: 400, body: { code: 'invalid_rate' } })
})
