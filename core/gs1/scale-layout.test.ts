import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, roundHalfUp } from '../money/decimal'
import { withCheckDigit } from './check-digit'
import { layoutFaults, positionsOf, readScaleLabel, type ScaleLayout, soldForPrice } from './scale-layout'

const weight: ScaleLayout = {
  digitBalanca: 2,
  tpIdentificacao: 0,
  posCodIni: 2,
  posCodEnd: 7,
  posValIni: 8,
  posValEnd: 12,
  qDecimal: 3,
}
const price: ScaleLayout = { ...weight, digitBalanca: 21, posCodIni: 3, tpIdentificacao: 1, qDecimal: 2 }

describe('a layout of scale labels', () => {
  it('refuses, field by field, positions that are none, overlap, or belong to others', () => {
    expect(layoutFaults(weight)).toBeUndefined()
    expect(layoutFaults({ ...weight, posCodEnd: 1 })).toMatchObject({ posCodEnd: 'O fim vem depois do início.' })
    expect(layoutFaults({ ...weight, posValEnd: 13 })).toEqual({ posValEnd: 'A posição 13 é do dígito verificador.' })
    expect(layoutFaults({ ...weight, digitBalanca: 20 })).toEqual({ posCodIni: 'As primeiras 2 posições são de 20.' })
    expect(layoutFaults({ ...weight, posValIni: 7 })).toEqual({
      posValIni: 'Código e valor usam as mesmas posições.',
    })
    expect(layoutFaults({ ...weight, qDecimal: 6 })).toEqual({
      qDecimal: 'Há mais casas decimais do que posições do valor.',
    })
  })

  it('is drawn as its 13 positions', () => {
    expect(positionsOf({ ...weight, posCodEnd: 5 })).toEqual([
      'digit',
      'code',
      'code',
      'code',
      'code',
      'free',
      'free',
      'value',
      'value',
      'value',
      'value',
      'value',
      'check',
    ])
  })
})

describe('a scale label', () => {
  it('is read by the layout that begins with the most of its digits', () => {
    expect(readScaleLabel('2000002001027', [weight, price])).toEqual({
      kind: 'weight',
      code: '000002',
      codes: ['000002', '2'],
      value: '0.102',
    })
    const dear = withCheckDigit('210000400284')
    expect(readScaleLabel(dear, [weight, price])).toMatchObject({ kind: 'price', codes: ['00004', '4'], value: '2.84' })
  })

  it('is none where no layout fits, and is refused with a wrong check digit or nothing in it', () => {
    expect(readScaleLabel('7891234567895', [weight, price])).toBeNull()
    expect(readScaleLabel('200000200102', [weight])).toBeNull()
    expect(readScaleLabel('2000002001027', [{ ...weight, posCodEnd: 1 }])).toBeNull()
    expect(() => readScaleLabel('2000002001028', [weight])).toThrow('dígito verificador errado')
    expect(() => readScaleLabel(withCheckDigit('200000200000'), [weight])).toThrow('sem peso nem preço')
  })

  it('tells every code and weight that was printed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), fc.integer({ min: 1, max: 99_999 }), (code, grams) => {
        const printed = String(code).padStart(6, '0')
        const read = readScaleLabel(withCheckDigit(`2${printed}${String(grams).padStart(5, '0')}`), [weight])
        expect(read?.code).toBe(printed)
        expect(read?.codes.at(-1)).toBe(String(code))
        expect(Number(read?.value)).toBe(grams / 1000)
      }),
    )
  })
})

describe('goods with a price on their label', () => {
  it('cost what the label says, to the cent, however dear they are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 1, max: 9_999_999 }), (cents, unit) => {
        const [total, unitPrice] = [decimal(cents).div(decimal(100)), decimal(unit).div(decimal(100))]
        const { qTrib, vDescValor } = soldForPrice(total, unitPrice)
        const paid = roundHalfUp(unitPrice.times(decimal(qTrib)), 2).minus(decimal(vDescValor))
        expect(paid.toFixed(2)).toBe(total.toFixed(2))
        expect(decimal(qTrib).sign()).toBe(1)
        expect(decimal(vDescValor).sign()).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('need a unit price', () => {
    expect(() => soldForPrice('2.84', '0')).toThrow('maior que zero')
    expect(soldForPrice('2.84', '10')).toEqual({ qTrib: '0.284', vDescValor: '0.00' })
  })
})
