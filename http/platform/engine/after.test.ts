import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'
import { follows } from './after'

/** What follows from a document and its items is done once a save, however much of both is saved. */

let server: TestServer
let done: number[] = []
beforeAll(async () => {
  follows('solicitacao', ['solicitacao_mercadoria'], async (_, id) => {
    done.push(id)
  })
  server = await testServer()
})
afterAll(() => server.close())

async function call(method: string, path: string, body?: object) {
  done = []
  const answer = await server.admin(method, path, body)
  expect([200, 201], JSON.stringify(answer.body)).toContain(answer.status)
  return answer.body
}

it('once with a new document and its items, with its head, with its items again, and with an item alone', async () => {
  const product = (await server.insert('mercadoria', { xProd: 'Prego' })).id
  const item = { mercadoria_id: product, quantidade: 2 }
  const { id, solicitacao_mercadorias: items } = await call('POST', '/api/compras/solicitacao', {
    solicitacao_mercadorias: [item, item],
  })
  expect(done).toEqual([id])
  await call('PUT', `/api/compras/solicitacao/${id}`, { obs: 'Urgente' })
  expect(done).toEqual([id])
  await call('PUT', `/api/compras/solicitacao/${id}`, { obs: 'Muito', solicitacao_mercadorias: items.slice(0, 1) })
  expect(done).toEqual([id])
  const alone = await call('POST', '/api/compras/solicitacao_mercadoria', { ...item, solicitacao_id: id })
  expect(done).toEqual([id])
  await call('DELETE', `/api/compras/solicitacao_mercadoria/${alone.id}`)
  expect(done).toEqual([id])
})
