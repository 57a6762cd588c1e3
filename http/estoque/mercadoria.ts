import {
  mercadoriaArmazenamentoFields,
  mercadoriaComputed,
  mercadoriaEanAuxiliarFields,
  mercadoriaFields,
  mercadoriaFornecedorFields,
  mercadoriaPrecoFields,
  mercadoriaSaldoFields,
  movimentoEstoqueComputed,
  movimentoEstoqueFields,
} from '../../core/fields/estoque/mercadoria'
import { NO_LOTS } from '../../core/fields/estoque/lote'
import { type SQL, sql } from 'drizzle-orm'
import { documentTitle } from '../documents/steps'
import type { Ctx } from '../platform/context'
import { intArray, readListQuery, whereOf } from '../platform/engine/query'
import { readId } from '../platform/parse'
import { resource } from '../platform/resource'
import { assertMayKnowCosts } from './costs'
import { keepFormations } from './formacao'
import { assertOwnCodes, isOneCode } from './gtin'
import { isReferred } from './codigos/referencia'
import { shownPicture } from './imagem/imagem'
import { firstAuxiliary } from './unidade-auxiliar'
import { numberProducts } from './product-codes'

/** What the caller's chosen company has of a product. */
const balance = (column: 'q_total' | 'q_reservado' | 'vCustoMedio') => (ctx: Ctx) =>
  sql`(select s.${sql.raw(`"${column}"`)} from mercadoria_saldo s where s.mercadoria_id = t.id and s.empresa_id = ${ctx.actor.empresa_id})`

/** What of a product's lots may not leave: blocked ones, and those past their last day. What is reserved of them is subtracted already. */
const held = (ctx: Ctx): SQL =>
  sql`case when t.controla_lote = ${NO_LOTS} then 0 else coalesce((select sum(l."qDisp" - l."qReservado") from mercadoria_armazenamento_lote l
    join mercadoria_lote o on o.id = l.lote_id where l.mercadoria_id = t.id and l.empresa_id = ${ctx.actor.empresa_id} and l."qDisp" > 0
      and (o.bloqueado or o."dVal" < ${ctx.clock.today()}::date)), 0) end`

/** SQL: have the goods a price in the table of this number? */
const priceIn = (table: unknown, and: SQL = sql``): SQL =>
  sql`exists (select 1 from mercadoria_preco p where p.mercadoria_id = t.id and p.tabela_preco_id = ${readId(table) ?? 0} ${and})`

/** The price in the first table, where a new price row goes (document 2, section 9), else in the eldest that has one. */
const usualPrice = () =>
  sql`(select p."vUnTrib" from mercadoria_preco p where p.mercadoria_id = t.id order by p.tabela_preco_id limit 1)`

/** Products. */
export const mercadoria = resource({
  name: 'mercadoria',
  paths: ['mercadoria', 'estoque/mercadoria'],
  title: 'Mercadoria',
  right: 'mercadoria',
  company: 'none',
  fields: mercadoriaFields,
  search: ['xProd', 'codigo', 'cEAN', 'xProdSimple'],
  display: ['xProd', 'codigo', 'cEAN', 'unidade_id', 'decimal_preco', 'pIPI'],
  indexes: [['cEAN'], ['codigo']],
  computed: {
    q_total: { meta: mercadoriaComputed.q_total.meta, sql: balance('q_total') },
    q_disp: {
      meta: mercadoriaComputed.q_disp.meta,
      sql: (ctx) => sql`(${balance('q_total')(ctx)} - ${balance('q_reservado')(ctx)} - ${held(ctx)})`,
    },
    vCustoMedio: { meta: mercadoriaComputed.vCustoMedio.meta, sql: balance('vCustoMedio') },
    un: {
      meta: mercadoriaComputed.un.meta,
      sql: () => sql`(select u.un from unidade u where u.id = t.unidade_id)`,
    },
    imagem: { meta: mercadoriaComputed.imagem.meta, sql: shownPicture },
    preco: { meta: mercadoriaComputed.preco.meta, sql: usualPrice },
    unidade_auxiliar: { meta: mercadoriaComputed.unidade_auxiliar.meta, sql: firstAuxiliary },
  },
  hooks: {
    prepare: (ctx, drafts) => {
      keepFormations(drafts)
      return assertOwnCodes(ctx, drafts, {
        field: 'cEAN',
        product: ({ before }) => (before ? Number(before.id) : undefined),
      })
    },
    after: numberProducts,
  },
  custom: {
    /** Products whose stock in the chosen company is at or below their minimum. */
    estoque_baixo: (_, ctx) =>
      sql`t.q_minimo > 0 and t.q_minimo >= coalesce((select s.q_total from mercadoria_saldo s where s.mercadoria_id = t.id and s.empresa_id = ${ctx.actor.empresa_id}), 0)`,
    /** Exact bar code, of the product, an auxiliary one or a supplier's; a GTIN with or without the zeros before it. */
    codigo_barras: (value) =>
      sql`(${isOneCode(sql`t."cEAN"`, [String(value)])} or exists (select 1 from mercadoria_ean_auxiliar e
        where e.mercadoria_id = t.id and ${isOneCode(sql`e."cEAN"`, [String(value)])})
        or exists (select 1 from mercadoria_codigo c where c.mercadoria_id = t.id and ${isOneCode(sql`c.codigo`, [String(value)])}))`,
    /** What others call the goods, to the letter but for case, accents and signs. */
    referencia: (value) => isReferred(String(value)),
    ids: (value) =>
      sql`t.id = any (${intArray((Array.isArray(value) ? value : []).map(Number).filter(Number.isInteger))}::int[])`,
    /** With a price in this table (its number), or without one. */
    com_preco: (value) => priceIn(value),
    sem_preco: (value) => sql`not ${priceIn(value)}`,
    /** Whose price in this table is under what they cost. */
    abaixo_do_custo: (value, ctx) => {
      assertMayKnowCosts(ctx)
      return priceIn(value, sql`and p."vUnTrib" < coalesce(nullif(${balance('vCustoMedio')(ctx)}, 0), t.custo)`)
    },
  },
})

