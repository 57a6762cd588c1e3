import { CANCEL, cancelled, DONE, life, OPEN, UNDER_WAY } from './life'

/** The life of a production order: open, in production, finished; cancelled from any of them (document 3, section 4). */
export const ordemProducaoLife = life({
  the: 'a ordem de produção',
  dates: { dhInicio: 'Iniciada em', dhFinalizacao: 'Finalizada em', dhCancelamento: 'Cancelada em' },
  reasons: { xJustCancelamento: 'Motivo do cancelamento' },
  states: {
    cancelada: cancelled('Esta ordem de produção'),
    finalizada: {
      ...DONE,
      n: 4,
      word: 'Finalizada',
      plural: 'Finalizadas',
      on: 'dhFinalizacao',
      refuses: ['finalised', 'Esta ordem de produção já foi finalizada.'],
    },
    em_producao: {
      ...UNDER_WAY,
      n: 1,
      word: 'Em produção',
      plural: 'Em produção',
      on: 'dhInicio',
      refuses: ['started', 'Esta ordem de produção já foi iniciada: os itens não podem mudar.'],
    },
    aberta: { ...OPEN, n: 0, word: 'Aberta', plural: 'Abertas' },
  },
  writes: { head: { from: ['aberta', 'em_producao'] }, lists: { from: ['aberta'] } },
  verbs: {
    cancela: {
      ...CANCEL,
      from: ['aberta'],
      say: {
        em_producao: ['started', 'Esta ordem de produção já movimentou o estoque.'],
        finalizada: ['started', 'Esta ordem de produção já movimentou o estoque.'],
      },
      reason: { kind: 'cancelamento', in: 'xJustCancelamento' },
      label: 'Cancelar a ordem',
      will: 'O que ela faria e o que consumiria deixam de contar no planejamento.',
      done: 'Ordem de produção cancelada.',
    },
  },
})
