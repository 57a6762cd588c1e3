import { DISCOUNT_DECIMALS } from '../../pricing/discount'
import { FROM_PROMOTION, FROM_TABLE, TYPED } from '../../pricing/guard'
import { dueFields } from '../documents'
import { f } from '../field'
import { empresaId } from '../kit'

/** Fields that quotes and sales share. */

const stFields = () => ({
  vBCST: f.money('Base do ICMS-ST', { min: 0 }).default(0),
  pICMS: f.percent('ICMS (%)', 4, { min: 0, max: 100 }).default(0),
  pMVAST: f.percent('MVA (%)', 4, { min: 0 }).default(0),
  pICMSST: f.percent('ICMS-ST (%)', 4, { min: 0, max: 100 }).default(0),
  pRedBCST: f.percent('Redução da base (%)', 4, { min: 0, max: 100 }).default(0),
  vICMSST: f.money('Valor do ICMS-ST', { min: 0 }).default(0),
  vBCFCPST: f.money('Base do FCP-ST', { min: 0 }).default(0),
  pFCPST: f.percent('FCP-ST (%)', 4, { min: 0, max: 100 }).default(0),
  vFCPST: f.money('Valor do FCP-ST', { min: 0 }).default(0),
})

/** A line of a quote or a sale (document 2, section 3, N2-002). The four discounts are fractions; those in money are amounts too, and the fractions follow. */
export const lineFields = () => ({
  empresa_id: empresaId(),
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
  tabela_preco_id: f.ref('Tabela de preço', 'tabela_preco'),
  xProd: f.text('Descrição', { max: 120, doc: 'Guardada com o documento' }).computed(),
  un: f.text('Unidade', { max: 6 }).computed(),
  qTrib: f.quantity('Quantidade', 'mercadoria_id', { min: 0.0001 }).required(),
  vUnTrib: f.decimal('Preço unitário', 4, { min: 0 }).required(),
  tp_desconto: f.option('Tipo do desconto', { 0: 'Em %', 1: 'Em R$' }).default(0),
  vDesc: f.decimal('1º desconto', DISCOUNT_DECIMALS, { min: 0, max: 1, doc: 'Fração' }).default(0),
  vDesc2: f.decimal('2º desconto', DISCOUNT_DECIMALS, { min: 0, max: 1, doc: 'Fração' }).default(0),
  vDesc3: f.decimal('3º desconto', DISCOUNT_DECIMALS, { min: 0, max: 1, doc: 'Fração' }).default(0),
  vDesc4: f.decimal('4º desconto', DISCOUNT_DECIMALS, { min: 0, max: 1, doc: 'Fração' }).default(0),
  vDescValor: f.money('1º desconto (R$)', {
    min: 0,
    doc: 'De desconto em R$: fica como é quando a quantidade ou o preço mudam',
  }),
  vDescValor2: f.money('2º desconto (R$)', {
    min: 0,
    doc: 'De desconto em R$: fica como é quando a quantidade ou o preço mudam',
  }),
  vDescValor3: f.money('3º desconto (R$)', {
    min: 0,
    doc: 'De desconto em R$: fica como é quando a quantidade ou o preço mudam',
  }),
  vDescValor4: f.money('4º desconto (R$)', {
    min: 0,
    doc: 'De desconto em R$: fica como é quando a quantidade ou o preço mudam',
  }),
  pComissao: f.percent('Comissão (%)', 4, { min: 0, max: 100 }).default(0),
  pIPI: f.percent('IPI (%)', 4, { min: 0, max: 100 }).default(0),
  decimal_preco: f.integer('Decimais do preço', { min: 0, max: 4 }).default(2),
  unidade_auxiliar_id: f.ref('Unidade auxiliar', 'unidade_auxiliar', { trace: true }),
  qAuxiliar: f.decimal('Quantidade auxiliar', 4, { min: 0 }),
  vUnLiquido: f.decimal('Preço líquido', 4).default(0).computed(),
  vSubtotal: f.money('Subtotal', { doc: 'Preço líquido com IPI vezes a quantidade' }).default(0).computed(),
  vIPI: f.money('IPI').default(0).computed(),
  ...stFields(),
  vCustoUn: f.decimal('Custo unitário', 10, { digits: 21 }).default(0).computed().guarded('custo'),
  vAcrescimo: f
    .money('Acréscimo das características', { decimals: 4, doc: 'Quanto do preço unitário são as características' })
    .default(0),
  vCustoCrt: f
    .decimal('Custo das características', 10, { digits: 21, doc: 'De uma unidade; faz parte do custo unitário' })
    .default(0)
    .computed()
    .guarded('custo'),
  vTotal: f.money('Total', { doc: 'Subtotal mais ICMS-ST e FCP-ST' }).default(0).computed(),
  origemPreco: f
    .option('Origem do preço', { [FROM_TABLE]: 'Da tabela', [TYPED]: 'Digitado', [FROM_PROMOTION]: 'De promoção' })
    .computed(),
  promocao_id: f.ref('Promoção', 'promocao', { trace: true }).computed(),
  xPromocao: f.text('Nome da promoção', { max: 80, doc: 'Guardado com o documento' }).computed(),
  vPromocao: f.decimal('Preço da promoção', 4, { doc: 'O que a promoção deu à linha' }).computed(),
  xAvisoPreco: f
    .text('Aviso do preço', { max: 120, doc: 'Sem preço, abaixo do mínimo ou de outra tabela que a do cliente' })
    .computed(),
  xMotivoBloqueio: f
    .text('Motivo do bloqueio', {
      max: 160,
      doc: 'Desconto maior que o máximo da mercadoria, ou preço que quem escreveu não pode liberar',
    })
    .computed(),
  isSelected: f.boolean('Selecionado').default(false),
})

