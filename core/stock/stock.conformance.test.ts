/* oxlint-disable no-console -- the figure of the file is what this test reports */
import { describe, expect, it } from 'vitest'
import { conformance, hasConformance } from '../../fixtures/conformance'
import { coreFunctions } from '../functions'

interface Vectors {
  readonly cases: readonly { readonly id: string; readonly input: unknown; readonly expected: object }[]
}

describe.skipIf(!hasConformance).each([
  ['stock/average-cost.json', 'stock.costs', 20],
  ['stock/conversion.json', 'stock.convert', 20],
  ['stock/count-valuation.json', 'stock.count', 19],
])('%s', (file, name, least) => {
  const { cases } = hasConformance ? conformance<Vectors>(file) : { cases: [] }

  it.each(cases.map((one) => [one.id, one] as const))('%s', (_id, { input, expected }) => {
    const answer: unknown = coreFunctions.get(name)?.run(input)
    // What it refuses at the second step has done the first: only what the vector tells is compared.
    if ('error' in expected) expect(answer).toMatchObject(expected)
    else expect(answer).toEqual(expected)
  })

  it('reads them all', () => {
    console.info(`${file}: ${cases.length}`)
    expect(cases.length).toBeGreaterThan(least)
  })
})
