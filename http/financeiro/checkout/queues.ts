import { avisoPagamentoLife } from '../../../core/lifecycle/aviso-pagamento'
import { inQueue, type Queue } from '../../painel/queue'
import { avisoPagamento } from './aviso'

/** Payments by link that a person has to look at. */
export const noticeQueues: readonly Queue[] = [
  inQueue(avisoPagamentoLife, ['conferir'], {
    name: 'pagamentos_conferir',
    label: 'Pagamentos por link a conferir',
    of: avisoPagamento,
    view: 'A conferir',
    bad: true,
  }),
]
