import { describe, expect, it } from 'vitest'
import { isCrowded, withoutOutliers } from './map-model'

describe('isCrowded', () => {
  const row = (count: number, apart: number) => Array.from({ length: count }, (_, at) => ({ x: at * apart, y: 0 }))

  it('is false while pins stand beside each other, or few do not', () => {
    expect(isCrowded([], 26)).toBe(false)
    expect(isCrowded(row(60, 26), 26)).toBe(false)
    expect(isCrowded([...row(58, 26), { x: 3, y: 3 }, { x: 30, y: 3 }], 26)).toBe(false)
  })

  it('is true where every second one or more would be hidden', () => {
    expect(isCrowded(row(60, 13), 26)).toBe(true)
    expect(isCrowded(row(1000, 2), 26)).toBe(true)
  })
})

describe('withoutOutliers', () => {
  const town = Array.from({ length: 20 }, (_, at) => [-49.27 + (at % 5) / 100, -25.43 + at / 200] as const)

  it('leaves out the few that lie far from all others, and no more than the few', () => {
    expect(withoutOutliers([...town, [-35, -8]])).toEqual(town)
    expect(withoutOutliers(town)).toEqual(town)
    const halves = [...town, ...town.map(([lon, lat]) => [lon + 14, lat + 17] as const)]
    expect(withoutOutliers(halves)).toEqual(halves)
  })

  it('keeps what it is given where there is little to judge by', () => {
    expect(withoutOutliers([])).toEqual([])
    expect(withoutOutliers([[-49, -25]])).toEqual([[-49, -25]])
    expect(
      withoutOutliers([
        [-49, -25],
        [-35, -8],
      ]),
    ).toHaveLength(2)
  })
})
