import { type SQL, sql } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testCnpj, testServer, type TestServer } from '../../../fixtures/test-server'
import { bookFaults } from '../../books'
import { SYSTEM } from '../../db/pool'
import { rowsOf } from '../../platform/context'

/** Goods entries: what they may name, what an item costs, and what cancelling and deleting them undo. */

let server: TestServer
let ids: { compra: number; venda: number; supplier: number; customer: number; shelf: number; back: number }
const call: TestServer['admin'] = (...args) => server.admin(...args)
const REASON = { xJust: 'Lançada por engano no teste' }

beforeAll(async () => {
  server = await testServer()
  const { empresa_id } = server
  const made = [
    await server.insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0, padrao: 0 }),
    await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, padrao: 1 }),
    await server.insert('fornecedor', { xNome: 'Metais do Sul' }),
    await server.insert('cliente', { xNome: 'Maria Exemplo' }),
    await server.insert('armazenamento', { empresa_id, codigo: 'A', xArmazenamento: 'Principal', padrao: true }),
    await server.insert('armazenamento', { empresa_id, codigo: 'B', xArmazenamento: 'Fundos' }),
  ]
  const [compra = 0, venda = 0, supplier = 0, customer = 0, shelf = 0, back = 0] = made.map((one) => one.id)
  ids = { compra, venda, supplier, customer, shelf, back }
  const company = (await call('GET', `/api/empresa/${empresa_id}`)).body
  const changed = await call('PUT', `/api/empresa/${empresa_id}`, { controla_estoque: true, versao: company.versao })
  expect(changed.status, JSON.stringify(changed.body)).toBe(200)
})
afterAll(() => server.close())

afterEach(async () => {
  const owner = postgres(server.url, { max: 1 })
  expect(await bookFaults(owner).finally(() => owner.end())).toEqual([])
})

const product = async (): Promise<number> =>
  (await server.insert('mercadoria', { xProd: `Produto ${Math.random()}` })).id

const enter = (mercadoria_id: number, item: object, head: object = {}) =>
  call('POST', '/api/entrada', {
    fornecedor_id: ids.supplier,
    tipo_entrada_saida_id: ids.compra,
    ...head,
    entrada_mercadorias: [{ mercadoria_id, ...item }],
  })
const act = (id: number, action: string, body: object = {}) => call('POST', `/api/entrada/${id}/${action}`, body)

/** An entry whose goods are in stock. */
async function entered(mercadoria_id: number, qCom: number, vUnCom: number, head: object = {}): Promise<number> {
  const made = await enter(mercadoria_id, { qCom, vUnCom }, head)
  expect((await act(made.body.id, 'finaliza')).status, JSON.stringify(made.body)).toBe(200)
  return made.body.id
}

async function sold(mercadoria_id: number, qTrib: number): Promise<number> {
  const sale = await call('POST', '/api/venda', {
    cliente_id: ids.customer,
    tipo_entrada_saida_id: ids.venda,
    venda_mercadorias: [{ mercadoria_id, qTrib, vUnTrib: 10 }],
  })
  const done = await call('POST', `/api/venda/${sale.body.id}/fecha`)
  expect(done.status, JSON.stringify(done.body)).toBe(200)
  return sale.body.id
}

const query = (text: SQL) => server.pool.transaction(SYSTEM, (db) => rowsOf({ db }, text))
const stock = async (id: number) =>
  (
    await query(sql`select q_total::float as q, "vTotal"::float as v, "vCustoMedio"::float as average
                    from mercadoria_saldo where mercadoria_id = ${id}`)
  )[0]
const shelves = async (id: number) => {
  const rows = await query(
    sql`select armazenamento_id as id, "qDisp"::float as q from mercadoria_armazenamento where mercadoria_id = ${id}`,
  )
  return Object.fromEntries(rows.map((row) => [Number(row.id), row.q]))
}

