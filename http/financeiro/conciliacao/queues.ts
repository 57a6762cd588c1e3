import type { Queue } from '../../painel/queue'
import { conciliacaoVenda } from './conciliacao'

/** Rows of acquirers that no sale of ours is of. */
export const cardQueues: readonly Queue[] = [
  {
    name: 'cartoes_sem_parcela',
    label: 'Registros de cartão sem parcela',
    of: conciliacaoVenda,
    view: 'Sem parcela',
    filter: () => ({ where: { status: 1 } }),
    bad: true,
  },
]
