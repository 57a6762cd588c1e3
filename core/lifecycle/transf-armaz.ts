import { CANCEL, cancelled, DONE, FINISH, life, OPEN, type Unless } from './life'
import { issuesNote, notFinished, notWithNote } from './note'

/** What another company has received stays there. */
const received: Unless = {
  when: ({ dhRecebimento = null }) => dhRecebimento !== null,
  refuses: ['received', 'O destino já recebeu esta transferência: faça outra, de volta.'],
}

/** The life of a transfer: open, finalised (goods lie elsewhere, or are on their way to another company), cancelled (they are back) (document 2, section 4, T2-054 and T2-055). */
export const transfArmazLife = life({
  the: 'a transferência',
  dates: { dhFinalizacao: 'Finalizada em', dhCancelamento: 'Cancelada em' },
  reasons: { xJust: 'Motivo do cancelamento' },
  states: {
    cancelada: cancelled('Esta transferência'),
    finalizada: {
      ...DONE,
      n: 4,
      word: 'Finalizada',
      plural: 'Finalizadas',
      on: 'dhFinalizacao',
      refuses: ['finalised', 'Esta transferência já foi finalizada.'],
    },
    aberta: { ...OPEN, n: 0, word: 'Aberta', plural: 'Abertas' },
  },
  writes: { head: { from: ['aberta'] }, lists: { from: ['aberta'] } },
  verbs: {
    finalizarTransferencia: { ...FINISH, from: ['aberta'], done: 'Transferência finalizada.' },
    emiteNFe: { ...issuesNote('Esta transferência', notFinished('a transferência'), ['aberta']), from: ['finalizada'] },
    cancelarTransferencia: {
      ...CANCEL,
      unless: [received, notWithNote('Esta transferência', 'a transferência')],
      from: ['aberta', 'finalizada'],
      reason: { kind: 'estoque', in: 'xJust' },
      label: 'Cancelar a transferência',
      will: {
        aberta: 'A transferência fica cancelada e não pode mais ser alterada.',
        finalizada: 'As mercadorias voltam ao local de onde saíram; a entrada no destino, se houver, é cancelada.',
      },
      done: 'Transferência cancelada.',
    },
  },
})
