import { describe, expect, it } from 'vitest'
import { type Beginning, Schedule } from './schedule'

const TASKS = 100
const COLD_START: Beginning = { leg: 100, needed: 800, given: false }

/** Asks for the temperature all along a budget of that many iterations; what routes cost follows the heat. */
function follow(schedule: Schedule, iterations: number, from = 0): { temperatures: number[]; rounds: number } {
  const temperatures: number[] = []
  let price = 1000
  for (let step = Math.ceil(from * 5000); step < 5000; step++) {
    const done = step / 5000
    const temperature = schedule.at(done, done * iterations, price, 1000)
    price = 1000 * (1 + temperature / 100)
    temperatures.push(temperature)
  }
  return { temperatures, rounds: schedule.round }
}

describe('the temperature', () => {
  it('rises until the routes cost clearly more, and falls to a twentieth of that', () => {
    const { temperatures, rounds } = follow(new Schedule({ tasks: TASKS, timed: false }, COLD_START), 10 * TASKS)
    const hottest = Math.max(...temperatures)
    expect(hottest).toBeGreaterThan(5)
    expect(hottest).toBeLessThan(8)
    expect(temperatures.at(-1)).toBeCloseTo(hottest / 20, 1)
    expect(rounds).toBe(0)
  })

  it('rises less where the loads alone need most of what the routes cost', () => {
    const hottest = (needed: number): number =>
      Math.max(
        ...follow(new Schedule({ tasks: TASKS, timed: false }, { ...COLD_START, needed }), 10 * TASKS).temperatures,
      )
    const [loose, tight, tightest] = [0, 900, 999].map(hottest)
    expect(tight).toBeLessThan((loose ?? 0) / 3)
    expect(tightest).toBeGreaterThan((tight ?? 0) / 4)
  })

  it('rises further where there are many iterations for each task, with windows only where there are a great many', () => {
    const warmedTo = (timed: boolean, iterations: number): number => {
      const { temperatures } = follow(new Schedule({ tasks: TASKS, timed }, COLD_START), iterations * TASKS)
      return temperatures.find((one, at) => one > (temperatures[at + 1] ?? Infinity)) ?? NaN
    }
    expect(warmedTo(false, 2000)).toBeGreaterThan(2 * warmedTo(false, 100))
    expect(warmedTo(true, 899)).toBeCloseTo(warmedTo(true, 100), 5)
    expect(warmedTo(true, 8000)).toBeCloseTo(warmedTo(true, 4000), 5)
    expect(warmedTo(true, 12_000)).toBeGreaterThan(2 * warmedTo(true, 8000))
  })

  it('rises no more than so far when nothing moves the routes', () => {
    const schedule = new Schedule({ tasks: TASKS, timed: false }, COLD_START)
    const temperatures = Array.from({ length: 100 }, (_, step) => schedule.at(step / 100, step * 100, 1000, 1000))
    expect(Math.max(...temperatures)).toBeLessThanOrEqual(100)
    expect(temperatures.at(-1)).toBeLessThan(10)
  })

  it('rises several times, each further, where there are many iterations for each task, and less before the end', () => {
    const schedule = new Schedule({ tasks: TASKS, timed: true }, COLD_START)
    const { temperatures, rounds } = follow(schedule, 4000 * TASKS)
    expect(rounds).toBe(13)
    expect(schedule.joining).toBe(true)
    const first = Math.max(...temperatures.slice(0, 350))
    expect(Math.max(...temperatures)).toBeGreaterThan(2 * first)
    expect(Math.max(...temperatures.slice(3100))).toBeLessThan(first / 3)
    expect(temperatures.at(-1)).toBeCloseTo(first / 20, 1)
  })

  it('falls to the end of the budget however late it was first asked', () => {
    for (const from of [0.3, 0.7, 0.95]) {
      const schedule = new Schedule({ tasks: TASKS, timed: false }, COLD_START)
      const { temperatures } = follow(schedule, 4000 * TASKS, from)
      expect(temperatures.at(-1)).toBeLessThan(Math.max(...temperatures) / 5)
    }
  })

  it('only warms a given solution', () => {
    const { temperatures } = follow(
      new Schedule({ tasks: TASKS, timed: true }, { ...COLD_START, given: true }),
      4000 * TASKS,
    )
    expect(temperatures[0]).toBe(5)
    expect(temperatures).toEqual(temperatures.toSorted((a, b) => b - a))
  })
})
