import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../fixtures/test-server'
import { knownMigrations } from '../db/migrate'

/** Documents that refer to each other: what was made may go, and leaves no number of what is gone; a register in use stays. */

let server: TestServer
const call: TestServer['admin'] = (...args) => server.admin(...args)
let product = 0
let supplier = 0
let customer = 0
let operation = 0
beforeAll(async () => {
  server = await testServer()
  product = (await server.insert('mercadoria', { xProd: 'Parafuso' })).id
  supplier = (await server.insert('fornecedor', { xNome: 'Fornecedor' })).id
  customer = (await server.insert('cliente', { xNome: 'Cliente' })).id
  operation = (await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1 })).id
})
afterAll(() => server.close())

const own = () => ({ empresa_id: server.empresa_id })
const THEN = '2026-11-20T12:00:00Z'
const order = (values = {}) =>
  server.insert('pedido_compra', { ...own(), fornecedor_id: supplier, dEmissao: '2026-11-20', ...values })
const plan = () =>
  server.insert('planejamento', { ...own(), descricao: 'Plano', dInicio: '2026-11-20', dFim: '2026-12-20' })

describe('a document that was made is deleted', () => {
  it('a purchase order: the item of its request, and of its plan, no longer name it', async () => {
    const made = await order()
    const request = await server.insert('solicitacao', { ...own(), dhGeracao: THEN })
    const item = await server.insert('solicitacao_mercadoria', {
      ...own(),
      solicitacao_id: request.id,
      mercadoria_id: product,
      quantidade: '5',
      aprovado_em: THEN,
      pedido_compra_id: made.id,
    })
    const planned = await server.insert('planejamento_mercadoria', {
      ...own(),
      planejamento_id: (await plan()).id,
      mercadoria_id: product,
      pedido_compra_id: made.id,
    })
    const itemPath = `/api/compras/solicitacao_mercadoria/${item.id}`
    expect((await call('GET', itemPath)).body).toMatchObject({ status: 3, pedido_compra: { id: made.id } })
    expect((await call('DELETE', `/api/compras/pedido_compra/${made.id}`)).status).toBe(200)
    expect((await call('GET', itemPath)).body).toMatchObject({ status: 1, pedido_compra_id: null })
    const path = `/api/mrp/planejamento_mercadoria/${planned.id}`
    expect((await call('GET', path)).body).toMatchObject({ pedido_compra_id: null, pedido_compra: null })
  })

  it('a quote: its sale stays, without its number', async () => {
    const head = { ...own(), cliente_id: customer, tipo_entrada_saida_id: operation }
    const quote = await server.insert('orcamento', head)
    const sale = await server.insert('venda', { ...head, orcamento_id: quote.id })
    expect((await call('DELETE', `/api/orcamento/${quote.id}`)).status).toBe(200)
    expect((await call('GET', `/api/venda/${sale.id}`)).body).toMatchObject({ orcamento_id: null })
  })
})

describe('the vehicle of a sale', () => {
  const sell = (veiculo_id: number) =>
    call('POST', '/api/venda', { cliente_id: customer, tipo_entrada_saida_id: operation, veiculo_id })

  it('422 one that is not there', async () => {
    expect(await sell(999_999)).toMatchObject({ status: 422, body: { errors: { veiculo_id: expect.any(Array) } } })
  })

  it('400 when it is deleted while a sale names it', async () => {
    const carrier = await server.insert('transportadora', { xNome: 'Transportes' })
    const vehicle = await server.insert('veiculo', { placa: 'ABC1D23', UF: 'PR', transportadora_id: carrier.id })
    expect(await sell(vehicle.id)).toMatchObject({ status: 201, body: { veiculo: { id: vehicle.id } } })
    for (const path of [`/api/transportadora_veiculo/${vehicle.id}`, `/api/transportadora/${carrier.id}`])
      expect(await call('DELETE', path)).toMatchObject({ status: 400, body: { code: 'in_use' } })
  })
})

it('the migration that adds the keys empties numbers of what is gone, and leaves the others', async () => {
  const kept = await order({ planejamento_id: (await plan()).id })
  const lost = await order()
  const item = { pedido_compra_id: lost.id, ...own(), mercadoria_id: product, qTrib: '1' }
  const line = await server.insert('pedido_compra_mercadoria', item)
  const { sql: migration = '' } = knownMigrations().find(({ name }) => name.endsWith('_links.sql')) ?? {}
  const keys = [...migration.matchAll(/ALTER TABLE "(\w+)" ADD CONSTRAINT "(\w+)"/g)]
  const indexes = [...migration.matchAll(/CREATE INDEX "(\w+)"/g)].filter(
    ([, name]) => name !== 'rota_roteirizacao_id_ix',
  )
  expect([keys.length, indexes.length]).toEqual([19, 18])
  const owner = postgres(server.url, { max: 1, onnotice: () => undefined })
  await owner.begin(async (db) => {
    for (const [, table, key] of keys) await db.unsafe(`alter table "${table}" drop constraint "${key}"`)
    for (const [, name] of indexes) await db.unsafe(`drop index "${name}"`)
    await db`update pedido_compra set entrada_id = 999999, solicitacao_id = 999999, planejamento_id = 999999 where id = ${lost.id}`
    await db`update pedido_compra_mercadoria set planejamento_mercadoria_id = 999999, solicitacao_mercadoria_id = 999999 where id = ${line.id}`
    await db.unsafe(migration)
  })
  expect(await owner`select planejamento_id from pedido_compra where id = ${kept.id}`).toMatchObject([
    { planejamento_id: kept.planejamento_id },
  ])
  expect(
    await owner`select p.entrada_id, p.solicitacao_id, p.planejamento_id, l.planejamento_mercadoria_id, l.solicitacao_mercadoria_id
      from pedido_compra p join pedido_compra_mercadoria l on l.pedido_compra_id = p.id where p.id = ${lost.id}`,
  ).toMatchObject([
    {
      entrada_id: null,
      solicitacao_id: null,
      planejamento_id: null,
      planejamento_mercadoria_id: null,
      solicitacao_mercadoria_id: null,
    },
  ])
  await owner.end()
})
