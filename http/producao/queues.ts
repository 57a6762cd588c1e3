import { ordemProducaoLife } from '../../core/lifecycle/ordem-producao'
import { inQueue } from '../painel/queue'
import { ordemProducao } from './ordem_producao/ordem-producao'

/** Orders to start, and those under way. */
export const productionQueues = [
  inQueue(ordemProducaoLife, ['aberta'], {
    name: 'ordens_iniciar',
    label: 'Ordens a iniciar',
    of: ordemProducao,
    view: 'Abertas',
  }),
  inQueue(ordemProducaoLife, ['em_producao'], {
    name: 'ordens_producao',
    label: 'Em produção',
    of: ordemProducao,
    view: 'Em produção',
  }),
]
