import { CoreError } from '../errors'

/** Reasons that people must give, each rule with its own length and its own words (document 2, section 5). */
const RULES = {
  /** Quote, venda, return, NF-e and sales return: longer than 15 characters. */
  cancelamento: { min: 16, message: 'O motivo do cancelamento precisa ter mais de 15 caracteres' },
  /** Note that is given up: at least 15. */
  abandono: { min: 15, message: 'Diga por que a nota é abandonada: no mínimo 15 caracteres.' },
  /** MDF-e that is given up: at least 15. */
  abandonoManifesto: { min: 15, message: 'Diga por que o MDF-e é abandonado: no mínimo 15 caracteres.' },
  /** Guide of taxes that was paid and was not owed: at least 15. */
  restituicao: { min: 15, message: 'Diga por que a guia é a restituir: no mínimo 15 caracteres.' },
  /** Release of a blocked venda: at least 15, though its message says more. */
  liberacao: { min: 15, message: 'O motivo da liberação precisa ter mais de 15 caracteres' },
  /** Quote that the customer declined: a few words that a list can be grouped by. */
  perda: { min: 3, message: 'Diga por que o orçamento foi perdido.' },
  /** Refusal of a received NF-e: at least 15. */
  recusa: { min: 15, message: 'A Justificativa precisa ter no mínimo 15 caracteres.' },
  /** Line of a statement that is left out: a few words, as many lines are. */
  ignora: { min: 3, message: 'Diga por que a linha é ignorada.' },
  /** Month that is closed while something is left to do in it. */
  pendencia: { min: 3, message: 'Diga por que o mês fecha com itens pendentes.' },
  /** Inventory, saída and transfer: at least 15. */
  estoque: { min: 15, message: 'Digite no mínimo 15 caracteres.' },
} as const

/** The kinds of reasons. */
export type ReasonKind = keyof typeof RULES

/** Fewest characters of a reason, spaces at its ends aside. */
export const reasonLength = (kind: ReasonKind): number => RULES[kind].min
/** What is told when a reason is too short. */
export const reasonMessage = (kind: ReasonKind): string => RULES[kind].message

/** The trimmed reason. Throws `reason_too_short` with the rule's own message, told of the field that it was given in. */
export function checkedReason(kind: ReasonKind, reason: string | null | undefined, field = 'xJust'): string {
  const text = (reason ?? '').trim()
  if ([...text].length < RULES[kind].min)
    throw new CoreError('reason_too_short', RULES[kind].message, { [field]: [RULES[kind].message] })
  return text.slice(0, 500)
}
