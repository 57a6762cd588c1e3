import { BOLETO, LINE } from '../../../core/fields/financeiro/boleto'
import type { Queue } from '../../painel/queue'
import { boleto } from './boleto'
import { retornoBoleto } from './retorno'

/** What of collection waits for somebody. */
export const collectionQueues: readonly Queue[] = [
  {
    name: 'boletos_recusados',
    label: 'Boletos recusados pelo banco',
    of: boleto,
    view: 'Rejeitados',
    filter: () => ({ where: { situacao: BOLETO.REJEITADO } }),
    bad: true,
  },
  {
    name: 'retorno_sem_boleto',
    label: 'Ocorrências sem boleto',
    of: retornoBoleto,
    view: 'Sem boleto',
    filter: () => ({ where: { situacao: LINE.SEM_BOLETO } }),
    bad: true,
  },
  {
    name: 'retorno_a_baixar',
    label: 'Retorno a baixar',
    of: retornoBoleto,
    view: 'A baixar',
    filter: () => ({ where: { situacao: LINE.A_BAIXAR } }),
  },
]
