import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { greatCircle, straightMetres } from './matrices'

type Place = readonly [number, number]
const place = fc.tuple(fc.double({ min: -73, max: -34, noNaN: true }), fc.double({ min: -33, max: 5, noNaN: true }))

describe('metres as the crow flies', () => {
  it('are those of the Earth: a degree of the equator, and from São Paulo to Rio de Janeiro', () => {
    expect(greatCircle([-50, 0], [-49, 0])).toBeCloseTo(111_194.9, 1)
    expect(Math.round(greatCircle([-46.6333, -23.5505], [-43.1729, -22.9068]) / 1000)).toBe(361)
  })

  it('along a route are those of its legs, there and back alike; none where there is no way to go', () => {
    const there: readonly Place[] = [
      [-50, 0],
      [-49, 0],
      [-49, -1],
    ]
    expect(straightMetres(there)).toBe(222_390)
    expect([straightMetres([]), straightMetres(there.slice(0, 1))]).toEqual([0, 0])
    fc.assert(
      fc.property(fc.array(place, { maxLength: 8 }), (places) => {
        expect(Math.abs(straightMetres(places.toReversed()) - straightMetres(places))).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('grow with a stop more', () => {
    fc.assert(
      fc.property(fc.array(place, { maxLength: 8 }), place, (places, next) => {
        expect(straightMetres([...places, next])).toBeGreaterThanOrEqual(straightMetres(places))
      }),
    )
  })
})
