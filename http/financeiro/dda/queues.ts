import { DDA } from '../../../core/fields/financeiro/boleto-dda'
import type { Queue } from '../../painel/queue'
import { boletoDda } from './boleto-dda'

/** Slips against the company that wait for somebody. */
export const ddaQueues: readonly Queue[] = [
  {
    name: 'dda_fraude',
    label: 'Boletos com possível fraude',
    of: boletoDda,
    view: 'Possível fraude',
    filter: () => ({ where: { situacao: DDA.FRAUDE } }),
    bad: true,
  },
  {
    name: 'dda_a_ligar',
    label: 'Boletos recebidos a ligar',
    of: boletoDda,
    view: 'A ligar',
    filter: () => ({ where: { situacao: DDA.A_LIGAR } }),
  },
]
