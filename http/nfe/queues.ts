import { KEEPING_FAULTS } from '../../core/fields/nfe/keeping-faults'
import { nfeLife } from '../../core/lifecycle/nfe'
import { inQueue, type Queue } from '../painel/queue'
import { nfe } from './nota/nfe'

/** Notes that wait: to be sent, for whoever mends them, for an answer; and those whose XML is not kept as it ought to be. */
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
  {
    name: 'notas_falha_guarda',
    label: 'Notas com falha na guarda do XML',
    of: nfe,
    view: 'Com falha na guarda',
    filter: () => ({ where: { falha_guarda: Object.keys(KEEPING_FAULTS) } }),
    bad: true,
  },
]
