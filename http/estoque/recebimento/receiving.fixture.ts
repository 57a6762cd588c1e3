import { expect } from 'vitest'
import type { TestServer } from '../../../fixtures/test-server'

/** A company that receives goods: a supplier, two shelves, units of pieces and kilograms, and what tests do with entries. */
export async function receivingAt(server: TestServer) {
  const { empresa_id } = server
  const id = async (resource: string, values: object) => (await server.insert(resource, { ...values })).id
  const ids = {
    operation: await id('tipo_entrada_saida', { descricao: 'Compra', tipo: 0, padrao: 0 }),
    supplier: await id('fornecedor', { xNome: 'Metais do Sul' }),
    shelf: await id('armazenamento', { empresa_id, codigo: 'A-01', xArmazenamento: 'Principal', padrao: true }),
    back: await id('armazenamento', { empresa_id, codigo: 'B-01', xArmazenamento: 'Fundos' }),
    piece: await id('unidade', { un: 'UN', decimal: 0 }),
    kg: await id('unidade', { un: 'KG', decimal: 3 }),
  }
  const call: TestServer['admin'] = (...args) => server.admin(...args)
  const product = (values: object) => id('mercadoria', { xProd: 'Parafuso', unidade_id: ids.piece, ...values })
  const entry = async (items: readonly object[], head: object = {}) => {
    const made = await call('POST', '/api/entrada', {
      fornecedor_id: ids.supplier,
      tipo_entrada_saida_id: ids.operation,
      nNF: 123,
      ...head,
      entrada_mercadorias: items,
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    return made.body
  }
  const act = (entrada: number, action: string, body: object = {}, as = call) =>
    as('POST', `/api/entrada/${entrada}/${action}`, body)
  const read = (entrada: number, code: string, more: object = {}, as = call) =>
    act(entrada, 'addVolume', { code, ...more }, as)
  const lines = async (entrada: number) => (await call('GET', `/api/entrada/${entrada}/conferencia`)).body.itens
  const shown = async (entrada: number) => (await call('GET', `/api/entrada/${entrada}`)).body
  return { ids, call, product, entry, act, read, lines, shown }
}
