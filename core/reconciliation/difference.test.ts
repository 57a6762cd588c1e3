import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, sum } from '../money/decimal'
import { DIFFERENCES, type Difference, differencesOf, payByLine } from './difference'

const hows = Object.keys(DIFFERENCES).filter((one): one is Difference => Object.hasOwn(DIFFERENCES, one))
const cents = (max: number) => fc.integer({ min: 1, max }).map((one) => (one / 100).toFixed(2))

describe('what a line pays', () => {
  it('moves in cash just the line, whatever the rest is said to be', () => {
    const owed = fc.array(cents(50_000), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(
        fc.constantFrom('receber' as const, 'pagar' as const),
        cents(100_000),
        owed,
        fc.constantFrom(...hows),
        (kind, amount, saldos, how) => {
          const titles = saldos.map((vSaldo, at) => ({ id: at, vSaldo }))
          const rest = decimal(amount).minus(sum(saldos))
          if (!rest.isZero() && !differencesOf(kind, rest.sign() < 0, titles.length).includes(how)) {
            expect(() => payByLine(kind, amount, titles, how)).toThrow('diga o que é a diferença')
            return
          }
          const { titulos, vTarifa, excedente } = payByLine(kind, amount, titles, how)
          const paid = sum(titulos.map((one) => one.vPago))
          expect((kind === 'receber' ? paid.minus(vTarifa) : paid.plus(vTarifa)).toFixed(2)).toBe(amount)
          for (const { id, vPago, vJuros, vMulta, vDesc } of titulos) {
            const principal = decimal(vPago).minus(vJuros).minus(vMulta).plus(vDesc)
            expect(decimal(vPago).sign()).toBeGreaterThanOrEqual(0)
            if (!excedente) expect(principal.lte(saldos[id] ?? 0)).toBe(true)
          }
        },
      ),
    )
  })

  it('in part pays the oldest first; a discount is taken off the last', () => {
    const two = [
      { id: 1, vSaldo: '60' },
      { id: 2, vSaldo: '50' },
    ]
    expect(payByLine('receber', '70', two, 'parcial').titulos.map((one) => one.vPago)).toEqual(['60.00', '10.00'])
    expect(payByLine('receber', '50', two, 'parcial').titulos.map((one) => [one.id, one.vPago])).toEqual([[1, '50.00']])
    expect(payByLine('pagar', '100', two, 'desconto').titulos.map((one) => one.vDesc)).toEqual(['0.00', '10.00'])
    expect(() => payByLine('receber', '100', two, undefined)).toThrow('Faltam R$')
    expect(() => payByLine('receber', '120', two, undefined)).toThrow('Sobram R$')
  })
})
