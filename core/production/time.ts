import { decimal, type Decimal, sum, ZERO } from '../money/decimal'

/** Work that somebody did, from one moment to another (milliseconds), with a machine or by hand. */
export interface Work {
  readonly id: number
  readonly from: number
  readonly to: number
  readonly person: number | null
  /** The machine that ran, where one did: it runs once, however many stand at it. */
  readonly machine: number | null
}

const MINUTE = 60_000
const MINUTE_DECIMALS = 4

/**
 * The minutes that count of each row, 4 decimals. People add; who does several things at once shares the time among them; a machine that several rows
 * say ran at the same moment counts once, in the first of them.
 */
export function workedMinutes(rows: readonly Work[]): ReadonlyMap<number, Decimal> {
  const moments = [...new Set(rows.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b)
  const told = new Map<number, Decimal[]>(rows.map(({ id }) => [id, []]))
  moments.slice(1).forEach((end, at) => {
    const begin = moments[at] ?? end
    const active = rows.filter(({ from, to }) => from <= begin && to >= end)
    for (const one of active) told.get(one.id)?.push(shareOf(one, active, end - begin))
  })
  return new Map([...told].map(([id, parts]) => [id, sum(parts).round(MINUTE_DECIMALS)]))
}

function shareOf(one: Work, active: readonly Work[], milliseconds: number): Decimal {
  const whole = decimal(milliseconds).div(MINUTE)
  if (one.machine !== null) {
    const first = Math.min(...active.filter(({ machine }) => machine === one.machine).map(({ id }) => id))
    return one.id === first ? whole : ZERO
  }
  const same = active.filter(({ person, machine }) => machine === null && person === one.person).length
  return one.person === null ? whole : whole.div(same)
}
