import fc from 'fast-check'
import { expect, it } from 'vitest'
import { EVERY_FEATURE, randomProblem } from './random.fixture'
import { readProblem } from './read'
import { type RouteEvent, timedFrom, timetable } from './timetable'

/** Some tasks and breaks of a vehicle in any order. */
const events = fc.record({
  tasks: fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { maxLength: 6 }),
  breakAt: fc.nat(6),
})

it('leaves as late as it can: any later start ends later or is further out of its windows', () => {
  let shifted = 0
  fc.assert(
    fc.property(fc.nat(), events, fc.array(fc.nat(10_000), { maxLength: 40 }), (seed, { tasks, breakAt }, others) => {
      const problem = readProblem(randomProblem(seed, 8, 1, EVERY_FEATURE))
      const [vehicle] = problem.vehicles
      if (!vehicle) return
      const stops = tasks.filter((rank) => rank < problem.tasks.length)
      const route: RouteEvent[] = stops.map((rank) => ({ kind: 'task', rank }))
      if (vehicle.breaks.length > 0) route.splice(Math.min(breakAt, route.length), 0, { kind: 'break', rank: 0 })
      const { from, to } = vehicle.window
      const [soonest, made] = [timedFrom(problem, vehicle, route, from), timetable(problem, vehicle, route)]
      const start = made.steps[0]?.arrival ?? -1
      expect({ end: made.end, out: made.out }).toEqual({ end: soonest.end, out: soonest.out })
      if (start > from) shifted++
      for (const later of [start + 1, ...others.map((one) => start + 1 + one)].filter((one) => one <= to)) {
        const { end, out } = timedFrom(problem, vehicle, route, later)
        expect(end > made.end || out > made.out).toBe(true)
      }
    }),
  )
  expect(shifted).toBeGreaterThan(0)
})
