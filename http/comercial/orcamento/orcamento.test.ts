import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'

/** How long a quote holds, and what becomes of one that the customer does not take. */

let server: TestServer
let ids: { customer: number; product: number; sells: number }

beforeAll(async () => {
  server = await testServer()
  ids = {
    customer: (await server.insert('cliente', { xNome: 'Maria Exemplo' })).id,
    product: (await server.insert('mercadoria', { xProd: 'Parafuso' })).id,
    sells: (await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, padrao: 1 })).id,
  }
})
afterAll(() => server.close())

const quote = async (values: object = {}) => {
  const made = await server.admin('POST', '/api/orcamento', {
    cliente_id: ids.customer,
    tipo_entrada_saida_id: ids.sells,
    orcamento_mercadorias: [{ mercadoria_id: ids.product, qTrib: 1, vUnTrib: 10 }],
    orcamento_duplicatas: [{ dVencimento: '2027-01-01', vDup: 10 }],
    ...values,
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body
}
const act = (id: number, verb: string, body: object = {}) => server.admin('POST', `/api/orcamento/${id}/${verb}`, body)
const read = async (id: number) => (await server.admin('GET', `/api/orcamento/${id}`)).body

describe('a quote after its last day', () => {
  it.each(['fecha', 'fatura'])('400 %s until it is said that this is known', async (verb) => {
    const { id } = await quote({ dValidade: '2020-01-31' })
    expect(await act(id, verb)).toMatchObject({
      status: 400,
      body: { code: 'expired', message: 'Este orçamento valia até 31/01/2020.' },
    })
    expect((await read(id)).venda_id).toBeNull()
    expect((await act(id, verb, { confirmaVencido: true })).status).toBe(200)
    expect((await read(id)).venda_id).toBeGreaterThan(0)
  })

  it('is none on that day, nor without one; a copy has none', async () => {
    for (const dValidade of ['2999-12-31', null]) {
      const { id } = await quote({ dValidade })
      expect((await act(id, 'fecha')).status).toBe(200)
    }
    const { id } = await quote({ dValidade: '2020-01-31', xContato: 'Ana, compras' })
    const copy = (await act(id, 'duplica')).body.orcamento
    expect(await read(copy.id)).toMatchObject({ dValidade: null, xContato: 'Ana, compras' })
  })
})

describe('a lost quote', () => {
  it('keeps its reason, can be neither written nor sold, and can be opened again', async () => {
    const { id } = await quote()
    expect(await act(id, 'perde', { xJust: ' x ' })).toMatchObject({
      status: 422,
      body: { message: 'Diga por que o orçamento foi perdido.' },
    })
    expect((await act(id, 'reabre')).body.message).toBe('Este orçamento não está perdido.')
    expect((await act(id, 'perde', { xJust: 'Preço' })).status).toBe(200)
    expect(await read(id)).toMatchObject({ status: 6, xMotivoPerda: 'Preço' })
    for (const refused of [await act(id, 'fecha'), await server.admin('PUT', `/api/orcamento/${id}`, { obs: 'x' })])
      expect(refused.body.message).toBe('Este orçamento foi perdido: reabra-o antes.')
    expect((await act(id, 'reabre')).status).toBe(200)
    expect(await read(id)).toMatchObject({ status: 0, xMotivoPerda: null })
  })

  it('is no open quote', async () => {
    const count = async () => (await server.admin('GET', '/api/painel')).body.orcamentos_abertos
    const { id } = await quote()
    const before = await count()
    await act(id, 'perde', { xJust: 'Prazo' })
    expect(await count()).not.toEqual(before)
  })
})
