import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestServer } from '../../../fixtures/test-server'
import { call, entered, faults, held, inDays, moved, ok, product, stockOf } from '../../estoque/output.fixture'
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
  SUPPLY_PATH,
} from '../orders.fixture'

/** Production orders as they live: begun, finished in parts, undone in every order, with accounts that add up. */

let server: TestServer
beforeAll(async () => ({ server } = await openWorkshop()))
afterAll(() => server.close())

describe('an order whose supplies leave as it is finished', () => {
  it('holds them from its start, draws the share of each part, and the goods cost what went in', async () => {
    const { table, wood, glue } = await kit()
    const id = await order(table, 10)
    expect(await begin(id)).toMatchObject({ status: 1 })
    expect(await held('ordem_producao', id)).toEqual(['A – 43.3333'])
    expect(await stockOf(wood)).toEqual([100, 40, 60])
    const goods = await goodsOf(id)
    const first = await finish(id, { mercadorias: [{ id: goods.id, qBoa: 4 }] })
    expect(first).toMatchObject({ id, finalizada: false })
    expect(await stockOf(table)).toEqual([4, 0, 4])
    expect(await stockOf(wood)).toEqual([84, 24, 60])
    expect(await shown(id)).toMatchObject({ status: 1 })
    expect(await finish(id)).toMatchObject({ finalizada: true })
    expect(await shown(id)).toMatchObject({ status: 4 })
    expect(await parts(id)).toMatchObject([
      { qBoa: 4, vMaterial: 209.47, vPrincipal: 209.47, vCustoUn: 52.3675 },
      { qBoa: 6, vMaterial: 314.2, vPrincipal: 314.2, vEmProcesso: 0 },
    ])
    expect((await goodsOf(id)).insumos).toMatchObject([
      { qPlanejada: 40, qSolicitada: 40, qConsumida: 40, vConsumido: 500 },
      { qPlanejada: 3.3333, qConsumida: 3.3333, vConsumido: 23.67 },
    ])
    expect(await stockOf(glue)).toEqual([96.6667, 0, 96.6667])
    expect(await ok('GET', `/api/entrada/${first.entrada_id}`)).toMatchObject({
      status: 4,
      vTotal: 209.47,
      ordem_producao_id: id,
    })
    expect(await faults()).toEqual([])
  })

  it('draws what is told, first of what it holds, and lets go of the rest', async () => {
    const { table, wood } = await kit(50)
    const id = await order(table, 10)
    await begin(id)
    const goods = await goodsOf(id)
    const [supply, glue] = goods.insumos
    await finish(id, {
      mercadorias: [
        {
          id: goods.id,
          qBoa: 8,
          encerra: true,
          consumo: [
            { id: supply.id, qTrib: 44 },
            { id: glue.id, qTrib: 0 },
          ],
        },
      ],
    })
    expect(await stockOf(wood)).toEqual([6, 0, 6])
    expect(await parts(id)).toMatchObject([{ vMaterial: 550, vPrincipal: 550, encerra: true }])
    expect(await goodsOf(id)).toMatchObject({ qProduzida: 8, encerrada: true, pRendimento: 100 })
    expect(await faults()).toEqual([])
  })

  it('400 no_stock where supplies are missing, and nothing has begun', async () => {
    const { table } = await kit(10)
    const id = await order(table, 10)
    expect(await call('POST', `${PATH}/${id}/inicia`)).toMatchObject({ status: 400, body: { code: 'no_stock' } })
    expect(await shown(id)).toMatchObject({ status: 0, dhInicio: null })
    expect(await call('POST', `${PATH}/${id}/finaliza`)).toMatchObject({ status: 400, body: { code: 'not_started' } })
  })

  it('two that want the same supplies at once: one begins', async () => {
    const { table } = await kit(50)
    const both = [await order(table, 10), await order(table, 10)]
    const answers = await Promise.all(both.map((id) => call('POST', `${PATH}/${id}/inicia`)))
    expect(answers.map((one) => one.status).toSorted()).toEqual([200, 400])
    expect(await faults()).toEqual([])
  })

  it('finished twice at once is finished once', async () => {
    const { table } = await kit()
    const id = await order(table, 10)
    await begin(id)
    const answers = await Promise.all([call('POST', `${PATH}/${id}/finaliza`), call('POST', `${PATH}/${id}/finaliza`)])
    expect(answers.map((one) => one.status).toSorted()).toEqual([200, 400])
    expect(await stockOf(table)).toEqual([10, 0, 10])
    expect(await faults()).toEqual([])
  })
})

