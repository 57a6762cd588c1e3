import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CoreError } from '../errors'
import { decimal, ZERO } from '../money/decimal'
import { apportion } from './apportion'
import { explainItem, itemTexts } from './explain'
import { taxFunctions } from './functions'
import { calculateItem } from './item'
import { adjustedMva } from './mva'
import { calculateSt } from './st'
import { documentTotals } from './totals'
import type { ItemTaxInput } from './types'

const texts = (input: ItemTaxInput) => itemTexts(calculateItem(input))
const run = (name: string, input: unknown): unknown => taxFunctions.find((one) => one.name === name)?.run(input)

const cents = fc.integer({ min: 0, max: 10_000_000 }).map((value) => (value / 100).toFixed(2))
const rate = fc.integer({ min: 0, max: 4000 }).map((value) => (value / 100).toFixed(2))
const codes = [
  '00',
  '10',
  '20',
  '30',
  '40',
  '41',
  '50',
  '51',
  '60',
  '70',
  '90',
  '101',
  '102',
  '201',
  '202',
  '203',
  '300',
  '400',
  '500',
  '900',
]
const line = fc.record({
  vProd: cents,
  vFrete: cents,
  vSeg: cents,
  vOutro: cents,
  taxCode: fc.constantFrom(undefined, ...codes),
  discount: fc.constantFrom('incondicional', 'condicional'),
  pIPI: rate,
  pICMS: rate,
  pRedBC: rate,
  pICMSST: rate,
  mvaOriginal: rate,
  pRedBCST: rate,
  pFCP: rate,
  pFCPST: rate,
  pPIS: rate,
  pCOFINS: rate,
  mvaAdjusted: fc.boolean(),
  senderSimplesNacional: fc.boolean(),
  pisCofinsBaseExcludesIcms: fc.boolean(),
  date: fc.constantFrom(undefined, '2025-12-31', '2026-01-01', '2026-11-20'),
})

/** Works out a formula of the trace: names stand for their operands, percentages for fractions, absent ones for zero. */
function evaluate(formula: string, operands: Readonly<Record<string, string>>): number {
  const tokens = formula.match(/[a-zA-Z]+\.vBC|[a-zA-Z]\w+|\d+|[+−×÷()]/g) ?? []
  const atom = (): number => {
    const token = tokens.shift() ?? ''
    if (token === '(') {
      const inner = terms()
      tokens.shift()
      return inner
    }
    if (/^\d/.test(token)) return Number(token)
    return Number(operands[token] ?? 0) / (/^(?:p|mva)/.test(token) ? 100 : 1)
  }
  const factors = (): number => {
    let value = atom()
    while (tokens[0] === '×' || tokens[0] === '÷') value = tokens.shift() === '×' ? value * atom() : value / atom()
    return value
  }
  const terms = (): number => {
    let value = factors()
    while (tokens[0] === '+' || tokens[0] === '−') value += tokens.shift() === '+' ? factors() : -factors()
    return value
  }
  return terms()
}

