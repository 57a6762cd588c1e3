import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodePolyline, encodePolyline, type LonLat } from './polyline'

const place = fc.tuple(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: -90, max: 90, noNaN: true }))

describe('polyline', () => {
  it('writes the example of the format', () => {
    const points: LonLat[] = [
      [-120.2, 38.5],
      [-120.95, 40.7],
      [-126.453, 43.252],
    ]
    expect(encodePolyline(points)).toBe('_p~iF~ps|U_ulLnnqC_mqNvxq`@')
    expect(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@')).toEqual(points)
  })

  it('gives back every place to the last decimal, whatever the places', () => {
    fc.assert(
      fc.property(fc.array(place, { maxLength: 50 }), fc.constantFrom(5, 6), (places, precision) => {
        const back = decodePolyline(encodePolyline(places, precision), precision)
        expect(back).toHaveLength(places.length)
        for (const [at, [lon, lat]] of back.entries()) {
          expect(Math.abs(lon - (places[at]?.[0] ?? 0))).toBeLessThanOrEqual(0.500001 / 10 ** precision)
          expect(Math.abs(lat - (places[at]?.[1] ?? 0))).toBeLessThanOrEqual(0.500001 / 10 ** precision)
        }
      }),
    )
  })

  it.each(['_', '~', '_p~iF', 'ção', '\u0001'])('%j is none', (text) => {
    expect(() => decodePolyline(text)).toThrow(RangeError)
  })
})
