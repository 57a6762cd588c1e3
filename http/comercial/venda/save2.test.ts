import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

it('save2 saves a sale by the rules of a save: fields, lines, history; 422 and 403 alike', async () => {
  const customer = await server.insert('cliente', { xNome: 'Maria Exemplo' })
  const product = await server.insert('mercadoria', { xProd: 'Parafuso' })
  const sells = await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, padrao: 1 })
  const { body } = await server.admin('POST', '/api/venda', {
    cliente_id: customer.id,
    tipo_entrada_saida_id: sells.id,
    venda_mercadorias: [{ mercadoria_id: product.id, qTrib: 1, vUnTrib: 10 }],
  })
  const path = `/api/venda/${body.id}/save2`
  const saved = await server.admin('POST', path, {
    volumes: 3,
    rastreio: 'BR123',
    venda_mercadorias: [{ id: body.venda_mercadorias[0].id, qTrib: 2 }],
  })
  expect([saved.status, saved.body.volumes, saved.body.rastreio, Number(saved.body.vTotal)]).toEqual([
    200,
    3,
    'BR123',
    20,
  ])
  expect((await server.admin('POST', path, { volumes: -1 })).status).toBe(422)
  const reader = await server.user({ permissions: ['show venda'] })
  expect((await reader('POST', path, { volumes: 4 })).status).toBe(403)
  const past = (await server.admin('GET', `/api/venda/${body.id}/getHistorico`)).body.data
  expect(JSON.stringify(past)).toContain('BR123')
})
