import { DONE, life, OPEN, READY, type Refusal } from './life'

const notCalculated = (before: string): Refusal => ['not_calculated', `Calcule a roteirização antes de ${before}.`]

/** The life of a day's plan: saved, calculated, its routes generated; after that it is kept as it was (T3-001 to T3-003). */
export const roteirizacaoLife = life({
  the: 'a roteirização',
  dates: { dhCalculo: 'Calculada em', dhGeracao: 'Rotas geradas em' },
  states: {
    gerada: {
      ...DONE,
      n: 2,
      word: 'Rotas geradas',
      plural: 'Com rotas geradas',
      on: 'dhGeracao',
      refuses: ['generated', 'As rotas desta roteirização já foram geradas.'],
    },
    calculada: { ...READY, n: 1, word: 'Calculada', plural: 'Calculadas', on: 'dhCalculo' },
    salva: { ...OPEN, n: 0, word: 'Salva', plural: 'A calcular' },
  },
  writes: { head: { from: ['salva', 'calculada'] }, lists: { from: ['salva', 'calculada'] } },
  verbs: {
    add_entregas: { from: ['salva', 'calculada'], label: 'Escolher vendas', past: 'Incluiu entregas' },
    calcular: { from: ['salva', 'calculada'], label: 'Calcular', past: 'Calculou' },
    mover: {
      from: ['calculada'],
      say: { salva: notCalculated('mover entregas') },
      label: 'Mover',
      past: 'Moveu entregas',
    },
    gerar_rotas: {
      from: ['calculada'],
      say: { salva: notCalculated('gerar as rotas') },
      sets: 'dhGeracao',
      label: 'Gerar rotas',
      past: 'Gerou as rotas',
    },
  },
})
