import type { Days } from './days'
import { payableDay } from './days'
import type { Memo } from './memo'
import type { OpenTitle, Person } from './title-book'
import type { Reason } from './types'

/** What a reason is worth. */
export interface Point {
  readonly points: number
  readonly reason?: Reason
}

export const NOTHING: Point = { points: 0 }

/** At least so much says who paid. */
export const SURE = 25

/** Who a line is of, as its memo tells: the best of what it says. */
export function whoOf(person: Person, memo: Memo, aliased: ReadonlyMap<Person, unknown>): Point {
  if (person.taxId !== undefined && memo.tokens.has(person.taxId)) return { points: 35, reason: 'CNPJ_CPF' }
  const named = memo.nameOf(person.words)
  if (named === 'all') return { points: 25, reason: 'nome' }
  if (aliased.has(person)) return { points: 25, reason: 'apelido' }
  return named === 'half' ? { points: 12, reason: 'nome_parcial' } : NOTHING
}

/** Which title it is of. */
export function whichOf({ title, codes }: OpenTitle, memo: Memo): Point {
  const [numero, nossoNumero, txid] = codes
  if (txid !== undefined && memo.tokens.has(txid)) return { points: 50, reason: 'txid' }
  if (nossoNumero !== undefined && memo.numbers.has(nossoNumero)) return { points: 50, reason: 'nosso_numero' }
  if (numero !== undefined && memo.numbers.has(numero)) return { points: 40, reason: 'numero' }
  return title.dda && memo.words.has('BOLETO') ? { points: 20, reason: 'dda' } : NOTHING
}

/** How near the day of a line is to that on which a title is paid. */
export function whenOf(open: OpenTitle, data: string, days: Days): Point {
  open.payable ??= payableDay(open.title.dVencimento, open.title.tpConta)
  return days.nearness(data, open.payable)
}

/** Points together, and their reasons in the order in which they are told. */
export const total = (parts: readonly Point[]): { readonly score: number; readonly razoes: readonly Reason[] } => ({
  score: parts.reduce((sum, one) => sum + one.points, 0),
  razoes: parts.flatMap(({ points, reason }) => (points > 0 && reason !== undefined ? [reason] : [])),
})
