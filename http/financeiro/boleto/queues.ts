import { BOLETO } from '../../../core/fields/financeiro/boleto'
import type { Queue } from '../../painel/queue'
import { bancoCnab } from './banco-cnab'
import { boleto } from './boleto'
import { retorno } from './retorno'

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
    label: 'Retornos com ocorrências sem boleto',
    of: retorno,
    view: 'Com diferenças',
    filter: () => ({ where: { status: 2 } }),
    bad: true,
  },
  {
    name: 'retorno_a_baixar',
    label: 'Retornos a baixar',
    of: retorno,
    view: 'A baixar',
    filter: () => ({ where: { status: 1 } }),
  },
  {
    name: 'nosso_numero_no_fim',
    label: 'Faixas de nosso número quase no fim',
    of: bancoCnab,
    view: 'Quase no fim',
    filter: () => ({ custom: { quase_no_fim: true } }),
    bad: true,
  },
]
