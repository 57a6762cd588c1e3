import { ordemServicoLife } from '../../core/lifecycle/ordem-servico'
import { inQueue } from '../painel/queue'
import { ordemServico } from './ordem_servico/ordem-servico'

/** Orders to do, and those that are done and not invoiced. */
export const serviceQueues = [
  inQueue(ordemServicoLife, ['aberta'], {
    name: 'ordens_servico_fazer',
    label: 'Ordens de serviço a fazer',
    of: ordemServico,
    view: 'Abertas',
  }),
  inQueue(ordemServicoLife, ['finalizada'], {
    name: 'ordens_servico_faturar',
    label: 'Ordens de serviço a faturar',
    of: ordemServico,
    view: 'A faturar',
  }),
]
