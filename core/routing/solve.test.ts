import { describe, expect, it } from 'vitest'
import { better, bruteForce } from './brute-force.fixture'
import { checkSolution } from './check/check'
import { EVERY_FEATURE, type Features, randomProblem } from './random.fixture'
import { readProblem } from './read'
import { solve } from './solve'

const rankOf = (problem: unknown, solution: unknown) => {
  const { priority, assigned, cost, violations } = checkSolution(problem, solution)
  expect(violations).toEqual([])
  return { priority, served: assigned, cost }
}

const KINDS: Readonly<Record<string, Features>> = {
  plain: {},
  tight: { room: 0.5, priorities: true },
  windows: { windows: true, manyWindows: true, setup: true },
  skills: { skills: true, limits: true, costs: true },
  pickups: { pickups: true, dimensions: 2 },
  shipments: { shipments: true, windows: true },
  breaks: { breaks: true, windows: true },
  coordinates: { coordinates: true, windows: true, openEnds: true },
  everything: EVERY_FEATURE,
}

describe('small problems are solved as well as trying everything does', () => {
  for (const [name, features] of Object.entries(KINDS)) {
    it(name, () => {
      for (let seed = 1; seed <= 12; seed++) {
        const problem = randomProblem(seed, 4, 2, features)
        const found = rankOf(problem, solve(readProblem(problem), { iterations: 600 }))
        const wanted = bruteForce(problem)
        if (
          better(wanted, found) &&
          (wanted.priority !== found.priority || wanted.served !== found.served || found.cost - wanted.cost > 2)
        ) {
          expect({ seed, ...found }).toEqual({ seed, ...wanted })
        }
      }
    })
  }
})

describe('larger problems keep every rule', () => {
  for (const [name, features] of Object.entries(KINDS)) {
    it(name, () => {
      for (const [seed, tasks] of [10, 30, 60].entries()) {
        const problem = randomProblem(seed + 100, tasks, Math.ceil(tasks / 8), features)
        rankOf(problem, solve(readProblem(problem), { iterations: 300 }))
      }
    })
  }
})
