import { entradaMercadoriaFields } from '../estoque/entrada'
import { f } from '../field'
import { empresaId, taxId } from '../kit'
import { KEEPING_FAULTS } from '../nfe/keeping-faults'
import { MANIFESTATIONS } from './manifestacao'

export const nfeCompraFields = {
  empresa_id: empresaId(),
  chave: f.text('Chave de acesso', { max: 44 }).required(),
  nNF: f.integer('Número').required(),
  serie: f.integer('Série').required(),
  dhEmi: f.datetime('Emissão'),
  fornecedor_id: f.ref('Fornecedor', 'fornecedor').required(),
  CNPJ_CPF: taxId('CNPJ / CPF do emitente'),
  xNome: f.text('Emitente', { max: 120 }),
  natOp: f.text('Natureza da operação', { max: 120 }),
  vProdNF: f.money('Produtos').default(0),
  vTotFrete: f.money('Frete').default(0),
  vNF: f.money('Total da nota').default(0).summed(),
  exige_frete_dfe: f.boolean('Exige frete').default(false),
  resumo: f.boolean('Só o resumo', { doc: 'A SEFAZ ainda não entregou o XML' }).default(false).computed(),
  cancelada_emitente: f.boolean('Cancelada pelo emitente', { doc: 'Depois de importada' }).default(false).computed(),
  falha_guarda: f
    .choice('Guarda do XML', KEEPING_FAULTS, { doc: 'O que a última conferência achou; vazio: nada falta' })
    .computed(),
  manifestacao: f.choice('Manifestação', MANIFESTATIONS, { doc: 'A última que a SEFAZ registrou' }).computed(),
  entrada_id: f.ref('Entrada gerada', 'entrada').computed(),
  dhImportacao: f.datetime('Importada em').computed(),
  dhRecusa: f.datetime('Recusada em').computed(),
  dhCancelamento: f.datetime('Cancelada em').computed(),
  xJust: f.text('Justificativa', { max: 500 }).computed(),
  status: f.generated(
    'Situação',
    `case when "dhCancelamento" is not null then 5 when "dhRecusa" is not null then 1 when "entrada_id" is not null then 4 else 0 end`,
    { words: { 0: 'A importar', 1: 'Recusada', 4: 'Importada', 5: 'Cancelada' } },
  ),
}

/** An item of an invoice on its way in: what it will be as an item of the entry, and why it is that product. */
export const nfeCompraItemFields = {
  ...entradaMercadoriaFields,
  motivo: f.choice('Por quê', {
    codigo: 'código do fornecedor',
    ean: 'código de barras',
    descricao: 'mesma descrição',
  }),
  qEstoque: f.decimal('Entra', 4, { doc: 'Quantidade da nota vezes o fator de conversão' }),
}