describe('item taxes', () => {
  it('are never negative, ST least of all', () => {
    fc.assert(
      fc.property(line, (input) => {
        for (const [name, value] of Object.entries(calculateItem(input).values))
          expect(value.sign(), name).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 3000 },
    )
  })

  it('explain every figure by a formula that gives it again', () => {
    fc.assert(
      fc.property(
        line,
        fc.record(
          {
            pICMSUFDest: rate,
            pICMSInter: rate,
            pFCPUFDest: rate,
            difalDoubleBase: fc.boolean(),
            icmsInside: fc.boolean(),
            indFinal: fc.constantFrom('0', '1'),
            pRedAliqCBS: rate,
            pDifIBSUF: rate,
            pCredSN: rate,
          },
          { requiredKeys: [] },
        ),
        (amounts, more) => {
          const input = { ...amounts, ...more }
          for (const { field, value, formula, operands } of explainItem(calculateItem(input), input)) {
            if (formula === 'informado' || formula === 'regra') continue
            const scale = field.startsWith('p') ? 100 : 1
            const again = Math.max(0, evaluate(formula, operands) * scale)
            expect(Math.abs(again - Number(value)), `${field} = ${formula}`).toBeLessThan(0.0101)
          }
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('show rule, base and formula of a figure', () => {
    const answer = run('tax.item', {
      vProd: '100.00',
      date: '2026-11-20',
      rules: [{ id: 'sp-interna', tax: { taxCode: '20', pICMS: 18, pRedBC: '33.33' } }],
    })
    expect(answer).toMatchObject({
      vICMS: '12.00',
      rule: 'sp-interna',
      trace: expect.arrayContaining([
        {
          field: 'vBC',
          value: '66.67',
          formula: 'vOper × (1 − pRedBC)',
          operands: { vOper: '100.00', pRedBC: '33.33' },
          rule: 'sp-interna',
        },
        {
          field: 'vICMS',
          value: '12.00',
          formula: 'vBC × pICMS',
          operands: { vBC: '66.67', pICMS: '18.00' },
          rule: 'sp-interna',
        },
      ]),
    })
  })

  it('follow the situation code: exempt codes have no ICMS, 60 and 500 only what was withheld', () => {
    const amounts = { vProd: '100.00', pICMS: '18', pICMSST: '18', pMVAST: '40' }
    for (const taxCode of ['40', '41', '50', '102', '103', '300', '400']) {
      expect(texts({ ...amounts, taxCode })).toEqual({ vProd: '100.00', vOper: '100.00', vItem: '100.00' })
    }
    expect(texts({ ...amounts, taxCode: '60' })).toMatchObject({
      vBCSTRet: '100.00',
      pST: '18.00',
      vICMSSTRet: '18.00',
      vItem: '100.00',
    })
    expect(texts({ ...amounts, taxCode: '500', vBCSTRet: '140' })).toMatchObject({
      vBCSTRet: '140.00',
      vICMSSTRet: '25.20',
    })
    expect(texts({ ...amounts, taxCode: '020', pRedBC: '50' })).toMatchObject({ vBC: '50.00', vICMS: '9.00' })
  })

  it('computes ST over a listed price and over the value of the operation', () => {
    const base = { qTrib: '10', vUnTrib: '10', taxCode: '10', pICMS: '18', pICMSST: '18', pIPI: '10' }
    expect(texts({ ...base, modBCST: '5', vPautaST: '15.5' })).toMatchObject({ vBCST: '155.00', vICMSST: '9.90' })
    expect(texts({ ...base, modBCST: '6' })).toMatchObject({ vBCST: '110.00', vICMSST: '1.80' })
    expect(() => calculateItem({ ...base, modBCST: '5' })).toThrowError(/pauta/)
  })

  it('defers, relieves and puts ICMS inside its own base', () => {
    expect(texts({ vProd: '1000', taxCode: '51', pICMS: '18', pDif: '100' })).toMatchObject({
      vICMSOp: '180.00',
      vICMS: '0.00',
    })
    expect(texts({ vProd: '1000', taxCode: '40', pICMS: '18', motDesICMS: '9', indDeduzDeson: '1' })).toMatchObject({
      vICMSDeson: '180.00',
      vItem: '820.00',
    })
    expect(texts({ vProd: '820', taxCode: '00', pICMS: '18', icmsInside: true })).toMatchObject({
      vBC: '1000.00',
      vICMS: '180.00',
    })
  })

  it('computes fuels by quantity', () => {
    expect(texts({ vProd: '500', taxCode: '02', qBCMono: '100', adRemICMS: '1.4527' })).toMatchObject({
      vICMSMono: '145.27',
    })
    expect(texts({ vProd: '500', taxCode: '15', qBCMonoReten: '10', adRemICMSReten: '1.5' })).toMatchObject({
      vICMSMonoReten: '15.00',
      vItem: '515.00',
    })
    expect(texts({ vProd: '500', taxCode: '53', qBCMono: '100', adRemICMS: '1', pDif: '40' })).toMatchObject({
      vICMSMonoDif: '40.00',
      vICMSMono: '60.00',
    })
  })

  it('computes the difference of rates for the destination, single and double base', () => {
    const sale = { vProd: '1000', taxCode: '00', pICMS: '12', pICMSUFDest: '18', pFCPUFDest: '2' }
    expect(texts(sale)).toMatchObject({ vBCUFDest: '1000.00', vICMSUFDest: '60.00', vFCPUFDest: '20.00' })
    expect(texts({ ...sale, difalDoubleBase: true })).toMatchObject({
      vBCUFDest: '1100.00',
      vICMSUFDest: '78.00',
      vFCPUFDest: '22.00',
    })
  })

  it('adds IBS, CBS and IS to the item only from 2027, at the rates the rule then gives', () => {
    const item = { vProd: '1000.00' }
    expect(texts({ ...item, date: '2025-12-31' })['IBSCBS.vBC']).toBeUndefined()
    expect(texts({ ...item, date: '2026-06-01' })).toMatchObject({ vIBS: '1.00', vCBS: '9.00', vItem: '1000.00' })
    expect(texts({ ...item, date: '2026-06-01', regime: 'simples' })['IBSCBS.vBC']).toBeUndefined()
    expect(() => calculateItem({ ...item, date: '2027-01-01' })).toThrowError(/alíquota da CBS de 2027/)
    expect(texts({ ...item, date: '2027-01-01', pCBS: '8.7', pIS: '1' })).toMatchObject({
      vIS: '10.00',
      'IBSCBS.vBC': '1010.00',
      vIBSUF: '0.51',
      vIBSMun: '0.51',
      vIBS: '1.02',
      vCBS: '87.87',
      vItem: '1098.89',
    })
  })

  it.each([
    [{ vProd: '-1' }, 'invalid_amount'],
    [{ vProd: '10', vDesc: '11' }, 'invalid_amount'],
    [{ vProd: 'x' }, 'invalid_amount'],
    [{ vProd: '10', pICMS: '101' }, 'invalid_rate'],
    [{ vProd: '10', pICMS: '-1' }, 'invalid_rate'],
    [{ vProd: '10', taxCode: '99' }, 'unknown_tax_code'],
    [{ vProd: '10', taxCode: 'isento' }, 'unknown_tax_code'],
    [{ vProd: '10', date: '20/11/2026' }, 'invalid_date'],
  ])('refuses %j', (input, code) => {
    expect(() => calculateItem(input)).toThrowError(expect.objectContaining({ code }))
  })
})

describe('calculateSt', () => {
  it('says so when there is no rate for ST', () => {
    const refusal = expect.objectContaining({ code: 'no_st_rule', message: 'Tributação para ST não encontrada' })
    expect(() => calculateSt({ vProd: '10' })).toThrowError(refusal)
    expect(() => run('tax.st', { vProd: '10', date: '2026-01-01', rules: [] })).toThrowError(refusal)
    expect(() => run('tax.st', { vProd: '10', date: '2026-01-01', rules: [{ tax: { pICMS: 18 } }] })).toThrowError(
      refusal,
    )
  })

  it('takes its rates from the rule of the destination', () => {
    const rules = [
      { id: 'mg', UFDest: 'MG', NCM: '2202', tax: { pICMS: 12, pICMSST: 18, mvaOriginal: 40, mvaAdjusted: true } },
      { id: 'rj', UFDest: 'RJ', NCM: '2202', tax: { pICMS: 12, pICMSST: 22, mvaOriginal: 40, mvaAdjusted: true } },
    ]
    expect(run('tax.st', { vProd: '1000.00', NCM: '22021000', UFDest: 'MG', date: '2026-11-20', rules })).toMatchObject(
      {
        rule: 'mg',
        pMVAST: '50.24',
        vBCST: '1502.40',
        vICMSST: '150.43',
        vItemTotal: '1150.43',
      },
    )
  })
})

describe('adjustedMva', () => {
  it('is the same by whole numbers and by exact division, and never below the margin', () => {
    const percent = fc.integer({ min: 0, max: 999_999 }).map((value) => value / 10_000)
    fc.assert(
      fc.property(percent, percent, percent, (mvaOriginal, pInter, pIntra) => {
        const input = { mvaOriginal, pInter: pInter / 2, pIntra }
        const fast = adjustedMva(input, 4)
        const exact = decimal(100)
          .plus(mvaOriginal)
          .times(decimal(100).minus(input.pInter))
          .div(decimal(100).minus(pIntra))
          .minus(100)
        const expected = input.pInter < pIntra ? exact : decimal(mvaOriginal)
        expect(fast.toFixed(4)).toBe(expected.toFixed(4))
        expect(fast.gte(decimal(mvaOriginal).round(4))).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('refuses rates of 100 % and more', () => {
    expect(() => adjustedMva({ mvaOriginal: 40, pInter: 12, pIntra: 100 })).toThrowError(CoreError)
  })
})

describe('documentTotals', () => {
  it('are the sum of the items: vNF is the sum of vItem', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const items = lines.map((one) => ({ ...one, discount: undefined }))
        const taxes = items.map((one) => calculateItem(one).values)
        const totals = documentTotals(taxes.map((values, index) => ({ ...items[index], ...values })))
        const sum = taxes.reduce((left, { vItem }) => left.plus(vItem ?? ZERO), ZERO)
        expect(totals.vNF.toFixed(2)).toBe(sum.toFixed(2))
        expect(totals.vST.toFixed(2)).toBe(
          taxes.reduce((left, { vICMSST }) => left.plus(vICMSST ?? ZERO), ZERO).toFixed(2),
        )
      }),
      { numRuns: 300 },
    )
  })

  it('leaves items of indTot 0 out, deducts relieved ICMS only where it is deducted, and adds the reform from 2027', () => {
    const itens = [
      { vProd: '100', vICMSDeson: '18', indDeduzDeson: '1', vCBS: '8', vIBS: '1' },
      { vProd: '50', vICMSDeson: '9' },
      { vProd: '7', indTot: '0' },
      { vProd: '10', vPISST: '1', indSomaPISST: '1', vCOFINSST: '5' },
    ]
    expect(run('tax.totals', { itens, date: '2026-05-05' })).toMatchObject({
      vProd: '160.00',
      vICMSDeson: '27.00',
      vNF: '143.00',
      vNFTot: '143.00',
    })
    expect(run('tax.totals', { itens, year: 2027 })).toMatchObject({ vNF: '143.00', vNFTot: '152.00' })
  })
})

describe('apportion', () => {
  it('adds up to the amount, each share within it and none negative', () => {
    fc.assert(
      fc.property(cents, fc.array(cents, { minLength: 1, maxLength: 40 }), (total, values) => {
        const shares = apportion(total, values)
        expect(shares.reduce((left, share) => left.plus(share), ZERO).toFixed(2)).toBe(total)
        for (const share of shares) expect(share.gte(ZERO) && share.lte(total)).toBe(true)
      }),
    )
  })
})

it('freight is in the base of IPI, unless the rule leaves it out; it stays in all the others', () => {
  const item = { vProd: '100.00', vFrete: '10.00', pIPI: '5', pICMS: '18', taxCode: '00' }
  expect(texts(item)).toMatchObject({ 'IPI.vBC': '110.00', vIPI: '5.50', vBC: '110.00' })
  expect(texts({ ...item, ipiBaseExcludesFreight: true })).toMatchObject({
    'IPI.vBC': '100.00',
    vIPI: '5.00',
    vBC: '110.00',
  })
})
