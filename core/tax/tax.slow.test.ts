import { describe, expect, it } from 'vitest'
import { CoreError } from '../errors'
import { taxFunctions } from './functions'

const item = taxFunctions.find((one) => one.name === 'tax.item')

/** A small generator of its own, so that a run can be made again (mulberry32). */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const CODES = ['00', '10', '20', '30', '51', '60', '70', '90', '101', '201', '202', '900', undefined]
const FIELDS = [
  'vFrete',
  'vSeg',
  'vOutro',
  'vDesc',
  'pIPI',
  'pICMS',
  'pRedBC',
  'pICMSST',
  'pMVAST',
  'pRedBCST',
  'pFCP',
  'pFCPST',
  'pPIS',
  'pCOFINS',
  'pICMSUFDest',
]

describe('tax.item, one million items', () => {
  it('answers or refuses every one, no figure negative, in memory that does not grow', () => {
    const next = random(20261121)
    let heap = 0
    for (let run = 1; run <= 1_000_000; run++) {
      const input: Record<string, unknown> = {
        vProd: (next() * 1000).toFixed(2),
        taxCode: CODES[Math.floor(next() * CODES.length)],
      }
      for (const field of FIELDS)
        if (next() < 0.4) input[field] = next() < 0.01 ? String(next()) : (next() * 30).toFixed(2)
      try {
        const answer: unknown = item?.run(input)
        if (Object.values(Object(answer)).some((value) => typeof value === 'string' && value.startsWith('-'))) {
          throw new Error(`negative figure for ${JSON.stringify(input)}`)
        }
      } catch (error) {
        if (!(error instanceof CoreError)) throw error
      }
      if (run === 100_000 || run === 1_000_000) {
        globalThis.gc?.()
        const now = process.memoryUsage().heapUsed
        if (run === 1_000_000) expect(now).toBeLessThan(heap + 64_000_000)
        heap = now
      }
    }
  })
})
