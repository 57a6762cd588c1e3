import { area } from '../area'
import * as execute from './planejamento/execute'
import * as plan from './planejamento/generate'
import { planejamento, planejamentoMercadoria } from './planejamento/planejamento'
import * as planVerbs from './planejamento/verbs'
import * as addItems from './previsao/add-itens'
import * as forecast from './previsao/gerar-previsoes'
import * as grid from './previsao/grade'
import { previsao, previsaoItem } from './previsao/previsao'
import * as information from './previsao/show-info'
import * as stockAhead from './previsao-estoque'
import { planningQueues } from './queues'
import { metricShapes } from './told'

export const mrp = area({
  name: 'mrp',
  resources: [previsao, previsaoItem, planejamento, planejamentoMercadoria],
  actions: [addItems, forecast, grid, information, execute, plan, planVerbs, stockAhead],
  shapes: [metricShapes],
  queues: planningQueues,
  jobs: [forecast.gerarPrevisoesJob, plan.planJob],
  roles: { buyer: 'store show edit: previsao planejamento' },
})
