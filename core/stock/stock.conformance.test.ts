/* oxlint-disable no-console -- the figure of the file is what this test reports */
import { describe, expect, it } from 'vitest'
import { conformance, hasConformance } from '../../fixtures/conformance'
import { coreFunctions } from '../functions'

interface Vectors {
  readonly cases: readonly { readonly id: string; readonly input: unknown; readonly expected: object }[]
}

describe.skipIf(!hasConformance)('stock conformance', () => {
  const { cases } = hasConformance ? conformance<Vectors>('stock/average-cost.json') : { cases: [] }

  it.each(cases.map((one) => [one.id, one] as const))('stock/average-cost.json %s', (_id, { input, expected }) => {
    const answer: unknown = coreFunctions.get('stock.costs')?.run(input)
    // What it refuses at the second step has done the first: only what the vector tells is compared.
    if ('error' in expected) expect(answer).toMatchObject(expected)
    else expect(answer).toEqual(expected)
  })

  it('reads them all', () => {
    console.info(`stock/average-cost.json: ${cases.length}`)
    expect(cases.length).toBeGreaterThan(20)
  })
})
