import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CoreError } from '../errors'
import { decimal, roundHalfUp, sum } from '../money/decimal'
import {
  applyDiscount,
  combinedDiscount,
  discountAbove,
  discountChanged,
  discountFraction,
  discountShown,
  settledDiscounts,
} from './discount'
import { type LineInput, auxiliaryUnits, priceLine } from './line'
import { documentTotals, priceDocument } from './totals'

const cents = (most: number) => fc.integer({ min: 0, max: most }).map((units) => decimal(units).div(100))
const fraction = fc.integer({ min: 0, max: 10_000 }).map((units) => decimal(units).div(10_000))
const line: fc.Arbitrary<LineInput> = fc.record({
  vUnTrib: cents(10_000_000),
  qTrib: fc.integer({ min: 0, max: 10_000_000 }).map((units) => decimal(units).div(1000)),
  vDesc: fraction,
  vDesc2: fraction,
  vDesc3: fraction,
  vDesc4: fraction,
  pIPI: fraction,
  decimal_preco: fc.integer({ min: 0, max: 6 }),
  vICMSST: cents(100_000),
  vFCPST: cents(10_000),
})

describe('a line', () => {
  it('follows the formula', () => {
    const priced = priceLine({
      vUnTrib: 100,
      qTrib: 3,
      vDesc: 0.1,
      vDesc2: 0.05,
      vDesc3: 0.02,
      vDesc4: 0.01,
      pIPI: 0.05,
    })
    // 100 × 0.9 × 0.95 × 0.98 × 0.99 = 82.9521 → 82.95; 82.95 × 3 = 248.85; IPI 12.4425 → 12.44
    expect(priced.vUnLiquido.toFixed(2)).toBe('82.95')
    expect(priced.vProd.toFixed(2)).toBe('248.85')
    expect(priced.vIPI.toFixed(2)).toBe('12.44')
    expect(priced.vSubtotal.toFixed(2)).toBe('261.29')
    expect(priced.vTotal.toFixed(2)).toBe('261.29')
    expect(priced.vBruto.toFixed(2)).toBe('300.00')
  })

  it('rounds the net price to the decimals of the price', () => {
    const input = { vUnTrib: '0.3333', qTrib: 1000, vDesc: '0.1' }
    expect(priceLine({ ...input, decimal_preco: 4 }).vSubtotal.toFixed(2)).toBe('300.00')
    expect(priceLine({ ...input, decimal_preco: 2 }).vSubtotal.toFixed(2)).toBe('300.00')
    expect(priceLine({ ...input, vDesc: 0, decimal_preco: 4 }).vSubtotal.toFixed(2)).toBe('333.30')
    expect(priceLine({ ...input, vDesc: 0, decimal_preco: 2 }).vSubtotal.toFixed(2)).toBe('330.00')
  })

  it('holds its own identities', () => {
    fc.assert(
      fc.property(line, (input) => {
        const priced = priceLine(input)
        expect(priced.vUnLiquido.lte(roundHalfUp(input.vUnTrib, input.decimal_preco ?? 2))).toBe(true)
        expect(priced.vSubtotal.eq(priced.vProd.plus(priced.vIPI))).toBe(true)
        expect(priced.vTotal.eq(priced.vSubtotal.plus(input.vICMSST ?? 0).plus(input.vFCPST ?? 0))).toBe(true)
        const one = combinedDiscount([input.vDesc ?? 0, input.vDesc2 ?? 0, input.vDesc3 ?? 0, input.vDesc4 ?? 0])
        const { vUnTrib, qTrib, decimal_preco } = input
        expect(priceLine({ vUnTrib, qTrib, vDesc: one, decimal_preco }).vUnLiquido.eq(priced.vUnLiquido)).toBe(true)
      }),
    )
  })

  it('counts auxiliary units', () => {
    expect(auxiliaryUnits(30, 12).toString()).toBe('2.5')
    expect(() => auxiliaryUnits(30, 0)).toThrowError(/maior que zero/)
  })

  it.each([
    [{ vDesc: -0.1 }, 'Valor inválido.'],
    [{ vDesc4: '1.01' }, 'Valor inválido.'],
    [{ vUnTrib: -1 }, /não pode ser negativo/],
    [{ qTrib: '-0.001' }, /não pode ser negativo/],
    [{ pIPI: 11 }, /fração de 0 a 10/],
    [{ decimal_preco: 11 }, /0 a 10/],
    [{ vUnTrib: '1,5' }, /Valor numérico inválido/],
  ])('refuses %j', (wrong, message) => {
    expect(() => priceLine({ vUnTrib: 1, qTrib: 1, ...wrong })).toThrowError(message)
  })
})

