import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cornerOf, type OsrmSimulator, startOsrm } from '../../../fixtures/simulators/osrm'
import { testServer, type TestServer } from '../../../fixtures/test-server'
import { DEFAULT_TRAVEL } from '../../../core/routing/matrices'
import { decodePolyline, type LonLat } from '../../../core/routing/polyline'
import { legKey, placeKey } from '../../../core/routing/ways'
import { SYSTEM } from '../../db/pool'
import { travelBetween } from './travel'
import { waysAlong } from './ways'

/** Places of a town, each some way from the next. */
const town = (count: number): LonLat[] =>
  Array.from({ length: count }, (_, at) => [-49.27 - at / 1000, -25.43 - ((at * 61) % 100) / 1000])
const [a, b, c]: [LonLat, LonLat, LonLat] = [
  [-49.27, -25.43],
  [-49.28, -25.41],
  [-49.26, -25.44],
]
const ISLAND: LonLat = [-49, 11]
const legOf = (from: LonLat, to: LonLat): string => legKey(placeKey(from), placeKey(to))

let server: TestServer
let osrm: OsrmSimulator
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  osrm = startOsrm()
  await server.pool.transaction(SYSTEM, (db) => db.execute(sql`delete from trecho_rota`))
})
afterEach(() => osrm.stop())

const along = (...routes: readonly (readonly LonLat[])[]) => waysAlong(routes, { pool: server.pool, osrmUrl: osrm.url })

describe('how roads run along routes', () => {
  it('each leg as the server draws it, its own way for each direction, a place twice in a row aside', async () => {
    const ways = await along([a, b, b, a])
    expect([...ways.keys()].toSorted()).toEqual([legOf(a, b), legOf(b, a)].toSorted())
    expect(decodePolyline(ways.get(legOf(a, b)) ?? '')).toEqual([a, cornerOf(a, b), b])
    expect(decodePolyline(ways.get(legOf(b, a)) ?? '')).toEqual([b, cornerOf(b, a), a])
  })

  it('a leg is asked once, at most 100 places at a time, also when a route changes in its midst', async () => {
    const route = town(230)
    expect((await along(route)).size).toBe(229)
    expect(osrm.driven).toEqual([100, 100, 32])
    await along(route, route.slice(40, 90))
    expect(osrm.driven).toHaveLength(3)
    const [first, second, ...rest] = route
    if (!first || !second) throw new Error('More places.')
    expect((await along([first, ...rest.slice(0, 5), second, ...rest.slice(5)])).size).toBe(229)
    expect(osrm.driven.slice(3)).toEqual([2, 3])
  })

  it('a table that comes after leaves them as they are', async () => {
    await along([a, b])
    await travelBetween([a, b], { pool: server.pool, osrmUrl: osrm.url, guess: DEFAULT_TRAVEL })
    expect(osrm.asked).toEqual([4])
    expect((await along([a, b])).size).toBe(1)
    expect(osrm.driven).toEqual([2])
  })

  it.each(['a drawing', 'a table, then a drawing'])(
    'what is older than half a year is asked again, once: by %s',
    async (by) => {
      await along([a, b])
      await server.pool.transaction(SYSTEM, (db) =>
        db.execute(sql`update trecho_rota set dh = now() - interval '181 days'`),
      )
      if (by !== 'a drawing')
        await travelBetween([a, b], { pool: server.pool, osrmUrl: osrm.url, guess: DEFAULT_TRAVEL })
      for (let twice = 0; twice < 2; twice++) expect((await along([a, b])).size).toBe(1)
      expect(osrm.driven).toEqual([2, 2])
    },
  )

  it('a leg of two routes is asked once', async () => {
    expect((await along([a, b, c], [a, b])).size).toBe(2)
    expect(osrm.driven).toEqual([3])
  })

  it('where no road leads there is none, and the other routes have theirs', async () => {
    const ways = await along([a, ISLAND], [b, c])
    expect([...ways.keys()]).toEqual([legOf(b, c)])
  })

  it.each(['error', 'html', 'short', 'crooked'] as const)(
    'what is known stays where the server answers with %s, and it is asked no more',
    async (way) => {
      await along([a, b])
      osrm.misbehave(way)
      expect([...(await along([a, b, c], [c, a])).keys()]).toEqual([legOf(a, b)])
      expect(osrm.driven).toEqual([2])
      expect((await along([a, b, c])).size).toBe(2)
    },
  )
})

describe('the call', () => {
  const ask = (call: TestServer['admin'], rotas: unknown) => call('POST', '/api/mapa/caminhos', { rotas })

  it('answers by the ends of each leg; nothing without a server', async () => {
    const roads = await testServer({ osrmUrl: osrm.url })
    expect((await roads.admin('GET', '/api/mapa')).body).toMatchObject({ caminhos: true })
    expect((await ask(roads.admin, [[a, b]])).body).toEqual({ caminhos: { [legOf(a, b)]: expect.any(String) } })
    expect((await ask(server.admin, [[a, b]])).body).toEqual({ caminhos: {} })
    await roads.close()
  })

  it('is for those who may see routes or plans, and has its limits', async () => {
    for (const [right, status] of [
      ['edit unidade', 403],
      ['show rotas_entrega', 200],
      ['show roteirizacao', 200],
    ] as const)
      expect((await ask(await server.user({ permissions: [right] }), [])).status).toBe(status)
    for (const wrong of [[[[200, 0]]], [[['a', 'b']]], [town(501)], Array.from({ length: 201 }, () => []), 'x'])
      expect((await ask(server.admin, wrong)).status).toBe(422)
    expect(
      (
        await ask(
          server.admin,
          Array.from({ length: 11 }, () => town(500)),
        )
      ).status,
    ).toBe(422)
  })
})
