import { matchLines } from '../../../core/reconciliation/match'
import type { MatchInput, Outcome } from '../../../core/reconciliation/types'
import { apart, type Work } from '../../platform/apart/apart'

export const work: Work<MatchInput, Outcome[], never> = (input) => matchLines(input)

const SECONDS = 30
const match = apart<MatchInput, Outcome[]>(new URL(import.meta.url), 1)
/** With so few titles a thread takes longer than the work. */
const FEW = 2_000

/** Judges lines; where there are many titles in a thread of its own. Throws 400 `too_complex` beyond 30 seconds. */
export const matchApart = async (input: MatchInput): Promise<Outcome[]> =>
  input.titulos.length <= FEW ? matchLines(input) : match(input, { seconds: SECONDS })
