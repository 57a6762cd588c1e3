import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faults, ok, call, product, stockOf } from '../../estoque/output.fixture'
import { openPickedWorkshop, PATH, REASON } from '../orders.fixture'

/** Supplies of production orders are picked where their warehouse works so. */

let workshop: Awaited<ReturnType<typeof openPickedWorkshop>>
beforeAll(async () => {
  workshop = await openPickedWorkshop()
})
afterAll(() => workshop.server.close())

const PICK = '/api/expedicao/separacao'

/** An order of ten that draws two each of what lies on a shelf that is picked, begun; and its picking order. */
async function begun(tpBaixa: number) {
  const [made, drawn] = [await product({ xProd: 'Caixa' }), await product({ xProd: 'Tábua' })]
  await ok('PUT', `/api/mercadoria/${made}`, { mercadoria_insumos: [{ mercadoria_insumo_id: drawn, quantidade: 2 }] })
  await workshop.shelved(drawn, 30)
  const { id } = await ok('POST', PATH, {
    tpBaixa,
    ordem_producao_mercadoria_list: [{ mercadoria_id: made, qTrib: 10 }],
  })
  await ok('POST', `${PATH}/${id}/inicia`)
  const [goods] = (await ok('GET', `${PATH}/${id}`)).ordem_producao_mercadoria_list
  const where = encodeURIComponent(JSON.stringify({ ordem_producao_id: id }))
  const [document] = (await ok('GET', `/api/expedicao/separacao_venda?where=${where}`)).data
  const picking = Number(document.separacao_id)
  const [line] = (await ok('GET', `/api/expedicao/separacao_mercadoria?where={"separacao_id":${picking}}`)).data
  return { id, goods: goods.id, made, drawn, picking, line: line.id }
}
const goods = (id: number) => ok('GET', `/api/producao/ordem_producao_mercadoria/${id}`)

describe.each([0, 1])('supplies that leave at %i', (tpBaixa) => {
  it('are picked before a part is finished', async () => {
    const one = await begun(tpBaixa)
    expect(await call('POST', `${PATH}/${one.id}/finaliza`)).toMatchObject({
      status: 400,
      body: { code: 'not_picked' },
    })
    await ok('POST', `/api/expedicao/separacao_mercadoria/${one.line}/separa`)
    await ok('POST', `${PICK}/${one.picking}/confere`)
    await ok('POST', `${PATH}/${one.id}/finaliza`, { mercadorias: [{ id: one.goods, qBoa: 4 }] })
    expect(await call('POST', `${PICK}/${one.picking}/reabre`)).toMatchObject({
      status: 400,
      body: { code: 'finalised' },
    })
    await ok('POST', `${PATH}/${one.id}/finaliza`)
    expect(await goods(one.goods)).toMatchObject({ vProduzido: 100, vEmProcesso: 0 })
    expect(await faults()).toEqual([])
  })

  it('what was not there is cut: the order asks for less, and its account has less', async () => {
    const one = await begun(tpBaixa)
    await ok('POST', `/api/expedicao/separacao_mercadoria/${one.line}/separa`, { qTrib: 15, motivo: 'falta' })
    await ok('POST', `${PICK}/${one.picking}/confere`, { corta: true })
    const now = await goods(one.goods)
    expect(now).toMatchObject({ vEmProcesso: tpBaixa === 1 ? 75 : 0 })
    expect(now.insumos).toMatchObject([{ qSolicitada: 15, qPlanejada: 20 }])
    expect(await stockOf(one.drawn)).toEqual(tpBaixa === 1 ? [15, 0, 15] : [30, 15, 15])
    await ok('POST', `${PATH}/${one.id}/finaliza`, { mercadorias: [{ id: one.goods, qBoa: 4 }] })
    expect(await goods(one.goods)).toMatchObject({ vProduzido: 40 })
    await ok('POST', `${PATH}/${one.id}/finaliza`)
    // Fifteen that were there, and five that were drawn as they were used.
    expect(await goods(one.goods)).toMatchObject({ vProduzido: 100, vEmProcesso: 0 })
    expect(await stockOf(one.drawn)).toEqual([10, 0, 10])
    expect(await faults()).toEqual([])
  })

  it('are put back where the order is cancelled', async () => {
    const one = await begun(tpBaixa)
    await ok('POST', `${PATH}/${one.id}/cancela`, REASON)
    expect(await stockOf(one.drawn)).toEqual([30, 0, 30])
    expect(await ok('GET', `${PICK}/${one.picking}`)).toMatchObject({ status: 5 })
    expect(await faults()).toEqual([])
  })
})