/** A characteristic that was chosen for a line, as it is kept with it (N2-003). */
export const choiceFields = () => ({
  empresa_id: empresaId(),
  mercadoria_caracteristica_id: f.ref('Característica', 'mercadoria_caracteristica').required(),
  caracteristica_grupo_id: f.ref('Grupo', 'mercadoria_caracteristica_grupo').computed(),
  xGrupo: f.text('Nome do grupo', { max: 80, doc: 'Guardado com o documento' }).computed(),
  xCaracteristica: f.text('Descrição', { max: 80, doc: 'Guardada com o documento' }).computed(),
  custo_un: f.money('Custo', { decimals: 4, doc: 'Além dos insumos' }).computed().guarded('custo'),
  vAcrescimoFixo: f.money('Acréscimo fixo', { decimals: 4, doc: 'Vazio: acresce o que custa' }).computed(),
  vAcrescimo: f.money('Acréscimo no preço', { decimals: 4 }).default(0).computed(),
})

/** What a chosen characteristic draws (N2-004): its own supplies, or what was agreed for this line where its product is flexible. */
export const choiceSupplyFields = () => ({
  empresa_id: empresaId(),
  mercadoria_id: f.ref('Insumo', 'mercadoria').required(),
  quantidade: f.decimal('Quantidade', 6, { min: 0.000001, doc: 'Para uma unidade do produto' }).required(),
  no_lugar_de_id: f.ref('No lugar de', 'mercadoria', { doc: 'Insumo da composição que este substitui' }),
  xProd: f.text('Descrição', { max: 120, doc: 'Guardada com o documento' }).computed(),
  vCusto: f.decimal('Custo unitário', 4).computed().guarded('custo'),
})

/** An instalment of a quote or a sale. */
export const instalmentFields = () => ({
  empresa_id: empresaId(),
  ...dueFields(),
  fixed: f.boolean('Valor fixado', { doc: 'A redistribuição não o altera' }).default(false),
  pending: f.boolean('Pendente').default(true).computed(),
})

/** The head of a quote or a sale. */
export const headFields = () => ({
  empresa_id: empresaId(),
  cliente_id: f.ref('Cliente', 'cliente').required(),
  cliente_xNome: f.text('Nome do cliente', { max: 120, doc: 'Guardado com o documento' }).computed(),
  cliente_CNPJ_CPF: f.text('CNPJ / CPF do cliente', { max: 14 }).computed(),
  cliente_endereco: f.text('Endereço do cliente', { max: 400 }).computed(),
  vendedor_id: f.ref('Vendedor', 'vendedor'),
  transportadora_id: f.ref('Transportadora', 'transportadora'),
  tipo_entrada_saida_id: f.ref('Tipo de operação', 'tipo_entrada_saida').required(),
  tabela_preco_id: f.ref('Tabela de preço', 'tabela_preco'),
  dhEntrega: f.datetime('Entrega'),
  dhAbertura: f.datetime('Aberto em').computed(),
  vProd: f.money('Produtos', { doc: 'Preço bruto vezes quantidade' }).default(0).computed(),
  vDesc: f.money('Descontos').default(0).computed(),
  vIPI: f.money('IPI').default(0).computed(),
  vST: f.money('ICMS-ST e FCP-ST').default(0).computed(),
  vFrete: f.money('Frete', { min: 0 }).default(0),
  vTotal: f.money('Total').default(0).computed().summed(),
  obs: f.text('Observações', { max: 2000 }),
})
