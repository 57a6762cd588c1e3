import { describe, expect, it } from 'vitest'
import { MOST_SLICES, slicesOf } from './slices'

/** A pie: its parts are the whole, the greatest first, and what is too much to tell apart is one slice. */

const told = (values: readonly string[], whole?: string) =>
  slicesOf(values, (value) => value, whole)?.map(({ of, value }) => [of, value.toString()])

describe('the slices of a pie', () => {
  it('are its parts, the greatest first, without what is nothing', () => {
    expect(told(['1.10', '0', '2.20'])).toEqual([
      ['2.20', '2.2'],
      ['1.10', '1.1'],
    ])
  })

  it('are twelve at most, the last of them all the rest, to the cent', () => {
    const values = Array.from({ length: 30 }, (_, at) => `${30 - at}.01`)
    const slices = told(values) ?? []
    expect(slices).toHaveLength(MOST_SLICES)
    expect(slices.at(-1)).toEqual([undefined, '190.19'])
    expect(told(values.slice(0, 12))?.every(([of]) => of !== undefined)).toBe(true)
  })

  it('have what is not among the parts in their rest', () => {
    expect(told(['5'], '12.5')).toEqual([
      ['5', '5'],
      [undefined, '7.5'],
    ])
  })

  it('are none where something is below zero, or more than the whole', () => {
    expect(told(['5', '-0.01'])).toBeUndefined()
    expect(told(['5'], '4')).toBeUndefined()
  })
})
