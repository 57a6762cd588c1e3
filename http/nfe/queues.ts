import { nfeLife } from '../../core/lifecycle/nfe'
import { inQueue, type Queue } from '../painel/queue'
import { nfe } from './nota/nfe'

/** Notes that wait: to be sent, for whoever mends them, for an answer. */
export const fiscalQueues: readonly Queue[] = [
  inQueue(nfeLife, ['rascunho'], { name: 'notas_enviar', label: 'Notas a enviar', of: nfe, view: 'A enviar' }),
  inQueue(nfeLife, ['rejeitada'], {
    name: 'notas_rejeitadas',
    label: 'Notas rejeitadas',
    of: nfe,
    view: 'Rejeitadas',
    bad: true,
  }),
  inQueue(nfeLife, ['enviando'], { name: 'notas_enviando', label: 'Notas sem resposta', of: nfe, view: 'Enviando' }),
]