describe('cancelling an entry', () => {
  it('400 when its goods have been sold, in the words of a sale without stock', async () => {
    const bolt = await product()
    const entry = await entered(bolt, 10, 1)
    const sale = await sold(bolt, 8)
    expect(await act(entry, 'cancela', REASON)).toMatchObject({
      status: 400,
      body: { code: 'no_stock', message: expect.stringMatching(/^Estoque insuficiente: Produto .* \(faltam 8\)\.$/) },
    })
    expect(await stock(bolt)).toEqual({ q: 2, v: 2, average: 1 })
    expect((await call('POST', `/api/venda/${sale}/cancela`, REASON)).status).toBe(200)
    expect((await act(entry, 'cancela', REASON)).status).toBe(200)
    expect(await stock(bolt)).toMatchObject({ q: 0, v: 0 })
  })

  it('takes all the value with the last unit, though the entry had cost more', async () => {
    const bolt = await product()
    await entered(bolt, 10, 1)
    const dear = await entered(bolt, 10, 3)
    await sold(bolt, 10)
    expect((await act(dear, 'cancela', REASON)).status).toBe(200)
    expect(await stock(bolt)).toEqual({ q: 0, v: 0, average: 2 })
  })

  it('takes goods out at the average where their own cost is no longer there', async () => {
    const bolt = await product()
    await entered(bolt, 10, 1)
    const dear = await entered(bolt, 10, 3)
    await sold(bolt, 8)
    expect((await act(dear, 'cancela', REASON)).status).toBe(200)
    expect(await stock(bolt)).toEqual({ q: 2, v: 4, average: 2 })
  })

  it('takes from other locations what has left its own, and leaves no shelf below zero', async () => {
    const bolt = await product()
    const entry = await entered(bolt, 10, 1)
    await entered(bolt, 10, 1, { armazenamento_id: ids.back })
    await sold(bolt, 8)
    expect((await act(entry, 'cancela', REASON)).status).toBe(200)
    expect(await shelves(bolt)).toEqual({ [ids.shelf]: 0, [ids.back]: 2 })
    expect(await stock(bolt)).toEqual({ q: 2, v: 2, average: 1 })
  })
})

describe('422', () => {
  it('a blocked location, of an entry as of a sale', async () => {
    const bolt = await product()
    await entered(bolt, 5, 1)
    const { id } = await server.insert('armazenamento', {
      empresa_id: server.empresa_id,
      codigo: 'X',
      xArmazenamento: 'Interditado',
      bloqueado: true,
    })
    const blocked = {
      status: 422,
      body: { errors: { armazenamento_id: ['O local de estoque está bloqueado.'] } },
    }
    const whole = await enter(bolt, { qCom: 1, vUnCom: 1 }, { armazenamento_id: id })
    expect(await act(whole.body.id, 'finaliza')).toMatchObject(blocked)
    const item = await enter(bolt, { qCom: 1, vUnCom: 1, armazenamento_id: id })
    expect(await act(item.body.id, 'finaliza')).toMatchObject(blocked)
    const sale = await call('POST', '/api/venda', {
      cliente_id: ids.customer,
      tipo_entrada_saida_id: ids.venda,
      armazenamento_id: id,
      venda_mercadorias: [{ mercadoria_id: bolt, qTrib: 1, vUnTrib: 10 }],
    })
    expect(await call('POST', `/api/venda/${sale.body.id}/fecha`)).toMatchObject(blocked)
    expect(await stock(bolt)).toMatchObject({ q: 5 })
  })

  it('the ledger moves no shelf of another company, whatever a document says', async () => {
    const other = await server.insert('empresa', { CNPJ_CPF: testCnpj(2), xNome: 'Filial', xFant: 'Filial', UF: 'PR' })
    const { id } = await server.insert('armazenamento', { empresa_id: other.id, codigo: 'F', xArmazenamento: 'Filial' })
    const bolt = await product()
    const entry = (await enter(bolt, { qCom: 1, vUnCom: 1 })).body.id
    await query(sql`update entrada set armazenamento_id = ${id} where id = ${entry}`)
    expect(await act(entry, 'finaliza')).toMatchObject({
      status: 422,
      body: { errors: { armazenamento_id: ['Selecione um registro válido.'] } },
    })
    expect(await shelves(bolt)).toEqual({})
  })
})
