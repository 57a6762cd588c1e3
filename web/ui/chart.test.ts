import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scaleOf, shortFigure } from './chart'

describe('the scale', () => {
  it('is round and holds the greatest value', () => {
    expect(scaleOf(12_340)).toEqual([0, 5000, 10_000, 15_000])
    expect(scaleOf(0)).toHaveLength(2)
    expect(scaleOf(100)).toEqual([0, 25, 50, 75, 100])
  })

  it('never has fewer than two lines nor more than six, whatever the value', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 1e12, noNaN: true }), (value) => {
        const lines = scaleOf(value)
        expect(lines.length).toBeGreaterThanOrEqual(2)
        expect(lines.length).toBeLessThanOrEqual(6)
        expect(lines.at(-1)).toBeGreaterThanOrEqual(value * (1 - 1e-9))
      }),
    )
  })

  it('is written short', () => {
    expect([shortFigure(1500), shortFigure(0)].map((text) => text.replace(/\s/g, ' '))).toEqual(['1,5 mil', '0'])
  })
})
