import { matchLines } from '../../../core/reconciliation/match'
import type { MatchInput, Outcome } from '../../../core/reconciliation/types'
import { apart, type Work } from '../../platform/apart/apart'

export const work: Work<MatchInput, Outcome[], never> = (input) => matchLines(input)

const SECONDS = 30
const match = apart<MatchInput, Outcome[]>(new URL(import.meta.url), 1)
/** With so few lines, by what they are judged by, a thread takes longer than the work. */
const FEW = 200_000
const workOf = ({ linhas, titulos, regras = [], apelidos = [] }: MatchInput): number =>
  linhas.length * (titulos.length + regras.length + apelidos.length)

/** Judges lines; where that is much work in a thread of its own. Throws 400 `too_complex` beyond 30 seconds. */
export const matchApart = async (input: MatchInput): Promise<Outcome[]> =>
  workOf(input) <= FEW ? matchLines(input) : match(input, { seconds: SECONDS })
