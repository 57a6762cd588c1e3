import { f } from '../field'
import { empresaId } from '../kit'

/** Said of a field of a return that is empty (document 2, section 5). */
const EMPTY = 'Preencha este campo!'

/** A return of goods to their supplier (document 2, section 3, N2-033). */
export const devolucaoFields = {
  empresa_id: empresaId(),
  usuario_id: f.author('Usuário'),
  entrada_id: f.ref('Entrada', 'entrada').required(EMPTY),
  fornecedor_id: f.ref('Fornecedor', 'fornecedor', { doc: 'O da entrada' }).required().computed(),
  geraNFe: f.option('Nota de devolução', { 0: 'Não gera', 1: 'NF-e de saída' }).default(0),
  tipo_entrada_saida_id: f.ref('Operação da nota', 'tipo_entrada_saida', { doc: 'A de devolução, se vazia' }),
  geraCredito: f.flag('Crédito com o fornecedor', { doc: 'Compensa contas a pagar dele' }).default(1),
  tpFrete: f.option('Frete', {
    0: 'Por conta do remetente',
    1: 'Por conta do destinatário',
    2: 'Por conta de terceiros',
    3: 'Próprio do remetente',
    4: 'Próprio do destinatário',
    9: 'Sem frete',
  }),
  transportadora_id: f.ref('Transportadora', 'transportadora'),
  motivo: f.text('Motivo', { max: 500 }),
  vTotal: f.money('Total', { doc: 'Aos preços da entrada' }).default(0).computed().summed(),
  vCredito: f.money('Crédito gerado').default(0).computed(),
  vVariacao: f.money('Variação', { doc: 'O total menos o custo com que saiu do estoque' }).computed().guarded('custo'),
}

export const devolucaoComputed = {
  separacao_id: f
    .integer('Separação', { format: 'serial', doc: 'A que busca as mercadorias, onde o armazém usa separação' })
    .computed(),
}

/** A line of a return: how much of an item of the entry goes back (N2-034). */
export const devolucaoMercadoriaFields = {
  devolucao_id: f.ref('Devolução', 'devolucao').required(),
  empresa_id: empresaId(),
  entrada_mercadoria_id: f.ref('Item da entrada', 'entrada_mercadoria').required(EMPTY),
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required().computed(),
  xProd: f.text('Descrição', { max: 120 }).computed(),
  un: f.text('Unidade', { max: 6 }).computed(),
  qTrib: f.quantity('Devolver', 'mercadoria_id', { min: 0.0001 }).required(EMPTY),
  qSaldo: f
    .quantity('Pode voltar', 'mercadoria_id', { doc: 'O que entrou menos o que outras devoluções levaram' })
    .default(0)
    .computed(),
  vUnTrib: f.money('Preço', { decimals: 10, digits: 21, doc: 'O da entrada' }).default(0).computed(),
  vTotal: f.money('Total', { doc: 'A parte do total do item da entrada' }).default(0).computed(),
  armazenamento_id: f.ref('Local', 'armazenamento', { doc: 'O local usual da empresa, se vazio' }),
  lote_id: f.ref('Lote', 'mercadoria_lote', { doc: 'Os que vieram com a entrada, se vazio' }),
  motivo: f.text('Motivo', { max: 200 }),
  vCusto: f.money('Custo', { doc: 'Com que saiu do estoque' }).computed().guarded('custo'),
  dhExclusao: f.datetime('Removido em').computed(),
}
