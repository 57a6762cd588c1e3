import { anew, was, type WebhookEvent } from '../event'

export const comercial: readonly WebhookEvent[] = [
  { type: 'PEDIDO_FATURADO', label: 'Venda faturada', resources: ['venda'], happened: was('dhFaturamento') },
  { type: 'ORCAMENTO_FECHADO', label: 'Orçamento fechado', resources: ['orcamento'], happened: was('dhFechamento') },
  {
    type: 'ORCAMENTO_CANCELADO',
    label: 'Orçamento cancelado',
    resources: ['orcamento'],
    happened: was('dhCancelamento'),
  },
  {
    type: 'ORCAMENTO_ACEITO',
    label: 'Orçamento aceito pelo cliente',
    resources: ['orcamento'],
    happened: anew('dhAceite'),
  },
  {
    type: 'ORCAMENTO_ALTERACAO',
    label: 'Alteração de orçamento pedida pelo cliente',
    resources: ['orcamento'],
    happened: anew('dhPedidoAlteracao'),
  },
  { type: 'VENDA_FECHADA', label: 'Venda fechada (expedida)', resources: ['venda'], happened: was('dhFechamento') },
  { type: 'VENDA_BLOQUEADA', label: 'Venda bloqueada', resources: ['venda'], happened: was('dhBloqueio') },
  { type: 'VENDA_CANCELADA', label: 'Venda cancelada', resources: ['venda'], happened: was('dhCancelamento') },
]
