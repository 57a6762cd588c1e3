import { describe, expect, it } from 'vitest'
import { hasConformance } from '../../fixtures/conformance'
import { instanceNames, readInstance, toRequest } from '../../fixtures/routing/instances'
import { checkSolution } from './check/check'
import { readProblem } from './read'
import { solve } from './solve'

/** A short search must come this near to the best known, whatever the machine: the number of iterations binds. */
const ITERATIONS = 4000
const MOST_GAP = 0.2

describe.skipIf(!hasConformance)('shared routing instances', () => {
  it('every answer is accepted by the checker, serves all it can and is near the best known', () => {
    const misses: string[] = []
    const names = instanceNames()
    for (const name of names) {
      const instance = readInstance(name)
      const request = toRequest(instance)
      const verdict = checkSolution(request, solve(readProblem(request), { iterations: ITERATIONS }))
      const { bks, reference } = instance
      const served = reference
        ? verdict.priority >= reference.priority && verdict.unassigned <= reference.unassigned
        : verdict.unassigned === 0
      const gap = verdict.cost / (bks?.scaled ?? reference?.cost ?? 1) - 1
      if (!verdict.valid || !served || gap > MOST_GAP) misses.push(`${name}: ${JSON.stringify({ ...verdict, gap })}`)
      // Below a proven best there is nothing: it would be a fault of the checker.
      if (bks && verdict.cost < bks.scaled * 0.999) misses.push(`${name}: below the best known`)
    }
    console.info(`routing/index.json: ${names.length - misses.length}/${names.length}`)
    expect(misses).toEqual([])
  })
})
