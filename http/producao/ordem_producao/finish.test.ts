import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestServer } from '../../../fixtures/test-server'
import { call, faults, inDays, ok, output, product, stockOf } from '../../estoque/output.fixture'
import {
  begin,
  byProduct,
  finish,
  goodsOf,
  kit,
  openWorkshop,
  order,
  parts,
  PATH,
  REASON,
  shown,
} from '../orders.fixture'
import { partsAsked } from './ask'

/** What somebody says that was finished: nothing, fractions, more than was planned, what comes out beside it; and what undoing it may take. */

let server: TestServer
let units: Record<'pieces' | 'kilos', number>
beforeAll(async () => {
  ;({ server } = await openWorkshop())
  const unit = async (un: string, decimal: number) => (await server.insert('unidade', { un, decimal })).id
  units = { pieces: await unit('PC', 0), kilos: await unit('KG', 2) }
})
afterAll(() => server.close())

const tryFinish = (id: number, body: object = {}) => call('POST', `${PATH}/${id}/finaliza`, body)
/** An order of ten of something without supplies, begun; and its goods. */
async function bare(values: object = {}, qTrib = 10) {
  const made = await product({ xProd: 'Vaso', ...values })
  const id = await order(made, qTrib)
  await begin(id)
  return { id, made, goods: (await goodsOf(id)).id }
}

describe('what is not said', () => {
  it('an empty list makes nothing; without one, all that is left is made, or nothing more where it ends', async () => {
    const [one, other] = [await kit(), await kit()]
    const { id } = await ok('POST', PATH, {
      ordem_producao_mercadoria_list: [
        { mercadoria_id: one.table, qTrib: 10 },
        { mercadoria_id: other.table, qTrib: 5 },
      ],
    })
    await begin(id)
    for (const body of [{ mercadorias: [] }, { mercadorias: [], encerra: true }])
      expect(await tryFinish(id, body)).toMatchObject({
        status: 400,
        body: { code: 'nothing_made', message: 'Informe quanto foi produzido.' },
      })
    await finish(id, { mercadorias: [{ id: (await goodsOf(id)).id, qBoa: 10 }] })
    expect(await finish(id, { encerra: true })).toMatchObject({ entrada_id: null, finalizada: true })
    expect([await stockOf(one.table), await stockOf(other.table)]).toEqual([
      [10, 0, 10],
      [0, 0, 0],
    ])
    expect(await stockOf(other.wood)).toEqual([100, 0, 100])
    expect(await faults()).toEqual([])
  })

  it('400 finalised where nothing is left of any goods', async () => {
    const { id } = await bare()
    await finish(id)
    for (const body of [{}, { encerra: true }])
      expect(await tryFinish(id, body)).toMatchObject({ status: 400, body: { code: 'finalised' } })
    expect(() => partsAsked([], { encerra: false }, 0)).toThrow('Tudo já foi produzido.')
  })

  it('400 finalised for goods that are done, while others are not', async () => {
    const [one, other] = [await kit(), await kit()]
    const { id } = await ok('POST', PATH, {
      ordem_producao_mercadoria_list: [
        { mercadoria_id: one.table, qTrib: 1 },
        { mercadoria_id: other.table, qTrib: 1 },
      ],
    })
    await begin(id)
    const goods = (await goodsOf(id)).id
    await finish(id, { mercadorias: [{ id: goods, qBoa: 1 }] })
    expect(await tryFinish(id, { mercadorias: [{ id: goods, qBoa: 1 }] })).toMatchObject({
      status: 400,
      body: { code: 'finalised' },
    })
    expect(await finish(id)).toMatchObject({ finalizada: true })
  })
})

