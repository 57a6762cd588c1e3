import { describe, expect, it } from 'vitest'
import { checkSolution } from '../../../core/routing/check/check'
import { randomProblem } from '../../../core/routing/random.fixture'
import { answerLine } from '../../../cli/core-stream'
import { coreFunctions } from '../../../core/functions'
import type { LiveProgress } from './search-messages'
import { solveRoutes } from './solve-routes'

const problem = randomProblem(5, 80, 10, { windows: true, skills: true, room: 1.2 })
const costOf = (solution: unknown) => {
  const { violations, cost, unassigned } = checkSolution(problem, solution)
  expect(violations).toEqual([])
  return { cost, unassigned }
}

describe('routes are solved in threads of their own', () => {
  it('the process goes on answering, and hears of progress with routes that only get better', async () => {
    const told: LiveProgress[] = []
    let turns = 0
    const ticking = setInterval(() => turns++, 10)
    const solution = await solveRoutes(problem, { seconds: 1.5, threads: 2, onProgress: (one) => told.push(one) })
    clearInterval(ticking)
    expect(turns).toBeGreaterThan(20)
    expect(told.length).toBeGreaterThan(0)
    const drawn = told.filter(({ routes }) => routes !== undefined)
    expect(drawn.length).toBeGreaterThan(0)
    const rank = ({ unassigned, cost }: LiveProgress) => unassigned * 1e9 + cost
    expect(drawn.map(rank)).toEqual(drawn.map(rank).toSorted((a, b) => b - a))
    const { cost, unassigned } = costOf(solution)
    const last = drawn.at(-1)
    expect(unassigned * 1e9 + cost).toBeLessThanOrEqual((last ? rank(last) : 0) + 1)
    expect(drawn.at(-1)?.routes?.flatMap(({ steps }) => steps)).toHaveLength(80 - (last?.unassigned ?? 0))
  })

  it('one thread and two repeat for a seed and a number of iterations', async () => {
    const limits = { iterations: 3000, seed: 7 }
    const [one, two] = [
      await solveRoutes(problem, { ...limits, threads: 2 }),
      await solveRoutes(problem, { ...limits, threads: 2 }),
    ]
    expect(two).toEqual(one)
    expect(await solveRoutes(problem, limits)).toEqual(await solveRoutes(problem, { ...limits, threads: 1 }))
  })

  it('a cancelled search ends at once with the best so far', async () => {
    const controller = new AbortController()
    const from = performance.now()
    setTimeout(() => controller.abort(), 300)
    const solution = await solveRoutes(problem, { seconds: 60, threads: 2, signal: controller.signal })
    expect(performance.now() - from).toBeLessThan(15_000)
    costOf(solution)
  })

  it('a wrong request is refused by its name, and the next is solved', async () => {
    await expect(solveRoutes({ ...problem, vehicles: [] }, { threads: 2 })).rejects.toMatchObject({
      code: 'input_error',
      message: expect.stringContaining('No vehicle defined.'),
    })
    costOf(await solveRoutes(problem, { iterations: 100, threads: 2 }))
  })

  it('the terminal honours threads', async () => {
    const solve = coreFunctions.get('routing.solve')
    if (!solve) throw new Error('There is no routing.solve.')
    const line = JSON.stringify({ ...problem, iterations: 500, seed: 3, threads: 2 })
    const { ok } = JSON.parse(await answerLine(solve, line))
    expect(ok).toEqual(await solveRoutes(problem, { iterations: 500, seed: 3, threads: 2 }))
  })
})
