import { effects } from '../../documents/steps'
import { f } from '../../../core/fields/field'
import { empresaId, taxId } from '../../../core/fields/kit'
import { resource } from '../../platform/resource'

const XML_LIMIT = 20 * 1024 * 1024

/** Suppliers' invoices received: the XML as it came, and what became of it. */
export const nfeCompra = resource({
  name: 'nfe_compra',
  paths: ['compras/nfe_compra', 'nfe_compra'],
  title: 'NF-e de compra',
  right: 'dfe',
  readOnly: true,
  company: 'own',
  fields: {
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
    xml: f.text('XML', { max: XML_LIMIT }).secret(),
    status: f.generated(
      'Situação',
      `case when "dhCancelamento" is not null then 5 when "dhRecusa" is not null then 1 when "entrada_id" is not null then 4 else 0 end`,
      {
        doc: '0 a importar, 1 recusada, 4 importada, 5 cancelada',
      },
    ),
  },
  search: ['xNome', 'chave', 'CNPJ_CPF'],
  display: ['chave', 'nNF', 'vNF'],
  unique: [['empresa_id', 'chave']],
})

effects(nfeCompra, {
  processarImportacao: {
    title: 'a importação',
    date: 'dhImportacao',
    makes: { entrada: { cancelled: 'reopens', deleted: 'reopens', undone: 'cancels', link: 'entrada_id' } },
  },
})
