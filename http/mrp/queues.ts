import { planejamentoLife } from '../../core/lifecycle/planejamento'
import { inQueue } from '../painel/queue'
import { planejamento } from './planejamento/planejamento'

/** Plans to compute, and plans to carry out. */
export const planningQueues = [
  inQueue(planejamentoLife, ['novo'], {
    name: 'planos_gerar',
    label: 'Planos a gerar',
    of: planejamento,
    view: 'Novos',
  }),
  inQueue(planejamentoLife, ['gerado'], {
    name: 'planos_executar',
    label: 'Planos a executar',
    of: planejamento,
    view: 'Gerados',
  }),
]
