import { describe, expect, it } from 'vitest'
import { MAX_HEIGHT, scrollToRow, virtualRange } from './virtual'

const base = { scrollTop: 0, viewport: 320, count: 1000, rowHeight: 32, overscan: 2 } as const

describe('virtualRange', () => {
  it('draws what is seen and a little around it', () => {
    expect(virtualRange(base)).toEqual({ start: 0, end: 12, top: 0, height: 32_000 })
    expect(virtualRange({ ...base, scrollTop: 3200 })).toEqual({ start: 98, end: 112, top: 3136, height: 32_000 })
  })

  it('ends with the list', () => {
    expect(virtualRange({ ...base, scrollTop: 32_000 - 320 }).end).toBe(1000)
    expect(virtualRange({ ...base, count: 0 })).toEqual({ start: 0, end: 0, top: 0, height: 0 })
  })

  it('reaches the last row of a list longer than a browser can lay out', () => {
    const long = { ...base, count: 10_000_000 }
    const range = virtualRange({ ...long, scrollTop: MAX_HEIGHT - 320 })
    expect(range.height).toBe(MAX_HEIGHT)
    expect(range.end).toBe(10_000_000)
    expect(range.top + (range.end - range.start) * 32).toBeCloseTo(MAX_HEIGHT, 0)
  })
})

describe('scrollToRow', () => {
  it('moves only as far as needed', () => {
    expect(scrollToRow(base, 3)).toBe(0)
    expect(scrollToRow(base, 10)).toBe(32)
    expect(scrollToRow({ ...base, scrollTop: 320 }, 0)).toBe(0)
  })

  it('brings a row of a very long list into view', () => {
    const long = { ...base, count: 10_000_000 }
    const scrollTop = scrollToRow(long, 5_000_000)
    const { start, end } = virtualRange({ ...long, scrollTop })
    expect(start).toBeLessThanOrEqual(5_000_000)
    expect(end).toBeGreaterThan(5_000_000)
  })
})
