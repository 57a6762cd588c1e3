import { describe, expect, it } from 'vitest'
import { gtin14 } from '../br/gtin'
import { invoiceFactor, unitRatio } from './invoice-unit'

const [PIECE, BOX] = ['7894411000017', '17894411000014']
const item = { uCom: 'CX', uTrib: 'UN', qCom: '10.0000', qTrib: '1000.0000', cEAN: BOX, cEANTrib: PIECE }
const known = (un: string | null, ...codes: string[]) => ({ un, codes: codes.map(gtin14) })

describe('the factor of an invoice that counts in two units', () => {
  it.each([
    ['its taxable unit', item, known('UN'), '100'],
    ['another word for it', item, known('UNID'), '100'],
    ['the unit that it is sold in', item, known('cx '), '1'],
    ['another word for that', { ...item, uCom: 'CAIXA' }, known('CX'), '1'],
    ['the code of the piece, in a third unit', item, known('PC', PIECE), '100'],
    ['the code of the box, in a third unit', item, known('FD', BOX), '1'],
    ['its unit before its code', item, known('UN', BOX), '100'],
    ['one unit told in two words', { ...item, uTrib: 'CX', qTrib: '10.0000' }, known('UN'), '1'],
    ['kilos of pieces', { ...item, uCom: 'UN', uTrib: 'KG', qTrib: '2.5000' }, known('KG'), '0.25'],
  ])('by %s', (_, invoice, product, factor) => {
    expect(invoiceFactor(invoice, product)).toEqual({ factor, unsure: false })
  })

  it.each([
    ['no unit', known(null)],
    ['a third unit', known('PC')],
    ['a third unit and both codes', known('PC', PIECE, BOX)],
  ])('is not sure with %s', (_, product) => {
    expect(invoiceFactor(item, product)).toEqual({ factor: '1', unsure: true })
  })

  it('is one where the invoice tells no quantity', () => {
    expect(unitRatio({ qCom: '0.0000', qTrib: '0.0000' })).toBe('1')
    expect(unitRatio({ qCom: '3', qTrib: '1000' })).toBe('333.3333333333')
  })
})
