import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, entered, faults, ok, product, stockOf } from '../../estoque/output.fixture'
import { begin, finish, goodsOf, openPickedWorkshop, order, PATH, REASON, SUPPLY_PATH } from '../orders.fixture'

/** What stands in for a supply: told in the composition, taken along by orders, and put in its place before or after they begin. */

let workshop: Awaited<ReturnType<typeof openPickedWorkshop>>
beforeAll(async () => {
  workshop = await openPickedWorkshop()
})
afterAll(() => workshop.server.close())

/** Crates of two boards of pine, or of three thinner ones of fir for two of pine. */
async function crates(pine: number, fir: number, picked = false) {
  const [box, board, other] = [
    await product({ xProd: 'Caixa' }),
    await product({ xProd: 'Pinho' }),
    await product({ xProd: 'Abeto' }),
  ]
  await ok('PUT', `/api/mercadoria/${box}`, {
    mercadoria_insumos: [
      { mercadoria_insumo_id: board, quantidade: 2, substitutos: [{ mercadoria_id: other, fator: 1.5 }] },
    ],
  })
  for (const [id, quantity] of [
    [board, pine],
    [other, fir],
  ] as const)
    if (quantity > 0) await (picked ? workshop.shelved(id, quantity) : entered(id, quantity, [], 5))
  return { box, board, other }
}

/** Puts the first substitute of an order's first supply in its place. */
async function replace(id: number, qTrib?: number) {
  const [supply] = (await goodsOf(id)).insumos
  return call('POST', `${SUPPLY_PATH}/${supply.id}/substitui`, {
    substituto_id: supply.substitutos[0].id,
    ...(qTrib === undefined ? {} : { qTrib }),
  })
}

const planned = async (id: number) =>
  (await goodsOf(id)).insumos.map((one: Record<string, unknown>) => [
    one.mercadoria_id,
    one.quantidade,
    one.qPlanejada,
    one.qSolicitada,
  ])

describe('a substitute in a composition', () => {
  it('is taken along by an order as it is then, and goes with a copy of the product', async () => {
    const { box, board, other } = await crates(0, 0)
    const id = await order(box, 10)
    await ok('PUT', `/api/mercadoria/${box}`, {
      mercadoria_insumos: [{ mercadoria_insumo_id: board, quantidade: 2, substitutos: [] }],
    })
    const [supply] = (await goodsOf(id)).insumos
    expect(supply.substitutos).toMatchObject([{ mercadoria_id: other, fator: 1.5, qDisp: 0 }])
    const { mercadoria } = await ok('POST', `/api/mercadoria/${(await crates(0, 0)).box}/duplica`)
    const copy = await ok('GET', `/api/mercadoria/${mercadoria.id}`)
    expect(copy.mercadoria_insumos).toMatchObject([{ substitutos: [{ fator: 1.5 }] }])
  })

  it('422 the component itself, or what is made of it', async () => {
    const { box, board } = await crates(0, 0)
    for (const mercadoria_id of [board, box])
      expect(
        await call('PUT', `/api/mercadoria/${box}`, {
          mercadoria_insumos: [{ mercadoria_insumo_id: board, quantidade: 2, substitutos: [{ mercadoria_id }] }],
        }),
      ).toMatchObject({ status: 422 })
  })
})

