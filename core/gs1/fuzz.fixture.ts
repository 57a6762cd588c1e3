import fc from 'fast-check'
import { coreFunctions } from '../functions'
import { CoreError } from '../errors'
import { nearGs1 } from './arbitrary.fixture'

/** An input of a terminal function with this text in it. */
const INPUTS: ReadonlyMap<string, (text: string) => unknown> = new Map<string, (text: string) => unknown>([
  ['gs1.parseScan', (scan) => ({ scan })],
  [
    'gs1.generateScan',
    (data) => ({ symbology: ['QR', 'EAN13', 'GS1_128_CCA', 'UPCE', 'DataBarLimited'][data.length % 5], data }),
  ],
  ['gs1.parse', (text) => (text.length % 2 === 0 ? { bracketed: text } : { data: `^${text}` })],
  [
    'gs1.digitalLink',
    (text) => (text.length % 2 === 0 ? { uri: `https://a/${text}` } : { stem: text, bracketed: `(01)${text}` }),
  ],
  ['gs1.receiving', (scan) => ({ scan, referenceDate: '2026-11-20', lotScan: scan.length % 3 === 0 })],
  ['gs1.code128', (text) => ({ text })],
  ['gs1.parseQuantityBarcode', (text) => ({ text: text.replace('(', '*') })],
  ['gs1.checkDigit', (value) => ({ value })],
  [
    'gs1.lint',
    (value) => ({ linter: ['couponcode', 'iban', 'pcenc', 'csumalpha', 'cset64'][value.length % 5], value }),
  ],
])

export const FUZZED = [...INPUTS.keys()]

/** Runs a function on `runs` texts; anything but an answer or a CoreError fails. */
export function fuzz(name: string, runs: number): void {
  const run = coreFunctions.get(name)?.run
  const input = INPUTS.get(name)
  if (!run || !input) throw new Error(`no function ${name}`)
  fc.assert(
    fc.property(fc.oneof(nearGs1, fc.string({ unit: 'binary', maxLength: 60 })), (text) => {
      try {
        JSON.stringify(run(input(text)))
      } catch (error) {
        if (!(error instanceof CoreError)) throw error
      }
    }),
    { numRuns: runs },
  )
}
