import { expect, it } from 'vitest'
import { BOUNDS, emptySlots, quantile, slotOf } from './histogram'

it('a duration is counted in the slot whose end it does not go beyond', () => {
  expect([0, 0.005, 0.0051, 30, 31].map(slotOf)).toEqual([0, 0, 1, BOUNDS.length - 1, BOUNDS.length])
})

it('what a share took is told within its slot, and never beyond the longest end', () => {
  const slots = emptySlots()
  expect(quantile(slots, 0.5)).toBeNull()
  slots[slotOf(0.2)] = 90
  slots[slotOf(4)] = 10
  expect(quantile(slots, 0.5)).toBeCloseTo(0.1 + 0.15 * (50 / 90), 6)
  expect(quantile(slots, 0.95)).toBeCloseTo(2.5 + 2.5 / 2, 6)
  slots[BOUNDS.length] = 1_000
  expect(quantile(slots, 0.95)).toBe(30)
})
