import { expect, it } from 'vitest'
import { answeredUntil } from './answer-day'

it('an answer is overdue two working days of banks after the day of payment', () => {
  // Friday the 11th: of Wednesday, and not of Thursday.
  expect(answeredUntil('2026-12-11')).toBe('2026-12-09')
  // Over a weekend no working day goes by.
  expect(answeredUntil('2026-12-12')).toBe('2026-12-09')
  expect(answeredUntil('2026-12-13')).toBe('2026-12-09')
  expect(answeredUntil('2026-12-14')).toBe('2026-12-10')
  expect(answeredUntil('2026-12-15')).toBe('2026-12-11')
  // Nor on Christmas.
  expect(answeredUntil('2026-12-28')).toBe('2026-12-23')
})
