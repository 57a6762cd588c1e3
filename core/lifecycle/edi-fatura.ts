import { DONE, life, OPEN } from './life'

/** The life of a carrier's invoice: it came with a file, and becomes an account payable. */
export const ediFaturaLife = life({
  the: 'a fatura de frete',
  dates: { dhLancamento: 'Lançada em' },
  states: {
    lancada: {
      ...DONE,
      n: 4,
      word: 'Lançada',
      plural: 'Lançadas',
      on: 'dhLancamento',
      refuses: ['posted', 'Esta fatura já tem conta a pagar.'],
    },
    aberta: { ...OPEN, n: 0, word: 'A lançar', plural: 'A lançar' },
  },
  writes: {
    head: { from: [], say: { aberta: ['by_carrier', 'A fatura é como a transportadora a enviou.'] } },
    lists: { from: ['aberta'] },
    remove: { from: ['aberta'] },
  },
  verbs: {
    lanca: {
      from: ['aberta'],
      sets: 'dhLancamento',
      key: 'dispatch',
      label: 'Gerar conta a pagar',
      past: 'Gerou a conta a pagar',
      done: 'Conta a pagar gerada.',
      failed: 'Não foi possível gerar a conta a pagar',
    },
    estorna: {
      from: ['lancada'],
      say: { aberta: ['not_posted', 'Esta fatura não tem conta a pagar.'] },
      clears: ['dhLancamento'],
      offer: 'menu',
      label: 'Desfazer a conta a pagar',
      past: 'Desfez a conta a pagar',
      will: 'A conta a pagar é cancelada, e a fatura volta a esperar.',
      done: 'Conta a pagar desfeita.',
      failed: 'Não foi possível desfazer a conta a pagar',
    },
  },
})
