import { AS_IT_COMES, AT_5_CENTS, AT_90, AT_99 } from '../../pricing/price-row'
import { f } from '../field'
import { lotDemands } from './lote'
import { cest, ean, empresaId, ncm, taxClass } from '../kit'

/** Origin of the goods, as the NF-e's own table says it. */
const ORIGIN = {
  0: '0 · Nacional',
  1: '1 · Estrangeira, importação direta',
  2: '2 · Estrangeira, mercado interno',
  3: '3 · Nacional, importado acima de 40 %',
  4: '4 · Nacional, processo produtivo básico',
  5: '5 · Nacional, importado até 40 %',
  6: '6 · Importação direta sem similar',
  7: '7 · Mercado interno sem similar',
  8: '8 · Nacional, importado acima de 70 %',
}

const KINDS = {
  1: 'Revenda',
  2: 'Produto acabado',
  3: 'Matéria-prima',
  4: 'Uso e consumo',
  5: 'Embalagem',
  6: 'Ativo imobilizado',
}

export const mercadoriaFields = {
  codigo: f.text('Código', { format: 'code', max: 60 }),
  xProd: f.text('Descrição', { max: 120 }).required(),
  xProdSimple: f.text('Descrição reduzida', { max: 60 }),
  cEAN: ean(),
  NCM: ncm(),
  CEST: cest(),
  cClassTrib: taxClass(),
  gpc: f.text('GPC', {
    max: 8,
    doc: 'Classificação global de produtos da GS1: o código do bloco',
    normalize: (text) => (/^\d{8}$/.test(text.trim()) ? { ok: text.trim() } : { error: 'Informe 8 dígitos.' }),
  }),
  origem: f.option('Origem', ORIGIN).default(0),
  tributacao_id: f.ref('Regra de tributação', 'tributacao', {
    doc: 'Vale antes das outras onde serve ao caso; vazia: a mais específica',
  }),
  uTrib: f.text('Unidade tributável', { max: 6, doc: 'A que a tabela do NCM pede; vazia: a do produto' }),
  fatorTrib: f.decimal('Fator da unidade tributável', 10, {
    format: 'factor',
    min: 0.0000000001,
    digits: 20,
    doc: 'Quantas unidades tributáveis há em uma do produto',
  }),
  tipo: f.text('Tipo', { max: 2, words: KINDS }).default('1'),
  unidade_id: f.ref('Unidade', 'unidade'),
  grupo_id: f.ref('Grupo', 'mercadoria_grupo'),
  subgrupo_id: f.ref('Subgrupo', 'mercadoria_grupo_subgrupo'),
  familia_id: f.ref('Família', 'mercadoria_familia'),
  fabricante_id: f.ref('Fabricante', 'fabricante'),
  custo: f.money('Custo', { decimals: 4, min: 0 }).default(0).guarded('custo'),
  pIPI: f.percent('IPI (%)', 4, { min: 0, max: 100 }).default(0),
  tpCalculo: f.option('Cálculo do preço', { 0: 'Por margem', 1: 'Por markup' }).default(0),
  pDescMaximo: f.percent('Desconto máximo (%)', 2, { min: 0, max: 100 }).default(0),
  formacao_preco: f
    .json('Formação de preço', { doc: 'Custos e percentuais informados, e o que se forma deles' })
    .guarded('custo'),
  vPrecoMinimo: f
    .money('Preço mínimo', { decimals: 4, min: 0, doc: 'De uma unidade, depois dos descontos; zero não limita' })
    .default(0),
  decimal_preco: f.integer('Decimais do preço', { min: 0, max: 4 }).default(2),
  q_minimo: f.quantity('Estoque mínimo', 'unidade_id', { min: 0 }).default(0),
  pesoB: f.decimal('Peso bruto (kg)', 4, { min: 0, max: 100_000, doc: 'De uma unidade; dá o peso das entregas' }),
  pToleranciaPeso: f.percent('Tolerância de peso (%)', 2, {
    min: 0,
    max: 100,
    doc: 'Quanto um volume pode pesar a mais ou a menos na conferência; vazio: o que diz a configuração',
  }),
  particularidade_id: f.ref('Pede do veículo', 'veiculo_particularidade'),
  tipo_etiqueta: f.integer('Tipo de etiqueta', { min: 1, max: 9 }).default(1),
  cor: f.text('Cor', { max: 30 }),
  ativo: f.boolean('Ativa').default(true),
  exibe_tabela: f.boolean('Exibe na tabela').default(true),
  ...lotDemands,
  op_customizavel: f.boolean('Feita por encomenda', { doc: 'Quem vende escolhe as características' }).default(false),
  op_flexivel: f.boolean('Insumos flexíveis', { doc: 'Quem vende muda os insumos das características' }).default(false),
}

