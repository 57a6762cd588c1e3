import { f } from '../field'
import { empresaId } from '../kit'

/** What becomes of the money of goods that came back. */
export const LESS_OWED = 0
export const CREDIT = 1
export const REFUND = 2

/** A return of goods that were sold (document 2, section 3, N2-010). */
export const vendaDevolucaoFields = {
  empresa_id: empresaId(),
  venda_id: f.ref('Venda', 'venda').required(),
  cliente_id: f.ref('Cliente', 'cliente', { doc: 'O da venda' }).required().computed(),
  usuario_id: f.author('Usuário'),
  geraCredito: f
    .option('Dinheiro', {
      [CREDIT]: 'Crédito para o cliente',
      [LESS_OWED]: 'Abate das contas a receber',
      [REFUND]: 'Reembolso',
    })
    .default(CREDIT),
  banco_id: f.ref('Conta do reembolso', 'banco', { doc: 'De onde sai o reembolso; a usual da empresa, se vazia' }),
  acaoEstoque: f.option('Mercadorias', { 1: 'Voltam ao estoque', 0: 'Não voltam ao estoque' }).default(1),
  geraNFe: f.option('Nota de devolução', { 0: 'Não gera', 1: 'NF-e de entrada' }).default(0),
  tipo_entrada_saida_id: f.ref('Operação da entrada', 'tipo_entrada_saida', {
    doc: 'A de devolução, ou a usual de entrada, se vazia',
  }),
  armazenamento_id: f.ref('Local de entrada', 'armazenamento', { doc: 'De onde cada item saiu, se vazio' }),
  motivo_devolucao_id: f.ref('Motivo', 'motivo_devolucao'),
  motivo: f.text('Detalhes do motivo', { max: 500 }),
  vTotal: f.money('Total').default(0).computed().summed(),
  vAbatido: f.money('Abatido das contas a receber').default(0).computed(),
  vCredito: f.money('Crédito gerado').default(0).computed(),
  vReembolso: f.money('Reembolsado').default(0).computed(),
  entrada_id: f.ref('Entrada gerada', 'entrada', { trace: true }).computed(),
}

/** A line of a return: how much of a line of the sale comes back (N2-011). */
export const vendaDevolucaoMercadoriaFields = {
  venda_devolucao_id: f.ref('Devolução', 'venda_devolucao').required(),
  empresa_id: empresaId(),
  venda_mercadoria_id: f.ref('Item da venda', 'venda_mercadoria').required(),
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required().computed(),
  xProd: f.text('Descrição', { max: 120 }).computed(),
  un: f.text('Unidade', { max: 6 }).computed(),
  devolver: f.quantity('Devolver', 'mercadoria_id', { min: 0.0001 }).required(),
  qTrib: f
    .quantity('Pode voltar', 'mercadoria_id', { doc: 'O que foi vendido menos o que outras devoluções levaram' })
    .default(0)
    .computed(),
  vTotal: f.money('Total', { doc: 'A parte do total do item da venda' }).default(0).computed(),
  vCusto: f.money('Custo', { doc: 'A parte do custo com que saiu' }).default(0).computed().guarded('custo'),
}
