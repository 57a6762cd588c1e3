import { sql } from 'drizzle-orm'
import {
  AT_FINISH,
  AT_START,
  ordemProducaoFields,
  ordemProducaoMercadoriaComputed,
  ordemProducaoMercadoriaFields,
  ordemProducaoMercadoriaInsumoComputed,
  ordemProducaoMercadoriaInsumoFields,
} from '../../../core/fields/producao/ordem-producao'
import { ordemProducaoLife } from '../../../core/lifecycle/ordem-producao'
import { effects } from '../../documents/steps'
import { resource } from '../../platform/resource'
import { headHooks, itemHooks } from './hooks'
import { insumoHooks } from './insumo-hooks'
import { partGone } from './parte'
import { PRODUCTION_RULES, supplies } from './proofs'
import { FREE } from './substituto'
import { drawnByItem, isFinished, plannedHours, plannedMaterial, PROCESSED, sumOfParts } from './sums'

/** Production orders (N3-038): open, in production, finished, cancelled. */
export const ordemProducao = resource({
  name: 'ordem_producao',
  paths: ['producao/ordem_producao'],
  title: 'Ordem de produção',
  right: 'ordem_producao',
  company: 'own',
  fields: ordemProducaoFields,
  life: ordemProducaoLife,
  search: ['obs', 'cliente_id.xNome'],
  display: ['status'],
  indexes: [['empresa_id', 'status', 'id']],
  hooks: headHooks,
})

effects(ordemProducao, {
  inicia: {
    title: 'o início',
    date: 'dhInicio',
    posts: [
      { ledger: 'reservas', when: { tpBaixa: AT_FINISH }, sums: { q: supplies('qSolicitada') } },
      { ledger: 'estoque', when: { tpBaixa: AT_START }, sums: { qTrib: `select -(${supplies('qSolicitada')})` } },
    ],
  },
  finaliza: {
    title: 'a finalização',
    date: 'dhFinalizacao',
    inParts: true,
    makes: {
      entrada: { when: { entrada: true }, cancelled: 'reopens', deleted: 'refuses', undone: 'cancels', told: partGone },
    },
    proofs: PRODUCTION_RULES,
  },
})

/** SQL: a sum over the parts of goods `t` that stand. */
const made = (what: string) => sql.raw(sumOfParts(what, 't'))

/** SQL over an insumo `t`: what it has drawn, or brought. */
const drawn = (column: 'q' | 'v') =>
  sql.raw(`coalesce((select d.${column} from ordem_producao_mercadoria g, lateral ${drawnByItem('g.ordem_producao_id')} d
    where g.id = t.ordem_producao_mercadoria_id and d.item_id = t.id), 0)`)

/** Goods that an order makes (N3-039). */
export const ordemProducaoMercadoria = resource({
  name: 'ordem_producao_mercadoria',
  paths: ['producao/ordem_producao_mercadoria'],
  title: 'Mercadoria da ordem de produção',
  right: 'ordem_producao',
  company: 'own',
  fields: ordemProducaoMercadoriaFields,
  search: ['xProd'],
  display: ['xProd'],
  unique: [['planejamento_mercadoria_id']],
  parent: { resource: 'ordem_producao', field: 'ordem_producao_id', list: 'ordem_producao_mercadoria_list' },
  computed: {
    qProduzida: {
      meta: ordemProducaoMercadoriaComputed.qProduzida.meta,
      sql: () => made('p."qBoa"'),
    },
    qPerdida: {
      meta: ordemProducaoMercadoriaComputed.qPerdida.meta,
      sql: () => made('p."qRefugo" + p."qRefugoAnormal"'),
    },
    encerrada: {
      meta: ordemProducaoMercadoriaComputed.encerrada.meta,
      sql: () => sql.raw(isFinished('t')),
    },
    pRendimento: {
      meta: ordemProducaoMercadoriaComputed.pRendimento.meta,
      sql: () => sql`round(${made('p."qBoa"')} * 100 / nullif(${made(PROCESSED)}, 0), 4)`,
    },
    vPlanejado: {
      meta: ordemProducaoMercadoriaComputed.vPlanejado.meta,
      sql: () => sql.raw(plannedMaterial('t')),
    },
    vProduzido: {
      meta: ordemProducaoMercadoriaComputed.vProduzido.meta,
      sql: () => made('p."vPrincipal"'),
    },
    vHorasPlanejadas: {
      meta: ordemProducaoMercadoriaComputed.vHorasPlanejadas.meta,
      sql: () => sql.raw(plannedHours('t')),
    },
    vMaterialProduzido: {
      meta: ordemProducaoMercadoriaComputed.vMaterialProduzido.meta,
      sql: () => made('p."vCusto" - p."vMaoObra"'),
    },
    vHorasProduzido: { meta: ordemProducaoMercadoriaComputed.vHorasProduzido.meta, sql: () => made('p."vMaoObra"') },
    vPerdido: { meta: ordemProducaoMercadoriaComputed.vPerdido.meta, sql: () => made('p."vPerda"') },
    vSubprodutos: { meta: ordemProducaoMercadoriaComputed.vSubprodutos.meta, sql: () => made('p."vSubprodutos"') },
  },
  hooks: itemHooks,
})

/** What the goods of an order draw (N3-040): filled from their composition, then the order's own. */
export const ordemProducaoMercadoriaInsumo = resource({
  name: 'ordem_producao_mercadoria_insumo',
  paths: ['producao/ordem_producao_mercadoria_insumo'],
  title: 'Insumo da ordem de produção',
  right: 'ordem_producao',
  company: 'own',
  fields: ordemProducaoMercadoriaInsumoFields,
  search: ['mercadoria_id.xProd'],
  display: ['quantidade'],
  parent: { resource: 'ordem_producao_mercadoria', field: 'ordem_producao_mercadoria_id', list: 'insumos' },
  computed: {
    qConsumida: {
      meta: ordemProducaoMercadoriaInsumoComputed.qConsumida.meta,
      sql: () => drawn('q'),
    },
    vConsumido: {
      meta: ordemProducaoMercadoriaInsumoComputed.vConsumido.meta,
      sql: () => drawn('v'),
    },
    qDisp: FREE,
  },
  hooks: insumoHooks,
})
