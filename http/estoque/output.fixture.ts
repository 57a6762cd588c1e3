import { today } from '../../fixtures/test-clock'
import type { Sql } from 'postgres'
import { expect } from 'vitest'
import { addDays } from '../../core/br/civil-date'
import { asOwner } from '../../fixtures/as-owner'
import { testServer, type TestServer } from '../../fixtures/test-server'
import { bookFaults } from '../books'

/** A company with goods in stock, for tests of documents that take them out. */

let server: TestServer
let ids: Record<'supplier' | 'customer' | 'buys' | 'sells' | 'near' | 'far', number>
export const inDays = (days: number) => addDays(today(), days)

/** Begins a company, in a database of its own. Called before all. */
export async function openStore(options: Parameters<typeof testServer>[0] = {}) {
  server = await testServer(options)
  const { empresa_id } = server
  const place = async (codigo: string, more: object = {}) =>
    (await server.insert('armazenamento', { empresa_id, codigo, xArmazenamento: codigo, ...more })).id
  ids = {
    near: await place('A', { padrao: true }),
    far: await place('B'),
    supplier: (await server.insert('fornecedor', { xNome: 'Laticínios do Sul' })).id,
    customer: (await server.insert('cliente', { xNome: 'Maria Exemplo' })).id,
    buys: (await server.insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0, padrao: 0 })).id,
    sells: (await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, padrao: 1 })).id,
  }
  return { server, ids }
}

export const call: TestServer['admin'] = (...args) => server.admin(...args)
export async function ok(method: string, path: string, body?: object) {
  const answer = await call(method, path, body)
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}
export const faults = () => asOwner(server.url, (owner: Sql) => bookFaults(owner))
export const product = async (values: object = {}): Promise<number> =>
  (await server.insert('mercadoria', { xProd: 'Queijo', ...values })).id

interface LotLine {
  readonly nLote: string
  readonly dVal?: string | null
  readonly qTrib: number
  readonly armazenamento_id?: number
}

/** Goods that come in, finalised: at R$ 2,00 each where nothing else is said. */
export async function entered(mercadoria_id: number, qCom: number, rastreio_list: readonly LotLine[] = [], vUnCom = 2) {
  const entry = await ok('POST', '/api/entrada', {
    fornecedor_id: ids.supplier,
    tipo_entrada_saida_id: ids.buys,
    entrada_mercadorias: [{ mercadoria_id, qCom, vUnCom, rastreio_list }],
  })
  await ok('POST', `/api/entrada/${entry.id}/finaliza`)
  return ok('GET', `/api/entrada/${entry.id}`)
}

/** A sale of a product, open. */
export const sale = async (mercadoria_id: number, qTrib: number): Promise<number> =>
  (
    await ok('POST', '/api/venda', {
      cliente_id: ids.customer,
      tipo_entrada_saida_id: ids.sells,
      venda_mercadorias: [{ mercadoria_id, qTrib, vUnTrib: 10 }],
    })
  ).id

/** An open output of a product to the customer. */
export const output = async (mercadoria_id: number, qTrib: number, line: object = {}, head: object = {}) =>
  ok('POST', '/api/estoque/saida', {
    destinatario_type: 'cliente',
    destinatario_id: ids.customer,
    saida_mercadoria_list: [{ mercadoria_id, qTrib, vUnTrib: 3, ...line }],
    ...head,
  })

const rows = async (path: string, where: object) =>
  (
    await ok(
      'GET',
      `/api/${path}?perPage=100&orderBy=id&sortedBy=asc&where=${encodeURIComponent(JSON.stringify(where))}`,
    )
  ).data

/** What there is of a product: in all, reserved, free. */
export const stockOf = async (id: number): Promise<[total: number, reserved: number, free: number]> => {
  const [saldo] = await rows('estoque/mercadoria_saldo', { mercadoria_id: id })
  const { q_total, q_disp } = await ok('GET', `/api/mercadoria/${id}`)
  return [q_total, saldo?.q_reservado ?? 0, q_disp]
}

/** What a document holds, in words: `A L1 5`; without a lot `A – 5`. */
export async function held(documento: string, documento_id: number): Promise<string[]> {
  const sums = new Map<string, number>()
  for (const one of await rows('estoque/estoque_reserva', { documento, documento_id })) {
    const key = `${one.armazenamento.codigo} ${one.lote?.nLote ?? '–'}`
    sums.set(key, (sums.get(key) ?? 0) + one.q)
  }
  return [...sums].flatMap(([key, q]) => (q === 0 ? [] : [`${key} ${q}`]))
}

/** What a document moved in stock, in words, each row with its value: `A L1 -5 -10`. */
export const moved = async (documento: string, documento_id: number): Promise<string[]> =>
  (await rows('estoque/movimento', { documento, documento_id })).map(
    (one: { armazenamento: { codigo: string }; lote?: { nLote: string }; qTrib: number; vCusto: number }) =>
      [one.armazenamento.codigo, one.lote?.nLote ?? '–', one.qTrib, one.vCusto].join(' '),
  )
