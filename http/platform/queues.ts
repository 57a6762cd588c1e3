import type { Queue } from '../painel/queue'
import { troca } from './exchange/troca'

/** Requests to outside services that nobody answered, or that were refused. */
export const exchangeQueues: readonly Queue[] = [
  {
    name: 'trocas_falharam',
    label: 'Comunicações que falharam',
    of: troca,
    view: 'Falharam',
    filter: () => ({ where: { status: 'falhou' } }),
    bad: true,
  },
  {
    name: 'trocas_incertas',
    label: 'Comunicações incertas',
    of: troca,
    view: 'Incertas',
    filter: () => ({ where: { status: 'incerta' } }),
    bad: true,
  },
]
