import { type CivilDate, civilDate, datePartsOf, daysInMonth } from '../br/civil-date'

/** The day of a contract's next order: so many months after `from`, on the contract's own day of the month, or the last one of a month that is shorter. */
export function nextContractDay(from: CivilDate, months: number, day: number): CivilDate {
  const { year, month } = datePartsOf(from)
  const count = year * 12 + (month - 1) + months
  const [toYear, toMonth] = [Math.floor(count / 12), (count % 12) + 1]
  return civilDate(toYear, toMonth, Math.min(day, daysInMonth(toYear, toMonth)))
}
