import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SCAN_MESSAGES } from '../gs1'
import { decimal, roundHalfUp } from '../money/decimal'
import { differencesSaid, isTolerated, lineFor } from './differences'
import { quantityRead, readCode } from './reading'
import { COSTS, type Costs, costOf, restOf, sharesOf } from './share'

const TODAY = '2026-11-20'
const plain = { told: null, nLote: null, dVal: null, label: null, warnings: [], fault: null }

describe('a code that is read', () => {
  it.each([
    ['7891000315507', { ...plain, kind: 'goods', codes: [{ by: 'gtin', code: '7891000315507' }] }],
    ['CX-0042', { ...plain, kind: 'goods', codes: [{ by: 'text', code: 'CX-0042' }], fault: SCAN_MESSAGES.barcode }],
    [
      '7891000315508',
      { ...plain, kind: 'goods', codes: [{ by: 'text', code: '7891000315508' }], fault: SCAN_MESSAGES.barcode },
    ],
    ['com espaço', { kind: 'error', message: SCAN_MESSAGES.barcode }],
    ['000000000000000', { kind: 'error', message: SCAN_MESSAGES.label }],
    ['003000000000012', { kind: 'shelf', id: 12 }],
    ['000000000000025', { kind: 'label', id: '25', volume: 25 }],
    ['002000000000025', { kind: 'label', id: '2000000000025', volume: null }],
    [
      ']C10107898357410015310300123410a7\u001d17270331',
      {
        ...plain,
        kind: 'goods',
        codes: [{ by: 'gtin', code: '07898357410015' }],
        told: { in: 'kg', quantity: '1.234' },
        nLote: 'A7',
        dVal: '2027-03-31',
      },
    ],
    [
      ']C10107898357410084240ABC\u001d3012',
      {
        ...plain,
        kind: 'goods',
        codes: [
          { by: 'supplier', code: 'ABC' },
          { by: 'gtin', code: '07898357410084' },
        ],
        told: { in: 'units', quantity: '12' },
      },
    ],
    [
      ']C10017898357410000002902078983574101143724',
      {
        ...plain,
        kind: 'goods',
        codes: [{ by: 'gtin', code: '07898357410114' }],
        told: { in: 'pieces', quantity: '24' },
        label: '178983574100000029',
      },
    ],
  ])('%j', (text, read) => {
    expect(readCode(text, TODAY)).toEqual(read)
  })

  it('with a serial is one label, told apart by its product', () => {
    const label = (code: string): unknown => Reflect.get(readCode(code, TODAY), 'label')
    expect(label('(01)07898357410015(21)S1')).toBe('07898357410015/S1')
    expect(label('(01)07898357410022(21)S1')).not.toBe(label('(01)07898357410015(21)S1'))
    expect(label('(01)07898357410015(10)S1')).toBeNull()
  })
})

describe('what a reading counts', () => {
  const kg = { un: 'KG', decimals: 3 }
  const piece = { un: 'UN', decimals: 0 }
  it.each([
    [null, 1, 1, piece, '1'],
    [null, 12, 3, piece, '36'],
    [{ in: 'kg', quantity: '12.5' }, 1, 1, kg, '12.5'],
    [{ in: 'kg', quantity: '12.5' }, 1, 2, { un: 'G', decimals: 0 }, '2'],
    [{ in: 'kg', quantity: '1.25' }, 1, 1, { un: 'G', decimals: 2 }, '1250'],
    [{ in: 'kg', quantity: '1250' }, 1, 1, { un: 'TON', decimals: 3 }, '1.25'],
    [{ in: 'kg', quantity: '12.5' }, 6, 1, piece, '6'],
    [{ in: 'kg', quantity: '0.01235' }, 1, 1, { un: null, decimals: null }, '0.0124'],
    [{ in: 'kg', quantity: '1.235' }, 1, 1, { un: 'KG', decimals: 2 }, '1.24'],
    [{ in: 'units', quantity: '7' }, 12, 1, piece, '7'],
    [{ in: 'pieces', quantity: '24' }, 12, 1, piece, '288'],
  ] as const)('%j of what holds %j, %j times, in %j is %s', (told, holds, times, unit, wanted) => {
    expect(quantityRead(told, { holds, times, unit }).toString()).toBe(wanted)
  })
})

