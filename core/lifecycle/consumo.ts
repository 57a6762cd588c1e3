import { CANCEL, cancelled, DONE, FINISH, life, OPEN, READY, SEPARATE } from './life'

/** The life of a consumption of material: open, separated (its goods are reserved), finalised (they left), cancelled (document 2, section 4, T2-056 to T2-058). */
export const consumoLife = life({
  the: 'o consumo',
  dates: { dhSeparacao: 'Separado em', dhFinalizacao: 'Finalizado em', dhCancelamento: 'Cancelado em' },
  reasons: { xMotivoCancelamento: 'Motivo do cancelamento' },
  states: {
    cancelado: cancelled('Este consumo'),
    finalizado: {
      ...DONE,
      n: 4,
      word: 'Finalizado',
      plural: 'Finalizados',
      on: 'dhFinalizacao',
      refuses: ['finalised', 'Este consumo já foi finalizado.'],
    },
    separado: {
      ...READY,
      n: 1,
      word: 'Separado',
      plural: 'Separados',
      on: 'dhSeparacao',
      refuses: ['separated', 'Este consumo já foi separado.'],
    },
    aberto: { ...OPEN, n: 0, word: 'Aberto', plural: 'Abertos' },
  },
  writes: { head: { from: ['aberto'] }, lists: { from: ['aberto'] } },
  verbs: {
    finalizar: { ...FINISH, from: ['aberto', 'separado'], will: 'O que será feito:', done: 'Consumo finalizado.' },
    separar: {
      ...SEPARATE,
      from: ['aberto'],
      sets: 'dhSeparacao',
      done: 'Consumo separado: as mercadorias estão reservadas.',
    },
    cancelar: {
      ...CANCEL,
      from: ['aberto', 'separado', 'finalizado'],
      reason: { kind: 'estoque', in: 'xMotivoCancelamento', optional: true },
      label: 'Cancelar o consumo',
      will: {
        aberto: 'O consumo fica cancelado e não pode mais ser alterado.',
        separado: 'O que ele reserva fica livre.',
        finalizado: 'As mercadorias voltam ao estoque, com o custo com que saíram.',
      },
      done: 'Consumo cancelado.',
    },
  },
})
