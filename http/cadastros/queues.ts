import type { Queue } from '../painel/queue'
import { solicitacaoConta } from '../sis/solicitacao-conta'
import { empresa } from './empresa'
import { webhookEntrega } from './empresa/webhook/entrega'

/** People who ask for an account, certificates that end, and messages to other systems that did not arrive. */
export const registerQueues: readonly Queue[] = [
  {
    name: 'contas_aprovar',
    label: 'Contas a aprovar',
    of: solicitacaoConta,
    view: 'Pendentes',
    filter: () => ({ custom: { pendente: true } }),
  },
  {
    name: 'certificados_vencem',
    label: 'Certificados a vencer',
    of: empresa,
    view: 'Certificado a vencer',
    filter: () => ({ custom: { certificado_vence: true } }),
    bad: true,
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