describe('typed discounts', () => {
  it('reads percent and money', () => {
    expect(discountFraction(0, 10, 0).toString()).toBe('0.1')
    expect(discountFraction(1, '12.50', '250.00').toString()).toBe('0.05')
    expect(discountFraction(1, 0, 0).toString()).toBe('0')
    for (const [type, value] of [
      [0, 101],
      [0, -1],
      [1, '250.01'],
      [1, -1],
    ] as const) {
      expect(() => discountFraction(type, value, '250.00')).toThrowError('Valor inválido.')
    }
  })

  it('gives typed money back to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.double({ min: 0, max: 1, noNaN: true }), (units, part) => {
        const subtotal = decimal(units).div(100)
        const typed = roundHalfUp(subtotal.times(roundHalfUp(part, 6)), 2)
        expect(discountShown(1, discountFraction(1, typed, subtotal), subtotal).eq(typed)).toBe(true)
      }),
    )
    expect(discountShown(0, '0.125', 0).toString()).toBe('12.5')
  })

  it('in money are amounts that stay as quantity and price change, and give the same line back when they are settled', () => {
    const money = fc.integer({ min: 0, max: 100_000 }).map((cents) => (cents / 100).toFixed(2))
    fc.assert(
      fc.property(fc.array(money, { minLength: 4, maxLength: 4 }), fc.integer({ min: 1, max: 1e7 }), (amounts, q) => {
        const [vDescValor, vDescValor2, vDescValor3, vDescValor4] = amounts
        const told = { vUnTrib: '4000.01', tp_desconto: 1 as const, vDescValor, vDescValor2, vDescValor3, vDescValor4 }
        const line = { ...told, qTrib: String(q / 10_000 + 1) }
        const full = priceLine({ vUnTrib: line.vUnTrib, qTrib: line.qTrib }).vProd
        expect(full.minus(priceLine(line).vProd).eq(sum(amounts))).toBe(true)
        expect(priceLine({ ...line, ...settledDiscounts(line) }).vProd.eq(priceLine(line).vProd)).toBe(true)
      }),
    )
  })

  it('tells a change above the threshold', () => {
    expect([discountChanged('0.1', '0.1001'), discountChanged('0.1', '0.1002')]).toEqual([false, true])
  })
})

describe('a discount over selected lines', () => {
  const items = [
    { id: 1, vUnTrib: 100, qTrib: 1, vDesc: '0.5', vDesc2: '0.1' },
    { id: 2, vUnTrib: 50, qTrib: 2 },
    { id: 3, vUnTrib: 10, qTrib: 1 },
  ]
  it('shares money over them by value and keeps the other discounts', () => {
    const applied = applyDiscount(items, [1, '2'], 1, 19)
    expect(applied.lines.map((one) => [one.id, one.vDesc.toString(), one.vSubtotal.toFixed(2)])).toEqual([
      [1, '0.1', '81.00'],
      [2, '0.1', '90.00'],
    ])
    expect(applied.vDesconto.toFixed(2)).toBe('19.00')
  })

  it.each([
    ['0.05', 10_000, '10', '490.00'],
    ['33.33', 3, '10', '89.99'],
    ['0.01', 1, '0.01', '0.00'],
    ['0.0049', 10_000, '0', '0.00'],
  ])('takes an amount off %s × %d as an amount: less %s is %s', (vUnTrib, qTrib, typed, expected) => {
    expect(applyDiscount([{ id: 1, vUnTrib, qTrib }], [1], 1, typed).lines[0]?.vSubtotal.toFixed(2)).toBe(expected)
  })

  it('takes exactly the typed amount off any lines, whatever their prices, rates and other discounts', () => {
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 8 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (inputs, part) => {
          const items = inputs.map((input, id) => ({ ...input, id }))
          const ids = items.map(({ id }) => id)
          const goods = sum(items.map((item) => priceLine({ ...item, vDesc: 0, tp_desconto: 1 }).vProd))
          const typed = roundHalfUp(goods.times(roundHalfUp(part, 6)), 2)
          const applied = applyDiscount(items, ids, 1, typed)
          expect(applied.vDesconto.toFixed(2)).toBe(typed.toFixed(2))
          const { totals } = priceDocument(
            items.map((item, at) => ({ ...item, tp_desconto: 1, vDesc: applied.lines[at]?.vDesc })),
          )
          expect(totals.vProd.eq(goods.minus(typed))).toBe(true)
          expect(totals.vSubtotal.eq(totals.vProd.plus(totals.vIPI))).toBe(true)
        },
      ),
    )
  })

  it('takes exactly the typed amount off a line of a hundred million', () => {
    const big = { id: 1, vUnTrib: '20548.75', qTrib: '8177.262', vDesc2: '0.1623', vDesc3: '0.1464', decimal_preco: 1 }
    const small = { id: 2, vUnTrib: '1708.5', qTrib: '684.394', decimal_preco: 0 }
    expect(applyDiscount([big, small], [1, 2], 1, '778653.40').vDesconto.toFixed(2)).toBe('778653.40')
  })

  it('takes no cent off a line that has none, though it is the last', () => {
    const lines = [
      { id: 1, vUnTrib: '0.33', qTrib: 1 },
      { id: 2, vUnTrib: '0.33', qTrib: 1 },
      { id: 3, vUnTrib: '0.34', qTrib: 1 },
      { id: 4, vUnTrib: 0, qTrib: 1 },
    ]
    const applied = applyDiscount(lines, [1, 2, 3, 4], 1, '0.10')
    expect(applied.lines.map((one) => one.vDescValor?.toFixed(2))).toEqual(['0.03', '0.03', '0.04', '0.00'])
  })

  it('takes a zero for removal', () => {
    const applied = applyDiscount(items, [1], 0, 0)
    expect([applied.removed, applied.message, applied.lines[0]?.vSubtotal.toFixed(2)]).toEqual([
      true,
      'Desconto removido com sucesso.',
      '90.00',
    ])
  })

  it('refuses no selection and negative values', () => {
    expect(() => applyDiscount(items, [], 0, 10)).toThrowError('Não há itens para aplicar desconto.')
    expect(() => applyDiscount(items, [9], 0, 10)).toThrowError('Não há itens para aplicar desconto.')
    expect(() => applyDiscount(items, [1], 1, -1)).toThrowError('Valor inválido.')
    expect(() => applyDiscount(items, [3], 1, 11)).toThrowError('Valor inválido.')
  })
})

