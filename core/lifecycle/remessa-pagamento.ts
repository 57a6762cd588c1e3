import { DONE, life, OPEN, READY, type Refusal, UNDER_WAY } from './life'

const NONE_SENT: Refusal = ['not_sent', 'Esta remessa de pagamentos não foi enviada.']
const NOT_SENT = { rascunho: NONE_SENT, aprovada: NONE_SENT } as const

/** The life of a remittance of payments: asked for, approved, with the bank, closed (document 3, section 4, T3-038 to T3-040). */
export const remessaPagamentoLife = life({
  the: 'a remessa de pagamentos',
  dates: { dhAprovacao: 'Aprovada em', dhEnvio: 'Enviada em', dhFechamento: 'Concluída em' },
  states: {
    fechada: {
      ...DONE,
      n: 4,
      word: 'Concluída',
      plural: 'Concluídas',
      on: 'dhFechamento',
      refuses: ['closed', 'Esta remessa de pagamentos já foi concluída.'],
    },
    enviada: {
      ...UNDER_WAY,
      n: 2,
      word: 'Enviada',
      plural: 'Enviadas',
      on: 'dhEnvio',
      refuses: ['sent', 'Esta remessa de pagamentos já foi enviada ao banco.'],
    },
    aprovada: {
      ...READY,
      n: 1,
      word: 'Aprovada',
      plural: 'Aprovadas',
      on: 'dhAprovacao',
      refuses: ['approved', 'Esta remessa de pagamentos foi aprovada: volte-a a rascunho antes.'],
    },
    rascunho: {
      ...OPEN,
      n: 0,
      word: 'Rascunho',
      plural: 'Rascunhos',
      refuses: ['not_approved', 'Esta remessa de pagamentos não foi aprovada.'],
    },
  },
  writes: {
    head: { from: ['rascunho'] },
    lists: { from: ['rascunho'] },
    remove: { from: ['rascunho'] },
  },
  verbs: {
    aprova: {
      from: ['rascunho'],
      sets: 'dhAprovacao',
      key: 'dispatch',
      label: 'Aprovar',
      past: 'Aprovou',
      done: 'Remessa aprovada.',
      failed: 'Não foi possível aprovar',
    },
    reabre: {
      from: ['aprovada'],
      clears: ['dhAprovacao'],
      offer: 'menu',
      label: 'Voltar a rascunho',
      past: 'Voltou a rascunho',
      will: 'Os pagamentos podem ser mudados, e pedem nova aprovação.',
      done: 'A remessa voltou a rascunho.',
      failed: 'Não foi possível voltar a rascunho',
    },
    enviaPagamentosBanco: {
      from: ['aprovada'],
      sets: 'dhEnvio',
      key: 'dispatch',
      label: 'Enviar ao banco',
      past: 'Enviou ao banco',
      done: 'Arquivo gerado.',
      failed: 'Não foi possível enviar ao banco',
    },
    transmite: {
      from: ['enviada'],
      say: NOT_SENT,
      label: 'Entregar ao banco agora',
      past: 'Pediu a entrega ao banco',
      failed: 'Não foi possível entregar o arquivo',
    },
    jaEntregue: {
      from: ['enviada'],
      say: NOT_SENT,
      label: 'O banco já tem o arquivo',
      past: 'Disse que o banco já tem o arquivo',
      failed: 'Não foi possível confirmar',
    },
    descarta: {
      from: ['enviada'],
      say: { rascunho: NONE_SENT },
      clears: ['dhEnvio', 'dhAprovacao'],
      offer: 'menu',
      label: 'Descartar o arquivo',
      past: 'Descartou o arquivo',
      failed: 'Não foi possível descartar o arquivo',
    },
    fecha: {
      from: ['enviada'],
      say: NOT_SENT,
      sets: 'dhFechamento',
      key: 'dispatch',
      label: 'Concluir',
      past: 'Concluiu',
      done: 'Remessa concluída.',
      failed: 'Não foi possível concluir a remessa',
    },
  },
})