describe('fractions', () => {
  it('422 by field for more decimals than are kept, and of what is counted whole', async () => {
    const rest = await bare()
    const pieces = await bare({ unidade_id: units.pieces })
    const kilos = await bare({ unidade_id: units.kilos })
    const told = async ({ id, goods }: { id: number; goods: number }, line: object) =>
      (await tryFinish(id, { mercadorias: [{ id: goods, ...line }] })).body.errors
    const whole = ['A unidade PC não tem decimais: informe uma quantidade inteira.']
    expect(await told(rest, { qBoa: 9.99995 })).toEqual({ 'mercadorias.0.qBoa': ['Informe no máximo 4 decimais.'] })
    expect(await told(rest, { qBoa: 9, qRefugo: 0.00001 })).toEqual({
      'mercadorias.0.qRefugo': ['Informe no máximo 4 decimais.'],
    })
    expect(await told(pieces, { qBoa: 0.5 })).toEqual({ 'mercadorias.0.qBoa': whole })
    expect(await told(pieces, { qBoa: 1, qRefugoAnormal: 0.5 })).toEqual({ 'mercadorias.0.qRefugoAnormal': whole })
    expect(await told(kilos, { qBoa: 1.234 })).toEqual({ 'mercadorias.0.qBoa': ['Informe no máximo 2 decimais.'] })
    await finish(kilos.id, { mercadorias: [{ id: kilos.goods, qBoa: 9.99 }] })
    expect(await finish(kilos.id)).toMatchObject({ finalizada: true })
    expect(await stockOf(kilos.made)).toEqual([10, 0, 10])
    expect(await faults()).toEqual([])
  })

  it('what is left is as the unit counts it: less than that is nothing more', async () => {
    const kilos = await bare({ unidade_id: units.kilos }, 1.234)
    expect(await finish(kilos.id)).toMatchObject({ finalizada: true })
    expect(await stockOf(kilos.made)).toEqual([1.23, 0, 1.23])
    const told = await bare({ unidade_id: units.kilos }, 1.234)
    await finish(told.id, { mercadorias: [{ id: told.goods, qBoa: 1.23 }] })
    expect(await shown(told.id)).toMatchObject({ status: 4 })
    expect(await faults()).toEqual([])
  })

  it('by-products are as their unit counts them, and refused otherwise', async () => {
    const { table } = await kit()
    const id = await order(table, 3)
    const slat = await product({ xProd: 'Ripa', unidade_id: units.pieces })
    const { insumos } = await goodsOf(id)
    const own = await byProduct(id, slat, { quantidade: 1.5, vCusto: 1, subproduto_parent_id: insumos[0].id })
    await begin(id)
    const goods = (await goodsOf(id)).id
    const line = { id: goods, qBoa: 1, subprodutos: [{ id: own.id, qTrib: 0.5 }] }
    expect(await tryFinish(id, { mercadorias: [line] })).toMatchObject({
      status: 422,
      body: {
        errors: {
          'mercadorias.0.subprodutos.0.qTrib': ['A unidade PC não tem decimais: informe uma quantidade inteira.'],
        },
      },
    })
    const consumo = [{ id: insumos[0].id, qTrib: 4.00001 }]
    expect(await tryFinish(id, { mercadorias: [{ id: goods, qBoa: 1, consumo }] })).toMatchObject({
      body: { errors: { 'mercadorias.0.consumo.0.qTrib': ['Informe no máximo 4 decimais.'] } },
    })
    await finish(id, { mercadorias: [{ id: goods, qBoa: 1 }] })
    // Five of twelve pieces of wood would bring 2.0833 slats.
    expect(await stockOf(slat)).toEqual([2, 0, 2])
    await finish(id)
    expect(await stockOf(slat)).toEqual([5, 0, 5])
    expect(await faults()).toEqual([])
  })
})

describe('what does not go together', () => {
  it('422 by field for goods twice or of another order, an insumo of another, and one that is drawn and comes back', async () => {
    const { table } = await kit()
    const [id, other] = [await order(table, 2), await order(table, 2)]
    await begin(id)
    const [one, another] = [await goodsOf(id), await goodsOf(other)]
    const line = { id: one.id, qBoa: 1 }
    const told = async (...mercadorias: readonly object[]) => (await tryFinish(id, { mercadorias })).body.errors
    expect(await told(line, line)).toEqual({ mercadorias: ['A mesma mercadoria aparece mais de uma vez.'] })
    expect(await told(line, { ...line, id: another.id })).toEqual({
      'mercadorias.1.id': ['Esta mercadoria não é da ordem.'],
    })
    const strange = [{ id: another.insumos[0].id, qTrib: 1 }]
    expect(await told({ ...line, consumo: strange })).toEqual({
      'mercadorias.0.consumo.0.id': ['Este insumo não é de Mesa.'],
    })
    const own = [{ id: one.insumos[0].id, qTrib: 1 }]
    expect(await told({ ...line, consumo: own, devolve: own })).toEqual({
      'mercadorias.0.devolve': ['Um insumo sai ou volta em uma mesma parte.'],
    })
  })
})

