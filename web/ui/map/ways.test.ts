import { describe, expect, it } from 'vitest'
import { encodePolyline } from '../../../core/routing/polyline'
import { legKey, placeKey } from '../../../core/routing/ways'
import type { LonLat } from './map-model'
import { Ways } from './ways'

const [a, b, c]: [LonLat, LonLat, LonLat] = [
  [-49.27, -25.43],
  [-49.28, -25.44],
  [-49.29, -25.45],
]
const corner: LonLat = [-49.28, -25.43]
const name = (from: LonLat, to: LonLat) => legKey(placeKey(from), placeKey(to))

/** A server that knows the road from a to b alone, and what it was asked for. */
function server() {
  const asked: (readonly (readonly LonLat[])[])[] = []
  const caminhos = { [name(a, b)]: encodePolyline([a, corner, b]) }
  return { asked, ask: async (routes: (typeof asked)[number]) => (asked.push(routes), { caminhos }) }
}

describe('Ways', () => {
  it('goes by the roads that were told, straight where none was', async () => {
    const ways = new Ways(server().ask)
    expect(ways.along([a, b, c])).toEqual([a, b, c])
    expect(await ways.learn([[a, b, c]])).toBe(true)
    expect(ways.along([a, b, c])).toEqual([a, a, corner, b, b, c])
    expect(ways.along([b, a])).toEqual([b, a])
    expect([ways.known([a, b, c]), ways.known([b, a])]).toEqual([1, 0])
  })

  it('asks for each leg once, and again only for a route with a new one', async () => {
    const { asked, ask } = server()
    const ways = new Ways(ask)
    await ways.learn([[a, b, c], []])
    expect(await ways.learn([[a, b], [b, c], [a]])).toBe(false)
    await ways.learn([
      [a, b],
      [c, a],
    ])
    expect(asked).toEqual([[[a, b, c]], [[c, a]]])
  })

  it('asks for no more at a time than the server takes, and for the rest after it', async () => {
    const { asked, ask } = server()
    const ways = new Ways(ask)
    const routes = Array.from({ length: 60 }, (_, route) =>
      Array.from({ length: route === 0 ? 501 : 100 }, (_, at): LonLat => [route / 100, at / 1000]),
    )
    expect(await ways.learn(routes)).toBe(true)
    expect(asked.map((one) => one.length)).toEqual([50, 9])
  })

  it('stays with straight lines where the server fails or says what is no line', async () => {
    const failing = new Ways(() => Promise.reject(new Error('503')))
    expect(await failing.learn([[a, b]])).toBe(false)
    const wrong = new Ways(() => Promise.resolve({ caminhos: { [name(a, b)]: '~' } }))
    expect(await wrong.learn([[a, b]])).toBe(false)
    expect(wrong.along([a, b])).toEqual([a, b])
  })
})
