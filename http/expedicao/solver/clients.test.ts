import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { metres, type OsrmSimulator, startOsrm } from '../../../fixtures/simulators/osrm'
import { startVroom, type VroomSimulator } from '../../../fixtures/simulators/vroom'
import { testDatabase, type TestDatabase } from '../../../fixtures/test-database'
import { checkSolution } from '../../../core/routing/check/check'
import { DEFAULT_TRAVEL } from '../../../core/routing/matrices'
import type { LonLat } from '../../../core/routing/polyline'
import { SYSTEM } from '../../db/pool'
import { rowsOf } from '../../platform/context'
import { straightTravel, travelBetween } from './travel'
import { VROOM_LIMITS, VroomClient, VroomFailed } from './vroom'

/** Places in and around one town. */
const town = (count: number): LonLat[] =>
  Array.from({ length: count }, (_, at) => [-49.27 - ((at * 37) % 100) / 1000, -25.43 - ((at * 61) % 100) / 1000])

describe('a VROOM server', () => {
  let server: VroomSimulator
  let client: VroomClient
  beforeEach(() => {
    server = startVroom()
    client = new VroomClient(server.url)
  })
  afterEach(() => server.stop())

  const problem = (stops: number) => {
    const { durations, distances } = straightTravel(town(stops + 1))
    return {
      vehicles: [1, 2].map((id) => ({ id, profile: 'car', start_index: 0, end_index: 0, capacity: [stops] })),
      jobs: Array.from({ length: stops }, (_, at) => ({
        id: at + 1,
        location_index: at + 1,
        service: 900,
        delivery: [1],
        pinned: true,
      })),
      matrices: { car: { durations, distances } },
    }
  }

  it('solves, is always told how long it may take, and is never sent what it does not know', async () => {
    const wanted = problem(12)
    const solution = await client.solve(wanted, 3)
    expect(checkSolution(wanted, solution, DEFAULT_TRAVEL)).toMatchObject({ valid: true, assigned: 12 })
    expect(server.asked[0]?.options).toEqual({ g: false, l: 3, x: 5 })
  })

  it('is not asked what it would not answer: too long a request, too many stops or vehicles', async () => {
    const small = new VroomClient(server.url, { ...VROOM_LIMITS, bytes: 2_000, locations: 20, vehicles: 1 })
    await expect(small.solve(problem(21), 1)).rejects.toThrow('São 21 paradas, e o servidor VROOM aceita 20.')
    await expect(small.solve(problem(5), 1)).rejects.toThrow('São 2 veículos, e o servidor VROOM aceita 1.')
    await expect(new VroomClient(server.url, { ...VROOM_LIMITS, bytes: 2_000 }).solve(problem(12), 1)).rejects.toThrow(
      '2 kB',
    )
    expect(server.asked).toEqual([])
  })

  it.each([
    ['internal', 'O servidor VROOM falhou (500): internal error.'],
    ['html', 'O servidor VROOM falhou (502).'],
    ['cut', 'A conexão foi interrompida.'],
  ] as const)('%s is told, and the next request is answered', async (way, message) => {
    server.misbehave(way)
    await expect(client.solve(problem(4), 1)).rejects.toThrow(message)
    await expect(client.solve(problem(4), 1)).resolves.toMatchObject({ code: 0 })
  })

  it('a refusal names what it refused', async () => {
    const wrong = { ...problem(3), jobs: [{ id: 1, location_index: 99 }] }
    await expect(client.solve(wrong, 1)).rejects.toThrow(/O servidor VROOM recusou o problema: /)
  })

  it('is called off at once, while it works and while it is waited for', async () => {
    server.misbehave('silence', 'silence')
    const [working, waiting] = [new AbortController(), new AbortController()]
    const outcome = (signal?: AbortSignal) => client.solve(problem(4), 1, signal).catch((error: unknown) => error)
    const first = [outcome(working.signal), outcome(working.signal)]
    const queued = outcome(waiting.signal)
    const last = outcome()
    const reason = new Error('called off')
    await vi.waitFor(() => expect(server.atOnce).toBe(2))
    waiting.abort(reason)
    expect(await queued).toBe(reason)
    working.abort(reason)
    expect(await Promise.all(first)).toEqual([reason, reason])
    expect(await last).toMatchObject({ code: 0 })
  })

  it('gets two requests at a time of one process, not more, and all are answered', async () => {
    server.misbehave('slow', 'slow', 'slow', 'slow')
    const answers = await Promise.allSettled([1, 2, 3, 4, 5].map(() => client.solve(problem(6), 1)))
    expect(answers.map((one) => (one.status === 'fulfilled' ? 'solved' : String(one.reason)))).toEqual(
      [1, 2, 3, 4].map(() => 'VroomFailed: O servidor VROOM falhou (500): slow.').concat('solved'),
    )
    expect(server.atOnce).toBe(2)
  })

  it('nobody there', async () => {
    await server.stop()
    await expect(client.solve(problem(3), 1)).rejects.toBeInstanceOf(VroomFailed)
  })
})

describe('travel', () => {
  let database: TestDatabase
  let osrm: OsrmSimulator
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    osrm = startOsrm()
    await database.pool.transaction(SYSTEM, (db) => db.execute(sql`delete from trecho_rota`))
  })
  afterEach(() => osrm.stop())

  const roads = () => ({ pool: database.pool, osrmUrl: osrm.url, guess: DEFAULT_TRAVEL })

  it('of a server: in blocks, each way for itself, and asked once', async () => {
    const places = town(130)
    const travel = await travelBetween(places, roads())
    expect(travel).toMatchObject({ source: 'osrm', notices: [] })
    for (const [a, b] of [
      [0, 1],
      [1, 0],
      [3, 129],
      [129, 3],
      [70, 70],
    ] as const)
      expect(travel.distances[a]?.[b]).toBe(a === b ? 0 : Math.round(metres(places[a]!, places[b]!)!))
    expect(travel.durations[3]?.[129]).not.toBe(travel.durations[129]?.[3])
    expect(Math.max(...osrm.asked)).toBeLessThanOrEqual(100)
    const calls = osrm.asked.length
    await travelBetween(places, roads())
    await travelBetween(places.slice(20, 60), roads())
    expect(osrm.asked).toHaveLength(calls)
    const [kept] = await database.pool.read(SYSTEM, (db) =>
      rowsOf({ db }, sql`select count(*)::int as n from trecho_rota`),
    )
    expect(kept?.n).toBe(100 * 99) // 130 places, of which 100 differ
  })

  it('where no way leads there is a very long one, and a notice', async () => {
    const travel = await travelBetween(
      [
        [-49, -25],
        [-49, 11],
      ],
      roads(),
    )
    expect(travel.durations[0]?.[1]).toBe(172_800)
    expect(travel.notices).toEqual(['Há 2 trechos sem caminho por estrada: confira os endereços.'])
  })

  it.each(['error', 'html', 'short', 'negative'] as const)(
    'a server that answers with %s: straight lines, and a notice that says so',
    async (way) => {
      osrm.misbehave(way)
      const travel = await travelBetween(town(3), roads())
      expect(travel).toMatchObject({
        ...straightTravel(town(3)),
        notices: [expect.stringContaining('Distâncias em linha reta (× 1.3, 30 km/h)')],
      })
    },
  )

  it('without a server: straight lines', async () => {
    const travel = await travelBetween(town(3), { ...roads(), osrmUrl: undefined })
    expect(travel).toEqual(straightTravel(town(3)))
  })
})