describe('an order whose supplies leave as it begins', () => {
  it('keeps them in process, each part takes its share, and what is left over comes back at its value', async () => {
    const { table, wood } = await kit()
    const id = await order(table, 10, { tpBaixa: 1 })
    await begin(id)
    expect(await stockOf(wood)).toEqual([60, 0, 60])
    const goods = await goodsOf(id)
    expect(goods).toMatchObject({ vEmProcesso: 523.67, qProduzida: 0 })
    await finish(id, { mercadorias: [{ id: goods.id, qBoa: 5 }] })
    expect(await goodsOf(id)).toMatchObject({ vEmProcesso: 261.83 })
    await finish(id, {
      mercadorias: [{ id: goods.id, qBoa: 3, encerra: true, devolve: [{ id: goods.insumos[0].id, qTrib: 8 }] }],
    })
    expect(await stockOf(wood)).toEqual([68, 0, 68])
    expect(await parts(id)).toMatchObject([
      { vRateado: 261.84, vPrincipal: 261.84 },
      { vDevolvido: 100, vRateado: 161.83, vPrincipal: 161.83, vEmProcesso: 0 },
    ])
    expect(await faults()).toEqual([])
  })

  it('400 for more that comes back than is in process', async () => {
    const { table } = await kit()
    const id = await order(table, 10, { tpBaixa: 1 })
    await begin(id)
    const goods = await goodsOf(id)
    const devolve = [{ id: goods.insumos[0].id, qTrib: 40 }]
    await finish(id, { mercadorias: [{ id: goods.id, qBoa: 9 }] })
    expect(
      await call('POST', `${PATH}/${id}/finaliza`, { mercadorias: [{ id: goods.id, qBoa: 1, devolve }] }),
    ).toMatchObject({ status: 400, body: { code: 'gives_back_too_much' } })
    expect(await faults()).toEqual([])
  })

  it('is what the company usually does, where it says so', async () => {
    const { table } = await kit(0)
    await ok('PUT', `/api/empresa/${server.empresa_id}`, { tpBaixaOpPadrao: 1, tipoOpPadrao: 1 })
    expect(await shown(await order(table, 1))).toMatchObject({ tpBaixa: 1, tipo: 1 })
    expect(await shown(await order(table, 1, { tpBaixa: 0, tipo: 0 }))).toMatchObject({ tpBaixa: 0, tipo: 0 })
    await ok('PUT', `/api/empresa/${server.empresa_id}`, { tpBaixaOpPadrao: 0, tipoOpPadrao: 0 })
  })
})

