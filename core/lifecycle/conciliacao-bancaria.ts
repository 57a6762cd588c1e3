import { DONE, FINISH, life, OPEN } from './life'

/** The life of a reconciliation of an account: lines wait in it until it is finished. */
export const conciliacaoBancariaLife = life({
  the: 'a conciliação',
  dates: { dhFinalizacao: 'Finalizada em' },
  reasons: { xMotivoDiferenca: 'Por que há diferença' },
  states: {
    finalizada: {
      ...DONE,
      n: 4,
      word: 'Finalizada',
      plural: 'Finalizadas',
      on: 'dhFinalizacao',
      refuses: ['finished', 'Esta conciliação já foi finalizada.'],
    },
    aberta: { ...OPEN, n: 0, word: 'Aberta', plural: 'Abertas' },
  },
  writes: { head: { from: ['aberta'] }, lists: { from: ['aberta'] } },
  verbs: {
    finalizarConciliacaoBancaria: {
      ...FINISH,
      from: ['aberta'],
      done: 'Conciliação finalizada.',
      failed: 'Não foi possível finalizar a conciliação',
    },
    reabre: {
      from: ['finalizada'],
      say: { aberta: ['open', 'Esta conciliação está aberta.'] },
      clears: ['dhFinalizacao'],
      offer: 'menu',
      label: 'Reabrir a conciliação',
      past: 'Reabriu',
      done: 'Conciliação reaberta.',
      failed: 'Não foi possível reabrir',
    },
  },
})