describe('differences', () => {
  const line = (id: number, qNota: number, qRecebida: number) => ({ id, xProd: `Item ${id}`, qNota, qRecebida })

  it('of two lines of one product, the first that is not complete is read', () => {
    expect(lineFor([line(1, 10, 10), line(2, 5, 4)])?.id).toBe(2)
    expect(lineFor([line(1, 10, 9), line(2, 5, 4)])?.id).toBe(1)
    expect(lineFor([line(1, 10, 11), line(2, 5, 5)])?.id).toBe(2)
    expect(lineFor([])).toBeUndefined()
  })

  it.each([
    ['100', '100', '0', false],
    ['100', '100.002', '0', false],
    ['100', '99.5', '0.5', true],
    ['100', '99.4999', '0.5', false],
    ['100', '100.5', '0.5', true],
    ['100', '100.5001', '0.5', false],
    ['0.3', '0.303', '1', true],
    ['100', '0', '100', false],
    ['100', '100', '5', false],
  ])('%s invoiced and %s that came, at %s %%: tolerated %s', (qNota, qRecebida, pTolerancia, tolerated) => {
    expect(isTolerated({ qNota, qRecebida, pTolerancia })).toBe(tolerated)
  })

  it('are said by their side, item by item', () => {
    expect(differencesSaid([line(1, 10, 10)])).toEqual({})
    expect(differencesSaid([line(1, 10, 7.5), line(2, 2, 3), line(3, 1000, 0)])).toEqual({
      less: 'Quantidade recebida inferior à da nota: Item 1 (7,5 de 10); Item 3 (0 de 1.000).',
      more: 'Quantidade recebida superior à da nota: Item 2 (3 de 2).',
    })
    const many = Array.from({ length: 25 }, (_, at) => line(at, 2, 1))
    expect(differencesSaid(many).less).toMatch(/; e outros 5\.$/)
  })
})

describe('the costs of a part', () => {
  const cents = fc.integer({ min: 0, max: 5_000_000 }).map((n) => decimal(n).div(100))
  const costs: fc.Arbitrary<Costs> = fc
    .record({ vProd: cents, vFrete: cents, vSeg: cents, vOutro: cents, vIPI: cents, vICMSST: cents })
    .chain((some) =>
      fc
        .integer({ min: 0, max: 100 })
        .map((percent) => ({ ...some, vDesc: roundHalfUp(some.vProd.times(percent).div(100)) })),
    )
  const parts = fc.tuple(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 1, max: 10_000 }))

  it('60 of 100 for 2,000.00 are 1,200.00', () => {
    const whole = { vProd: 2000, vFrete: 0, vSeg: 0, vOutro: 0, vIPI: 0, vICMSST: 0, vDesc: 0 }
    expect(costOf(sharesOf(whole, { part: 60, whole: 100 })).toFixed(2)).toBe('1200.00')
  })

  it('are the share of the whole to the cent, and with the rest the whole again', () => {
    fc.assert(
      fc.property(costs, parts, (whole, [part, of]) => {
        const shares = sharesOf(whole, { part, whole: of })
        const rest = restOf(whole, shares)
        const total = costOf(whole)
        const wanted = part >= of ? total : roundHalfUp(total.times(part).div(of))
        expect(costOf(shares).toFixed(2)).toBe(wanted.toFixed(2))
        for (const name of COSTS) {
          expect(shares[name].plus(rest[name]).cmp(whole[name])).toBe(0)
          expect(shares[name].sign()).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })
})
