import { OPEN, UNDER_WAY } from './life'

/** What lives of documents that an authority takes have in common; their own are what is said of each, and the states that verbs happen from. */

export const DRAFT = { ...OPEN, n: 0, word: 'Rascunho', plural: 'A enviar' } as const
/** Signed and numbered: it waits for the authority's answer. */
export const SENDING = { ...UNDER_WAY, n: 1, word: 'Enviando', plural: 'Enviando', on: 'dhAssinatura' } as const
export const CANCELLING = {
  hue: 'azul',
  mark: 'dash',
  n: 4,
  word: 'Cancelando',
  plural: 'Cancelando',
  on: 'dhPedidoCancelamento',
} as const

const SIGNS = { sets: 'dhAssinatura', key: 'dispatch', failed: 'Não foi possível emitir' } as const
export const ISSUE = { ...SIGNS, from: ['rascunho'], label: 'Emitir', past: 'Emitiu' } as const
/** Sent again, mended, with the same number. */
export const RESEND = { ...SIGNS, clears: ['dhRejeicao'], label: 'Reenviar', past: 'Corrigiu e enviou' } as const
