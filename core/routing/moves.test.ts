import { expect, it } from 'vitest'
import { type Features, randomProblem } from './random.fixture'
import { buildModel } from './model'
import { ExactRoute } from './exact'
import { readProblem } from './read'
import { Random } from './random'
import { Reasons } from './reasons'
import { RouteExchange } from './exchange'
import { Ruin } from './ruin'
import { nearPlaces } from './neighbours'
import { Search } from './search'

const KINDS: Readonly<Record<string, Features>> = {
  capacity: { room: 0.95 },
  windows: { windows: true },
  'windows, skills, costs, limits': { windows: true, skills: true, costs: true, limits: true, asymmetric: true },
  'breaks, pickups, two dimensions': { breaks: true, windows: true, manyWindows: true, pickups: true, dimensions: 2 },
  'shipments, open ends': { shipments: true, openEnds: true, setup: true },
}
/** So warm that nearly every move that keeps the rules is made. */
const WARM = 1e6

function searchOf(seed: number, features: Features): { search: Search; walk: ExactRoute } {
  const model = buildModel(readProblem(randomProblem(seed, 60, 12, features)))
  const search = new Search(model, seed)
  search.construct(new Reasons(model).hopeless(), () => false)
  return { search, walk: new ExactRoute(model) }
}

/** The routes as they stand, in order. */
const routesOf = ({ state, model }: Search): number[][] =>
  Array.from({ length: model.vehicles }, (_, vehicle) => {
    const stops: number[] = []
    for (let node = state.next[model.tasks + vehicle] ?? 0; node < model.tasks; node = state.next[node] ?? 0)
      stops.push(node)
    return stops
  })

for (const [name, features] of Object.entries(KINDS)) {
  it(`after hundreds of moves, made and undone, routes keep the rules and cost what they are said to: ${name}`, () => {
    for (let seed = 1; seed <= 6; seed++) {
      const { search, walk } = searchOf(seed, features)
      for (let round = 0; round < 150; round++) search.iterate(round % 3 === 0 ? 1 : WARM)
      const told = search.objective
      const routes = routesOf(search)
      for (const [vehicle, stops] of routes.entries()) {
        walk.stops.set(stops)
        expect(walk.obstacle(vehicle, stops.length)).toBeUndefined()
      }
      search.adopt(routes)
      expect(Math.abs(search.objective - told)).toBeLessThanOrEqual(1e-9 * told)
    }
  })
}

it('routes that are closed leave their stops to be served by the others, and a search goes on from its best', () => {
  const seeds = Array.from({ length: 40 }, (_, at) => at + 1)
  const found = seeds
    .map((seed) => searchOf(seed, { room: 1.3 }).search)
    .find((one) => one.fewest.vehicles < one.state.used)
  if (!found) throw new Error('Every first solution has the fewest vehicles.')
  const search = found
  const { best } = search
  const { used } = search.state
  expect(search.closeRoutes(used - 1)).toBe(true)
  expect(search.leftOut).toBeGreaterThan(0)
  for (let round = 0; round < 2000 && search.leftOut > 0; round++) search.iterate(100)
  expect(search.state.used).toBeLessThan(used)
  expect(search.leftOut).toBe(0)
  search.openRoutes()
  search.adopt(search.bestRoutes())
  expect(search.objective).toBeLessThanOrEqual(best)
})

it('loads beyond capacity are counted and fined while the search may have them, and are never in the best', () => {
  let overloaded = 0
  let softened = 0
  for (let seed = 1; seed <= 12; seed++) {
    const { search, walk } = searchOf(seed, { room: 1.15 })
    search.deepen(10_000)
    if (search.state.fine === Infinity) continue
    softened++
    for (let round = 0; round < 600; round++) {
      search.adaptFine(0)
      search.iterate(round % 3 === 0 ? 1 : 300)
      const { demand, capacity } = search.model
      const over = routesOf(search).map((stops, vehicle) =>
        Math.max(0, stops.reduce((sum, task) => sum + (demand[task] ?? 0), 0) - (capacity[vehicle] ?? 0)),
      )
      const total = over.reduce((sum, one) => sum + one, 0)
      expect(search.state.overload).toBe(total)
      if (total > 0) overloaded++
    }
    for (const [vehicle, stops] of search.bestRoutes().entries()) {
      walk.stops.set(stops)
      expect(walk.obstacle(vehicle, stops.length)).toBeUndefined()
    }
  }
  expect(softened).toBeGreaterThan(3)
  expect(overloaded).toBeGreaterThan(0)
})

for (const [name, features] of Object.entries(KINDS)) {
  it(`a route of another solution comes in whole, nothing is lost, and it can be undone: ${name}`, () => {
    const { search } = searchOf(3, features)
    const { state, model } = search
    const other = searchOf(3, features).search
    for (let round = 0; round < 300; round++) other.iterate(WARM)
    const ruin = new Ruin(state, nearPlaces(model, 10), new Random(1), search.pinned)
    const exchange = new RouteExchange(state, ruin, new Random(5))
    exchange.add(other.bestRoutes())
    exchange.add(routesOf(other))
    const [before, cost] = [routesOf(search), state.cost]
    const wanted = new Set([...other.bestRoutes(), ...routesOf(other)].map((stops) => stops.join()))
    let brought = 0
    for (let round = 0; round < 50; round++) {
      state.begin()
      if (!exchange.run()) continue
      const [now, known] = [routesOf(search), new Set(before.map((stops) => stops.join()))]
      if (now.some((stops) => wanted.has(stops.join()) && !known.has(stops.join()))) brought++
      const out = [...ruin.removed.subarray(0, ruin.count)].flatMap((task) => {
        const pair = model.pair[task] ?? -1
        return pair < 0 ? [task] : [task, pair]
      })
      expect([...now.flat(), ...out].toSorted((a, b) => a - b)).toEqual(before.flat().toSorted((a, b) => a - b))
      state.undo()
      expect(routesOf(search)).toEqual(before)
      expect(state.cost).toBe(cost)
    }
    expect(brought).toBeGreaterThan(0)
  })
}