/** What the chosen company has of a product, and its unit. */
export const mercadoriaComputed = {
  q_total: f.decimal('Estoque total', 4, { doc: 'Na empresa escolhida' }).computed(),
  q_disp: f
    .decimal('Disponível', 4, { doc: 'Estoque total menos o reservado e os lotes vencidos ou bloqueados' })
    .computed(),
  vCustoMedio: f.money('Custo médio', { decimals: 10, doc: 'Na empresa escolhida' }).computed().guarded('custo'),
  un: f.text('Unidade').computed(),
  imagem: f.text('Imagem', { doc: 'Endereço da miniatura da principal' }).computed(),
  preco: f.money('Preço', { decimals: 4, doc: 'Na primeira tabela que o tem' }).computed(),
  unidade_auxiliar: f
    .json('Unidade auxiliar', { doc: 'A primeira: unidade, fator_conversao e o estoque da empresa nela' })
    .computed(),
}

export const mercadoriaPrecoFields = {
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
  tabela_preco_id: f.ref('Tabela de preço', 'tabela_preco').required(),
  vUnTrib: f.money('Preço', { decimals: 4, min: 0 }).required(),
  pMargem: f.percent('Margem (%)', 4, { doc: '(preço − custo) / preço' }).guarded('custo'),
  pMarkup: f.percent('Markup (%)', 4, { doc: 'preço / custo − 1' }).guarded('custo'),
}

/** What a change of many prices asks beside the rates of a price. */
export const reajusteFields = {
  pReajuste: f.percent('Reajuste (%)', 4, { min: -99.9999, max: 1000, doc: 'Sobre o preço de agora; negativo baixa' }),
  arredonda: f
    .option('Arredondar', {
      [AS_IT_COMES]: 'Não',
      [AT_90]: 'Terminar em ,90',
      [AT_99]: 'Terminar em ,99',
      [AT_5_CENTS]: 'De 5 em 5 centavos',
    })
    .default(AS_IT_COMES),
}

export const mercadoriaFornecedorFields = {
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
  fornecedor_id: f.ref('Fornecedor', 'fornecedor').required(),
  codigo: f.text('Código no fornecedor', { max: 60 }).required(),
  cEAN: f
    .text('EAN na nota', { max: 14, doc: 'Com 14 dígitos; fornecedores dão um código a vários produtos' })
    .default('')
    .computed(),
  fatorConversao: f.decimal('Fator de conversão', 10, { format: 'factor', min: 0.0000000001, digits: 20 }).default(1),
}

export const mercadoriaEanAuxiliarFields = {
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
  cEAN: ean().required(),
}

export const mercadoriaArmazenamentoFields = {
  empresa_id: empresaId(),
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
  armazenamento_id: f.ref('Local', 'armazenamento').required(),
  qDisp: f.decimal('Quantidade', 4).default(0),
  qReservado: f.decimal('Reservado', 4).default(0),
}

export const mercadoriaSaldoFields = {
  empresa_id: empresaId(),
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
  q_total: f.decimal('Quantidade', 4).default(0),
  q_reservado: f.decimal('Reservado', 4).default(0),
  vTotal: f.money('Valor').default(0).guarded('custo'),
  vCustoMedio: f.money('Custo médio', { decimals: 10, digits: 21 }).default(0).guarded('custo'),
}

/**
 * Rows of the ledger that say what documents moved; pairs of rows that only say another location or lot, and are worth nothing together; and rows of value
 * alone that correct what had left before it was paid for.
 */
export const [MOVEMENT, PLACEMENT, CORRECTION] = [0, 1, 2] as const

export const movimentoEstoqueFields = {
  empresa_id: empresaId(),
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
  armazenamento_id: f.ref('Local', 'armazenamento').required(),
  tipo: f
    .option(
      'Tipo',
      { [MOVEMENT]: 'Movimento', [PLACEMENT]: 'Mudança de lugar', [CORRECTION]: 'Acerto de custo' },
      { doc: 'A mudança é só de local ou lote; o acerto é só valor: do que saiu antes de ser pago' },
    )
    .default(0),
  lote_id: f.ref('Lote', 'mercadoria_lote'),
  qTrib: f.decimal('Quantidade', 4).required(),
  vCusto: f.money('Valor ao custo', { doc: 'Com o sinal da quantidade' }).required().guarded('custo'),
  lancamento_id: f.ref('Lançamento', 'lancamento', { doc: 'O passo que o fez' }).required(),
  documento: f.text('Documento', { max: 40, format: 'recurso', doc: 'Nome do recurso' }).required(),
  documento_id: f.integer('Número do documento').required(),
  item_id: f.integer('Item do documento'),
  estorno: f.boolean('Estorno').default(false),
  user_id: f.ref('Usuário', 'user'),
}
export const movimentoEstoqueComputed = {
  titulo: f.text('Nome do documento', { doc: 'Vazio do que não é documento, como o saldo inicial' }).computed(),
}
