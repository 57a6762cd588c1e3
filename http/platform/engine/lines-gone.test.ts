import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'

/** A line that is left out of its document's list goes only if it might be deleted by itself. */

let server: TestServer
let product = 0
let out = 0
let entry = 0
let customer = 0
let supplier = 0
beforeAll(async () => {
  server = await testServer()
  product = (await server.insert('mercadoria', { xProd: 'Parafuso' })).id
  out = (await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1 })).id
  entry = (await server.insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0, padrao: 0 })).id
  customer = (await server.insert('cliente', { xNome: 'Cliente' })).id
  supplier = (await server.insert('fornecedor', { xNome: 'Fornecedor' })).id
})
afterAll(() => server.close())

const THEN = '2026-11-20T12:00:00Z'

/** What a document and a line of it are, as they are stored, and what a list without that line is refused with. */
const documents = () => ({
  venda: {
    head: { cliente_id: customer, tipo_entrada_saida_id: out, dhFechamento: THEN },
    line: ['venda_mercadoria', { mercadoria_id: product, qTrib: '5', vUnTrib: '10' }],
    refusal: 'Esta venda já foi expedida: os itens não podem mudar.',
  },
  orcamento: {
    head: { cliente_id: customer, tipo_entrada_saida_id: out, dhFechamento: THEN },
    line: ['orcamento_mercadoria', { mercadoria_id: product, qTrib: '5', vUnTrib: '10' }],
    refusal: 'Este orçamento já foi fechado.',
  },
  pedido_compra: {
    head: { fornecedor_id: supplier, dEmissao: '2026-11-20', dhFechamento: THEN, dhFinalizacao: THEN },
    line: ['pedido_compra_mercadoria', { mercadoria_id: product, qTrib: '5', vUnTrib: '10' }],
    refusal: 'Este pedido de compra já foi finalizado.',
  },
  solicitacao: {
    head: { dhGeracao: THEN },
    line: ['solicitacao_mercadoria', { mercadoria_id: product, quantidade: '5' }],
    refusal: 'Esta solicitação já gerou seus pedidos de compra.',
  },
  entrada: {
    head: { fornecedor_id: supplier, tipo_entrada_saida_id: entry, dhFinalizacao: THEN },
    line: ['entrada_mercadoria', { mercadoria_id: product, qCom: '5', vUnCom: '10', qTrib: '5' }],
    refusal: 'Esta entrada já foi finalizada.',
  },
  ordem_producao: {
    head: { dhInicio: THEN },
    line: ['ordem_producao_mercadoria', { mercadoria_id: product, qTrib: '5' }],
    refusal: 'Esta ordem de produção já foi iniciada: os itens não podem mudar.',
  },
})
const PATHS: Readonly<Record<string, string>> = {
  venda: 'venda',
  orcamento: 'orcamento',
  pedido_compra: 'compras/pedido_compra',
  solicitacao: 'compras/solicitacao',
  entrada: 'entrada',
  ordem_producao: 'producao/ordem_producao',
}
const KINDS = ['venda', 'orcamento', 'pedido_compra', 'solicitacao', 'entrada', 'ordem_producao'] as const

describe('400 a list without a line that may not be deleted', () => {
  it.each(KINDS)('of %s', async (kind) => {
    const { head, line, refusal } = documents()[kind]
    const [lines = '', values] = line
    const own = { empresa_id: server.empresa_id }
    const document = await server.insert(kind, { ...own, ...head })
    await server.insert(String(lines), { ...own, ...Object(values), [`${kind}_id`]: document.id })
    const path = `/api/${PATHS[kind]}/${document.id}`
    const list = kind === 'ordem_producao' ? `${lines}_list` : `${lines}s`
    const answer = await server.admin('PUT', path, { [list]: [] })
    expect(answer.status, JSON.stringify(answer.body)).toBe(400)
    expect(answer.body.message).toBe(refusal)
    expect((await server.admin('GET', path)).body[list]).toHaveLength(1)
  })

  it('nor does a shorter list take one; an open document gives it up', async () => {
    const line = { mercadoria_id: product, qTrib: 1, vUnTrib: 10 }
    const made = await server.admin('POST', '/api/venda', {
      cliente_id: customer,
      tipo_entrada_saida_id: out,
      venda_mercadorias: [line, line],
    })
    const [{ id }] = made.body.venda_mercadorias
    const put = () => server.admin('PUT', `/api/venda/${made.body.id}`, { venda_mercadorias: [{ id }] })
    expect((await put()).body).toMatchObject({ vTotal: 10, venda_mercadorias: [{ id }] })
  })
})
