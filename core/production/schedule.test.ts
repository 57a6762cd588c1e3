import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayNumber } from '../br/civil-date'
import { capacityOn, type Centre, type Horizon, type Job, loadOf, openOn, schedule } from './schedule'

const HOUR = 6_000
const MONDAY = dayNumber('2026-11-30')
const horizon: Horizon = { from: MONDAY, days: 14, closed: (day) => day === MONDAY + 3 }
const week = [0, 8, 8, 8, 8, 8, 0].map((hours) => hours * HOUR)
const saw: Centre = { id: 1, week, places: 1 }
const bench: Centre = { id: 2, week, places: 2 }
const none = { from: null, to: null, due: null }
const day = (at: number): number => MONDAY + at

describe('what orders ask of centres', () => {
  it('lies evenly on the days on which the centre works, and adds up', () => {
    const job: Job = { ...none, id: 1, from: day(2), to: day(8), steps: [{ centre: 1, work: 1_001 }] }
    expect([...(loadOf([saw], [job], horizon).get(1) ?? [])]).toEqual([
      0, 0, 251, 0, 250, 0, 0, 250, 250, 0, 0, 0, 0, 0,
    ])
  })

  it('lies on all of its days where the centre works on none of them', () => {
    const job: Job = { ...none, id: 1, from: day(5), to: day(6), steps: [{ centre: 1, work: 10 }] }
    expect([...(loadOf([saw], [job], horizon).get(1) ?? [])].slice(5, 7)).toEqual([5, 5])
  })
})

describe('a proposal', () => {
  it('fills a day and goes on the next; the step after it begins in what the day has left', () => {
    const job: Job = {
      ...none,
      id: 7,
      due: day(1),
      steps: [
        { centre: 1, work: 12 * HOUR },
        { centre: 2, work: 6 * HOUR },
      ],
    }
    const { placed, load } = schedule([saw, bench], [job], horizon)
    // The Thursday is a holiday.
    expect(placed).toEqual([{ id: 7, from: day(0), to: day(2), late: 1 }])
    expect([...(load.get(2) ?? [])].slice(0, 4)).toEqual([0, 4 * HOUR, 2 * HOUR, 0])
  })

  it('puts what is wanted first first, and nothing before it is planned to begin', () => {
    const steps = [{ centre: 1, work: 8 * HOUR }]
    const jobs: Job[] = [
      { ...none, id: 1, due: day(9), steps },
      { ...none, id: 2, due: day(2), steps },
      { ...none, id: 3, due: day(1), from: day(2), steps },
    ]
    expect(schedule([saw], jobs, horizon).placed).toEqual([
      { id: 3, from: day(2), to: day(2), late: 1 },
      { id: 2, from: day(0), to: day(0), late: 0 },
      { id: 1, from: day(1), to: day(1), late: 0 },
    ])
  })

  it('leaves what has no room, and takes nothing for it', () => {
    const shut: Centre = { id: 3, week: week.map(() => 0), places: 1 }
    const job: Job = {
      ...none,
      id: 1,
      steps: [
        { centre: 1, work: HOUR },
        { centre: 3, work: 1 },
      ],
    }
    const { placed, left, load } = schedule([saw, shut], [job], horizon)
    expect([placed, left, load.get(1)?.[0]]).toEqual([[], [1], 0])
  })
})

const centres = fc
  .array(
    fc.record({
      week: fc.array(fc.integer({ min: 0, max: 8 * HOUR }), { minLength: 7, maxLength: 7 }),
      places: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((all) => all.map((one, at): Centre => ({ ...one, id: at + 1 })))
const maybeDay = fc.option(fc.integer({ min: -3, max: 20 }).map(day))
const jobs = fc
  .array(
    fc.record({
      from: maybeDay,
      to: fc.constant(null),
      due: maybeDay,
      steps: fc.array(
        fc.record({ centre: fc.integer({ min: 1, max: 3 }), work: fc.integer({ min: 0, max: 20 * HOUR }) }),
        { maxLength: 3 },
      ),
    }),
    { maxLength: 12 },
  )
  .map((all) => all.map((one, at): Job => ({ ...one, id: at + 1 })))

describe('whatever is asked', () => {
  it('no centre has more than it can do, all work of what is placed is there, and no more', () => {
    fc.assert(
      fc.property(centres, jobs, (all, asked) => {
        const { placed, left, load } = schedule(all, asked, horizon)
        for (const centre of all)
          load.get(centre.id)?.forEach((work, at) => {
            expect(work).toBeLessThanOrEqual(capacityOn(centre, horizon, day(at)))
          })
        const ids = new Set(placed.map(({ id }) => id))
        expect([...ids, ...left].toSorted((a, b) => a - b)).toEqual(asked.map(({ id }) => id))
        const work = asked.filter(({ id }) => ids.has(id)).flatMap(({ steps }) => steps.map((one) => one.work))
        const there = [...load.values()].flatMap((row) => [...row])
        expect(there.reduce((a, b) => a + b, 0)).toBe(work.reduce((a, b) => a + b, 0))
      }),
    )
  })

  it('is the same in whatever order the orders come', () => {
    fc.assert(
      fc.property(centres, jobs, (all, asked) => {
        expect(schedule(all, asked.toReversed(), horizon)).toEqual(schedule(all, asked, horizon))
      }),
    )
  })

  it('an order alone ends no later than beside others, and never begins before it is planned to', () => {
    fc.assert(
      fc.property(centres, jobs, (all, asked) => {
        const { placed } = schedule(all, asked, horizon)
        for (const { id, from, to } of placed) {
          const job = asked.find((one) => one.id === id)
          if (job === undefined) throw new Error('An order that nobody asked for.')
          const [alone] = schedule(all, [job], horizon).placed
          expect(alone?.to ?? Infinity).toBeLessThanOrEqual(to)
          expect(from).toBeGreaterThanOrEqual(Math.max(day(0), job.from ?? day(0)))
        }
      }),
    )
  })

  it('one order is at a centre no longer in a day than one place of it is open', () => {
    fc.assert(
      fc.property(centres, jobs, (all, asked) => {
        for (const job of asked) {
          const { load } = schedule(all, [job], horizon)
          for (const centre of all)
            load.get(centre.id)?.forEach((work, at) => {
              expect(work).toBeLessThanOrEqual(openOn(centre, horizon, day(at)))
            })
        }
      }),
    )
  })
})
