import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kept } from './retention'

const daily = (from: string, count: number) =>
  Array.from({ length: count }, (_, n) => new Date(Date.parse(from) + n * 86_400_000).toISOString())

describe('copies that are kept', () => {
  it('of a year of daily ones: seven days, four weeks, six months', () => {
    const all = daily('2026-01-01T06:15:00Z', 365)
    const left = kept(all, { days: 7, weeks: 4, months: 6 }).map((one) => one.slice(0, 10))
    expect(left.join(' ')).toBe(
      '2026-12-31 2026-12-30 2026-12-29 2026-12-28 2026-12-27 2026-12-26 2026-12-25 ' +
        '2026-12-20 2026-12-13 2026-11-30 2026-10-31 2026-09-30 2026-08-31 2026-07-31',
    )
  })

  const instants = fc.uniqueArray(
    fc
      .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
      .map((one) => one.toISOString()),
    { maxLength: 60 },
  )
  const keep = fc.record({ days: fc.nat(10), weeks: fc.nat(10), months: fc.nat(12) })

  it('the newest always stays, no more stay than were asked for, and what stays once stays when nothing comes', () => {
    fc.assert(
      fc.property(instants, keep, (all, how) => {
        const left = kept(all, how)
        expect(left[0]).toBe(all.toSorted().at(-1))
        expect(left.length).toBeLessThanOrEqual(1 + how.days + how.weeks + how.months)
        expect(kept(left, how)).toEqual(left)
      }),
    )
  })
})
