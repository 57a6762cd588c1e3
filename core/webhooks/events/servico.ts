import { was, type WebhookEvent } from '../event'

const resources = ['ordem_servico']

export const servico: readonly WebhookEvent[] = [
  { type: 'ORDEM_SERVICO_FINALIZADA', label: 'Ordem de serviço finalizada', resources, happened: was('dhFinalizacao') },
  { type: 'ORDEM_SERVICO_FATURADA', label: 'Ordem de serviço faturada', resources, happened: was('dhFaturamento') },
  { type: 'ORDEM_SERVICO_CANCELADA', label: 'Ordem de serviço cancelada', resources, happened: was('dhCancelamento') },
]
