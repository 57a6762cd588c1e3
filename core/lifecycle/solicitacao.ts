import { DONE, life, OPEN } from './life'

/** The life of a purchase request: open, while its items are approved or refused; generated, when they became purchase orders. */
export const solicitacaoLife = life({
  the: 'a solicitação',
  dates: { dhGeracao: 'Pedidos gerados em' },
  states: {
    gerada: {
      ...DONE,
      n: 1,
      word: 'Gerada',
      plural: 'Geradas',
      on: 'dhGeracao',
      refuses: ['generated', 'Esta solicitação já gerou seus pedidos de compra.'],
      doc: 'gerada: seus itens aprovados viraram pedidos de compra',
    },
    aberta: { ...OPEN, n: 0, word: 'Aberta', plural: 'Abertas' },
  },
  writes: { head: { from: ['aberta'] }, lists: { from: ['aberta'] } },
  verbs: {
    gerarSolicitacao: {
      from: ['aberta'],
      sets: 'dhGeracao',
      key: 'dispatch',
      label: 'Gerar pedidos',
      past: 'Gerou os pedidos',
      failed: 'Não foi possível gerar os pedidos',
    },
  },
})

/** The dates that the state of one requested item follows from (T2-026 to T2-029). */
export interface RequestItemDates {
  readonly aprovado_em: string | null
  readonly reprovado_em: string | null
}

export type RequestItemStatus = 'pendente' | 'aprovado' | 'reprovado'

export function requestItemStatus(one: RequestItemDates): RequestItemStatus {
  return one.reprovado_em ? 'reprovado' : one.aprovado_em ? 'aprovado' : 'pendente'
}

/**
 * What a change of one date does to both: refusing clears the approval and approving the refusal; clearing undoes. Where both come, the
 * refusal wins, as a refused item is never bought.
 */
export function decideItem(before: RequestItemDates, change: Partial<RequestItemDates>): RequestItemDates {
  if (change.reprovado_em) return { aprovado_em: null, reprovado_em: change.reprovado_em }
  if (change.aprovado_em) return { aprovado_em: change.aprovado_em, reprovado_em: null }
  return {
    aprovado_em: change.aprovado_em === null ? null : before.aprovado_em,
    reprovado_em: change.reprovado_em === null ? null : before.reprovado_em,
  }
}
