import { expect, it } from 'vitest'
import { CoreError } from '../errors'
import { better, bruteForce } from './brute-force.fixture'
import { checkSolution } from './check/check'
import { EVERY_FEATURE, randomProblem } from './random.fixture'
import { Random } from './random'
import { readProblem } from './read'
import { solve } from './solve'

/** Each vehicle's cost is rounded to a whole unit. */
const ROUNDING = 2

it('problems of up to 7 stops with every rule are solved as well as trying everything does', () => {
  let [worse, beyond, total] = [0, 0, 0]
  for (let seed = 1; seed <= 60; seed++) {
    const problem = randomProblem(seed * 31, 5 + (seed % 3), 2, EVERY_FEATURE)
    const {
      priority,
      assigned: served,
      cost,
      violations,
    } = checkSolution(problem, solve(readProblem(problem), { iterations: 40_000 }))
    expect(violations).toEqual([])
    const wanted = bruteForce(problem)
    const found = { priority, served, cost }
    total++
    if (better(wanted, { ...found, cost: cost - ROUNDING })) worse++
    if (better({ ...found, cost: cost + ROUNDING }, wanted)) beyond++
  }
  console.info(`routing brute force: ${total - worse}/${total}`)
  expect(beyond).toBe(0)
  expect(worse).toBe(0)
})

it('problems of up to 200 stops with every rule keep every rule', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const tasks = 5 * seed
    const problem = randomProblem(seed, tasks, Math.ceil(tasks / 7), EVERY_FEATURE)
    expect(checkSolution(problem, solve(readProblem(problem), { iterations: 400 })).violations).toEqual([])
  }
})

it('a million spoilt requests give a problem or a CoreError', () => {
  const random = new Random(7)
  const wrong = [null, -1, 1e300, 0.5, '', [], {}, true, 4_294_967_295]
  const texts = Array.from({ length: 50 }, (_, seed) => JSON.stringify(randomProblem(seed, 3, 1, EVERY_FEATURE)))
  const places = texts.map((text) =>
    [...text.matchAll(/\d+/g)].map((one) => [one.index, one.index + one[0].length] as const),
  )
  let read = 0
  for (let round = 0; round < 1_000_000; round++) {
    const text = texts[round % texts.length] ?? ''
    const numbers = places[round % places.length] ?? []
    const [from, to] = numbers[random.below(numbers.length)] ?? [0, 0]
    const spoilt = `${text.slice(0, from)}${JSON.stringify(wrong[random.below(wrong.length)])}${text.slice(to)}`
    let input: unknown
    try {
      input = JSON.parse(spoilt)
    } catch {
      continue
    }
    try {
      readProblem(input)
      read++
    } catch (error) {
      if (!(error instanceof CoreError)) throw error
    }
  }
  expect(read).toBeGreaterThan(1000)
})
