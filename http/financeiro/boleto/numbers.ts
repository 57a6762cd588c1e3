import type { CivilDate } from '../../../core/br/civil-date'
import { badRequest } from '../../platform/errors'

/** The numbers that a collection gives next, and where it stands after them. */
interface Numbered {
  readonly numbers: readonly string[]
  readonly next: string
}

interface Range {
  readonly banco: string
  readonly nosso_numero_proximo: string
  readonly nosso_numero_fim: string | null
}

/** Sicredi's numbers begin with the year and with who numbers, the company: 2. */
const SICREDI = '748'
const firstOfYear = (today: CivilDate): bigint => BigInt(`${today.slice(2, 4)}200001`)

/** Where a range begins today. */
function startOf({ banco, nosso_numero_proximo }: Range, today: CivilDate): bigint {
  const next = BigInt(nosso_numero_proximo)
  if (banco !== SICREDI) return next
  const first = firstOfYear(today)
  return next < first ? first : next
}

/**
 * The next numbers of a collection, without gaps: its row is held by the caller until the transaction ends. Throws 400 `series_full` where its range has not so many left.
 */
export function takeNumbers(range: Range, count: number, today: CivilDate): Numbered {
  const first = startOf(range, today)
  const last = first + BigInt(count) - 1n
  if (range.nosso_numero_fim !== null && last > BigInt(range.nosso_numero_fim))
    throw badRequest(
      `A faixa de nosso número termina em ${range.nosso_numero_fim} e não tem mais ${count}: peça outra ao banco.`,
      'series_full',
    )
  return {
    numbers: Array.from({ length: count }, (_, at) => String(first + BigInt(at))),
    next: String(last + 1n),
  }
}
