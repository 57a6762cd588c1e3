import { describe, expect, it } from 'vitest'
import { conformance, hasConformance } from '../../fixtures/conformance'
import { USUAL_IN, USUAL_OUT, usualLines } from './cfop'

describe.skipIf(!hasConformance)('usual operations', () => {
  it('go out and come in with codes of the official table', () => {
    const { rows } = conformance<{ rows: readonly (readonly [string, string])[] }>('fiscal/tables/cfop.json')
    const known = new Set(rows.map(([code]) => code))
    const used = [
      ...Object.values(USUAL_OUT).flatMap((one) => usualLines(one, 5)),
      ...Object.values(USUAL_IN).flatMap((one) => usualLines(one, 1)),
    ].map(({ CFOP }) => CFOP)
    expect(used.filter((code) => !known.has(code))).toEqual([])
  })
})
