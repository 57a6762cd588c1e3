import { PAY_LINE } from '../../../core/fields/financeiro/remessa-pagamento'
import { remessaPagamentoLife } from '../../../core/lifecycle/remessa-pagamento'
import { inQueue, type Queue } from '../../painel/queue'
import { remessaPagamento, remessaPagamentoConta } from './remessa-pagamento'
import { retornoPagamentoItem } from './retorno-pagamento'

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
    of: remessaPagamentoConta,
    view: 'A repetir',
    filter: () => ({ custom: { a_repetir: true } }),
    bad: true,
  },
  {
    name: 'pagamentos_sem_resposta',
    label: 'Pagamentos sem resposta do banco',
    of: remessaPagamentoConta,
    view: 'Sem resposta',
    filter: () => ({ custom: { sem_resposta: true } }),
    bad: true,
  },
  {
    name: 'retorno_sem_pagamento',
    label: 'Retornos sem pagamento',
    of: retornoPagamentoItem,
    view: 'Sem pagamento',
    filter: () => ({ where: { situacao: PAY_LINE.SEM_PAGAMENTO } }),
    bad: true,
  },
  {
    name: 'retorno_pagamento_a_baixar',
    label: 'Pagamentos a baixar de novo',
    of: retornoPagamentoItem,
    view: 'A baixar',
    filter: () => ({ where: { situacao: PAY_LINE.A_BAIXAR } }),
  },
]
