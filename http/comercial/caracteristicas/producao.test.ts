import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestServer } from '../../../fixtures/test-server'
import { call, choose, head, ids, line, make, ok, openWorkshop } from './workshop.fixture'

/** What was chosen for a line of a quote reaches its sale, its production order and planning. */

let server: TestServer
beforeAll(async () => {
  server = await openWorkshop()
})
afterAll(() => server.close())

const PRODUCE = '/api/producao/ordem_producao/geraDaVenda'
const produce = (venda_id: number) => ok('POST', PRODUCE, { venda_id })

describe('from a quote to production', () => {
  it('400 not_chosen closing without what has to be chosen, naming it', async () => {
    const quote = await make('orcamento', line({ crt_list: choose(ids.varnish) }))
    expect(await call('POST', `/api/orcamento/${quote.id}/fecha`)).toMatchObject({
      status: 400,
      body: { code: 'not_chosen', message: 'Escolha as características: Mesa (Cor).' },
    })
    const sale = await make('venda', line())
    expect((await call('POST', `/api/venda/${sale.id}/fecha`)).body.code).toBe('not_chosen')
  })

  it('the sale has what the quote had, its order draws that: beside the composition, or in place of it', async () => {
    const quote = await make(
      'orcamento',
      line({ crt_list: choose(ids.blue, ids.glassTop) }),
      line({ qTrib: 1, crt_list: choose(ids.red) }),
    )
    const { venda_id } = await ok('POST', `/api/orcamento/${quote.id}/fecha`)
    const sale = await ok('GET', `/api/venda/${venda_id}`)
    expect(sale).toMatchObject({
      vTotal: 420,
      venda_mercadorias: [{ vUnTrib: 150, crt_list: [{}, {}] }, { vUnTrib: 120 }],
    })
    const made = await produce(venda_id)
    const order = await ok('GET', `/api/producao/ordem_producao/${made.id}`)
    const draws = order.ordem_producao_mercadoria_list.map(
      ({ insumos }: { insumos: { mercadoria_id: number; qPlanejada: number }[] }) =>
        insumos.map(({ mercadoria_id, qPlanejada }) => [mercadoria_id, qPlanejada]),
    )
    expect(order).toMatchObject({ venda_id, tipo: 1, cliente_id: head.cliente_id })
    expect(draws).toEqual([
      [
        [ids.paint, 1],
        [ids.glass, 2],
      ],
      [[ids.wood, 1]],
    ])
    expect((await call('POST', PRODUCE, { venda_id })).body.code).toBe('nothing_to_make')
  })

  it('is ordered as the quote closes where its company, or it, says so', async () => {
    const quote = await make('orcamento', { ...line({ crt_list: choose(ids.red) }) })
    const { message } = await ok('POST', `/api/orcamento/${quote.id}/fecha`, { geraOp: true })
    expect(message).toMatch(/a venda nº \d+ foi gerada. Ordem de produção nº \d+ gerada\.$/)
  })

  it('400 production_asked where the company asks, unless nothing is made or the quote says; either answer closes it', async () => {
    await ok('PUT', `/api/empresa/${server.empresa_id}`, { gera_op_orcamento: 2 })
    const close = async (lines: object, given: object = {}, values: object = {}) => {
      const quote = await ok('POST', '/api/orcamento', { ...head, ...values, orcamento_mercadorias: [lines] })
      return call('POST', `/api/orcamento/${quote.id}/fecha`, given)
    }
    const table = line({ crt_list: choose(ids.red) })
    expect(await close(table)).toMatchObject({
      status: 400,
      body: { code: 'production_asked', message: 'Este orçamento tem itens que são produzidos.' },
    })
    const ordered = /Ordem de produção/
    expect((await close(table, { geraOp: true })).body.message).toMatch(ordered)
    expect((await close(table, { geraOp: false })).body.message).not.toMatch(ordered)
    expect((await close(table, {}, { acaoOp: 1 })).body.message).toMatch(ordered)
    expect((await close({ mercadoria_id: ids.plain, qTrib: 1, vUnTrib: 5 })).status).toBe(200)
    await ok('PUT', `/api/empresa/${server.empresa_id}`, { gera_op_orcamento: 1 })
    expect((await close(table)).body.message).toMatch(ordered)
    expect((await close(table, {}, { acaoOp: 0 })).body.message).not.toMatch(ordered)
    await ok('PUT', `/api/empresa/${server.empresa_id}`, { gera_op_orcamento: 0 })
    expect((await close(table)).body.message).not.toMatch(ordered)
  })

  it('what is left to make of a sale is told before its order is made: none once it has one', async () => {
    const sale = await make('venda', line({ qTrib: 3, crt_list: choose(ids.red) }))
    const left = () => ok('GET', `/api/producao/ordem_producao/itensDaVenda?venda_id=${sale.id}`)
    const [item] = sale.venda_mercadorias
    expect((await left()).data).toMatchObject([
      { mercadoria_id: ids.table, xProd: 'Mesa', qTrib: 3, venda_mercadoria_id: item.id },
    ])
    await produce(sale.id)
    expect(await left()).toEqual({ data: [] })
    const maker = await server.user({ permissions: ['show ordem_producao', 'store ordem_producao'] })
    expect((await maker('GET', `/api/producao/ordem_producao/itensDaVenda?venda_id=${sale.id}`)).status).toBe(404)
  })

  it('403 without the right to make one', async () => {
    const seller = await server.user({ permissions: ['show venda'] })
    const sale = await make('venda', line({ crt_list: choose(ids.red) }))
    expect((await seller('POST', PRODUCE, { venda_id: sale.id })).status).toBe(403)
  })

  it('404 a sale that one may not see', async () => {
    const maker = await server.user({ permissions: ['show ordem_producao', 'store ordem_producao'] })
    const sale = await make('venda', line({ crt_list: choose(ids.red) }))
    expect((await maker('POST', PRODUCE, { venda_id: sale.id })).status).toBe(404)
  })

  it('an order by hand for a sale finds its line, and refuses one of another product', async () => {
    const sale = await make('venda', line({ crt_list: choose(ids.blue) }))
    const path = '/api/producao/ordem_producao'
    const order = await ok('POST', path, {
      venda_id: sale.id,
      ordem_producao_mercadoria_list: [{ mercadoria_id: ids.table, qTrib: 1 }],
    })
    const [goods] = order.ordem_producao_mercadoria_list
    expect(goods.venda_mercadoria_id).toBe(sale.venda_mercadorias[0].id)
    expect(goods.insumos.map((one: { mercadoria_id: number }) => one.mercadoria_id)).toEqual([ids.wood, ids.paint])
    const refused = await call('POST', path, {
      venda_id: sale.id,
      ordem_producao_mercadoria_list: [
        { mercadoria_id: ids.plain, qTrib: 1, venda_mercadoria_id: sale.venda_mercadorias[0].id },
      ],
    })
    expect(refused.status).toBe(422)
  })

  it('planning buys what was chosen, until an order draws it', async () => {
    const sale = await make('venda', line({ qTrib: 10, crt_list: choose(ids.blue) }))
    const wanted = async (): Promise<number> => {
      const plan = await ok('POST', '/api/mrp/planejamento', {
        descricao: 'Teste',
        dInicio: '2026-01-01',
        dFim: '2027-06-30',
      })
      await ok('POST', `/api/mrp/planejamento/${plan.id}/gerarPlanejamento`)
      const { data } = await ok(
        'GET',
        `/api/mrp/planejamento_mercadoria?where=${JSON.stringify({ planejamento_id: plan.id, mercadoria_id: ids.paint })}`,
      )
      return data.reduce((sum: number, one: { q_demanda: number }) => sum + one.q_demanda, 0)
    }
    const before = await wanted()
    await produce(sale.id)
    expect(await wanted()).toBe(before)
    await ok('POST', `/api/venda/${sale.id}/cancela`, { xJust: 'Desistiu de comprar a mesa' })
    expect(before).toBeGreaterThanOrEqual(5)
  })
})

describe('a line of a dispatched sale', () => {
  it('keeps its characteristics: 400 closed, at any depth', async () => {
    const sale = await make('venda', line({ crt_list: choose(ids.blue) }))
    await ok('POST', `/api/venda/${sale.id}/fecha`, { confirmaSemEstoque: true })
    const [{ crt_list }] = sale.venda_mercadorias
    const [chosen] = crt_list
    for (const [method, path] of [
      ['DELETE', `/api/venda_mercadoria_crt/${chosen.id}`],
      ['DELETE', `/api/venda_mercadoria_crt_insumo/${chosen.insumo_list[0].id}`],
      ['PUT', `/api/venda_mercadoria_crt_insumo/${chosen.insumo_list[0].id}`],
    ] as const)
      expect(await call(method, path, method === 'PUT' ? { quantidade: 9 } : undefined), path).toMatchObject({
        status: 400,
        body: { code: 'closed' },
      })
  })
})
