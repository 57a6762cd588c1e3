import { CANCEL, cancelled, DONE, FINISH, life, OPEN, READY } from './life'
import { issuesNote, notFinished, notWithNote } from './note'

/** The life of a sale's return: open, closed (its quantities are counted), finalised (credit and entry exist), cancelled (document 2, section 4, T2-017 to T2-020). */
export const vendaDevolucaoLife = life({
  the: 'a devolução',
  dates: { dhFechamento: 'Fechada em', dhFinalizacao: 'Finalizada em', dhCancelamento: 'Cancelada em' },
  reasons: { xMotivoCancelamento: 'Motivo do cancelamento' },
  states: {
    cancelada: cancelled('Esta devolução'),
    finalizada: {
      ...DONE,
      n: 4,
      word: 'Finalizada',
      plural: 'Finalizadas',
      on: 'dhFinalizacao',
      refuses: ['finalised', 'Esta devolução já foi finalizada.'],
    },
    fechada: {
      ...READY,
      n: 2,
      word: 'Fechada',
      plural: 'Fechadas',
      on: 'dhFechamento',
      refuses: ['closed', 'Esta devolução já foi fechada.'],
    },
    aberta: { ...OPEN, n: 0, word: 'Aberta', plural: 'Abertas' },
  },
  writes: { head: { from: ['aberta'] }, lists: { from: ['aberta'] } },
  verbs: {
    finaliza: {
      ...FINISH,
      from: ['aberta', 'fechada'],
      will: 'O que será feito:',
    },
    fecha: {
      from: ['aberta'],
      sets: 'dhFechamento',
      offer: 'menu',
      label: 'Concluir as quantidades',
      past: 'Fechou',
      done: 'Devolução fechada: suas quantidades já contam para outras devoluções.',
      failed: 'Não foi possível concluir',
    },
    emiteNFe: {
      ...issuesNote('Esta devolução', notFinished('a devolução'), ['aberta', 'fechada']),
      from: ['finalizada'],
    },
    cancela: {
      ...CANCEL,
      unless: [notWithNote('Esta devolução', 'a devolução')],
      from: ['aberta', 'fechada', 'finalizada'],
      reason: { kind: 'cancelamento', in: 'xMotivoCancelamento' },
      label: 'Cancelar a devolução',
      will: {
        aberta: 'A devolução fica cancelada e não pode mais ser alterada.',
        fechada: 'Os itens podem voltar por outra devolução.',
        finalizada:
          'O crédito e a entrada em aberto que ela gerou são cancelados, e o que foi abatido volta a ser devido.',
      },
      done: 'Devolução cancelada.',
    },
  },
})
