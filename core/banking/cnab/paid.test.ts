import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal } from '../../money/decimal'
import { paidOf } from './paid'

const cents = fc.integer({ min: 0, max: 100_000 }).map((one) => decimal(one).div(100).toFixed(2))

describe('what was paid of a boleto', () => {
  it('comes out at what was owed, whichever way the bank tells it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 200_000, max: 900_000 }).map((one) => decimal(one).div(100).toFixed(2)),
        cents,
        cents,
        cents,
        fc.integer({ min: 1, max: 5000 }).map((one) => decimal(one).div(100).toFixed(2)),
        fc.constantFrom<readonly [boolean, boolean]>([false, false], [true, false], [false, true], [true, true]),
        (valor, juros, multa, desconto, tarifa, [isNet, isBeside]) => {
          const owed = decimal(valor).plus(juros).plus(multa).minus(desconto)
          const beside = isBeside ? decimal(juros).plus(multa) : decimal(0)
          const pago = owed
            .minus(beside)
            .minus(isNet ? tarifa : 0)
            .toFixed(2)
          const told = { pago, juros, multa, desconto, abatimento: '0.00', tarifa, outras_despesas: '0.00', valor }
          // Interest that is just the fee can be read two ways, and comes to what was owed in both.
          expect(paidOf(told, valor, false).vPago.eq(owed)).toBe(true)
        },
      ),
    )
  })

  it('is as told where it is a part of what was owed, or more; the fee is added where the agreement says so', () => {
    const told = {
      juros: '0.00',
      multa: '0.00',
      desconto: '0.00',
      abatimento: '0.00',
      tarifa: '2.50',
      outras_despesas: '0.00',
      valor: '100.00',
    }
    expect(paidOf({ ...told, pago: '40.00' }, '100.00', false).vPago.toFixed(2)).toBe('40.00')
    expect(paidOf({ ...told, pago: '40.00' }, '100.00', true).vPago.toFixed(2)).toBe('42.50')
    expect(paidOf({ ...told, pago: '130.00' }, '100.00', false).vPago.toFixed(2)).toBe('130.00')
    expect(paidOf({ ...told, pago: '0.00' }, '2.50', true).vPago.toFixed(2)).toBe('0.00')
    expect(paidOf({ ...told, pago: '97.50' }, '100.00', false).vPago.toFixed(2)).toBe('100.00')
  })
})
