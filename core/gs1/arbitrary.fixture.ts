import fc from 'fast-check'
import { checkDigitOf } from './check-digit'
import { CSET82_ORDER } from './characters'
import { type Element, checkValue } from './elements'
import { type AiEntry, allEntries } from './table'

const CHARACTERS = new Map([
  [1, '0123456789'],
  [2, CSET82_ORDER],
  [4, '#-/0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  [8, '-_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'],
])

/** Texts of the form of an identifier's value; those that break a content rule are mended where that is easy, else dropped. */
function valueOf(entry: AiEntry): fc.Arbitrary<string> {
  const parts = entry.parts.map((part) =>
    fc
      .string({ unit: fc.constantFrom(...(CHARACTERS.get(part.cset) ?? '')), minLength: part.min, maxLength: part.max })
      .map((text) =>
        entry.parts.indexOf(part) === entry.parts.findIndex((one) => one.linters.length > 0 && one.min > 12)
          ? mend(text)
          : text,
      ),
  )
  return fc.tuple(...parts).map((texts) => texts.join(''))
}

function mend(text: string): string {
  return /^\d+$/.test(text) ? text.slice(0, -1) + checkDigitOf(text) : text
}

/** Identifiers whose random values are often right, so that lists of them are found quickly. */
const FRIENDLY = allEntries().filter((entry) => entry.parts.every((part) => part.linters.length === 0 || part.min > 12))

/** A right element string of any identifier that has few content rules. */
export const anyElement: fc.Arbitrary<Element> = fc
  .constantFrom(...FRIENDLY)
  .chain((entry) => valueOf(entry).map((value) => ({ ai: entry.ai, value, entry })))
  .filter((element) => checkValue(element.entry, element.value) === undefined)

/** One to six of them. */
export const anyElements: fc.Arbitrary<Element[]> = fc.array(anyElement, { minLength: 1, maxLength: 6 })

/** Text near GS1 data: whole pieces and stray characters in any order. */
export const nearGs1: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ']C1',
        ']d2',
        ']E0',
        ']Q1',
        '^',
        '\u001d',
        '(',
        ')',
        '|',
        ']e0',
        '\\',
        'https://a/',
        '01',
        '8110',
        '/01/',
        '?',
        '&',
        '=',
        '%',
        '+',
      ),
      fc.constantFrom(
        '07898357410015',
        '3103',
        '001234',
        '10',
        'LOTE',
        '15270331',
        '240',
        '00',
        '8008',
        '8030',
        '4330',
      ),
      fc.string({ maxLength: 8 }),
      fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 20 }),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''))
