import { f } from '../field'
import { empresaId } from '../kit'

/** How a customer was spoken to about what is overdue. */
export const CONTACTS = {
  ligacao: 'Ligação',
  email: 'E-mail',
  whatsapp: 'WhatsApp',
  visita: 'Visita',
  outro: 'Outro',
} as const

/** A contact with a customer about what is overdue: it is told once, and stays. */
export const cobrancaContatoFields = {
  empresa_id: empresaId(),
  cliente_id: f.ref('Cliente', 'cliente').required(),
  tipo: f.choice('Contato por', CONTACTS).default('ligacao'),
  dhContato: f.datetime('Em').required(),
  xResultado: f.text('O que foi dito', { max: 500 }).required('Diga o que foi dito'),
  dPromessa: f.date('Promete pagar em', { doc: 'Vira a previsão das contas vencidas; o vencimento não muda' }),
  dProximo: f.date('Voltar a falar em'),
  vAtrasado: f.money('Em atraso', { doc: 'O que estava vencido então' }).default(0),
  user_id: f.author('Por'),
}
