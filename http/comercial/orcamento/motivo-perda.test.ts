import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'

/** Why quotes are lost: by a register, or in words of one's own, which stay with the quote either way. */

let server: TestServer
let head: { cliente_id: number; tipo_entrada_saida_id: number }
let mercadoria_id = 0
let late = 0
const call: TestServer['admin'] = (...args) => server.admin(...args)

beforeAll(async () => {
  server = await testServer()
  head = {
    cliente_id: (await server.insert('cliente', { xNome: 'Maria Exemplo' })).id,
    tipo_entrada_saida_id: (await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, padrao: 1 })).id,
  }
  mercadoria_id = (await server.insert('mercadoria', { xProd: 'Parafuso' })).id
  late = (await call('POST', '/api/comercial/motivo_perda', { descricao: 'Prazo de entrega' })).body.id
})
afterAll(() => server.close())

const quote = async (vUnTrib: number): Promise<number> =>
  (await call('POST', '/api/orcamento', { ...head, orcamento_mercadorias: [{ mercadoria_id, qTrib: 1, vUnTrib }] }))
    .body.id
const lose = (id: number, body: object) => call('POST', `/api/orcamento/${id}/perde`, body)

describe('a lost quote', () => {
  it('has the registered reason that its text is, however it is written, or that is given', async () => {
    const [one, two] = [await quote(100), await quote(50)]
    expect((await lose(one, { xJust: 'prazo de ENTREGA ' })).body).toMatchObject({ motivo_perda_id: late })
    expect((await lose(two, { xJust: 'Só entregamos em março', motivo_perda_id: late })).body).toMatchObject({
      motivo_perda_id: late,
      xMotivoPerda: 'Só entregamos em março',
    })
  })

  it('keeps words of its own, and loses its reason when it is open again', async () => {
    const id = await quote(10)
    expect((await lose(id, { xJust: 'Comprou do primo' })).body).toMatchObject({
      motivo_perda_id: null,
      xMotivoPerda: 'Comprou do primo',
    })
    await lose(await quote(7), { xJust: 'Comprou do primo' })
    expect((await call('POST', `/api/orcamento/${id}/reabre`)).body).toMatchObject({
      motivo_perda_id: null,
      xMotivoPerda: null,
    })
  })

  it('422 a reason that there is not; 400 no text', async () => {
    const id = await quote(10)
    expect((await lose(id, { xJust: 'Caro', motivo_perda_id: 99_999 })).status).toBe(422)
    expect((await lose(id, { motivo_perda_id: late })).body.code).toBe('reason_too_short')
  })

  it('is counted by its reason', async () => {
    const { body } = await call(
      'GET',
      '/reporting/dados/orcamentos_perdidos?periodo_ini=2020-01-01&periodo_fim=2100-01-01',
    )
    expect(body.data.map(({ nome, valor }: { nome: string; valor: number }) => [nome, valor])).toEqual([
      ['Prazo de entrega', 2],
      ['Comprou do primo', 1],
    ])
  })
})
