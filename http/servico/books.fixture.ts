import type { Answer } from '../../fixtures/test-server'

/** Service orders, for the test of the books: one that is invoiced, and what breaks each rule. */

type Ok = (method: string, path: string, body?: object) => Promise<Answer['body']>

const ORDERS = '/api/srv/ordem_servico'

/** An order whose goods left and whose instalments are receivables. */
export async function serviced(
  ok: Ok,
  { cliente_id, product }: Record<'cliente_id' | 'product', number>,
): Promise<void> {
  const labour = await ok('POST', '/api/srv/servico', { descricao: 'Mão de obra', valor: 50 })
  const { id } = await ok('POST', ORDERS, {
    cliente_id,
    ordem_servico_servicos: [{ servico_id: labour.id }],
    ordem_servico_mercadorias: [{ mercadoria_id: product, qTrib: 1, vUnTrib: 10 }],
    ordem_servico_duplicatas: [{ n: 1, dVencimento: '2027-01-10', vDup: 60 }],
  })
  await ok('POST', `${ORDERS}/${id}/finalizarOrdemServico`)
  await ok('POST', `${ORDERS}/${id}/faturarOrdemServico`)
}

/** By rule of the books on service orders: what breaks it. */
export const SERVICE_BREAKS: Readonly<Record<string, readonly string[]>> = {
  'ordem_servico: totais = soma dos itens': [`update ordem_servico set "vServ" = "vServ" + 1`],
  'ordem_servico: finalizada, cada mercadoria saiu do estoque': [
    `update ordem_servico_mercadoria set "qTrib" = "qTrib" + 1`,
  ],
  'ordem_servico.finalizarOrdemServico: o passo vale se, e só se, o documento o mostra': [
    `update ordem_servico set "dhFinalizacao" = null`,
  ],
  'ordem_servico.finalizarOrdemServico: livro estoque = o que o documento diz': [
    `update ordem_servico_mercadoria set "vCusto" = "vCusto" + 1`,
  ],
  'ordem_servico.faturarOrdemServico: o passo vale se, e só se, o documento o mostra': [
    `update ordem_servico set "dhFaturamento" = null`,
  ],
  'ordem_servico.faturarOrdemServico: livro titulos = o que o documento diz': [
    `update ordem_servico set "vTotal" = "vTotal" + 1`,
  ],
}
