import { CANCEL, cancelled, DONE, FINISH, life, OPEN, READY, SEPARATE } from './life'
import { issuesNote, notFinished, notWithNote } from './note'

/** The life of another output: open, separated (its goods are reserved), finalised (they left), cancelled (document 2, section 4, T2-051 to T2-053). */
export const saidaLife = life({
  the: 'a saída',
  dates: { dhExpedicao: 'Separada em', dhFinalizacao: 'Finalizada em', dhCancelamento: 'Cancelada em' },
  reasons: { xJustCancelamento: 'Motivo do cancelamento' },
  states: {
    cancelada: cancelled('Esta saída'),
    finalizada: {
      ...DONE,
      n: 4,
      word: 'Finalizada',
      plural: 'Finalizadas',
      on: 'dhFinalizacao',
      refuses: ['finalised', 'Esta saída já foi finalizada.'],
    },
    separada: {
      ...READY,
      n: 1,
      word: 'Separada',
      plural: 'Separadas',
      on: 'dhExpedicao',
      refuses: ['separated', 'Esta saída já foi separada.'],
    },
    aberta: { ...OPEN, n: 0, word: 'Aberta', plural: 'Abertas' },
  },
  writes: { head: { from: ['aberta'] }, lists: { from: ['aberta'] } },
  verbs: {
    finalizar: { ...FINISH, from: ['aberta', 'separada'], will: 'O que será feito:', done: 'Saída finalizada.' },
    separar: {
      ...SEPARATE,
      from: ['aberta'],
      sets: 'dhExpedicao',
      done: 'Saída separada: as mercadorias estão reservadas.',
    },
    emiteNFe: { ...issuesNote('Esta saída', notFinished('a saída'), ['aberta', 'separada']), from: ['finalizada'] },
    cancelar: {
      ...CANCEL,
      unless: [notWithNote('Esta saída', 'a saída')],
      from: ['aberta', 'separada', 'finalizada'],
      reason: { kind: 'estoque', in: 'xJustCancelamento' },
      label: 'Cancelar a saída',
      will: {
        aberta: 'A saída fica cancelada e não pode mais ser alterada.',
        separada: 'O que ela reserva fica livre.',
        finalizada: 'As mercadorias voltam ao estoque, com o custo com que saíram.',
      },
      done: 'Saída cancelada.',
    },
  },
})
