import { sql } from 'drizzle-orm'
import {
  AT_FINISH,
  AT_START,
  ordemProducaoFields,
  ordemProducaoMercadoriaComputed,
  ordemProducaoMercadoriaFields,
  ordemProducaoMercadoriaInsumoComputed,
  ordemProducaoMercadoriaInsumoFields,
  SUPPLY,
} from '../../../core/fields/producao/ordem-producao'
import { ordemProducaoLife } from '../../../core/lifecycle/ordem-producao'
import { effects } from '../../documents/steps'
import { resource } from '../../platform/resource'
import { headHooks, itemHooks } from './hooks'
import { insumoHooks } from './insumo-hooks'
import { drawnOf } from './lines'
import { partGone } from './parte'
import { PRODUCTION_RULES, supplies } from './proofs'

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

const PARTS = sql.raw('from op_parte p where p.ordem_producao_mercadoria_id = t.id and p."dhCancelamento" is null')

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
      sql: () => sql`(select coalesce(sum(p."qBoa"), 0) ${PARTS})`,
    },
    qPerdida: {
      meta: ordemProducaoMercadoriaComputed.qPerdida.meta,
      sql: () => sql`(select coalesce(sum(p."qRefugo" + p."qRefugoAnormal"), 0) ${PARTS})`,
    },
    encerrada: {
      meta: ordemProducaoMercadoriaComputed.encerrada.meta,
      sql: () => sql`(select coalesce(bool_or(p.encerra), false) or coalesce(sum(p."qBoa"), 0) >= t."qTrib" ${PARTS})`,
    },
    pRendimento: {
      meta: ordemProducaoMercadoriaComputed.pRendimento.meta,
      sql: () =>
        sql`(select round(sum(p."qBoa") * 100 / nullif(sum(p."qBoa" + p."qRefugo" + p."qRefugoAnormal"), 0), 4) ${PARTS})`,
    },
    vPlanejado: {
      meta: ordemProducaoMercadoriaComputed.vPlanejado.meta,
      sql: () =>
        sql`(select coalesce(round(sum(i."qPlanejada" * i."vCusto"), 2), 0) from ordem_producao_mercadoria_insumo i where i.ordem_producao_mercadoria_id = t.id and i."tpItem" = ${SUPPLY})`,
    },
    vProduzido: {
      meta: ordemProducaoMercadoriaComputed.vProduzido.meta,
      sql: () => sql`(select coalesce(sum(p."vPrincipal"), 0) ${PARTS})`,
    },
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
      sql: () => drawnOf('qTrib'),
    },
    vConsumido: {
      meta: ordemProducaoMercadoriaInsumoComputed.vConsumido.meta,
      sql: () => drawnOf('vCusto'),
    },
  },
  hooks: insumoHooks,
})
