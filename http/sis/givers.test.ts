import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCnpj, testServer, type TestServer } from '../../fixtures/test-server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

describe('who can give a right', () => {
  it('are the admins and managers of the caller’s companies, admins first', async () => {
    const other = (await server.insert('empresa', { CNPJ_CPF: testCnpj(7), xNome: 'Outra Ltda' })).id
    await server.user({ roles: ['manager'] })
    await server.user({ roles: ['manager'], empresas: [other] })
    await server.user({ roles: ['saller'] })
    const seller = await server.user({ permissions: ['show venda'] })
    expect((await seller('GET', '/api/acesso/quem_libera')).body.data).toEqual([
      { name: 'u1@teste.example', admin: true },
      { name: 'u2@teste.example', admin: false },
    ])
  })

  it('401 without a session', async () => {
    expect((await server.app.request('/api/acesso/quem_libera')).status).toBe(401)
  })
})
