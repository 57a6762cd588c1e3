import { remessaPagamentoLife } from '../../../core/lifecycle/remessa-pagamento'
import { inQueue, type Queue } from '../../painel/queue'
import { remessaPagamento } from './remessa-pagamento'
import { retornoPagamento } from './retorno-pagamento'

/** What of payments waits for somebody. */
export const paymentQueues: readonly Queue[] = [
  inQueue(remessaPagamentoLife, ['rascunho'], {
    name: 'pagamentos_a_aprovar',
    label: 'Pagamentos a aprovar',
    of: remessaPagamento,
    view: 'Rascunhos',
  }),
  inQueue(remessaPagamentoLife, ['aprovada'], {
    name: 'pagamentos_a_enviar',
    label: 'Pagamentos a enviar ao banco',
    of: remessaPagamento,
    view: 'Aprovadas',
  }),
  {
    name: 'pagamentos_recusados',
    label: 'Pagamentos recusados pelo banco',
    of: remessaPagamento,
    view: 'Com recusados',
    filter: () => ({ custom: { com_recusados: true } }),
    bad: true,
  },
  {
    name: 'pagamentos_sem_resposta',
    label: 'Pagamentos sem resposta do banco',
    of: remessaPagamento,
    view: 'Sem resposta',
    filter: () => ({ custom: { sem_resposta: true } }),
    bad: true,
  },
  {
    name: 'retorno_sem_pagamento',
    label: 'Retornos com ocorrência sem pagamento',
    of: retornoPagamento,
    view: 'Com diferenças',
    filter: () => ({ where: { status: 2 } }),
    bad: true,
  },
  {
    name: 'retorno_pagamento_a_baixar',
    label: 'Retornos com pagamento a baixar de novo',
    of: retornoPagamento,
    view: 'A baixar',
    filter: () => ({ where: { status: 1 } }),
  },
]
