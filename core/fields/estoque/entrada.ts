import { dueFields, origin } from '../documents'
import { f } from '../field'
import { empresaId } from '../kit'
import { receivedComputed, receivedFields } from './leitura'

export const entradaFields = {
  empresa_id: empresaId(),
  fornecedor_id: f.ref('Fornecedor', 'fornecedor', { doc: 'De quem vem; vazio na devolução de um cliente' }),
  cliente_id: f.ref('Cliente', 'cliente', { doc: 'Quem devolve' }).computed(),
  empresa_origem_id: f.ref('Empresa de origem', 'empresa', { doc: 'De onde vem, por transferência' }).computed(),
  xOrigem: f.text('Transferida de', { max: 120 }).computed(),
  tipo_entrada_saida_id: f.ref('Tipo de operação', 'tipo_entrada_saida').required(),
  armazenamento_id: f.ref('Local de estoque', 'armazenamento', { doc: 'O local usual da empresa, se vazio' }),
  nfe_compra_id: f.ref('NF-e de compra', 'nfe_compra').computed(),
  origem_id: origin(),
  entrada_origem_id: f
    .ref('Resto da entrada', 'entrada', { trace: true, doc: 'A entrada da mesma nota que recebeu só uma parte' })
    .computed(),
  ajuste: f
    .boolean('Ajuste de inventário', { doc: 'Do que uma contagem encontrou: não vem de ninguém' })
    .default(false)
    .computed(),
  ordem_producao_id: f
    .ref('Ordem de produção', 'ordem_producao', { trace: true, doc: 'Do que ela produziu: não vem de ninguém' })
    .computed(),
  nNF: f.integer('Número da nota', { min: 0 }),
  serie: f.integer('Série', { min: 0, max: 999 }),
  chNFe: f.text('Chave de acesso', { max: 44 }).computed(),
  dEmissao: f.date('Emissão'),
  geraNFe: f.flag('Gera NF-e').default(0),
  vProd: f.money('Produtos').default(0).computed(),
  vFrete: f.money('Frete').default(0).computed(),
  vOutro: f.money('Outras despesas').default(0).computed(),
  vDesc: f.money('Descontos').default(0).computed(),
  vIPI: f.money('IPI').default(0).computed(),
  vST: f.money('ICMS-ST').default(0).computed(),
  vTotal: f.money('Total').default(0).computed().summed(),
  dhFechamento: f.datetime('Fechada em').computed(),
  obs: f.text('Observações', { max: 2000 }),
}

export const entradaMercadoriaFields = {
  entrada_id: f.ref('Entrada', 'entrada').required(),
  empresa_id: empresaId(),
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
  armazenamento_id: f.ref('Local', 'armazenamento'),
  nItem: f.integer('Item da nota', { min: 1 }),
  cProd: f.text('Código no fornecedor', { max: 60 }),
  xProd: f.text('Descrição na nota', { max: 120 }),
  uCom: f.text('Unidade da nota', { max: 6 }),
  qCom: f
    .decimal('Quantidade da nota', 4, { min: 0, doc: 'Zero em complementos: o valor só soma ao custo' })
    .required(),
  vUnCom: f.decimal('Preço na nota', 10, { min: 0, digits: 21 }).required(),
  fatorConversao: f.decimal('Fator de conversão', 10, { format: 'factor', min: 0.0000000001, digits: 20 }).default(1),
  qTrib: f.decimal('Quantidade', 4).default(0).computed(),
  vUnTrib: f.decimal('Preço por unidade', 10, { digits: 21 }).default(0).computed(),
  unidade_auxiliar_id: f.ref('Unidade auxiliar', 'unidade_auxiliar', {
    trace: true,
    doc: 'A primeira da mercadoria, se não for dita',
  }),
  qAuxiliar: f.decimal('Quantidade auxiliar', 4, {
    min: 0,
    doc: 'Na unidade auxiliar; segue a quantidade da nota, ou a dá, quando só ela muda',
  }),
  qVolumes: f.integer('Volumes', { min: 0, max: 99999 }).default(1),
  vProd: f.money('Valor dos produtos', { min: 0, doc: 'Da nota; vazio é quantidade vezes preço' }),
  vFrete: f.money('Frete', { min: 0 }).default(0),
  vSeg: f.money('Seguro', { min: 0 }).default(0),
  vOutro: f.money('Outras despesas', { min: 0 }).default(0),
  vDesc: f.money('Desconto', { min: 0 }).default(0),
  pIPI: f.decimal('IPI (%)', 4, { min: 0, max: 1000 }).default(0),
  vIPI: f.money('IPI', { min: 0 }).default(0),
  vICMSST: f.money('ICMS-ST e FCP-ST', { min: 0 }).default(0),
  vTotalBruto: f.money('Total bruto').default(0).computed(),
  vTotal: f
    .money('Total', { doc: 'Com frete, outras, IPI e ST, menos desconto: o custo que entra' })
    .default(0)
    .computed(),
  vCustoUn: f.decimal('Custo unitário', 10, { digits: 21 }).default(0).computed(),
  ordem_producao_mercadoria_id: f
    .ref('Mercadoria da ordem de produção', 'ordem_producao_mercadoria', { trace: true })
    .computed(),
  ordem_producao_mercadoria_insumo_id: f
    .ref('Subproduto da ordem de produção', 'ordem_producao_mercadoria_insumo', { trace: true })
    .computed(),
  ...receivedFields,
}

/** What an item's product asks. */
export const entradaMercadoriaComputed = {
  exige_lote_entrada: f.boolean('Pede lote').computed(),
  entrada_mercadoria_id: f
    .integer('Número do item', { doc: 'O que etiquetas, lotes e unitizadores dizem dele' })
    .computed(),
  qBase: f.decimal('Quantidade base', 4, { doc: 'A que o fator de conversão multiplica' }).computed(),
  unAuxiliar: f.text('Sigla da unidade auxiliar').computed(),
  armazenamento_list: f
    .json('Onde há da mercadoria', {
      doc: 'Os locais da empresa com mais dela: armazenamento_id, codigo, xArmazenamento, qDisp',
    })
    .computed(),
  ...receivedComputed,
}

export const entradaDuplicataFields = {
  entrada_id: f.ref('Entrada', 'entrada').required(),
  empresa_id: empresaId(),
  numero: f.text('Número', { max: 60 }),
  ...dueFields({ min: 0.01 }),
  vDupNota: f.money('Valor na nota', { doc: 'Preenchido quando o que faltou é desconto do fornecedor' }).computed(),
  conta_pagar_id: f.ref('Conta a pagar', 'contas_pagar').computed(),
}
