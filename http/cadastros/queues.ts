import type { Queue } from '../painel/queue'
import { solicitacaoConta } from '../sis/solicitacao-conta'
import { webhookEntrega } from './empresa/webhook/entrega'

/** People who ask for an account, and messages to other systems that did not arrive. */
export const registerQueues: readonly Queue[] = [
  {
    name: 'contas_aprovar',
    label: 'Contas a aprovar',
    of: solicitacaoConta,
    view: 'Pendentes',
    filter: () => ({ custom: { pendente: true } }),
  },
  {
    name: 'webhooks_falharam',
    label: 'Webhooks que falharam',
    of: webhookEntrega,
    view: 'Falharam',
    filter: () => ({ where: { status: 'falhou' } }),
    bad: true,
  },
]
