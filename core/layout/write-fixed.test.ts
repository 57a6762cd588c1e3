import fc from 'fast-check'
import { expect, it } from 'vitest'
import { code, constant, date, decimals, integer, readFixed, text, time } from './fixed-width'
import { writeFixed } from './write-fixed'

const RECORD = {
  kind: text(1, 3),
  count: integer(4, 4),
  name: text(8, 12),
  value: decimals(22, 9),
  day: date(31, 'ddmmyyyy'),
  short: date(39, 'ddmmyy'),
  at: time(45),
  hour: time(51, 4),
} as const

const two = (n: number) => String(n).padStart(2, '0')
const day = fc
  .tuple(fc.integer({ min: 2000, max: 2099 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([y, m, d]) => `${y}-${two(m)}-${two(d)}`)
const values = fc.record({
  kind: fc.constantFrom('342', 'A', ''),
  count: fc.nat(9999),
  name: fc.string({ maxLength: 12, unit: fc.constantFrom('A', 'é', 'ç', '1', ' ') }).map((one) => one.trim()),
  value: fc.nat(999_999_999).map((cents) => (cents / 100).toFixed(2)),
  day,
  short: day,
  at: fc.tuple(fc.nat(23), fc.nat(59), fc.nat(59)).map((parts) => parts.map(two).join(':')),
  hour: fc.tuple(fc.nat(23), fc.nat(59)).map((parts) => `${parts.map(two).join(':')}:00`),
})

it('what is written is read as it was, at whatever length of the line', () => {
  fc.assert(
    fc.property(values, fc.nat(200), (one, length) => {
      const line = writeFixed(RECORD, one, length)
      expect(line).toHaveLength(Math.max(54, length))
      expect(readFixed({ line: 1, text: line }, RECORD)).toEqual(one)
    }),
  )
})

it('a text that is too long is cut and stays on its line, a number that is too large or negative is refused by its field', () => {
  const one = {
    kind: '1',
    count: 1,
    name: 'um\nnome comprido',
    value: '1.00',
    day: null,
    short: null,
    at: null,
    hour: null,
  }
  expect(readFixed({ line: 1, text: writeFixed(RECORD, one) }, RECORD)).toMatchObject({
    name: 'um nome comp',
    day: null,
  })
  expect(() => writeFixed(RECORD, { ...one, count: 10_000 })).toThrow(
    'O valor 10000 não cabe no campo count do arquivo.',
  )
  expect(() => writeFixed(RECORD, { ...one, value: '-1.00' })).toThrow('não cabe no campo value')
})

it('a code keeps its zeros and letters, a constant is written whatever is told', () => {
  const record = { kind: constant(1, '9', 2), tax: code(3, 14), agency: code(17, 4) } as const
  const line = writeFixed(record, { kind: '', tax: '12ABC34501DE35', agency: '7' })
  expect(line).toBe('9 12ABC34501DE350007')
  expect(readFixed({ line: 1, text: line }, record)).toEqual({ kind: '9', tax: '12ABC34501DE35', agency: '0007' })
  expect(() => writeFixed(record, { kind: '', tax: '1', agency: '12345' })).toThrow('12345 não cabe no campo agency')
  expect(() => writeFixed(record, { kind: '', tax: '1.2', agency: '1' })).toThrow('não cabe no campo tax')
})
