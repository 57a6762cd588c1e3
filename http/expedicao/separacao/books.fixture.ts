import type { Answer, TestServer } from '../../../fixtures/test-server'

/** A picking order of a sale, and one of an output that is reserved, for the test of the books; and what breaks each rule. */

type Ok = (method: string, path: string, body?: object) => Promise<Answer['body']>

/** Goods of a warehouse that works by picking orders, sold and not fetched yet. */
export async function toBePicked(
  ok: Ok,
  server: TestServer,
  known: { cliente_id: number; compra: number; saida: number; fornecedor_id: number },
) {
  const { empresa_id } = server
  const armazem = await server.insert('armazem', { empresa_id, xNome: 'Central', usa_separacao: true })
  const shelf = await server.insert('armazenamento', {
    empresa_id,
    armazem_id: armazem.id,
    codigo: 'P-01',
    xArmazenamento: 'P-01',
  })
  const product = await server.insert('mercadoria', { xProd: 'Separado' })
  const entry = await ok('POST', '/api/entrada', {
    fornecedor_id: known.fornecedor_id,
    tipo_entrada_saida_id: known.compra,
    entrada_mercadorias: [{ mercadoria_id: product.id, qCom: 9, vUnCom: 1, armazenamento_id: shelf.id }],
  })
  await ok('POST', `/api/entrada/${entry.id}/finaliza`)
  const sale = await ok('POST', '/api/venda', {
    cliente_id: known.cliente_id,
    tipo_entrada_saida_id: known.saida,
    armazenamento_id: shelf.id,
    venda_mercadorias: [{ mercadoria_id: product.id, qTrib: 2, vUnTrib: 5 }],
  })
  await ok('POST', `/api/venda/${sale.id}/fecha`)
  const output = await ok('POST', '/api/estoque/saida', {
    destinatario_type: 'cliente',
    destinatario_id: known.cliente_id,
    armazenamento_id: shelf.id,
    saida_mercadoria_list: [{ mercadoria_id: product.id, qTrib: 1, vUnTrib: 1 }],
  })
  await ok('POST', `/api/estoque/saida/${output.id}/separar`)
}

const HEAD = `update separacao set "dhConferencia" = now()`

/** By rule of the books on picking orders: what breaks it. */
export const PICKING_BREAKS: Readonly<Record<string, readonly string[]>> = {
  'separacao: o que já baixou está onde o livro de estoque diz que saiu': [
    `update separacao_mercadoria l set "qTrib" = "qTrib" + 1 from separacao s where s.id = l.separacao_id and s.tipo = 0`,
  ],
  'separacao: o que está reservado é o que ela vai buscar': [
    `update separacao_mercadoria l set "qTrib" = "qTrib" + 1 from separacao s where s.id = l.separacao_id and s.tipo = 1`,
  ],
  'separacao: conferida se, e só se, todo item foi separado ou cortado': [HEAD],
  'separacao: separada se, e só se, nenhum item espera': [`update separacao set "dhSeparacao" = now()`],
  'separacao: um item separado tem tudo o que pede, e nunca mais': [
    `update separacao_mercadoria set "qSeparada" = "qTrib" + 1`,
  ],
  'venda: conferida se, e só se, todas as suas separações foram conferidas': [HEAD],
}
