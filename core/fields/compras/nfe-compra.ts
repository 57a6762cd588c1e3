import { f } from '../field'
import { empresaId, taxId } from '../kit'

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
  vNF: f.money('Total da nota').default(0),
  exige_frete_dfe: f.boolean('Exige frete').default(false),
  entrada_id: f.ref('Entrada gerada', 'entrada').computed(),
  dhImportacao: f.datetime('Importada em').computed(),
  dhRecusa: f.datetime('Recusada em').computed(),
  dhCancelamento: f.datetime('Cancelada em').computed(),
  xJust: f.text('Justificativa', { max: 500 }).computed(),
  status: f.generated(
    'Situação',
    `case when "dhCancelamento" is not null then 5 when "dhRecusa" is not null then 1 when "entrada_id" is not null then 4 else 0 end`,
    {
      doc: '0 a importar, 1 recusada, 4 importada, 5 cancelada',
    },
  ),
}
