import { f } from '../field'
import { empresaId } from '../kit'

export const planejamentoFields = {
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
  escopo: f.option('Mercadorias', { 0: 'Todas as mercadorias', 1: 'As escolhidas e o que entra nelas' }).default(0),
  dias_historico: f
    .integer('Dias de histórico', { min: 30, max: 730, doc: 'De quantos dias de vendas o risco é estimado' })
    .default(365),
  usuario_id: f.author('Usuário'),
  tarefa_id: f.ref('Tarefa', 'tarefa', { trace: true }).computed(),
  itens_gerados: f.integer('Itens gerados').default(0).computed(),
  itens_acao: f.integer('Itens com ação').default(0).computed(),
  itens_executados: f.integer('Itens executados').default(0).computed(),
  resumo: f.json('Resumo', { doc: 'Tempos em ms, o que ficou fora do horizonte' }).computed(),
}

const RISKS = { Crítico: 'Crítico', Alto: 'Alto', Médio: 'Médio', Baixo: 'Baixo' }

const COVERAGES = { INADEQUADO: 'INADEQUADO', ATENÇÃO: 'ATENÇÃO', OK: 'OK' }

export const planejamentoMercadoriaFields = {
  planejamento_id: f.ref('Planejamento', 'planejamento').required(),
  empresa_id: empresaId(),
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
  escolhido: f.boolean('Escolhido à mão').default(false).computed(),
  nivel: f.integer('Nível', { doc: '0 o que se vende; cada nível entra no de cima' }).default(0).computed(),
  falta: f
    .quantity('Falta', 'mercadoria_id', { min: 0, doc: 'Necessidade líquida de todo o horizonte' })
    .default(0)
    .summed(),
  quantidade: f
    .quantity('A pedir', 'mercadoria_id', { min: 0, doc: 'Lotes a pedir até a data do planejamento, com o rendimento' })
    .default(0)
    .summed(),
  tipo_acao: f.option('Ação', { 0: 'Nenhuma', 1: 'Comprar', 2: 'Produzir' }).default(0),
  data_pedido: f.date('Data do pedido'),
  data_necessidade: f.date('Preciso em').computed(),
  dias_atraso: f
    .integer('Dias de atraso', { doc: 'Há quantos dias o pedido já deveria ter sido feito' })
    .default(0)
    .computed(),
  realizar: f.boolean('Realizar').default(false),
  xAntecipar: f
    .text('Antecipar', { max: 300, doc: 'O que já foi pedido e chega tarde: de quando, para quando e por quê' })
    .computed(),
  fornecedor_id: f.ref('Fornecedor', 'fornecedor'),
  q_estoque: f.decimal('Estoque inicial', 4).default(0).computed(),
  q_demanda: f.quantity('Demanda', 'mercadoria_id').default(0).computed().summed(),
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
}