describe('before an order begins', () => {
  it('what lacks is drawn of the other: a part of it, as it is told', async () => {
    const { box, board, other } = await crates(12, 30)
    const id = await order(box, 10)
    expect((await call('POST', `${PATH}/${id}/inicia`)).body.code).toBe('no_stock')
    expect(await replace(id, 8)).toMatchObject({ status: 200, body: { message: 'Abeto no lugar de Pinho.' } })
    expect(await planned(id)).toEqual([
      [board, 1.2, 12, 0],
      [other, 1.2, 12, 0],
    ])
    await begin(id)
    expect([await stockOf(board), await stockOf(other)]).toEqual([
      [12, 12, 0],
      [30, 12, 18],
    ])
    await finish(id)
    expect([await stockOf(board), await stockOf(other)]).toEqual([
      [0, 0, 0],
      [18, 0, 18],
    ])
    expect(await faults()).toEqual([])
  })

  it('all of it where nothing is said; the plan follows the quantity that is made', async () => {
    const { box, board, other } = await crates(0, 100)
    const id = await order(box, 10)
    await replace(id)
    const [line] = (await ok('GET', `${PATH}/${id}`)).ordem_producao_mercadoria_list
    await ok('PUT', `${PATH}/${id}`, { ordem_producao_mercadoria_list: [{ id: line.id, qTrib: 20 }] })
    expect(await planned(id)).toEqual([
      [board, 0, 0, 0],
      [other, 3, 60, 0],
    ])
    expect(await replace(id)).toMatchObject({ status: 400, body: { code: 'nothing_left' } })
  })

  it.each([0, -1, 20.5])('422 %d of twenty', async (quantity) => {
    const id = await order((await crates(0, 0)).box, 10)
    expect(await replace(id, quantity)).toMatchObject({ status: 422 })
  })

  it('422 what stands in for another supply, 403 without the right', async () => {
    const [one, two] = [await order((await crates(0, 0)).box, 1), await order((await crates(0, 0)).box, 1)]
    const [supply] = (await goodsOf(one)).insumos
    const [foreign] = (await goodsOf(two)).insumos
    const body = { substituto_id: foreign.substitutos[0].id }
    expect(await call('POST', `${SUPPLY_PATH}/${supply.id}/substitui`, body)).toMatchObject({ status: 422 })
    const reader = await workshop.server.user({ permissions: ['show ordem_producao'] })
    expect((await reader('POST', `${SUPPLY_PATH}/${foreign.id}/substitui`, body)).status).toBe(403)
  })
})

describe('after an order has begun', () => {
  it('what it holds of the supply is free, and the other is held instead; a part that is made stays', async () => {
    const { box, board, other } = await crates(20, 30)
    const id = await order(box, 10)
    await begin(id)
    await finish(id, { mercadorias: [{ id: (await goodsOf(id)).id, qBoa: 4 }] })
    expect(await replace(id, 20)).toMatchObject({ status: 422 })
    await replace(id, 6)
    expect([await stockOf(board), await stockOf(other)]).toEqual([
      [12, 6, 6],
      [30, 9, 21],
    ])
    await finish(id)
    expect([await stockOf(board), await stockOf(other)]).toEqual([
      [6, 0, 6],
      [21, 0, 21],
    ])
    expect(await faults()).toEqual([])
    await ok('POST', `${PATH}/${id}/cancela`, REASON)
    expect([await stockOf(board), await stockOf(other)]).toEqual([
      [20, 0, 20],
      [30, 0, 30],
    ])
    expect(await faults()).toEqual([])
  })

  it('400 where there is too little of the other, and nothing is changed', async () => {
    const { box, board } = await crates(20, 3)
    const id = await order(box, 10)
    await begin(id)
    expect(await replace(id)).toMatchObject({ status: 400, body: { code: 'no_stock' } })
    expect(await planned(id)).toEqual([[board, 2, 20, 20]])
    expect(await stockOf(board)).toEqual([20, 20, 0])
  })

  it.each([0, 1])('supplies that leave at %i: who picks fetches the other instead', async (tpBaixa) => {
    const { box, board, other } = await crates(30, 40, true)
    const id = await order(box, 10, { tpBaixa })
    await begin(id)
    await replace(id)
    const where = encodeURIComponent(JSON.stringify({ ordem_producao_id: id }))
    const documents = (await ok('GET', `/api/expedicao/separacao_venda?where=${where}&orderBy=id&sortedBy=asc`)).data
    expect(documents).toHaveLength(2)
    for (const { separacao_id } of documents) {
      const lines = (await ok('GET', `/api/expedicao/separacao_mercadoria?where={"separacao_id":${separacao_id}}`)).data
      for (const line of lines.filter((one: { dhConferencia: unknown }) => one.dhConferencia === null)) {
        expect(line).toMatchObject({ mercadoria_id: other, qTrib: 30 })
        await ok('POST', `/api/expedicao/separacao_mercadoria/${line.id}/separa`)
      }
      await ok('POST', `/api/expedicao/separacao/${separacao_id}/confere`)
    }
    await finish(id)
    expect([await stockOf(board), await stockOf(other)]).toEqual([
      [30, 0, 30],
      [10, 0, 10],
    ])
    expect(await faults()).toEqual([])
  })
})
