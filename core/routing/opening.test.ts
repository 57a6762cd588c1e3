import { expect, it } from 'vitest'
import { EVERY_FEATURE, type Features, randomProblem } from './random.fixture'
import { checkSolution } from './check/check'
import { buildModel } from './model'
import { nearPlaces, nearSteps } from './neighbours'
import { Opening } from './opening'
import { Placement } from './place'
import { Random } from './random'
import { readProblem } from './read'
import { Reasons } from './reasons'
import { Ruin } from './ruin'
import { Search } from './search'
import { solve } from './solve'

const KINDS: Readonly<Record<string, Features>> = {
  capacity: { room: 4 },
  'windows, skills, costs, limits': { windows: true, skills: true, costs: true, limits: true, room: 4 },
  'every rule': { ...EVERY_FEATURE, room: 4 },
}

/** Sixty stops that two or three of eight vehicles could bring. */
const longRoutes = (seed: number, features: Features) => randomProblem(seed, 60, 8, features)

for (const [name, features] of Object.entries(KINDS)) {
  it(`one stop begins the route of a vehicle more, the others of its strings are left to be placed, and all can be undone: ${name}`, () => {
    let opened = 0
    for (let seed = 1; seed <= 10; seed++) {
      const model = buildModel(readProblem(longRoutes(seed, features)))
      const search = new Search(model, seed)
      search.construct(new Reasons(model).hopeless(), () => false)
      const { state } = search
      const random = new Random(seed)
      const ruin = new Ruin(state, nearPlaces(model, 30), random, search.pinned)
      const opening = new Opening(state, ruin, random, new Placement(state, nearSteps(model, 30, 0), random))
      const [next, cost, used] = [state.next.slice(), state.cost, state.used]
      for (let round = 0; round < 30; round++) {
        const before = state.count.slice()
        state.begin()
        opening.run()
        const fresh = [...before.keys()].filter((vehicle) => before[vehicle] === 0 && state.count[vehicle] === 1)
        expect(fresh.length).toBeLessThanOrEqual(1)
        const out = [...ruin.removed.subarray(0, ruin.count)]
        expect(out.every((task) => state.route[task] === -1)).toBe(true)
        for (const vehicle of fresh) {
          opened++
          const task = state.next[model.tasks + vehicle] ?? -1
          expect(out).not.toContain(task)
          expect(model.pair[task]).toBe(-1)
          expect(model.allowed[(model.type[vehicle] ?? 0) * model.tasks + task]).toBe(1)
        }
        state.undo()
        expect([state.next, state.cost, state.used]).toEqual([next, cost, used])
      }
    }
    expect(opened).toBeGreaterThan(20)
  })

  it(`what is found keeps every rule where routes are long enough for it: ${name}`, () => {
    for (let seed = 1; seed <= 6; seed++) {
      const request = longRoutes(seed, features)
      expect(checkSolution(request, solve(readProblem(request), { iterations: 1500, seed })).violations).toEqual([])
    }
  })
}
