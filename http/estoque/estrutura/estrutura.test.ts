import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestServer } from '../../../fixtures/test-server'
import { call, entered, ok, openStore, product } from '../output.fixture'

/** What a product is made of at every level, what it comes to, where it is used; and its standard cost made anew from that. */

let server: TestServer
let ids: Record<'table' | 'leg' | 'wood' | 'top', number>
beforeAll(async () => {
  ;({ server } = await openStore())
  const centre = await server.insert('centro_trabalho', { descricao: 'Bancada', vHora: '60' })
  const [table, leg] = [await product({ xProd: 'Mesa', custo: '1' }), await product({ xProd: 'Perna', custo: '9.5' })]
  const [wood, top] = [await product({ xProd: 'Madeira', custo: '2' }), await product({ xProd: 'Tampo', custo: '30' })]
  ids = { table, leg, wood, top }
  await ok('PUT', `/api/mercadoria/${leg}`, {
    mercadoria_insumos: [{ mercadoria_insumo_id: wood, quantidade: 0.5, pPerda: 20, tpPerda: 1 }],
    mercadoria_etapas_producao: [{ n_ordem: 10, centro_trabalho_id: centre.id, qMinutosPreparo: 60, qMinutos: 2 }],
  })
  await ok('PUT', `/api/mercadoria/${table}`, {
    mercadoria_insumos: [
      { mercadoria_insumo_id: top, quantidade: 1, vCusto: 25 },
      { mercadoria_insumo_id: leg, quantidade: 4, vCusto: 1 },
    ],
  })
  await entered(wood, 10, [], 12.5)
})
afterAll(() => server.close())

const structure = (id: number) => ok('GET', `/api/mercadoria/${id}/estrutura`)
const recost = (body: object = {}) => call('POST', '/api/mercadoria/recalculaCusto', body)

describe('the structure of a product', () => {
  it('has every level, with what each comes to at the costs of now', async () => {
    const { itens, usado, ...costs } = await structure(ids.table)
    expect(costs).toEqual({ vMaterial: 55, vMaoObra: 8, vTotal: 63, custo: 1 })
    expect(itens).toMatchObject([
      { nivel: 1, mercadoria_id: ids.top, qTrib: 1, vCusto: 25 },
      { nivel: 1, mercadoria_id: ids.leg, qTrib: 4, vCusto: 38 },
      { nivel: 2, mercadoria_id: ids.wood, qTrib: 2.4, vCusto: 30 },
    ])
    expect(usado).toEqual([])
  })

  it('tells where a product is used, through what', async () => {
    expect(await structure(ids.wood)).toMatchObject({
      vTotal: 12.5,
      itens: [],
      usado: [
        { nivel: 1, mercadoria_id: ids.leg, qTrib: 0.6 },
        { nivel: 2, mercadoria_id: ids.table, qTrib: 2.4 },
      ],
    })
  })

  it('tells no costs to who may not know them', async () => {
    const reader = await server.user({ permissions: ['show mercadoria'] })
    const { body } = await reader('GET', `/api/mercadoria/${ids.table}/estrutura`)
    expect(body).toMatchObject({ vTotal: null, custo: null, itens: [{ vCusto: null }, {}, {}] })
  })
})

describe('standard costs made anew', () => {
  it('are shown first, and are taken as they were shown, with the history', async () => {
    const shown = await recost()
    expect(shown.body).toMatchObject({
      gravado: false,
      total: 1,
      data: [{ id: ids.table, xProd: 'Mesa', de: '1.0000', para: '63.0000' }],
    })
    expect((await ok('GET', `/api/mercadoria/${ids.table}`)).custo).toBe(1)
    expect((await recost({ confirma: true, visto: '0' })).status).toBe(409)
    expect((await recost({ confirma: true, visto: shown.body.visto })).body).toMatchObject({ gravado: true })
    expect((await ok('GET', `/api/mercadoria/${ids.table}`)).custo).toBe(63)
    const [told] = (await ok('GET', `/api/mercadoria/${ids.table}/auditoria`)).data
    expect(told).toMatchObject({ acao: 'recalculaCusto', campos: [{ campo: 'custo', de: 1, para: 63 }] })
    expect((await recost()).body).toMatchObject({ total: 0, data: [] })
  })

  it('are of one product alone where it is named', async () => {
    await ok('PUT', `/api/mercadoria/${ids.leg}`, { custo: 2 })
    await ok('PUT', `/api/mercadoria/${ids.table}`, { custo: 2 })
    expect((await recost({ mercadoria_id: ids.leg })).body).toMatchObject({ total: 1, data: [{ id: ids.leg }] })
    expect((await recost()).body.total).toBe(2)
  })

  it('403 without the right to costs, or to change products', async () => {
    const seller = await server.user({ permissions: ['show mercadoria', 'edit mercadoria'] })
    const knowing = await server.user({ permissions: ['show mercadoria', 'show custo'] })
    for (const who of [seller, knowing])
      expect((await who('POST', '/api/mercadoria/recalculaCusto', {})).status).toBe(403)
  })
})
