import { DONE, GONE, life, OPEN } from './life'

/** The life of a notice that a link was paid: to be looked at, posted (its receivable settled, its surplus credited), ignored with a reason. */
export const avisoPagamentoLife = life({
  the: 'o pagamento',
  dates: { dhLancamento: 'Lançado em', dhIgnorado: 'Ignorado em' },
  reasons: { xMotivoIgnorado: 'Por que foi ignorado' },
  states: {
    ignorado: {
      ...GONE,
      n: 5,
      word: 'Ignorado',
      plural: 'Ignorados',
      on: 'dhIgnorado',
      refuses: ['ignored', 'Este pagamento foi ignorado.'],
    },
    lancado: {
      ...DONE,
      n: 4,
      word: 'Lançado',
      plural: 'Lançados',
      on: 'dhLancamento',
      refuses: ['posted', 'Este pagamento já foi lançado.'],
    },
    conferir: { ...OPEN, n: 0, word: 'A conferir', plural: 'A conferir' },
  },
  writes: {
    head: { from: [], say: { conferir: ['by_service', 'O serviço de pagamento é quem avisa.'] } },
    lists: { from: ['conferir'] },
  },
  verbs: {
    lanca: {
      from: ['conferir'],
      sets: 'dhLancamento',
      key: 'dispatch',
      label: 'Aceitar a proposta',
      past: 'Lançou',
      will: 'O que será feito:',
      done: 'Pagamento lançado.',
      failed: 'Não foi possível lançar o pagamento',
    },
    ignora: {
      from: ['conferir'],
      sets: 'dhIgnorado',
      reason: { kind: 'recusa', in: 'xMotivoIgnorado' },
      offer: 'menu',
      label: 'Ignorar o pagamento',
      past: 'Ignorou',
      done: 'Pagamento ignorado.',
      failed: 'Não foi possível ignorar o pagamento',
    },
    reabre: {
      from: ['ignorado'],
      say: {
        lancado: ['posted', 'Estorne o lançamento deste pagamento.'],
        conferir: ['open', 'Este pagamento está a conferir.'],
      },
      clears: ['dhIgnorado'],
      offer: 'button',
      label: 'Reabrir',
      past: 'Reabriu',
      done: 'Pagamento de volta à fila.',
      failed: 'Não foi possível reabrir',
    },
    estorna: {
      from: ['lancado'],
      say: {
        ignorado: ['ignored', 'Este pagamento foi ignorado.'],
        conferir: ['not_posted', 'Este pagamento ainda não foi lançado.'],
      },
      clears: ['dhLancamento'],
      offer: 'menu',
      label: 'Estornar o lançamento',
      past: 'Estornou o lançamento',
      will: 'A conta volta a ser devida, o crédito que ele deu é cancelado, e o pagamento volta à fila.',
      done: 'Lançamento estornado: o pagamento voltou à fila.',
      failed: 'Não foi possível estornar',
    },
  },
})
