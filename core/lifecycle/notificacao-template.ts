import { CANCEL, cancelled, DONE, FINISH, life, OPEN } from './life'

/** The life of a template of notices (document 3, section 4, T3-068, T3-069): written, in use, cancelled. In use it does not change: corrected, it is a draft again. */
export const notificacaoTemplateLife = life({
  the: 'o modelo',
  dates: { dhFinalizacao: 'Finalizado em', dhCancelamento: 'Cancelado em' },
  states: {
    cancelado: cancelled('Este modelo', 2),
    finalizado: {
      ...DONE,
      n: 1,
      word: 'Finalizado',
      plural: 'Finalizados',
      on: 'dhFinalizacao',
      refuses: ['finished', 'Este modelo já foi finalizado: corrija-o antes de mudar.'],
      doc: 'Em uso',
    },
    rascunho: {
      ...OPEN,
      n: 0,
      word: 'Rascunho',
      plural: 'Rascunhos',
      refuses: ['draft', 'Este modelo ainda é um rascunho.'],
    },
  },
  writes: { head: { from: ['rascunho'] }, lists: { from: [] }, remove: { from: ['rascunho'] } },
  verbs: {
    finalizarNotificacaoTemplate: {
      ...FINISH,
      from: ['rascunho'],
      say: { finalizado: ['finished', 'Este modelo já foi finalizado.'] },
      will: 'O modelo passa a ser usado: cada vez que o evento acontece, a mensagem é enviada.',
      done: 'Modelo finalizado.',
    },
    corrige: {
      from: ['finalizado'],
      clears: ['dhFinalizacao'],
      offer: 'button',
      label: 'Corrigir',
      past: 'Reabriu para corrigir',
      will: 'O modelo volta a ser rascunho: nada é enviado até ser finalizado de novo.',
      done: 'Modelo reaberto.',
      failed: 'Não foi possível reabrir',
    },
    cancelarNotificacaoTemplate: {
      ...CANCEL,
      from: ['rascunho', 'finalizado'],
      label: 'Cancelar o modelo',
      will: 'O modelo não é mais usado e não pode mais ser alterado.',
      done: 'Modelo cancelado.',
    },
  },
})
