import fc from 'fast-check'
import { expect } from 'vitest'
import type { Written } from './write'

/** Texts that forms and files bring by mistake or on purpose. */
const odd = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '1e5',
    '99999999999999999999',
    'NaN',
    '<x>&"\'',
    ']]>',
    '\n\t',
    '2026-13-45',
    '__proto__',
  ),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
)

/** A document with some of its texts put out of order: one in so many, each by an odd one. */
export function spoilt<T extends object>(document: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc
    .tuple(document, fc.array(fc.tuple(fc.nat(60), odd), { minLength: 1, maxLength: 6 }))
    .map(([whole, changes]) => {
      let at = 0
      const text = JSON.stringify(whole, (key: string, value: unknown) => {
        if (typeof value !== 'string' || FIXED.has(key)) return value
        const here = at++
        return changes.find(([place]) => place === here)?.[1] ?? value
      })
      const spoiled: T = JSON.parse(text)
      return spoiled
    })
}

/** What the shape of the input itself decides, before any check. */
const FIXED: ReadonlySet<string> = new Set(['tpAmb', 'tpEmis', 'tpEmit', 'indCarregaPosterior'])

/** What becomes of a document: how it is written, what is told of it, and how it is read again. */
interface Ways<T> {
  readonly write: (one: T) => Written
  readonly check: (one: T) => readonly unknown[]
  readonly read: (xml: string, one: T) => T
}

/** Documents of every kind are taken by their layout and our check, and what is built of what was read of them is the same to the byte. */
export function expectWhole<T>(every: fc.Arbitrary<T>, { write, check, read }: Ways<T>, numRuns = 300): void {
  const whole = fc.property(every, (one) => {
    const { xml, faults } = write(one)
    expect(faults).toEqual([])
    expect(check(one)).toEqual([])
    expect(write(read(xml, one)).xml).toBe(xml)
  })
  fc.assert(whole, { numRuns })
}
