import { sql } from 'drizzle-orm'
import { assertNcm } from '../cadastros/tabelas-fiscais'
import type { Ctx } from '../platform/context'
import { intArray } from '../platform/engine/query'
import { f } from '../platform/fields'
import { ean, empresaId, ncm } from '../platform/kit'
import { resource } from '../platform/resource'

const quantityMeta = (label: string, doc: string) =>
  ({ kind: 'decimal', label, doc, decimals: 4, required: false, computed: true, secret: false }) as const

/** What the caller's chosen company has of a product. */
const balance = (column: 'q_total' | 'q_reservado' | 'vCustoMedio') => (ctx: Ctx) =>
  sql`(select s.${sql.raw(`"${column}"`)} from mercadoria_saldo s where s.mercadoria_id = t.id and s.empresa_id = ${ctx.actor.empresa_id})`

/** Products. */
export const mercadoria = resource({
  name: 'mercadoria',
  paths: ['mercadoria', 'estoque/mercadoria'],
  title: 'Mercadoria',
  right: 'mercadoria',
  company: 'none',
  fields: {
    codigo: f.text('Código', { max: 60 }),
    xProd: f.text('Descrição', { max: 120 }).required(),
    xProdSimple: f.text('Descrição reduzida', { max: 60 }),
    cEAN: ean(),
    NCM: ncm(),
    CEST: f.text('CEST', { max: 7 }),
    origem: f.integer('Origem', { options: [0, 1, 2, 3, 4, 5, 6, 7, 8] }).default(0),
    tipo: f.text('Tipo', { max: 2, doc: '1 revenda, 3 e 5 insumos' }).default('1'),
    unidade_id: f.ref('Unidade', 'unidade'),
    grupo_id: f.ref('Grupo', 'mercadoria_grupo'),
    subgrupo_id: f.ref('Subgrupo', 'mercadoria_grupo_subgrupo'),
    familia_id: f.ref('Família', 'mercadoria_familia'),
    fabricante_id: f.ref('Fabricante', 'fabricante'),
    custo: f.decimal('Custo', 4, { min: 0 }).default(0),
    pIPI: f.decimal('IPI (%)', 4, { min: 0, max: 100 }).default(0),
    tpCalculo: f.integer('Cálculo do preço', { options: [0, 1], doc: '0 por margem, 1 por markup' }).default(0),
    pDescMaximo: f.decimal('Desconto máximo (%)', 2, { min: 0, max: 100 }).default(0),
    decimal_preco: f.integer('Decimais do preço', { min: 0, max: 4 }).default(2),
    q_minimo: f.decimal('Estoque mínimo', 4, { min: 0 }).default(0),
    pesoB: f.decimal('Peso bruto (kg)', 4, { min: 0, max: 100_000, doc: 'De uma unidade; dá o peso das entregas' }),
    particularidade_id: f.ref('Pede do veículo', 'veiculo_particularidade'),
    tipo_etiqueta: f.integer('Tipo de etiqueta', { min: 1, max: 9 }).default(1),
    cor: f.text('Cor', { max: 30 }),
    ativo: f.boolean('Ativo').default(true),
    exibe_tabela: f.boolean('Exibe na tabela').default(true),
    op_customizavel: f.boolean('OP customizável').default(false),
    op_flexivel: f.boolean('OP flexível').default(false),
  },
  search: ['xProd', 'codigo', 'cEAN', 'xProdSimple'],
  display: ['xProd', 'codigo', 'cEAN', 'unidade_id', 'decimal_preco', 'pIPI'],
  indexes: [['cEAN'], ['codigo']],
  computed: {
    q_total: { meta: quantityMeta('Estoque total', 'Na empresa escolhida'), sql: balance('q_total') },
    q_disp: {
      meta: quantityMeta('Disponível', 'Estoque total menos o reservado'),
      sql: (ctx) => sql`(${balance('q_total')(ctx)} - ${balance('q_reservado')(ctx)})`,
    },
    vCustoMedio: { meta: quantityMeta('Custo médio', 'Na empresa escolhida'), sql: balance('vCustoMedio') },
    un: {
      meta: { ...quantityMeta('Unidade', ''), kind: 'text' },
      sql: () => sql`(select u.un from unidade u where u.id = t.unidade_id)`,
    },
  },
  hooks: { prepare: assertNcm },
  custom: {
    /** Products whose stock in the chosen company is at or below their minimum. */
    estoque_baixo: (_, ctx) =>
      sql`t.q_minimo > 0 and t.q_minimo >= coalesce((select s.q_total from mercadoria_saldo s where s.mercadoria_id = t.id and s.empresa_id = ${ctx.actor.empresa_id}), 0)`,
    /** Exact bar code, of the product or an auxiliary one. */
    codigo_barras: (value) =>
      sql`(t."cEAN" = ${String(value)} or exists (select 1 from mercadoria_ean_auxiliar e where e.mercadoria_id = t.id and e."cEAN" = ${String(value)}))`,
    ids: (value) =>
      sql`t.id = any (${intArray((Array.isArray(value) ? value : []).map(Number).filter(Number.isInteger))}::int[])`,
  },
})

