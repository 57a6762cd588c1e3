// First: what a test declares is among the resources only if it is there before they are summed up.
import { aviso, service } from '../../fixtures/toy/area'
import { sql } from 'drizzle-orm'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTaker, type Taker } from '../../fixtures/simulators/taker'
import { asOwner } from '../../fixtures/as-owner'
import { testServer, type TestServer } from '../../fixtures/test-server'
import { bookFaults } from '../books'
import { SYSTEM } from '../db/pool'
import { exchangeRound } from '../platform/exchange/run-exchange'

/**
 * A document of an area that tests alone have (`fixtures/toy`), written down as CONTRIBUTING says: what the engine gives it without a line of its own.
 * `walks.toy.test.ts` beside it walks it as all others are walked.
 */

const folder = mkdtempSync(join(tmpdir(), 'prumo-toy-'))
let server: TestServer
let taker: Taker
let goods: number
let cliente_id: number

beforeAll(async () => {
  server = await testServer()
  taker = await startTaker(join(folder, 'taken'))
  service.url = taker.url
  const { empresa_id } = server
  const made = [
    await server.insert('armazenamento', { empresa_id, codigo: 'A', xArmazenamento: 'Principal', padrao: true }),
    await server.insert('cliente', { xNome: 'Maria Exemplo' }),
    await server.insert('mercadoria', { xProd: 'Caneca' }),
    await server.insert('fornecedor', { xNome: 'Louças do Sul' }),
    await server.insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0, padrao: 0 }),
  ].map(({ id }) => id)
  const [, customer = 0, product = 0, fornecedor_id, tipo_entrada_saida_id] = made
  ;[cliente_id, goods] = [customer, product]
  const entry = await server.admin('POST', '/api/entrada', {
    fornecedor_id,
    tipo_entrada_saida_id,
    entrada_mercadorias: [{ mercadoria_id: goods, qCom: 10, vUnCom: 2 }],
  })
  expect((await server.admin('POST', `/api/entrada/${entry.body.id}/finaliza`)).status).toBe(200)
})
afterAll(async () => {
  await taker.stop()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const at = (id: number, verb = '') => `/api/prova/brinde/${id}${verb && `/${verb}`}`
async function gift(qTrib = 3): Promise<number> {
  const body = { cliente_id, brinde_itens: [{ mercadoria_id: goods, qTrib }] }
  const made = await server.admin('POST', '/api/prova/brinde', body)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body.id
}
const inStock = async () => (await server.admin('GET', `/api/mercadoria/${goods}`)).body.q_total

describe('a toy document', () => {
  it('moves stock by its step, is locked then, and gives it back when it is cancelled; the books agree', async () => {
    const [id, before] = [await gift(), await inStock()]
    expect((await server.admin('POST', at(id, 'envia'))).body).toMatchObject({ status: 2, dhEnvio: expect.any(String) })
    expect(before - (await inStock())).toBe(3)
    const [item] = (await server.admin('GET', at(id))).body.brinde_itens
    const locked = { status: 400, body: { code: 'sent', message: 'Este brinde já foi enviado.' } }
    expect(await server.admin('PUT', at(id), { obs: 'x' })).toMatchObject(locked)
    expect(await server.admin('PUT', `/api/prova/brinde_item/${item.id}`, { qTrib: 1 })).toMatchObject(locked)
    expect(await server.admin('DELETE', `/api/prova/brinde_item/${item.id}`)).toMatchObject(locked)
    expect(await asOwner(server.url, bookFaults)).toEqual([])
    const cancelled = await server.admin('POST', at(id, 'cancela'), { xJust: 'Enviado por engano no teste' })
    expect(cancelled.body).toMatchObject({ status: 5, xMotivoCancelamento: 'Enviado por engano no teste' })
    expect(await inStock()).toBe(before)
    expect(await asOwner(server.url, bookFaults)).toEqual([])
  })

  it('tells what a step would do, and does nothing then', async () => {
    const [id, before] = [await gift(4), await inStock()]
    const { body } = await server.admin('POST', `${at(id, 'envia')}?simula=1`)
    expect(JSON.stringify(body)).toContain('Caneca')
    expect(body.simulado).toBe(true)
    expect([await inStock(), (await server.admin('GET', at(id))).body.status]).toEqual([before, 0])
  })

  it('asks an outside service, and its answer moves the document on, once', async () => {
    const id = await gift(1)
    expect((await server.admin('POST', at(id, 'avisa'))).body.code).toBe('open')
    await server.admin('POST', at(id, 'envia'))
    expect((await server.admin('POST', at(id, 'avisa'))).status).toBe(200)
    taker.treat('silent')
    await exchangeRound(server.services, aviso.kind)
    expect((await server.admin('GET', at(id))).body.dhAviso).toBeNull()
    // Time passes: the service is asked by the key whether it took what it did not answer to.
    const waits = sql`update troca set "dhProxima" = now() - interval '1 second', "dhTentando" = null where status = 'incerta'`
    await server.pool.transaction(SYSTEM, (db) => db.execute(waits))
    await exchangeRound(server.services, aviso.kind)
    expect((await server.admin('GET', at(id))).body.dhAviso).toEqual(expect.any(String))
    expect(taker.taken().map(({ key }) => key)).toEqual([`brinde-${id}`])
  })

  it('has a history in its own verbs, a copy, an export and a description', async () => {
    const id = await gift(2)
    await server.admin('POST', at(id, 'envia'))
    const history = (await server.admin('GET', at(id, 'auditoria'))).body.data
    expect([...new Set(history.map(({ acao_texto }: { acao_texto: string }) => acao_texto))]).toEqual([
      'Enviou',
      'Criou',
    ])
    const copy = (await server.admin('POST', at(id, 'duplica'))).body.brinde.id
    const { status, brinde_itens } = (await server.admin('GET', at(copy))).body
    expect([status, brinde_itens.length, brinde_itens[0].qTrib]).toEqual([0, 1, 2])
    const sheet = await server.app.request('/api/prova/brinde/export?format=csv', {
      headers: { Authorization: `Bearer ${await server.token()}` },
    })
    expect([sheet.status, (await sheet.text()).split('\r\n')[0]]).toEqual([200, expect.stringContaining('Situação')])
    const { paths } = (await server.admin('GET', '/api/openapi.json')).body
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/api/prova/brinde', '/api/prova/brinde/{id}/envia', '/api/prova/brinde_item/{id}']),
    )
  })
})