describe('the greatest discount of a product', () => {
  it.each([
    [{ vDesc: '0.5' }, 15, 'desconto de 50,00 %, o máximo é 15,00 %'],
    [{ vDesc: '0.1', vDesc2: '0.1' }, 15, 'desconto de 19,00 %, o máximo é 15,00 %'],
    [{ vDesc: '0.1', vDesc2: '0.1' }, 19, null],
    [{ vDesc: '0.15' }, 15, null],
    [{ vDesc: '0.1501' }, 15, 'desconto de 15,01 %, o máximo é 15,00 %'],
    [{ vDesc: 1 }, 0, null],
    [{ vDesc: 1 }, 100, null],
    [{}, 15, null],
    // R$ 15,00 of 99,99: 15 % of it to the cent.
    [{ vUnTrib: '99.99', tp_desconto: 1 as const, vDesc: '0.1500150015' }, 15, null],
    [
      { vUnTrib: '99.99', tp_desconto: 1 as const, vDesc: '0.1501150115' },
      15,
      'desconto de 15,01 %, o máximo é 15,00 %',
    ],
  ])('%j of at most %d %%: %s', (discounts, limit, said) => {
    expect(discountAbove({ vUnTrib: 100, qTrib: 1, ...discounts }, limit)).toBe(said)
  })
})

describe('a document', () => {
  it('adds its rounded lines up', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (inputs) => {
        const { lines, totals } = priceDocument(inputs)
        expect(totals.vTotal.eq(sum(lines.map((one) => one.vTotal)))).toBe(true)
        expect(totals.vSubtotal.plus(totals.vICMSST).plus(totals.vFCPST).eq(totals.vTotal)).toBe(true)
        expect(totals.vProd.plus(totals.vDesconto).eq(totals.vBruto)).toBe(true)
        expect(totals.qItens).toBe(inputs.length)
      }),
    )
  })

  it('prices 1,000 lines well inside a frame of 16 ms', () => {
    const inputs = fc.sample(line, { numRuns: 1000, seed: 7 })
    const times = Array.from({ length: 15 }, () => {
      const start = performance.now()
      documentTotals(inputs)
      return performance.now() - start
    })
    expect(Math.min(...times)).toBeLessThan(16)
  })

  it('refuses more lines than a document holds', () => {
    const one = { vUnTrib: 1, qTrib: 1 }
    expect(() => documentTotals(Array.from<unknown, LineInput>({ length: 20_001 }, () => one))).toThrowError(CoreError)
  })
})
