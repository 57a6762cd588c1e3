import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'

/** What hangs on the lines of a record comes and goes with it, told by a production order: goods, and what each draws. */

let server: TestServer
const call: TestServer['admin'] = (...args) => server.admin(...args)
let table = 0
let leg = 0
let board = 0

const product = async (xProd: string) => (await server.insert('mercadoria', { xProd })).id

beforeAll(async () => {
  server = await testServer()
  ;[table, leg, board] = [await product('Mesa'), await product('Perna'), await product('Tampo')]
})
afterAll(() => server.close())

const order = async () =>
  (
    await call('POST', '/api/producao/ordem_producao', {
      ordem_producao_mercadoria_list: [
        { mercadoria_id: table, qTrib: 2, insumos: [{ mercadoria_id: leg, quantidade: 4 }] },
        { mercadoria_id: table, qTrib: 1 },
      ],
    })
  ).body
const draws = (body: {
  ordem_producao_mercadoria_list: { insumos: { mercadoria_id: number; quantidade: number }[] }[]
}) =>
  body.ordem_producao_mercadoria_list.map(({ insumos }) =>
    insumos.map(({ mercadoria_id, quantidade }) => [mercadoria_id, quantidade]),
  )

describe('lists of lines', () => {
  it('are saved and shown with the record', async () => {
    const made = await order()
    expect(draws(made)).toEqual([[[leg, 4]], []])
    const [first, second] = made.ordem_producao_mercadoria_list
    const saved = await call('PUT', `/api/producao/ordem_producao/${made.id}`, {
      ordem_producao_mercadoria_list: [
        {
          id: first.id,
          insumos: [
            { id: first.insumos[0].id, quantidade: 3 },
            { mercadoria_id: board, quantidade: 1 },
          ],
        },
        { id: second.id },
      ],
    })
    expect(draws(saved.body)).toEqual([
      [
        [leg, 3],
        [board, 1],
      ],
      [],
    ])
  })

  it('that do not come stay as they are', async () => {
    const made = await order()
    const [first] = made.ordem_producao_mercadoria_list
    const saved = await call('PUT', `/api/producao/ordem_producao/${made.id}`, {
      ordem_producao_mercadoria_list: [{ id: first.id, qTrib: 5 }],
    })
    expect(draws(saved.body)).toEqual([[[leg, 4]]])
  })

  it('422 names the row by where it stands in the request', async () => {
    const answer = await call('POST', '/api/producao/ordem_producao', {
      ordem_producao_mercadoria_list: [
        { mercadoria_id: table, qTrib: 2, insumos: [{ mercadoria_id: leg, quantidade: -4 }] },
      ],
    })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual(['ordem_producao_mercadoria_list.0.insumos.0.quantidade'])
  })

  it('are part of the history of the record, gone or not', async () => {
    const made = await order()
    const [, second] = made.ordem_producao_mercadoria_list
    await call('PUT', `/api/producao/ordem_producao/${made.id}`, {
      ordem_producao_mercadoria_list: [{ id: second.id }],
    })
    const { data } = (await call('GET', `/api/producao/ordem_producao/${made.id}/auditoria`)).body
    const told = data
      .filter(({ recurso }: { recurso: string }) => recurso === 'ordem_producao_mercadoria_insumo')
      .map(({ acao }: { acao: string }) => acao)
    expect(told).toEqual(['delete', 'create'])
  })

  it('come back when the save that took them is taken back', async () => {
    const made = await order()
    const saved = await call('PUT', `/api/producao/ordem_producao/${made.id}`, { ordem_producao_mercadoria_list: [] })
    const back = await call('POST', `/api/producao/ordem_producao/${made.id}/reverte`, { versao: saved.body.versao })
    expect(back.status).toBe(200)
    expect(draws(back.body).toSorted()).toEqual([[], [[leg, 4]]])
    const first = back.body.ordem_producao_mercadoria_list.find(({ qTrib }: { qTrib: number }) => qTrib === 2)
    const less = await call('PUT', `/api/producao/ordem_producao/${made.id}`, {
      ordem_producao_mercadoria_list: [{ id: first.id, insumos: [] }],
    })
    const again = await call('POST', `/api/producao/ordem_producao/${made.id}/reverte`, { versao: less.body.versao })
    expect(draws(again.body).toSorted()).toEqual([[], [[leg, 4]]])
  })
})