/** Prices of a product, one a price table. */
export const mercadoriaPreco = resource({
  name: 'mercadoria_preco',
  paths: ['mercadoria_preco', 'estoque/mercadoria_preco'],
  title: 'Preço',
  right: 'mercadoria',
  company: 'none',
  fields: mercadoriaPrecoFields,
  search: ['mercadoria_id.xProd'],
  display: ['vUnTrib'],
  unique: [['mercadoria_id', 'tabela_preco_id']],
  parent: { resource: 'mercadoria', field: 'mercadoria_id', list: 'mercadoria_precos' },
  custom: {
    /** Of the goods that a list of them finds, asked as that list is: `search`, `where`, `between`, `custom`. */
    das_mercadorias: (value, ctx) => {
      const asked = typeof value === 'object' && value !== null ? Object.entries(value) : []
      const params = asked.map(([name, one]) => [name, typeof one === 'string' ? one : JSON.stringify(one)])
      return sql`t.mercadoria_id in (select t.id from mercadoria t ${whereOf(readListQuery(ctx, mercadoria, Object.fromEntries(params)).filters)})`
    },
  },
})

/** A supplier's own code for a product, and how many of our units one of its units holds. */
export const mercadoriaFornecedor = resource({
  name: 'mercadoria_fornecedor',
  paths: ['mercadoria_fornecedor'],
  title: 'Código do fornecedor',
  right: 'mercadoria',
  company: 'none',
  fields: mercadoriaFornecedorFields,
  search: ['codigo'],
  display: ['codigo'],
  unique: [['fornecedor_id', 'codigo', 'cEAN']],
  parent: { resource: 'mercadoria', field: 'mercadoria_id', list: 'fornecedores' },
})

/** Further bar codes of a product. */
export const mercadoriaEanAuxiliar = resource({
  name: 'mercadoria_ean_auxiliar',
  paths: ['estoque/mercadoria_ean_auxiliar', 'mercadoria_ean_auxiliar'],
  title: 'EAN auxiliar',
  right: 'mercadoria',
  company: 'none',
  fields: mercadoriaEanAuxiliarFields,
  search: ['cEAN'],
  display: ['cEAN'],
  unique: [['cEAN']],
  parent: { resource: 'mercadoria', field: 'mercadoria_id', list: 'eans_auxiliares' },
  hooks: {
    prepare: (ctx, drafts, parent) =>
      assertOwnCodes(ctx, drafts, {
        field: 'cEAN',
        product: ({ before, values }) => Number(parent?.id ?? values.mercadoria_id ?? before?.mercadoria_id),
      }),
  },
})

/** Balance of a product in a storage location: kept by the ledger, never written from outside. */
export const mercadoriaArmazenamento = resource({
  name: 'mercadoria_armazenamento',
  paths: ['estoque/mercadoria_armazenamento', 'mercadoria_armazenamento'],
  title: 'Estoque no local',
  right: 'mercadoria',
  readOnly: true,
  company: 'own',
  fields: mercadoriaArmazenamentoFields,
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
  fields: mercadoriaSaldoFields,
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
  fields: movimentoEstoqueFields,
  search: ['mercadoria_id.xProd'],
  display: ['qTrib'],
  computed: {
    titulo: {
      meta: movimentoEstoqueComputed.titulo.meta,
      sql: () => documentTitle(sql`t.documento`),
    },
  },
  indexes: [
    ['documento', 'documento_id'],
    ['mercadoria_id', 'armazenamento_id', 'id'],
    ['empresa_id', 'criado_em'],
  ],
})