/** Prices of a product, one a price table. */
export const mercadoriaPreco = resource({
  name: 'mercadoria_preco',
  paths: ['mercadoria_preco', 'estoque/mercadoria_preco'],
  title: 'Preço',
  right: 'mercadoria',
  open: true,
  company: 'none',
  fields: {
    mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
    tabela_preco_id: f.ref('Tabela de preço', 'tabela_preco').required(),
    vUnTrib: f.decimal('Preço', 4, { min: 0 }).required(),
    pMargem: f.decimal('Margem (%)', 4, { doc: '(preço − custo) / preço' }),
    pMarkup: f.decimal('Markup (%)', 4, { doc: 'preço / custo − 1' }),
  },
  search: [],
  display: ['vUnTrib'],
  unique: [['mercadoria_id', 'tabela_preco_id']],
  parent: { resource: 'mercadoria', field: 'mercadoria_id', list: 'mercadoria_precos' },
})

/** A supplier's own code for a product, and how many of our units one of its units holds. */
export const mercadoriaFornecedor = resource({
  name: 'mercadoria_fornecedor',
  paths: ['mercadoria_fornecedor'],
  title: 'Código do fornecedor',
  right: 'mercadoria',
  company: 'none',
  fields: {
    mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
    fornecedor_id: f.ref('Fornecedor', 'fornecedor').required(),
    codigo: f.text('Código no fornecedor', { max: 60 }).required(),
    fatorConversao: f.decimal('Fator de conversão', 6, { min: 0.000001 }).default(1),
  },
  search: ['codigo'],
  display: ['codigo'],
  unique: [['fornecedor_id', 'codigo']],
  parent: { resource: 'mercadoria', field: 'mercadoria_id', list: 'fornecedores' },
})

/** Further bar codes of a product. */
export const mercadoriaEanAuxiliar = resource({
  name: 'mercadoria_ean_auxiliar',
  paths: ['estoque/mercadoria_ean_auxiliar', 'mercadoria_ean_auxiliar'],
  title: 'EAN auxiliar',
  right: 'mercadoria',
  company: 'none',
  fields: { mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(), cEAN: ean().required() },
  search: ['cEAN'],
  display: ['cEAN'],
  unique: [['cEAN']],
  parent: { resource: 'mercadoria', field: 'mercadoria_id', list: 'eans_auxiliares' },
})

/** Balance of a product in a storage location: kept by the ledger, never written from outside. */
export const mercadoriaArmazenamento = resource({
  name: 'mercadoria_armazenamento',
  paths: ['estoque/mercadoria_armazenamento', 'mercadoria_armazenamento'],
  title: 'Estoque no local',
  right: 'mercadoria',
  readOnly: true,
  company: 'own',
  fields: {
    empresa_id: empresaId(),
    mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
    armazenamento_id: f.ref('Local', 'armazenamento').required(),
    qDisp: f.decimal('Quantidade', 4).default(0),
  },
  search: ['mercadoria_id.xProd'],
  display: ['qDisp'],
  unique: [['mercadoria_id', 'armazenamento_id']],
})

/** Balance of a product in a company: quantity, value and so average cost. Kept by the ledger. */
export const mercadoriaSaldo = resource({
  name: 'mercadoria_saldo',
  paths: ['estoque/mercadoria_saldo'],
  title: 'Saldo da mercadoria',
  right: 'mercadoria',
  readOnly: true,
  company: 'own',
  fields: {
    empresa_id: empresaId(),
    mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
    q_total: f.decimal('Quantidade', 4).default(0),
    q_reservado: f.decimal('Reservado', 4).default(0),
    vTotal: f.money('Valor').default(0),
    vCustoMedio: f.decimal('Custo médio', 4).default(0),
  },
  search: ['mercadoria_id.xProd'],
  display: ['q_total', 'vCustoMedio'],
  unique: [['empresa_id', 'mercadoria_id']],
})

/** The stock ledger: one row a movement, added and never changed. Signs: in is positive, out is negative. */
export const movimentoEstoque = resource({
  name: 'movimento_estoque',
  paths: ['estoque/movimento'],
  title: 'Movimento de estoque',
  right: 'mercadoria',
  readOnly: true,
  company: 'own',
  fields: {
    empresa_id: empresaId(),
    mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
    armazenamento_id: f.ref('Local', 'armazenamento').required(),
    qTrib: f.decimal('Quantidade', 4).required(),
    vCusto: f.money('Valor ao custo', { doc: 'Com o sinal da quantidade' }).required(),
    lancamento_id: f.ref('Lançamento', 'lancamento', { doc: 'O passo que o fez' }).required(),
    documento: f.text('Documento', { max: 40, doc: 'Nome do recurso' }).required(),
    documento_id: f.integer('Número do documento').required(),
    item_id: f.integer('Item do documento'),
    estorno: f.boolean('Estorno').default(false),
    user_id: f.ref('Usuário', 'user'),
  },
  search: ['mercadoria_id.xProd'],
  display: ['qTrib'],
  indexes: [
    ['documento', 'documento_id'],
    ['mercadoria_id', 'armazenamento_id', 'id'],
  ],
})
