import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'

/** A seller sees their own goals of today and how far they are, without the right to those of others. */

let server: TestServer
let seller: TestServer['admin']
const TODAY = '2026-11-15'

beforeAll(async () => {
  server = await testServer({ clock: { now: () => `${TODAY}T15:00:00Z`, today: () => TODAY } })
  seller = await server.user({ permissions: ['show venda'] })
  const { body } = await seller('GET', '/api/sessao')
  const mine = (await server.insert('vendedor', { xNome: 'Vera', user_id: body.user.id })).id
  const other = (await server.insert('vendedor', { xNome: 'Otto' })).id
  const { empresa_id } = server
  const goal = async (descricao: string, dIni: string, dFim: string) => {
    const { id } = await server.insert('meta', { empresa_id, descricao, dIni, dFim })
    for (const [vendedor_id, vMeta] of [
      [mine, '1000'],
      [other, '9999'],
    ])
      await server.insert('meta_vendedor', { empresa_id, meta_id: id, vendedor_id, vMeta })
  }
  await goal('de novembro', '2026-11-01', '2026-11-30')
  await goal('de outubro', '2026-10-01', '2026-10-31')
  const cliente_id = (await server.insert('cliente', { xNome: 'Ana' })).id
  const tipo_entrada_saida_id = (await server.insert('tipo_entrada_saida', { descricao: 'Venda' })).id
  for (const [vendedor_id, vTotal, dhFaturamento] of [
    [mine, '255.50', '2026-11-01 00:00:00-03'],
    [mine, '100', '2026-10-31 23:59:59-03'],
    [mine, '300', null],
    [other, '500', '2026-11-02 10:00:00-03'],
  ])
    await server.insert('venda', { empresa_id, cliente_id, tipo_entrada_saida_id, vendedor_id, vTotal, dhFaturamento })
})
afterAll(() => server.close())

it('is what was invoiced in the goal’s own days, of the caller alone', async () => {
  const { status, body } = await seller('GET', '/api/comercial/meta_vendedor/minhas')
  expect([status, body.data]).toEqual([
    200,
    [
      {
        vendedor_id: expect.any(Number),
        descricao: 'de novembro',
        dFim: '2026-11-30',
        vMeta: 1000,
        vRealizado: 255.5,
        pRealizado: 25.6,
      },
    ],
  ])
  expect((await seller('GET', '/api/painel')).body.minha_meta).toEqual({ qtd: 1, vTotal: 744.5 })
})

it('is none for who is no seller', async () => {
  expect((await server.admin('GET', '/api/comercial/meta_vendedor/minhas')).body).toEqual({ data: [] })
  expect((await server.admin('GET', '/api/painel')).body).not.toHaveProperty('minha_meta')
})
