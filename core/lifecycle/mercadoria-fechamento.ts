import { DONE, FINISH, life, OPEN } from './life'

/** The life of a closing of the inventory: open, finalised for good (document 2, section 4, T2-045). */
export const mercadoriaFechamentoLife = life({
  the: 'o fechamento',
  dates: { dhFinalizacao: 'Finalizado em' },
  states: {
    finalizado: {
      ...DONE,
      n: 4,
      word: 'Finalizado',
      plural: 'Finalizados',
      on: 'dhFinalizacao',
      refuses: ['finalised', 'Este fechamento já foi finalizado.'],
    },
    aberto: { ...OPEN, n: 0, word: 'Aberto', plural: 'Abertos' },
  },
  writes: { head: { from: ['aberto'] }, lists: { from: ['aberto'] } },
  verbs: {
    finaliza: {
      ...FINISH,
      from: ['aberto'],
      need: { check: 'manageClosing', say: 'Só quem gerencia fechamentos os finaliza.' },
      will: 'As linhas ficam como estão, para o livro de inventário. Não pode ser desfeito.',
      done: 'Fechamento finalizado.',
    },
  },
})
