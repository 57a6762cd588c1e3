/* oxlint-disable no-console -- the figure of the file is what this test reports */
import { describe, expect, it } from 'vitest'
import { conformance, hasConformance } from '../../fixtures/conformance'
import { coreFunctions } from '../functions'

interface Vectors {
  readonly cases: readonly { readonly id: string; readonly input: unknown; readonly expected: object }[]
}

const FILE = 'stock/production-cost.json'

describe.skipIf(!hasConformance)('what production costs', () => {
  const { cases } = hasConformance ? conformance<Vectors>(FILE) : { cases: [] }

  it.each(cases.map((one) => [one.id, one] as const))('%s', (_id, { input, expected }) => {
    expect(coreFunctions.get('stock.production')?.run(input)).toEqual(expected)
  })

  it('reads them all', () => {
    console.info(`${FILE}: ${cases.length}`)
    expect(cases.length).toBeGreaterThan(15)
  })
})
