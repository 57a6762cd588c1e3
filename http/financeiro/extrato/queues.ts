import { extratoBancoLife } from '../../../core/lifecycle/extrato'
import { inQueue, type Queue } from '../../painel/queue'
import { extratoBanco } from './extrato'

/** Lines of statements that nobody said what they are of. */
export const statementQueues: readonly Queue[] = [
  inQueue(extratoBancoLife, ['pendente'], {
    name: 'extrato_conciliar',
    label: 'Extrato a conciliar',
    of: extratoBanco,
    view: 'A conciliar',
  }),
]
