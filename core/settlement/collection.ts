import { type CivilDate } from '../br/civil-date'

/** What is done next about a customer who owes what is overdue. */
export const COLLECTION_STEPS = {
  esperar: 'Esperar',
  email: 'Mandar e-mail',
  ligar: 'Ligar',
  cobrar_promessa: 'Cobrar a promessa',
  negociar: 'Negociar',
} as const
export type CollectionStep = keyof typeof COLLECTION_STEPS

export interface Owing {
  readonly hoje: CivilDate
  /** Days since the oldest of it was due. */
  readonly dias: number
  /** How often the customer was spoken to since then. */
  readonly contatos: number
  /** The day that was promised last; null where none was. */
  readonly dPromessa: CivilDate | null
  /** When somebody said that it is looked at again; null where nobody did. */
  readonly dProximo: CivilDate | null
}

/** Days up to which a friendly word is enough, and from which it is an agreement that helps. */
const FRIENDLY = 7
const LATE = 60
const MANY = 3

/**
 * The next step: a day that was agreed on is waited for, a promise that was broken is named, then mail, a call, an agreement, as it grows older or nothing
 * helped. A proposal, which whoever collects may overrule.
 */
export function nextStep({ hoje, dias, contatos, dPromessa, dProximo }: Owing): CollectionStep {
  if (dPromessa !== null && dPromessa >= hoje) return 'esperar'
  if (dProximo !== null && dProximo > hoje) return 'esperar'
  if (dPromessa !== null) return 'cobrar_promessa'
  if (dias > LATE || contatos >= MANY) return 'negociar'
  return dias > FRIENDLY || contatos > 0 ? 'ligar' : 'email'
}
