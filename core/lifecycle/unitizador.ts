import { DONE, GONE, life, OPEN } from './life'

/** The life of what holds volumes: open while they are put on and taken off, closed, empty. */
export const unitizadorLife = life({
  the: 'o unitizador',
  dates: { dhFechamento: 'Lacrado em', dhEsvaziamento: 'Esvaziado em' },
  states: {
    vazio: {
      ...GONE,
      n: 4,
      word: 'Vazio',
      plural: 'Vazios',
      on: 'dhEsvaziamento',
      refuses: ['emptied', 'Este unitizador foi esvaziado: reabra-o antes.'],
    },
    fechado: {
      ...DONE,
      n: 2,
      word: 'Lacrado',
      plural: 'Lacrados',
      on: 'dhFechamento',
      refuses: ['closed', 'Este unitizador está lacrado: reabra-o antes.'],
    },
    aberto: { ...OPEN, n: 0, word: 'Aberto', plural: 'Abertos' },
  },
  writes: {
    head: { from: ['aberto'] },
    lists: { from: ['aberto'] },
  },
  verbs: {
    fecha: {
      from: ['aberto'],
      sets: 'dhFechamento',
      key: 'dispatch',
      label: 'Lacrar',
      past: 'Lacrou',
      done: 'Unitizador lacrado.',
      failed: 'Não foi possível lacrar o unitizador',
    },
    // Asks where to, which the form does.
    move: { from: ['aberto', 'fechado'], label: 'Mover', past: 'Moveu', failed: 'Não foi possível mover o unitizador' },
    imprime: { from: 'any', label: 'Imprimir etiqueta', past: 'Imprimiu' },
    reabre: {
      from: ['fechado', 'vazio'],
      say: { aberto: ['open', 'Este unitizador já está aberto.'] },
      clears: ['dhFechamento', 'dhEsvaziamento'],
      offer: 'menu',
      label: 'Reabrir o unitizador',
      past: 'Reabriu',
      done: 'Unitizador reaberto.',
      failed: 'Não foi possível reabrir o unitizador',
    },
    esvazia: {
      from: ['aberto', 'fechado'],
      sets: 'dhEsvaziamento',
      offer: 'menu',
      label: 'Esvaziar o unitizador',
      past: 'Esvaziou',
      will: 'Tira dele todas as etiquetas; o que elas dizem fica no local.',
      done: 'Unitizador esvaziado.',
      failed: 'Não foi possível esvaziar o unitizador',
    },
  },
})
