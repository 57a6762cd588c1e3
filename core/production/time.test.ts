import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sum } from '../money/decimal'
import { type Work, workedMinutes } from './time'

const minute = 60_000
const work = (id: number, from: number, to: number, of: Partial<Work> = {}): Work => ({
  id,
  from: from * minute,
  to: to * minute,
  person: 1,
  machine: null,
  ...of,
})
const told = (rows: readonly Work[]) =>
  [...workedMinutes(rows)].map(([id, minutes]) => [id, Number(minutes.toFixed(4))])

it('people add, and one who does two things at once shares the time among them', () => {
  expect(told([work(1, 0, 60), work(2, 0, 60, { person: 2 })])).toEqual([
    [1, 60],
    [2, 60],
  ])
  expect(told([work(1, 0, 60), work(2, 30, 60)])).toEqual([
    [1, 45],
    [2, 15],
  ])
})

it('a machine runs once, in the row that said so first', () => {
  const machine = { machine: 7 }
  expect(told([work(1, 0, 60, machine), work(2, 30, 90, { ...machine, person: 2 })])).toEqual([
    [1, 60],
    [2, 30],
  ])
})

it('one person never has more minutes than have passed', () => {
  const row = fc.tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 120 }))
  fc.assert(
    fc.property(fc.array(row, { maxLength: 8 }), (spans) => {
      const rows = spans.map(([from, length], at) => work(at + 1, from, from + length))
      const passed = new Set(rows.flatMap(({ from, to }) => range(from / minute, to / minute))).size
      const minutes = Number(sum([...workedMinutes(rows).values()]).toFixed(4))
      expect(Math.abs(minutes - passed)).toBeLessThan(0.01)
    }),
  )
})

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at)
