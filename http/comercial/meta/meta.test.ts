import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'
import { nextPeriod } from './duplica'

describe('the period after', () => {
  it.each([
    ['a month', '2026-01-01', '2026-01-31', '2026-02-01', '2026-02-28'],
    ['a quarter', '2026-10-01', '2026-12-31', '2027-01-01', '2027-03-31'],
    ['ten days', '2026-01-25', '2026-02-03', '2026-02-04', '2026-02-13'],
    ['a day', '2026-02-28', '2026-02-28', '2026-03-01', '2026-03-01'],
  ])('%s', (_, dIni, dFim, nextIni, nextFim) => {
    expect(nextPeriod(dIni, dFim)).toEqual({ dIni: nextIni, dFim: nextFim })
  })
})

describe('goals', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
  })
  afterAll(() => server.close())
  const month = { descricao: 'Novembro', dIni: '2026-11-01', dFim: '2026-11-30', vMeta: 100_000 }
  const post = async (path: string, body: object = {}) =>
    (await server.admin('POST', `/api/comercial/${path}`, body)).body

  it('count what was invoiced in the period, by company, salesperson and category', async () => {
    const category = await server.insert('cliente_categoria', { descricao: 'Atacado' })
    const [ana, rui] = [
      await server.insert('vendedor', { xNome: 'Ana' }),
      await server.insert('vendedor', { xNome: 'Rui' }),
    ]
    const [inside, outside] = [
      await server.insert('cliente', { xNome: 'Dentro', categoria_id: category.id }),
      await server.insert('cliente', { xNome: 'Fora' }),
    ]
    const tipo = await server.insert('tipo_entrada_saida', { descricao: 'Venda' })
    const sell = (values: object) =>
      server.insert('venda', { empresa_id: server.empresa_id, tipo_entrada_saida_id: tipo.id, ...values })
    await sell({ cliente_id: inside.id, vendedor_id: ana.id, vTotal: '100.50', dhFaturamento: '2026-11-30 23:59:00' })
    await sell({ cliente_id: outside.id, vendedor_id: ana.id, vTotal: '10.00', dhFaturamento: '2026-11-01 00:00:00' })
    await sell({ cliente_id: outside.id, vendedor_id: rui.id, vTotal: '1.00', dhFaturamento: '2026-12-01 00:00:00' })
    await sell({ cliente_id: inside.id, vendedor_id: ana.id, vTotal: '7.00' })
    const goals = [
      { vendedor_id: ana.id, vMeta: 500 },
      { vendedor_id: rui.id, vMeta: 300 },
    ]
    const made = await post('meta', { ...month, meta_vendedor_list: goals })
    expect(made.vRealizado).toBe(110.5)
    expect(made.meta_vendedor_list.map((one: { vRealizado: number }) => one.vRealizado)).toEqual([110.5, 0])
    expect((await post('meta_venda', { ...month, categoria_id: category.id })).vRealizado).toBe(100.5)
    expect((await post('meta_venda', { ...month, vendedor_id: rui.id })).vRealizado).toBe(0)
  })

  it('duplica copies a goal with its salespeople to the next period, and one salesperson’s to another', async () => {
    const [ana, rui] = [
      await server.insert('vendedor', { xNome: 'Ana' }),
      await server.insert('vendedor', { xNome: 'Rui' }),
    ]
    const made = await post('meta', { ...month, meta_vendedor_list: [{ vendedor_id: ana.id, vMeta: 500 }] })
    const next = await post(`meta/${made.id}/duplica`)
    expect(next).toMatchObject({
      dIni: '2026-12-01',
      dFim: '2026-12-31',
      vMeta: 100_000,
      meta_vendedor_list: [{ vendedor_id: ana.id, vMeta: 500 }],
    })
    const own = next.meta_vendedor_list[0].id
    expect(await post(`meta_vendedor/${own}/duplica`, { vendedor_id: rui.id })).toMatchObject({
      meta_id: next.id,
      vendedor_id: rui.id,
      vMeta: 500,
    })
    const sale = await post('meta_venda', month)
    expect(await post(`meta_venda/${sale.id}/duplica`)).toMatchObject({ dIni: '2026-12-01', vMeta: 100_000 })
    const viewer = await server.user({ permissions: ['show meta'] })
    expect((await viewer('POST', `/api/comercial/meta/${made.id}/duplica`)).status).toBe(403)
    expect((await server.admin('POST', '/api/comercial/meta', { ...month, dFim: '2026-10-01' })).status).toBe(422)
  })
})
