import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callerOf, testServer, type TestServer } from '../../fixtures/test-server'
import { SYSTEM } from '../db/pool'
import { clockOf } from '../platform/app'
import { setAssinante, type AssinanteChange } from './assinante'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const set = (change: AssinanteChange) =>
  server.pool.transaction(SYSTEM, (db) => setAssinante({ db, clock: clockOf(server.services) }, change))
const seen = async (who = server.admin) => (await who('GET', '/api/sessao')).body.assinante

describe('the overdue notice', () => {
  it('shows from the third day with overdue instalments, with its countdown and where to pay', async () => {
    expect(await seen()).toBeNull()
    await set({
      CNPJ_CPF: '11.222.333/0001-81',
      qDiasDevedor: 2,
      qParcelasDevedor: 1,
      boleto_url: 'https://cobra.example/{cnpj}',
    })
    expect(await seen()).toBeNull()
    await set({ qDiasDevedor: 4 })
    expect(await seen()).toMatchObject({
      CNPJ_CPF: '11222333000181',
      qDiasDevedor: 4,
      qParcelasDevedor: 1,
      devedor: true,
      segundos: 120,
      boleto_url: 'https://cobra.example/11222333000181',
    })
    await set({ qParcelasDevedor: 0 })
    expect(await seen()).toBeNull()
    await set({ qParcelasDevedor: 1 })
  })

  it('is for admins, and for who holds all three finance rights', async () => {
    const three = ['show contas_pagar', 'edit contas_receber', 'store fluxo_caixa']
    expect(await seen(await server.user({ permissions: three }))).not.toBeNull()
    expect(await seen(await server.user({ permissions: three.slice(1) }))).toBeNull()
    expect(await seen(await server.user({ roles: ['saller'] }))).toBeNull()
  })

  it('once for each sign-in: closing it is told to the server', async () => {
    const first = callerOf(server.app, await server.token())
    expect((await first('POST', '/api/updateAvisoBloqueio')).status).toBe(200)
    expect(await seen(first)).toBeNull()
    expect(await seen(callerOf(server.app, await server.token()))).not.toBeNull()
  })
})

describe('422 no such subscriber', () => {
  it.each([
    [{ CNPJ_CPF: '123' }, 'CNPJ_CPF'],
    [{ qDiasDevedor: -1 }, 'qDiasDevedor'],
    [{ qDiasDevedor: 1.5 }, 'qDiasDevedor'],
    [{ qParcelasDevedor: 1e9 }, 'qParcelasDevedor'],
    [{ boleto_url: 'javascript:alert(1)' }, 'boleto_url'],
  ] as const)('%j', async (change, field) => {
    await expect(set(change)).rejects.toMatchObject({ status: 422, errors: { [field]: [expect.any(String)] } })
  })
})

describe('401 without a session', () => {
  it('closing the notice', async () => {
    expect((await server.app.request('/api/updateAvisoBloqueio', { method: 'POST' })).status).toBe(401)
  })
})
