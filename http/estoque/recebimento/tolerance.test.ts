import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { testServer, type TestServer } from '../../../fixtures/test-server'
import { bookFaults } from '../../books'
import { receivingAt } from './receiving.fixture'

/** What differs from the invoice by no more than its product tolerates is taken as it came, for what was invoiced; to the last decimal. */

let server: TestServer
let at: Awaited<ReturnType<typeof receivingAt>>
let clerk: TestServer['admin']
let n = 0
beforeAll(async () => {
  server = await testServer()
  at = await receivingAt(server)
  clerk = await server.user({ permissions: ['store entrada', 'show entrada', 'edit entrada'] })
})
afterAll(() => server.close())

/** An entry of 100 kg for 2,000.00, of which so much was read; half a percent is tolerated. */
async function weighed(read: string, { pTolerancia = '0.5' } = {}) {
  const codigo = `KG-${(n += 1)}`
  const mercadoria_id = await at.product({ xProd: 'Cabo', codigo, unidade_id: at.ids.kg, pTolerancia })
  const { id } = await at.entry([{ mercadoria_id, qCom: 100, vUnCom: 20 }])
  expect((await at.read(id, codigo, { qTrib: read })).status).toBe(200)
  return { id: Number(id), codigo, mercadoria_id }
}
const end = (id: number) => at.act(id, 'finalizaRecebimento', {}, clerk)
const stock = async (mercadoria_id: number) => {
  const where = encodeURIComponent(JSON.stringify({ mercadoria_id }))
  const [one] = (await at.call('GET', `/api/estoque/mercadoria_saldo?where=${where}`)).body.data
  return { q: one?.q_total, v: one?.vTotal }
}

describe('a difference within the tolerance', () => {
  it.each(['99.5', '100.5'])('is taken by whoever receives: %s kg of 100, for what was invoiced', async (read) => {
    const { id, mercadoria_id } = await weighed(read)
    expect((await at.lines(id))[0]).toMatchObject({ tolerada: true })
    const ended = await end(id)
    expect(ended.status, JSON.stringify(ended.body)).toBe(200)
    expect((await at.shown(id)).entrada_mercadorias[0]).toMatchObject({ qTrib: Number(read), vTotal: 2000, falta: 0 })
    expect((await at.act(id, 'finaliza')).status).toBe(200)
    expect(await stock(mercadoria_id)).toEqual({ q: Number(read), v: 2000 })
    expect(await asOwner(server.url, (owner: Sql) => bookFaults(owner))).toEqual([])
  })

  it('is judged anew by what is read after the receiving was opened again', async () => {
    const { id, codigo } = await weighed('99.5')
    await end(id)
    await at.act(id, 'reabreRecebimento')
    await at.read(id, codigo, { qTrib: '0.5' })
    expect((await end(id)).status).toBe(200)
    expect((await at.shown(id)).entrada_mercadorias[0]).toMatchObject({ qTrib: 100, vTotal: 2000, vTotalNota: null })
    await at.act(id, 'reabreRecebimento')
    await at.read(id, codigo, { qTrib: '1' })
    expect((await end(id)).body).toMatchObject({ code: 'received_more' })
  })

  it('that somebody decided of otherwise is theirs to decide', async () => {
    const { id } = await weighed('99.5')
    const [line] = await at.lines(id)
    const itens = [{ id: line.id, falta: 'pendente' }]
    const { body } = await at.act(id, 'atualizaQuantidadesEntrada', { itens })
    expect(body.entrada_pendente_id).toEqual(expect.any(Number))
    expect((await end(id)).status).toBe(200)
    expect((await at.shown(id)).entrada_mercadorias[0]).toMatchObject({ qTrib: 99.5, vTotal: 1990 })
  })
})

it.each([
  ['99.499', '0.5', 'received_less'],
  ['100.501', '0.5', 'received_more'],
  ['100.002', '0', 'received_more'],
])('%s kg of 100 at %s %% is beyond it', async (read, pTolerancia, code) => {
  const { id } = await weighed(read, { pTolerancia })
  expect((await end(id)).body.code).toBe(code)
  const taken = await at.act(id, 'atualizaQuantidadesEntrada', {}, clerk)
  expect(taken.status).toBe(code === 'received_more' ? 403 : 200)
})
