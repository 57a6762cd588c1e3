import { planejamentoLife } from '../../../core/lifecycle/planejamento'
import { effects } from '../../documents/steps'
import { f } from '../../../core/fields/field'
import { empresaId } from '../../../core/fields/kit'
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
  fields: {
    empresa_id: empresaId(),
    descricao: f.text('Descrição', { max: 80 }),
    previsao_id: f.ref('Previsão', 'previsao'),
    dInicio: f.date('Início', { doc: 'Hoje, se vazio' }),
    dFim: f.date('Fim', { doc: 'Fim da previsão, ou 90 dias, se vazio' }),
    dPedidoAte: f.date('Pedir o que vence até', { doc: 'Vazio: todo o horizonte' }),
    usa_estoque: f.boolean('Estoque').default(true),
    usa_vendas: f.boolean('Vendas em aberto').default(true),
    usa_compras: f.boolean('Compras em aberto').default(true),
    usa_producao: f.boolean('Produção em aberto').default(true),
    escopo: f
      .integer('Mercadorias', { options: [0, 1], doc: '0 todas, 1 as escolhidas e o que entra nelas' })
      .default(0),
    dias_historico: f
      .integer('Dias de histórico', { min: 30, max: 730, doc: 'De quantos dias de vendas o risco é estimado' })
      .default(365),
    usuario_id: f.ref('Usuário', 'user').computed(),
    tarefa_id: f.ref('Tarefa', 'tarefa', { trace: true }).computed(),
    itens_gerados: f.integer('Itens gerados').default(0).computed(),
    itens_acao: f.integer('Itens com ação').default(0).computed(),
    itens_executados: f.integer('Itens executados').default(0).computed(),
    resumo: f.json('Resumo', { doc: 'Tempos em ms, o que ficou fora do horizonte' }).computed(),
  },
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

export const RISKS = ['Crítico', 'Alto', 'Médio', 'Baixo'] as const
export const COVERAGES = ['INADEQUADO', 'ATENÇÃO', 'OK'] as const

/** One product of a plan (N3-028, items): what lacks, what to do and when, how it stands, and what was made of it. */
export const planejamentoMercadoria = resource({
  name: 'planejamento_mercadoria',
  paths: ['mrp/planejamento_mercadoria'],
  title: 'Item do planejamento',
  right: 'planejamento',
  company: 'own',
  fields: {
    planejamento_id: f.ref('Planejamento', 'planejamento').required(),
    empresa_id: empresaId(),
    mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
    escolhido: f.boolean('Escolhido à mão').default(false).computed(),
    nivel: f.integer('Nível', { doc: '0 o que se vende; cada nível entra no de cima' }).default(0).computed(),
    falta: f.decimal('Falta', 4, { min: 0, doc: 'Necessidade líquida de todo o horizonte' }).default(0),
    quantidade: f
      .decimal('A pedir', 4, { min: 0, doc: 'Lotes a pedir até a data do planejamento, com o rendimento' })
      .default(0),
    tipo_acao: f.integer('Ação', { options: [0, 1, 2], doc: '0 nenhuma, 1 comprar, 2 produzir' }).default(0),
    data_pedido: f.date('Data do pedido'),
    data_necessidade: f.date('Preciso em').computed(),
    dias_atraso: f
      .integer('Dias de atraso', { doc: 'Há quantos dias o pedido já deveria ter sido feito' })
      .default(0)
      .computed(),
    realizar: f.boolean('Realizar').default(false),
    fornecedor_id: f.ref('Fornecedor', 'fornecedor'),
    q_estoque: f.decimal('Estoque inicial', 4).default(0).computed(),
    q_demanda: f.decimal('Demanda', 4).default(0).computed(),
    q_minimo: f.decimal('Menor estoque', 4).default(0).computed(),
    pRisco: f.decimal('Risco de ruptura (%)', 2).default(0).computed(),
    risco: f.choice('Risco', RISKS).computed(),
    dias_cobertura: f.decimal('Cobertura (dias)', 2).computed(),
    cobertura: f.choice('Cobertura', COVERAGES).computed(),
    metricas_avancadas: f
      .json('Métricas', {
        large: true,
        doc: 'summary, demand_analysis, critical_points, batches, order_dates, extended_analytics; no registro também stock_evolution e demands_covered',
      })
      .computed(),
    solicitacao_id: f.ref('Solicitação de compra', 'solicitacao', { trace: true }).computed(),
    pedido_compra_id: f.ref('Pedido de compra', 'pedido_compra', { trace: true }).computed(),
    ordem_producao_id: f.ref('Ordem de produção', 'ordem_producao', { trace: true }).computed(),
    dhExecucao: f.datetime('Executado em').computed(),
  },
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