describe('more than was planned', () => {
  it('is made all the same, draws more, and ends the order', async () => {
    const { table, wood } = await kit()
    const id = await order(table, 10)
    await begin(id)
    const goods = (await goodsOf(id)).id
    await finish(id, { mercadorias: [{ id: goods, qBoa: 12 }] })
    expect(await shown(id)).toMatchObject({ status: 4 })
    expect(await stockOf(table)).toEqual([12, 0, 12])
    expect(await stockOf(wood)).toEqual([52, 0, 52])
    expect(await parts(id)).toMatchObject([{ qBoa: 12, vMaterial: 628.4, vPrincipal: 628.4, vEmProcesso: 0 }])
    expect(await faults()).toEqual([])
  })
})

describe('by-products', () => {
  it('take a percentage of what the part cost', async () => {
    const { table } = await kit()
    const id = await order(table, 10)
    const chips = await product({ xProd: 'Cavaco' })
    await byProduct(id, chips, { quantidade: 2, pCusto: 10 })
    await begin(id)
    await finish(id)
    // 500.00 of wood and 23.67 of glue.
    expect(await parts(id)).toMatchObject([{ vCusto: 523.67, vSubprodutos: 52.37, vPrincipal: 471.3 }])
    expect(await stockOf(chips)).toEqual([20, 0, 20])
    expect(await faults()).toEqual([])
  })

  it('that were told more of than was due bring nothing more, and nothing less', async () => {
    const { table } = await kit()
    const id = await order(table, 4)
    const chips = await product({ xProd: 'Cavaco' })
    const { id: goods, insumos } = await goodsOf(id)
    const own = await byProduct(id, chips, { quantidade: 1, vCusto: 1, subproduto_parent_id: insumos[0].id })
    await begin(id)
    await finish(id, { mercadorias: [{ id: goods, qBoa: 1, subprodutos: [{ id: own.id, qTrib: 9 }] }] })
    await finish(id)
    expect(await stockOf(chips)).toEqual([9, 0, 9])
    expect(await faults()).toEqual([])
  })

  it('that are controlled by lot have that of their order, good for as long as they are', async () => {
    const { table } = await kit()
    const id = await order(table, 10)
    const oil = await product({ xProd: 'Óleo', controla_lote: 2, dias_validade: 90 })
    await byProduct(id, oil, { quantidade: 1, vCusto: 1 })
    await begin(id)
    await finish(id)
    const where = encodeURIComponent(JSON.stringify({ mercadoria_id: oil }))
    const lots = (await ok('GET', `/api/estoque/mercadoria_lote?where=${where}`)).data
    expect(lots).toMatchObject([{ nLote: `OP${id}`, dVal: inDays(90) }])
    expect(await faults()).toEqual([])
  })
})

describe('undone', () => {
  /** 50 on hand; an order of ten holds 40 and has made five of 20, and nothing more; another document holds 30. */
  async function taken() {
    const { table, wood } = await kit(50)
    const id = await order(table, 10)
    await begin(id)
    const goods = (await goodsOf(id)).id
    const { entrada_id } = await finish(id, { mercadorias: [{ id: goods, qBoa: 5, encerra: true }] })
    expect(await stockOf(wood)).toEqual([30, 0, 30])
    const other = await output(wood, 30)
    await ok('POST', `/api/estoque/saida/${other.id}/separar`)
    expect(await stockOf(wood)).toEqual([30, 30, 0])
    return { id, wood, entrada_id, other: other.id }
  }

  it.each(['desfazParte', 'cancela'])('400 where what it held is held by others meanwhile (%s)', async (by) => {
    const { id, wood, entrada_id, other } = await taken()
    const undo = () =>
      by === 'desfazParte'
        ? call('POST', `${PATH}/${id}/desfazParte`)
        : call('POST', `/api/entrada/${entrada_id}/cancela`, REASON)
    expect(await undo()).toMatchObject({ status: 400, body: { code: 'reserved' } })
    expect(await stockOf(wood)).toEqual([30, 30, 0])
    expect(await faults()).toEqual([])
    await ok('POST', `/api/estoque/saida/${other}/cancelar`, REASON)
    expect((await undo()).status).toBe(200)
    expect(await stockOf(wood)).toEqual([50, 40, 10])
    expect(await faults()).toEqual([])
  })
})
