import { expect, it } from 'vitest'
import { addDays } from '../br/civil-date'
import { DATED_RULES, NOTICE_DAYS, rulesAhead } from './calendar'

/** Rules with a date, told before they hold to whom they are for. */

it('a rule is told in the 60 days before it holds and on its day, and not after', () => {
  const rule = DATED_RULES.find(({ dia }) => dia === '2027-01-04')
  const told = (days: number) => rulesAhead(addDays('2027-01-04', days), 1).some((one) => one === rule)
  expect([-NOTICE_DAYS - 1, -NOTICE_DAYS, -1, 0, 1].map(told)).toEqual([false, true, true, true, false])
})

it('is of Simples and MEI, of the others, or of everybody', () => {
  const titles = (CRT: number) => rulesAhead('2026-11-27', CRT).map(({ dia }) => dia)
  expect(titles(3)).toEqual(['2027-01-01', '2027-01-01'])
  expect(titles(1)).toEqual(['2027-01-01', '2027-01-01', '2027-01-04'])
  expect(titles(4)).toEqual(titles(1))
})

it('stands in the order of its dates, with its source', () => {
  expect(DATED_RULES.map(({ dia }) => dia)).toEqual(DATED_RULES.map(({ dia }) => dia).toSorted())
  expect(DATED_RULES.every(({ fonte }) => fonte.length > 5)).toBe(true)
})
