import { NOTICE_PROPOSALS, NOTICE_REASONS } from '../../payments/notice'
import { f } from '../field'
import { empresaId } from '../kit'

/** Where a payment link stands. */
export const LINK_STATES = {
  gerando: 'Gerando',
  aberto: 'A pagar',
  pago: 'Pago',
  falhou: 'Recusado pelo serviço',
  substituido: 'Cancelado',
} as const

/** A page of a payment service at which an instalment of a sale is paid. */
export const linkPagamentoFields = {
  empresa_id: empresaId(),
  cliente_id: f.ref('Cliente', 'cliente').required(),
  venda_id: f.ref('Venda', 'venda', { trace: true }),
  venda_duplicata_id: f.ref('Parcela', 'venda_duplicata', { trace: true }),
  referencia: f.text('Referência', { max: 40, doc: 'A chave com que o serviço o conhece' }).required(),
  valor: f.money('Valor', { min: 0.01 }).required(),
  situacao: f.choice('Situação', LINK_STATES).default('gerando'),
  url: f.text('Endereço', { max: 500 }),
  id_externo: f.text('Número no serviço', { max: 80 }),
  erro: f.text('Erro', { max: 300 }),
}

/** What a payment service told of a payment, and what was made of it. */
export const avisoPagamentoFields = {
  empresa_id: empresaId(),
  evento_id: f.text('Evento', { max: 80, doc: 'O identificador do aviso no serviço' }).required(),
  tipo: f.text('Tipo', { max: 40, doc: 'payment.paid, payment.refunded…' }).required(),
  pagamento_externo: f.text('Pagamento no serviço', { max: 80 }).required(),
  referencia: f.text('Referência', { max: 80 }),
  link_pagamento_id: f.ref('Link', 'link_pagamento'),
  cliente_id: f.ref('Cliente', 'cliente'),
  venda_id: f.ref('Venda', 'venda', { trace: true }),
  contas_receber_id: f.ref('Conta a receber', 'contas_receber'),
  valor: f.money('Valor pago', { min: 0.01 }).required().summed(),
  meio: f.choice('Meio', { pix: 'Pix', card: 'Cartão', boleto: 'Boleto' }),
  dPagamento: f.date('Pago em').required(),
  motivo: f.choice('Por que espera', NOTICE_REASONS),
  proposta: f.choice('Proposta', NOTICE_PROPOSALS).required(),
  vBaixa: f.money('Baixado da conta').default(0),
  vCredito: f.money('Crédito do cliente').default(0),
}
