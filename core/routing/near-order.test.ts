import { expect, it } from 'vitest'
import { EVERY_FEATURE, randomProblem } from './random.fixture'
import { inNearOrder } from './near-order'
import { readProblem } from './read'
import { solve } from './solve'

it('tasks in near order are the same tasks, each delivery right behind its pickup', () => {
  for (let seed = 1; seed <= 30; seed++) {
    const given = readProblem(randomProblem(seed, 40, 5, { ...EVERY_FEATURE, shipments: true }))
    const { problem, ranks } = inNearOrder(given)
    expect(problem.tasks).toHaveLength(given.tasks.length)
    for (const [rank, task] of given.tasks.entries()) {
      const moved = problem.tasks[ranks[rank] ?? -1]
      expect(moved).toEqual({ ...task, pair: moved?.pair })
      if (task.pair >= 0) expect(moved?.pair).toBe(ranks[task.pair])
      if (task.pair > rank) expect(moved?.pair).toBe((ranks[rank] ?? 0) + 1)
    }
  }
})

it('near ones follow one another: the way through all in order is far shorter than in the order given', () => {
  const length = ({ tasks, profiles }: ReturnType<typeof readProblem>): number => {
    const matrices = profiles.get('car')
    return tasks.reduce((sum, { place }, at) => {
      const before = tasks[at - 1]?.place ?? place
      return sum + (matrices?.durations[before * matrices.size + place] ?? 0)
    }, 0)
  }
  const given = readProblem(randomProblem(1, 200, 10, {}))
  expect(length(inNearOrder(given).problem)).toBeLessThan(length(given) / 4)
})

it('what is left out is told in the order of the request', () => {
  const request = randomProblem(3, 40, 2, { room: 0.4 })
  const { unassigned } = solve(readProblem(request), { iterations: 300 })
  const order = readProblem(request).tasks.map(({ id }) => id)
  const told = unassigned.map(({ id }) => order.indexOf(id))
  expect(told.length).toBeGreaterThan(5)
  expect(told).toEqual(told.toSorted((a, b) => a - b))
})
