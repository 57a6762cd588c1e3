import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CoreError } from '../errors'
import { auxiliaryQuantity, invoiceQuantity } from './auxiliary'

const boxes = { fatorConversao: '1', fator_conversao: '12', decimals: 0 }

describe('so many boxes', () => {
  it('are so many of the invoice’s units, whatever those are', () => {
    expect(invoiceQuantity('10', boxes).toFixed(4)).toBe('120.0000')
    expect(invoiceQuantity('10', { ...boxes, fatorConversao: '1000' }).toFixed(4)).toBe('0.1200')
    expect(invoiceQuantity('300', { ...boxes, fator_conversao: '0.3333333333' }).toFixed(4)).toBe('100.0000')
  })
  it.each([
    ['half a piece', '10.5833', boxes, 'fractional_quantity'],
    ['what the invoice’s unit has no quantity for', '1', { ...boxes, fatorConversao: '7' }, 'inexact_quantity'],
    ['what comes to nothing', '0.0001', { ...boxes, fator_conversao: '0.1', decimals: 2 }, 'quantity_vanishes'],
  ])('are refused: %s', (_, told, unit, code) => {
    const refused = (): unknown => invoiceQuantity(told, unit)
    expect(refused).toThrow(CoreError)
    expect(refused).toThrow(expect.objectContaining({ code }))
  })
})

describe('an invoice’s quantity in boxes', () => {
  it('has 4 decimals', () => expect(auxiliaryQuantity('127', null, boxes).toFixed(4)).toBe('10.5833'))
  it('is what was told where that is as much, else follows', () => {
    const thirds = { ...boxes, fator_conversao: '3', decimals: 3 }
    expect(auxiliaryQuantity('1', '0.3333', thirds).toFixed(4)).toBe('0.3333')
    expect(auxiliaryQuantity('24', '3', boxes).toFixed(4)).toBe('2.0000')
  })
  it('gives the boxes back that it was made of, or nothing is made of them', () => {
    const amount = fc.integer({ min: 1, max: 99_999_999 })
    fc.assert(
      fc.property(amount, amount, amount, fc.constantFrom(null, 0, 2, 3), (told, invoice, factor, decimals) => {
        const unit = { fatorConversao: String(invoice / 1_000), fator_conversao: String(factor / 1_000), decimals }
        const qAuxiliar = String(told / 100)
        try {
          const qCom = invoiceQuantity(qAuxiliar, unit)
          expect(auxiliaryQuantity(qCom, qAuxiliar, unit).cmp(qAuxiliar)).toBe(0)
        } catch (error) {
          if (!(error instanceof CoreError)) throw error
        }
      }),
    )
  })
})
