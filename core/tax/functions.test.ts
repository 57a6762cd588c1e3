import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CoreError } from '../errors'
import { taxFunctions } from './functions'

const run = (name: string, input: unknown): unknown => taxFunctions.find((one) => one.name === name)?.run(input)

describe('the terminal face', () => {
  it('takes a case whole, flat or with its flags apart, null being absent', () => {
    const inputs = { vProd: '15', pICMS: '12', pPIS: '1.65' }
    const expected = { 'PIS.vBC': '13.20', vPIS: '0.22' }
    const flags = { deductIcmsFromPisCofinsBase: true }
    for (const shape of [
      { inputs, flags, taxCode: null },
      { ...inputs, flags },
      { ...inputs, ...flags, vDesc: null },
    ]) {
      expect(run('tax.item', { ...shape, trace: false })).toMatchObject(expected)
    }
    expect(run('tax.totals', { itens: [{ vProd: '1', vDesc: null, vST: '2' }] })).toMatchObject({
      vST: '2.00',
      vNF: '3.00',
    })
  })
})

describe('any input', () => {
  it('gives an answer or a CoreError in every terminal function', () => {
    const names = [
      'vProd',
      'vDesc',
      'pICMS',
      'pICMSST',
      'pRedBC',
      'taxCode',
      'itens',
      'rules',
      'inputs',
      'flags',
      'date',
      'year',
      'total',
      'values',
      'mvaOriginal',
      'pInter',
      'pIntra',
      'NCM',
    ]
    const value = fc.oneof(
      fc.anything({ maxDepth: 3 }),
      fc.nat(1_000_000),
      fc.constantFrom('2026-01-01', '10', 100, -1, 1e300, Number.NaN),
    )
    const record = fc.dictionary(fc.constantFrom(...names), value)
    fc.assert(
      fc.property(fc.constantFrom(...taxFunctions), fc.oneof(record, fc.anything()), (one, input) => {
        try {
          one.run(input)
        } catch (error) {
          if (!(error instanceof CoreError)) throw error
        }
      }),
      { numRuns: 20_000 },
    )
  })
})
