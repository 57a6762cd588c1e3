import { CANCEL, cancelled, DONE, FINISH, life, OPEN, READY, SEPARATE } from './life'
import { issuesNote, notFinished, notWithNote } from './note'

/** The life of a return to a supplier: open, separated (its goods are reserved), finalised (they left), cancelled (document 2, section 4, T2-031 to T2-033). */
export const devolucaoLife = life({
  the: 'a devolução',
  dates: { dhFechamento: 'Separada em', dhFinalizacao: 'Finalizada em', dhCancelamento: 'Cancelada em' },
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
    separada: {
      ...READY,
      n: 2,
      word: 'Separada',
      plural: 'Separadas',
      on: 'dhFechamento',
      refuses: ['separated', 'Esta devolução já foi separada.'],
    },
    aberta: { ...OPEN, n: 0, word: 'Aberta', plural: 'Abertas' },
  },
  writes: { head: { from: ['aberta'] }, lists: { from: ['aberta'] } },
  verbs: {
    finaliza: { ...FINISH, from: ['aberta', 'separada'], will: 'O que será feito:', done: 'Devolução finalizada.' },
    fecha: {
      ...SEPARATE,
      from: ['aberta'],
      sets: 'dhFechamento',
      done: 'Devolução separada: as mercadorias estão reservadas.',
    },
    emiteNFe: {
      ...issuesNote('Esta devolução', notFinished('a devolução'), ['aberta', 'separada']),
      from: ['finalizada'],
    },
    cancela: {
      ...CANCEL,
      unless: [notWithNote('Esta devolução', 'a devolução')],
      from: ['aberta', 'separada', 'finalizada'],
      reason: { kind: 'cancelamento', in: 'xMotivoCancelamento' },
      label: 'Cancelar a devolução',
      will: {
        aberta: 'A devolução fica cancelada e não pode mais ser alterada.',
        separada: 'O que ela reserva fica livre, e pode voltar por outra devolução.',
        finalizada: 'As mercadorias voltam ao estoque, com o custo com que saíram, e o crédito é cancelado.',
      },
      done: 'Devolução cancelada.',
    },
  },
})
