import { type SQL, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testCnpj, testServer, type TestServer } from '../../../fixtures/test-server'
import { asOwner } from '../../../fixtures/as-owner'
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
})
afterAll(() => server.close())

afterEach(async () => {
  expect(await asOwner(server.url, bookFaults)).toEqual([])
})

async function controlStock(controla_estoque: boolean): Promise<void> {
  const path = `/api/empresa/${server.empresa_id}`
  const { versao } = (await call('GET', path)).body
  expect((await call('PUT', path, { controla_estoque, versao })).status).toBe(200)
}

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

describe('a written condition', () => {
  it('becomes the instalments of an entry, by a method that may ask for business days, until it is finalised', async () => {
    const made = await enter(await product(), { qCom: 1, vUnCom: 100 })
    const method = await server.insert('pagamento', { descricao: 'Boleto', parcelaDiaUtil: 1 })
    const plan = (body: object) =>
      call('POST', '/api/entrada_duplicata/addString', { entrada_id: made.body.id, string: '30/60/90', ...body })
    expect(await plan({})).toMatchObject({ status: 422, body: { message: 'Selecione uma forma de pagamento' } })
    const done = await plan({ pagamento_id: method.id })
    expect(done.body.data).toMatchObject([
      { n: 1, prazo: 30, vDup: 33.33 },
      { n: 2, prazo: 60, vDup: 33.33 },
      { n: 3, prazo: 90, vDup: 33.34 },
    ])
    for (const { dVencimento } of done.body.data) expect([0, 6]).not.toContain(new Date(dVencimento).getUTCDay())
    expect((await act(made.body.id, 'finaliza')).status).toBe(200)
    expect(await plan({ pagamento_id: method.id })).toMatchObject({ status: 400, body: { code: 'finalised' } })
    expect((await call('GET', `/api/entrada/${made.body.id}`)).body.entrada_duplicatas).toHaveLength(3)
  })
})

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

  it('goes below zero where the company does not control stock', async () => {
    const bolt = await product()
    const entry = await entered(bolt, 10, 1)
    await sold(bolt, 8)
    await controlStock(false)
    const cancelled = await act(entry, 'cancela', REASON)
    await controlStock(true)
    expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200)
    expect(await stock(bolt)).toEqual({ q: -8, v: -8, average: 1 })
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

describe('an item with the value of its invoice', () => {
  it('keeps it until quantity, price or the value itself change', async () => {
    const made = await enter(await product(), { qCom: 1000, vUnCom: 0.0333, vProd: 33.33 })
    const path = `/api/entrada_mercadoria/${made.body.entrada_mercadorias[0].id}`
    const put = async (body: object) => (await call('PUT', path, body)).body
    expect(await put({ qVolumes: 2 })).toMatchObject({ qVolumes: 2, vProd: 33.33, vTotal: 33.33 })
    expect(await put({ qCom: 1000, vUnCom: 0.0333, vFrete: 1 })).toMatchObject({ vProd: 33.33, vTotal: 34.33 })
    expect(await put({ qCom: 2000 })).toMatchObject({ vProd: 66.6 })
    expect(await put({ vProd: 66.61 })).toMatchObject({ vProd: 66.61 })
    expect(await put({ vProd: null })).toMatchObject({ vProd: 66.6 })
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

  it('a discount above what the item costs, naming the item', async () => {
    const bolt = await product()
    const message = 'O desconto passa do valor do item.'
    expect(await enter(bolt, { qCom: 1, vUnCom: 1, vDesc: 50 })).toMatchObject({
      status: 422,
      body: { errors: { 'entrada_mercadorias.0.vDesc': [message] } },
    })
    const [item] = (await enter(bolt, { qCom: 1, vUnCom: 1, vDesc: 1 })).body.entrada_mercadorias
    expect(item).toMatchObject({ vTotal: 0 })
    expect(await call('PUT', `/api/entrada_mercadoria/${item.id}`, { vDesc: 1.01 })).toMatchObject({
      status: 422,
      body: { errors: { vDesc: [message] } },
    })
  })

  it('an operation of goods that go out, when it is set and when it is changed', async () => {
    const bolt = await product()
    const refused = {
      status: 422,
      body: { errors: { tipo_entrada_saida_id: ['Selecione um tipo de operação de entrada.'] } },
    }
    expect(await enter(bolt, { qCom: 1, vUnCom: 1 }, { tipo_entrada_saida_id: ids.venda })).toMatchObject(refused)
    const { id, versao } = (await enter(bolt, { qCom: 1, vUnCom: 1 })).body
    const put = (body: object) => call('PUT', `/api/entrada/${id}`, { versao, ...body })
    expect(await put({ tipo_entrada_saida_id: ids.venda })).toMatchObject(refused)
    expect((await put({ obs: 'x', tipo_entrada_saida_id: ids.compra })).status).toBe(200)
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
