import { businessDaysBetween, hasBankCalendar, payableUntil, previousBusinessDay } from '../br/business-days'
import { type CivilDate, dayNumber } from '../br/civil-date'
import type { Reason } from './types'

/** How near two days are to each other, as banks count. */

const TAX = 9

/** On which day a title is paid: the next working day of the bank, a tax on the one before. */
export const payableDay = (dVencimento: CivilDate, tpConta: number | undefined): CivilDate =>
  tpConta === TAX && hasBankCalendar(dVencimento) ? previousBusinessDay(dVencimento) : payableUntil(dVencimento)

export interface Nearness {
  readonly points: number
  readonly reason?: Reason
}

const FAR: Nearness = { points: 0 }
const SAME: Nearness = { points: 20, reason: 'data_igual' }
const ONE: Nearness = { points: 15, reason: 'data_1_util' }
const THREE: Nearness = { points: 10, reason: 'data_3' }
const SEVEN: Nearness = { points: 5, reason: 'data_7' }
/** No working day is further from the next than a long weekend. */
const LONG_WEEKEND = 6

/** Points of a day against another: the same, one working day off, up to three days, up to seven. */
export class Days {
  readonly #near = new Map<string, boolean>()
  readonly #numbers = new Map<CivilDate, number>()

  numberOf(date: CivilDate): number {
    const known = this.#numbers.get(date)
    if (known !== undefined) return known
    const number = dayNumber(date)
    this.#numbers.set(date, number)
    return number
  }

  /** Calendar days between two dates, never negative. */
  apart(a: CivilDate, b: CivilDate): number {
    return Math.abs(this.numberOf(a) - this.numberOf(b))
  }

  nearness(a: CivilDate, b: CivilDate): Nearness {
    const days = this.apart(a, b)
    if (days === 0) return SAME
    if (days <= LONG_WEEKEND && this.#isNext(a, b)) return ONE
    if (days <= 3) return THREE
    return days <= 7 ? SEVEN : FAR
  }

  #isNext(a: CivilDate, b: CivilDate): boolean {
    const key = `${a}${b}`
    const known = this.#near.get(key)
    if (known !== undefined) return known
    const near = hasBankCalendar(a) && hasBankCalendar(b) && Math.abs(businessDaysBetween(a, b)) <= 1
    this.#near.set(key, near)
    return near
  }
}
