import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UFS } from '../br/uf'
import { interstateRate } from './interstate'
import { calculateItem } from './item'
import { type RuleCase, stOfTax, taxOfRule } from './rule-input'

const at: RuleCase = {
  UFOrig: 'PR',
  UFDest: 'PR',
  CRT: 3,
  contribuinte: 1,
  indFinal: false,
  origem: 0,
  date: '2026-11-26',
}
const far = { ...at, UFDest: 'BA' }

describe('the interstate rate', () => {
  it.each([
    ['PR', 'SP', 0, '12'],
    ['PR', 'BA', 0, '7'],
    ['PR', 'ES', 0, '7'],
    ['BA', 'PR', 0, '12'],
    ['ES', 'SP', 5, '12'],
    ['SP', 'AM', 1, '4'],
    ['BA', 'SE', 3, '4'],
    ['SP', 'RS', 6, '12'],
  ])('%s to %s, origin %i: %s %', (UFOrig, UFDest, origem, rate) => {
    expect(interstateRate({ UFOrig, UFDest, origem })).toBe(rate)
  })
})

describe('what a rule says of an item', () => {
  const rule = { taxCode: '00', pICMS: '19.5000', pFCP: '2.0000' }

  it('bears its own rate and FCP within the state, the interstate rate and no FCP beyond it', () => {
    expect(taxOfRule(rule, undefined, at)).toMatchObject({ pICMS: '19.5000', pFCP: '2.0000' })
    expect(taxOfRule(rule, undefined, far)).toMatchObject({ pICMS: '7', pICMSInter: '7' })
    expect(taxOfRule(rule, undefined, far).pFCP).toBeUndefined()
    expect(taxOfRule({ ...rule, pICMSInter: '4.0000' }, undefined, far).pICMS).toBe('4.0000')
    // A rule for one destination says its rate itself, and one without tax has none anywhere.
    expect(taxOfRule({ ...rule, UFDest: 'BA' }, undefined, far).pICMS).toBe('19.5000')
    expect(taxOfRule({ taxCode: '40' }, undefined, far).pICMS).toBeUndefined()
    expect(taxOfRule({ ...rule, pICMS: '0.0000' }, undefined, far).pICMS).toBe('0.0000')
  })

  it('is DIFAL of non-contributors of another state alone, never of a sender of Simples', () => {
    const difal = { ...rule, pICMSUFDest: '20.5000', pFCPUFDest: '2.0000' }
    const rateOf = (one: Partial<RuleCase>) => taxOfRule(difal, undefined, { ...far, ...one }).pICMSUFDest
    expect(rateOf({ contribuinte: 9 })).toBe('20.5000')
    expect(rateOf({ contribuinte: 9, CRT: 2 })).toBe('20.5000')
    expect([rateOf({}), rateOf({ contribuinte: 9, CRT: 1 }), rateOf({ contribuinte: 9, UFDest: 'PR' })]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(taxOfRule(difal, { pICMSUFDest: '18.0000' }, { ...far, contribuinte: 9 }).pICMSUFDest).toBe('18.0000')
  })

  it('says what ST is to the CFOP', () => {
    expect(stOfTax({ taxCode: '10', pICMSST: '18' })).toBe(1)
    expect(stOfTax({ taxCode: '10' })).toBe(0)
    expect(stOfTax({ taxCode: 'CSOSN 500' })).toBe(2)
    expect(stOfTax({})).toBe(0)
  })

  it('is always something that can be computed', () => {
    const rate = fc.option(
      fc.integer({ min: 0, max: 999_999 }).map((n) => (n / 10_000).toFixed(4)),
      { nil: null },
    )
    const stored = fc.record({
      taxCode: fc.constantFrom(
        null,
        '00',
        '10',
        '20',
        '30',
        '40',
        '51',
        '60',
        '70',
        '90',
        '101',
        '102',
        '201',
        '500',
        '900',
      ),
      UFDest: fc.constantFrom(null, 'BA'),
      cstIPI: fc.constantFrom(null, '50', '53'),
      cstPIS: fc.constantFrom(null, '01', '06'),
      mva_ajustada: fc.boolean(),
      difal_base_dupla: fc.constant(false),
      motDesICMS: fc.constantFrom(null, '9'),
      pICMS: rate,
      pRedBC: rate,
      pMVAST: rate,
      pICMSST: rate,
      pFCPST: rate,
      pICMSUFDest: rate,
      pPIS: rate,
      pIPI: rate,
      pDifCBS: rate,
    })
    const places = fc.record({
      UFOrig: fc.constantFrom(...UFS.map(({ sigla }) => sigla)),
      UFDest: fc.constantFrom(...UFS.map(({ sigla }) => sigla)),
      CRT: fc.constantFrom(1, 2, 3, 4),
      contribuinte: fc.constantFrom(1, 2, 9),
      indFinal: fc.boolean(),
      origem: fc.nat(8),
      date: fc.constant('2026-11-26'),
    })
    fc.assert(
      fc.property(stored, places, (one, place) => {
        const tax = taxOfRule(one, undefined, place)
        const { vItem } = calculateItem({ ...tax, vProd: '100.00' }).values
        expect(vItem?.gte('0')).toBe(true)
      }),
    )
  })
})