describe('scrap and by-products', () => {
  it('usual scrap is carried, an accident is loss, and by-products take their value', async () => {
    const { table, wood } = await kit()
    const sawdust = await product({ xProd: 'Serragem' })
    const id = await order(table, 10)
    const before = await goodsOf(id)
    await byProduct(id, sawdust, { quantidade: 2, vCusto: 0.5, subproduto_parent_id: before.insumos[0].id })
    const supply = { ordem_producao_mercadoria_id: before.id, mercadoria_id: sawdust, quantidade: 2, pCusto: 5 }
    expect(await call('POST', SUPPLY_PATH, supply)).toMatchObject({ status: 422 })
    await begin(id)
    const goods = await goodsOf(id)
    await finish(id, {
      mercadorias: [
        {
          id: goods.id,
          qBoa: 8,
          qRefugo: 1,
          qRefugoAnormal: 1,
          encerra: true,
          consumo: [{ id: goods.insumos[0].id, qTrib: 44 }],
        },
      ],
    })
    // 550.00 of wood and 23.67 of glue; one of nine lost by accident; sawdust follows the wood: 22 at 0.50.
    expect(await parts(id)).toMatchObject([
      { vCusto: 573.67, vPerda: 63.74, vSubprodutos: 11, vPrincipal: 498.93, qRefugo: 1, qRefugoAnormal: 1 },
    ])
    expect(await stockOf(sawdust)).toEqual([22, 0, 22])
    expect(await stockOf(wood)).toEqual([56, 0, 56])
    expect(await goodsOf(id)).toMatchObject({ pRendimento: 80, qPerdida: 2 })
    expect(await faults()).toEqual([])
  })

  it('a part with nothing good waits in process; ended with nothing, all is loss', async () => {
    const { table } = await kit()
    const id = await order(table, 10)
    await begin(id)
    const goods = await goodsOf(id)
    expect(await finish(id, { mercadorias: [{ id: goods.id, qBoa: 0, qRefugo: 2 }] })).toMatchObject({
      entrada_id: null,
    })
    expect(await goodsOf(id)).toMatchObject({ vEmProcesso: 104.73, qProduzida: 0 })
    await ok('POST', `${PATH}/${id}/desfazParte`)
    expect(await goodsOf(id)).toMatchObject({ vEmProcesso: 0 })
    await finish(id, { mercadorias: [{ id: goods.id, qBoa: 0, qRefugo: 2, encerra: true }] })
    expect(await parts(id)).toMatchObject([{ vPerda: 104.73, vPrincipal: 0 }])
    expect(await shown(id)).toMatchObject({ status: 4 })
    expect(await faults()).toEqual([])
  })

  it('400 by-products of more than everything; 422 quantities that cannot be', async () => {
    const { table } = await kit()
    const id = await order(table, 1)
    const goods = await goodsOf(id)
    await byProduct(id, await product({ xProd: 'Ouro' }), { quantidade: 1, vCusto: 1000 })
    await begin(id)
    expect(await call('POST', `${PATH}/${id}/finaliza`)).toMatchObject({
      status: 400,
      body: { code: 'byproduct_exceeds_cost' },
    })
    for (const line of [
      { qBoa: -1 },
      { qBoa: 1, qRefugo: -1 },
      { qBoa: 'muito' },
      { qBoa: 1, consumo: [{ id: 1, qTrib: 1 }] },
    ])
      expect(
        (await call('POST', `${PATH}/${id}/finaliza`, { mercadorias: [{ id: goods.id, ...line }] })).status,
        JSON.stringify(line),
      ).toBe(422)
    expect(await call('POST', `${PATH}/${id}/finaliza`, { mercadorias: [{ id: goods.id, qBoa: 0 }] })).toMatchObject({
      status: 400,
      body: { code: 'nothing_made' },
    })
    expect(await faults()).toEqual([])
  })
})

describe('undone', () => {
  it('the last part, by the order or by its entry; the others once it is', async () => {
    const { table, wood, glue } = await kit()
    const id = await order(table, 10)
    await begin(id)
    const goods = await goodsOf(id)
    const first = await finish(id, { mercadorias: [{ id: goods.id, qBoa: 4 }] })
    const second = await finish(id)
    const cancelEntry = (entry: number) => call('POST', `/api/entrada/${entry}/cancela`, REASON)
    expect(await cancelEntry(first.entrada_id)).toMatchObject({ status: 400, body: { code: 'not_last' } })
    expect((await cancelEntry(second.entrada_id)).status).toBe(200)
    expect(await shown(id)).toMatchObject({ status: 1, dhFinalizacao: null })
    expect(await stockOf(wood)).toEqual([84, 24, 60])
    expect(await ok('POST', `${PATH}/${id}/desfazParte`)).toMatchObject({ status: 1 })
    expect([await stockOf(table), await stockOf(wood), await stockOf(glue)]).toEqual([
      [0, 0, 0],
      [100, 40, 60],
      [100, 3.3333, 96.6667],
    ])
    expect(await ok('GET', `/api/entrada/${first.entrada_id}`)).toMatchObject({ status: 5 })
    expect(await call('POST', `${PATH}/${id}/desfazParte`)).toMatchObject({ status: 400, body: { code: 'not_done' } })
    expect(await parts(id)).toEqual([])
    expect(await faults()).toEqual([])
  })

  it.each([0, 1])('cancelled from every state, all is as before (supplies leave: %i)', async (tpBaixa) => {
    for (const until of ['aberta', 'iniciada', 'parte', 'finalizada'] as const) {
      const { table, wood, glue } = await kit()
      const id = await order(table, 10, { tpBaixa })
      const goods = await goodsOf(id)
      if (until !== 'aberta') await begin(id)
      if (until === 'parte' || until === 'finalizada') await finish(id, { mercadorias: [{ id: goods.id, qBoa: 3 }] })
      if (until === 'finalizada') await finish(id)
      expect(await ok('POST', `${PATH}/${id}/cancela`, REASON)).toMatchObject({ status: 5 })
      expect((await stockOf(table)).map(Number), until).toEqual([0, 0, 0])
      expect(await stockOf(wood), until).toEqual([100, 0, 100])
      expect(await stockOf(glue), until).toEqual([100, 0, 100])
    }
    expect(await faults()).toEqual([])
  })

  it('400 once the goods have left', async () => {
    const { table } = await kit()
    const id = await order(table, 2)
    await begin(id)
    await finish(id)
    const used = await ok('POST', '/api/estoque/consumo', {
      consumo_mercadoria_list: [{ mercadoria_id: table, qTrib: 1 }],
    })
    await ok('POST', `/api/estoque/consumo/${used.id}/finalizar`)
    expect(await call('POST', `${PATH}/${id}/cancela`, REASON)).toMatchObject({
      status: 400,
      body: { code: 'no_stock' },
    })
    expect(await shown(id)).toMatchObject({ status: 4 })
    expect(await faults()).toEqual([])
  })

  it('never, once it is closed', async () => {
    const { table } = await kit()
    const id = await order(table, 2)
    expect(await call('POST', `${PATH}/${id}/fecha`)).toMatchObject({ status: 400, body: { code: 'not_started' } })
    await begin(id)
    expect(await call('POST', `${PATH}/${id}/fecha`)).toMatchObject({ status: 400, body: { code: 'not_finished' } })
    const { entrada_id } = await finish(id)
    expect(await ok('POST', `${PATH}/${id}/fecha`)).toMatchObject({ status: 4 })
    for (const [path, body] of [
      [`${PATH}/${id}/cancela`, REASON],
      [`${PATH}/${id}/desfazParte`, {}],
      [`${PATH}/${id}/fecha`, {}],
      [`/api/entrada/${entrada_id}/cancela`, REASON],
    ] as const)
      expect(await call('POST', path, body), path).toMatchObject({ status: 400, body: { code: 'closed' } })
    expect(await faults()).toEqual([])
  })
})

