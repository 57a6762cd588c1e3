import { planejamentoFields, planejamentoMercadoriaFields } from '../../../core/fields/mrp/planejamento'
import { planejamentoLife } from '../../../core/lifecycle/planejamento'
import { effects } from '../../documents/steps'
import { resource } from '../../platform/resource'
import { freeLines } from './free-lines'
import { assertIdle, headHooks, itemHooks } from './hooks'

/** Plans (N3-028): from which sources, over which days, and what came of it. */
export const planejamento = resource({
  name: 'planejamento',
  paths: ['mrp/planejamento'],
  title: 'Planejamento',
  right: 'planejamento',
  company: 'own',
  fields: planejamentoFields,
  life: planejamentoLife,
  idle: assertIdle,
  search: ['descricao'],
  display: ['descricao', 'status'],
  indexes: [['empresa_id', 'status', 'id']],
  hooks: headHooks,
})

const DRAFT = { cancelled: 'reopens', deleted: 'reopens', undone: 'stands' } as const

effects(planejamento, {
  executarAcoes: {
    title: 'a execução das ações',
    date: 'dhExecucao',
    inParts: true,
    makes: {
      pedido_compra: { ...DRAFT, told: freeLines('pedido_compra') },
      solicitacao: { ...DRAFT, told: freeLines('solicitacao') },
      ordem_producao: { ...DRAFT, told: freeLines('ordem_producao') },
    },
  },
})

/** One product of a plan (N3-028, items): what lacks, what to do and when, how it stands, and what was made of it. */
export const planejamentoMercadoria = resource({
  name: 'planejamento_mercadoria',
  paths: ['mrp/planejamento_mercadoria'],
  title: 'Item do planejamento',
  right: 'planejamento',
  company: 'own',
  fields: planejamentoMercadoriaFields,
  search: ['mercadoria_id.xProd'],
  display: ['falta'],
  unique: [['planejamento_id', 'mercadoria_id']],
  indexes: [
    ['planejamento_id', 'data_pedido'],
    ['planejamento_id', 'pRisco'],
  ],
  parent: { resource: 'planejamento', field: 'planejamento_id', list: 'items', apart: true },
  hooks: itemHooks,
})
