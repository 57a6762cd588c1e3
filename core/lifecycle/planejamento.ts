import { COPY, DONE, life, OPEN, READY, type Refusal } from './life'

const notGenerated: Refusal = ['not_generated', 'Gere o planejamento antes de executar ações.']

/** The life of a plan: new, generated (again and again), executed: from its first action on its figures stay as they were (T3-036, T3-037). */
export const planejamentoLife = life({
  the: 'o planejamento',
  dates: { dhGeracao: 'Gerado em', dhExecucao: 'Executado em' },
  states: {
    executado: {
      ...DONE,
      n: 2,
      word: 'Executado',
      plural: 'Executados',
      on: 'dhExecucao',
      refuses: ['executed', 'Este planejamento já teve ações executadas: duplique-o para planejar de novo.'],
      doc: 'com ações executadas',
    },
    gerado: { ...READY, n: 1, word: 'Gerado', plural: 'Gerados', on: 'dhGeracao' },
    novo: { ...OPEN, n: 0, word: 'Novo', plural: 'Novos' },
  },
  writes: {
    head: { from: ['novo', 'gerado'] },
    lists: { from: ['novo', 'gerado'] },
    // What was proposed can still be put right until it is executed itself, line by line.
    of: { items: { from: ['novo', 'gerado', 'executado'], add: { from: ['novo', 'gerado'] } } },
  },
  verbs: {
    addItens: { from: ['novo', 'gerado'], label: 'Escolher mercadorias', past: 'Escolheu mercadorias' },
    gerarPlanejamento: { from: ['novo', 'gerado'], label: 'Gerar', past: 'Gerou' },
    executarAcoes: {
      from: ['gerado', 'executado'],
      say: { novo: notGenerated },
      label: 'Executar ações',
      past: 'Executou ações',
    },
    duplica: { ...COPY, failed: 'Não foi possível duplicar este planejamento' },
  },
})
