import { cancelled, DONE, life, OPEN, READY, type Refusal, UNDER_WAY } from './life'

const checked: Refusal = ['checked', 'Esta separação já foi conferida.']

/** The life of a picking order: waiting, being picked, picked, checked (packed); cancelled with its documents (document 3, section 4, T3-010 to T3-013). */
export const separacaoLife = life({
  the: 'a separação',
  dates: {
    dhInicio: 'Começada em',
    dhSeparacao: 'Separada em',
    dhConferencia: 'Conferida em',
    dhCancelamento: 'Cancelada em',
  },
  states: {
    cancelada: { ...cancelled('Esta separação'), doc: 'Todos os seus documentos foram cancelados' },
    conferida: { ...DONE, n: 4, word: 'Conferida', plural: 'Conferidas', on: 'dhConferencia', refuses: checked },
    separada: {
      ...READY,
      n: 2,
      word: 'Separada',
      plural: 'Separadas',
      on: 'dhSeparacao',
      refuses: ['picked', 'Esta separação já foi feita.'],
    },
    iniciada: {
      ...UNDER_WAY,
      n: 1,
      word: 'Em separação',
      plural: 'Em separação',
      on: 'dhInicio',
      refuses: ['begun', 'Esta separação já foi começada.'],
    },
    aberta: {
      ...OPEN,
      n: 0,
      word: 'Aguardando',
      plural: 'Aguardando',
      refuses: ['not_begun', 'Esta separação ainda não foi começada.'],
    },
  },
  writes: {
    head: {
      from: ['aberta', 'iniciada', 'separada', 'conferida'],
      narrow: {
        names: ['armazem_id', 'tipo'],
        from: [],
        say: {
          aberta: ['fixed', 'O armazém e o estoque de uma separação não mudam.'],
          iniciada: ['fixed', 'O armazém e o estoque de uma separação não mudam.'],
          separada: ['fixed', 'O armazém e o estoque de uma separação não mudam.'],
        },
      },
    },
    lists: { from: ['aberta'] },
    of: { separacao_mercadoria: { from: ['aberta', 'iniciada', 'separada'] } },
  },
  verbs: {
    inicia: {
      from: ['aberta'],
      sets: 'dhInicio',
      offer: 'button',
      label: 'Começar',
      past: 'Começou',
      failed: 'Não foi possível começar',
    },
    termina: { from: ['aberta', 'iniciada'], sets: 'dhSeparacao', label: 'Terminar', past: 'Separou o último item' },
    continua: { from: ['separada'], clears: ['dhSeparacao'], label: 'Continuar', past: 'Voltou a separar' },
    confere: {
      from: ['aberta', 'iniciada', 'separada'],
      sets: 'dhConferencia',
      key: 'dispatch',
      label: 'Conferir',
      past: 'Conferiu',
      failed: 'Não foi possível finalizar esta separacao',
    },
    reabre: {
      from: ['conferida'],
      say: {
        aberta: ['not_checked', 'Esta separação ainda não foi conferida.'],
        iniciada: ['not_checked', 'Esta separação ainda não foi conferida.'],
        separada: ['not_checked', 'Esta separação ainda não foi conferida.'],
      },
      clears: ['dhConferencia'],
      offer: 'menu',
      label: 'Reabrir a separação',
      past: 'Reabriu',
      will: 'A venda volta a esperar a conferência.',
      done: 'Separação reaberta.',
      failed: 'Não foi possível reabrir',
    },
    desagrupa: {
      from: ['aberta'],
      offer: 'menu',
      label: 'Desagrupar',
      past: 'Desagrupou',
      will: 'Cada documento fica com uma separação só sua.',
      done: 'Separação desagrupada.',
      failed: 'Não foi possível desagrupar',
    },
    encerra: {
      from: ['aberta', 'iniciada', 'separada', 'conferida'],
      sets: 'dhCancelamento',
      label: 'Cancelar a separação',
      past: 'Cancelou com os documentos',
    },
  },
})
