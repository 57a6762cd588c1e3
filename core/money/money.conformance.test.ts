/* oxlint-disable no-console -- the figure of each file is what this test reports */
import { describe, expect, it } from 'vitest'
import { conformance, hasConformance } from '../../fixtures/conformance'
import { allocate } from './allocate'
import { roundHalfUp } from './decimal'

interface Rateio {
  cases: { total: string; weights: string[]; expected: string[] }[]
}
interface Rounding {
  cases: { value: string; halfUp2: string; halfEven2: string }[]
}

describe.skipIf(!hasConformance)('money conformance', () => {
  it('finance/money/rateio.json', () => {
    const { cases } = conformance<Rateio>('finance/money/rateio.json')
    const failed = cases.filter(
      (one) =>
        allocate(one.total, one.weights)
          .map((share) => share.toFixed(2))
          .join() !== one.expected.join(),
    )
    console.info(`finance/money/rateio.json: ${cases.length - failed.length}/${cases.length}`)
    expect(failed).toEqual([])
    expect(cases.length).toBeGreaterThan(0)
  })

  it('fiscal/vectors/rounding.json', () => {
    const { cases } = conformance<Rounding>('fiscal/vectors/rounding.json')
    const failed = cases.filter(
      (one) =>
        roundHalfUp(one.value).toFixed(2) !== one.halfUp2 ||
        roundHalfUp(one.value, 20).round(2, 'half-even').toFixed(2) !== one.halfEven2,
    )
    console.info(`fiscal/vectors/rounding.json: ${cases.length - failed.length}/${cases.length}`)
    expect(failed).toEqual([])
    expect(cases.length).toBeGreaterThan(0)
  })
})
