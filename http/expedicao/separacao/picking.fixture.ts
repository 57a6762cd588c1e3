import { expect } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { testServer, type TestServer } from '../../../fixtures/test-server'
import { bookFaults } from '../../books'
import type { Sql } from 'postgres'

/** A warehouse that works by picking orders: three shelves on its walk, and what tests sell and fetch there. */
export async function openWarehouse(more: object = {}) {
  const server = await testServer()
  const { empresa_id } = server
  const id = async (resource: string, values: object) => (await server.insert(resource, { ...values })).id
  const armazem = await id('armazem', { empresa_id, xNome: 'Central', usa_separacao: true, ...more })
  const shelf = (codigo: string, nOrdem: number, values: object = {}) =>
    id('armazenamento', { empresa_id, armazem_id: armazem, codigo, xArmazenamento: codigo, nOrdem, ...values })
  const ids = {
    armazem,
    a: await shelf('A-01', 30, { padrao: true }),
    b: await shelf('B-01', 10),
    c: await shelf('C-01', 20),
    supplier: await id('fornecedor', { xNome: 'Laticínios do Sul' }),
    customer: await id('cliente', { xNome: 'Maria Exemplo', obs: 'Entregar com nota impressa' }),
    buys: await id('tipo_entrada_saida', { descricao: 'Compra', tipo: 0, padrao: 0 }),
    sells: await id('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, padrao: 1 }),
    piece: await id('unidade', { un: 'UN', decimal: 0 }),
  }
  const call: TestServer['admin'] = (...args) => server.admin(...args)
  const ok = async (method: string, path: string, body?: object) => {
    const answer = await call(method, path, body)
    expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }
  const product = (values: object = {}) => id('mercadoria', { xProd: 'Queijo', unidade_id: ids.piece, ...values })
  /** Goods that come in at R$ 2,00 each, on these shelves. */
  const entered = async (
    mercadoria_id: number,
    rows: readonly { readonly at: number; readonly q: number; readonly nLote?: string; readonly dVal?: string }[],
  ) => {
    const entry = await ok('POST', '/api/entrada', {
      fornecedor_id: ids.supplier,
      tipo_entrada_saida_id: ids.buys,
      entrada_mercadorias: rows.map(({ at, q, nLote, dVal }) => ({
        mercadoria_id,
        qCom: q,
        vUnCom: 2,
        armazenamento_id: at,
        ...(nLote === undefined ? {} : { rastreio_list: [{ nLote, dVal, qTrib: q, armazenamento_id: at }] }),
      })),
    })
    await ok('POST', `/api/entrada/${entry.id}/finaliza`)
  }
  /** A dispatched sale, and its picking order. */
  const sold = async (lines: readonly (readonly [mercadoria_id: number, qTrib: number])[], head: object = {}) => {
    const sale = await ok('POST', '/api/venda', {
      cliente_id: ids.customer,
      tipo_entrada_saida_id: ids.sells,
      venda_mercadorias: lines.map(([mercadoria_id, qTrib]) => ({ mercadoria_id, qTrib, vUnTrib: 10 })),
      ...head,
    })
    await ok('POST', `/api/venda/${sale.id}/fecha`)
    const [document] = (await ok('GET', `/api/expedicao/separacao_venda?where={"venda_id":${sale.id}}`)).data
    return { sale: Number(sale.id), order: Number(document?.separacao_id) }
  }
  const order = (number: number) => ok('GET', `/api/expedicao/separacao/${number}`)
  const walk = (number: number) => ok('GET', `/api/expedicao/separacao/${number}/caminho`)
  const act = (number: number, verb: string, body: object = {}, as = call) =>
    as('POST', `/api/expedicao/separacao/${number}/${verb}`, body)
  const line = (number: number, verb: string, body: object = {}, as = call) =>
    as('POST', `/api/expedicao/separacao_mercadoria/${number}/${verb}`, body)
  const faults = () => asOwner(server.url, (owner: Sql) => bookFaults(owner))
  /** What lies on a shelf. */
  const lies = async (mercadoria_id: number, at: number): Promise<number> => {
    const rows = await ok(
      'GET',
      `/api/estoque/mercadoria_armazenamento?where={"mercadoria_id":${mercadoria_id},"armazenamento_id":${at}}`,
    )
    return Number(rows.data[0]?.qDisp ?? 0)
  }
  return { server, ids, call, ok, product, entered, sold, order, walk, act, line, faults, lies }
}