describe('lots', () => {
  it('the goods have the lot of their order, good for as long as the product is, and supplies leave by theirs', async () => {
    const { table, wood } = await kit(0, { controla_lote: 2, dias_validade: 30 })
    await server.admin('PUT', `/api/mercadoria/${wood}`, { controla_lote: 1 })
    await entered(wood, 40, [{ nLote: 'W1', qTrib: 40 }], 12.5)
    const id = await order(table, 1)
    const goods = await goodsOf(id)
    await ok('DELETE', `${SUPPLY_PATH}/${goods.insumos[1].id}`)
    await begin(id)
    expect(await held('ordem_producao', id)).toEqual(['A W1 4'])
    await finish(id)
    expect(await moved('ordem_producao', id)).toEqual(['A W1 -4 -50'])
    const [lot] = (await ok('GET', `/api/estoque/mercadoria_lote?where=${JSON.stringify({ mercadoria_id: table })}`))
      .data
    expect(lot).toMatchObject({ nLote: `OP${id}`, dVal: inDays(30) })
    expect(await faults()).toEqual([])
  })
})

describe('supplies that are flexible', () => {
  it.each([0, 1])(
    'are added once the order has begun, and drawn as they are used (supplies leave: %i); others are refused',
    async (tpBaixa) => {
      const { table, glue } = await kit(100, { op_flexivel: true })
      const rigid = await kit(100)
      const extra = await product({ xProd: 'Lixa' })
      await entered(extra, 5, [], 3)
      const add = async (id: number) =>
        call('POST', SUPPLY_PATH, {
          ordem_producao_mercadoria_id: (await goodsOf(id)).id,
          mercadoria_id: extra,
          quantidade: 1,
        })
      const [one, other] = [await order(table, 2, { tpBaixa }), await order(rigid.table, 2, { tpBaixa })]
      await begin(one)
      await begin(other)
      expect(await add(other)).toMatchObject({ status: 400, body: { code: 'started' } })
      expect(await add(one)).toMatchObject({ status: 201, body: { qSolicitada: 0, qPlanejada: 2 } })
      const [wood] = (await goodsOf(one)).insumos
      const path = `${SUPPLY_PATH}/${wood.id}`
      expect(await call('PUT', path, { mercadoria_id: glue })).toMatchObject({ status: 400, body: { code: 'in_use' } })
      expect(await call('DELETE', path)).toMatchObject({ status: 400, body: { code: 'in_use' } })
      await finish(one)
      expect(await stockOf(extra)).toEqual([3, 0, 3])
      // 8 pieces of wood, 0.6667 of glue and 2 of what was added.
      expect(await goodsOf(one)).toMatchObject({ vProduzido: 110.73 })
      expect(await faults()).toEqual([])
    },
  )
})
