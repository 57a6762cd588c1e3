import { describe, expect, it } from 'vitest'
import { isCrowded } from './map-model'

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
