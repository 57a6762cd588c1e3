import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../fixtures/test-server'

/** How a product is made: its steps are written with it, each in a work centre that is there. */

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const post = async (path: string, values: object) => {
  const { status, body } = await server.admin('POST', `/api/${path}`, values)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const product = (steps: readonly object[]) =>
  server.admin('POST', '/api/mercadoria', { xProd: 'Mesa', mercadoria_etapas_producao: steps })

describe('the steps of a product', () => {
  it('come with it in their order, are changed with it, and go to its copy', async () => {
    const saws = await post('producao/centro_trabalho', { descricao: 'Serras', vHora: '42.50' })
    const paint = await post('producao/centro_trabalho', { descricao: 'Pintura' })
    const saw = await post('producao/recurso', { descricao: 'Serra de fita', centro_trabalho_id: saws.id })
    const { status, body } = await product([
      { n_ordem: 10, descricao: 'Cortar', centro_trabalho_id: saws.id, recurso_id: saw.id, qMinutos: '12.5' },
      { n_ordem: 20, descricao: 'Pintar', centro_trabalho_id: paint.id, qMinutosPreparo: 30, qMinutos: 5 },
    ])
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.mercadoria_etapas_producao).toMatchObject([
      {
        n_ordem: 10,
        centro_trabalho: { descricao: 'Serras' },
        recurso: { descricao: 'Serra de fita' },
        qMinutos: 12.5,
      },
      { n_ordem: 20, recurso_id: null, qMinutosPreparo: 30 },
    ])
    const [first, second] = body.mercadoria_etapas_producao
    const changed = await server.admin('PUT', `/api/mercadoria/${body.id}`, {
      versao: body.versao,
      mercadoria_etapas_producao: [{ id: first.id, qMinutos: 10 }, { id: second.id }],
    })
    expect(changed.body.mercadoria_etapas_producao).toMatchObject([
      { qMinutos: 10, recurso_id: saw.id },
      { n_ordem: 20 },
    ])
    const copy = await server.admin('POST', `/api/mercadoria/${body.id}/duplica`)
    const made = await server.admin('GET', `/api/mercadoria/${copy.body.mercadoria.id}`)
    expect(made.body.mercadoria_etapas_producao).toMatchObject([{ qMinutos: 10 }, { descricao: 'Pintar' }])
    expect((await server.admin('DELETE', `/api/producao/centro_trabalho/${paint.id}`)).status).toBe(400)
  })

  it('are refused with a resource of another centre, the same place twice, and no centre, and nothing is saved', async () => {
    const one = await post('producao/centro_trabalho', { descricao: 'Solda' })
    const other = await post('producao/centro_trabalho', { descricao: 'Montagem' })
    const robot = await post('producao/recurso', { descricao: 'Robô', centro_trabalho_id: one.id })
    const step = { n_ordem: 10, centro_trabalho_id: one.id }
    const elsewhere = await product([step, { n_ordem: 20, centro_trabalho_id: other.id, recurso_id: robot.id }])
    expect(elsewhere).toMatchObject({
      status: 422,
      body: { errors: { 'mercadoria_etapas_producao.1.recurso_id': ['Este recurso é de outro centro de trabalho.'] } },
    })
    expect((await product([step, step])).status).toBe(409)
    expect((await product([{ n_ordem: 10 }])).status).toBe(422)
    expect((await product([{ ...step, centro_trabalho_id: 999_999 }])).status).toBe(422)
    const { body } = await server.admin('GET', '/api/mercadoria?search=Mesa')
    expect(body.data).toHaveLength(2)
  })

  it('a centre is told without what an hour costs to who may not see costs', async () => {
    const seller = await server.user({ roles: ['saller'] })
    const { status, body } = await seller('GET', '/api/producao/centro_trabalho?search=Serras')
    expect([status, body.data.length]).toEqual([200, 1])
    expect(body.data[0]).not.toHaveProperty('vHora')
    expect((await seller('POST', '/api/producao/centro_trabalho', { descricao: 'Meu' })).status).toBe(403)
  })
})
