import { expect, it } from 'vitest'
import { buildModel } from './model'
import { neededByLoads } from './needed'
import { randomProblem } from './random.fixture'
import { readProblem } from './read'
import { solve } from './solve'

it('no routes of vehicles that are alike cost less than their loads alone need', () => {
  const shares = Array.from({ length: 20 }, (_, seed) => {
    const given = readProblem(randomProblem(seed + 1, 50, 20, { room: 1.4 }))
    const vehicles = given.vehicles.flatMap(({ id }) => given.vehicles.slice(0, 1).map((first) => ({ ...first, id })))
    const problem = { ...given, vehicles }
    const { summary } = solve(problem, { iterations: 500 })
    return summary.unassigned === 0 ? [neededByLoads(buildModel(problem)) / summary.cost] : []
  }).flat()
  expect(shares.length).toBeGreaterThan(10)
  expect(Math.min(...shares)).toBeGreaterThan(0.1)
  expect(Math.max(...shares)).toBeLessThanOrEqual(1)
})

it('loads that no vehicle is bound by need nothing', () => {
  const problem = readProblem(randomProblem(1, 20, 4, {}))
  const unbound = {
    ...problem,
    vehicles: problem.vehicles.map((vehicle) => ({ ...vehicle, capacity: [] })),
    dimensions: 0,
  }
  expect(neededByLoads(buildModel(unbound))).toBe(0)
})
