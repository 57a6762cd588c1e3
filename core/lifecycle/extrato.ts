import { DONE, GONE, life, OPEN } from './life'

/** The life of a line of a bank statement: it waits for what it is of, is matched by its whole amount, or is ignored with a reason. */
export const extratoBancoLife = life({
  the: 'a linha do extrato',
  dates: { dhConciliacao: 'Conciliada em', dhIgnorada: 'Ignorada em' },
  reasons: { xMotivoIgnorada: 'Por que foi ignorada' },
  states: {
    ignorada: {
      ...GONE,
      n: 5,
      word: 'Ignorada',
      plural: 'Ignoradas',
      on: 'dhIgnorada',
      refuses: ['ignored', 'Esta linha foi ignorada.'],
    },
    conciliada: {
      ...DONE,
      n: 4,
      word: 'Conciliada',
      plural: 'Conciliadas',
      on: 'dhConciliacao',
      refuses: ['matched', 'Esta linha já foi conciliada.'],
    },
    pendente: { ...OPEN, n: 0, word: 'A conciliar', plural: 'A conciliar' },
  },
  writes: { head: { from: ['pendente'] }, lists: { from: ['pendente'] } },
  verbs: {
    ignora: {
      from: ['pendente'],
      unless: [
        {
          when: ({ vConciliado }) => Number(vConciliado ?? 0) !== 0,
          refuses: ['partly', 'Parte desta linha já foi conciliada.'],
        },
      ],
      sets: 'dhIgnorada',
      reason: { kind: 'ignora', in: 'xMotivoIgnorada' },
      offer: 'menu',
      label: 'Ignorar a linha',
      past: 'Ignorou',
      done: 'Linha ignorada.',
      failed: 'Não foi possível ignorar',
    },
    desconcilia: {
      from: ['conciliada', 'pendente'],
      unless: [
        {
          when: ({ vConciliado }) => Number(vConciliado ?? 0) === 0,
          refuses: ['not_matched', 'Esta linha não está conciliada.'],
        },
      ],
      offer: 'menu',
      label: 'Desfazer a conciliação',
      past: 'Desfez a conciliação',
      will: 'O que a conciliação lançou é estornado; o que já havia fica.',
      done: 'Conciliação desfeita.',
      failed: 'Não foi possível desfazer a conciliação',
    },
    reabre: {
      from: ['ignorada'],
      say: {
        conciliada: ['matched', 'Desfaça a conciliação desta linha.'],
        pendente: ['open', 'Esta linha está a conciliar.'],
      },
      clears: ['dhIgnorada'],
      offer: 'button',
      label: 'Reabrir',
      past: 'Reabriu',
      done: 'Linha de volta à fila.',
      failed: 'Não foi possível reabrir',
    },
  },
})
