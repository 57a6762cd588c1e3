import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../br/civil-date'
import { decimal, sum } from '../money/decimal'
import { type EarlierPayment, lateCharges } from './late'

const terms = { pMulta: 2, pJuros: 1 }
const title = (vSaldo: string, payments: readonly EarlierPayment[] = []) => ({
  vSaldo,
  dVencimento: '2026-11-10',
  payments,
})
const told = (vSaldo: string, day: string, payments: readonly EarlierPayment[] = []) => {
  const { vMulta, vJuros, dias, desde } = lateCharges(title(vSaldo, payments), terms, day)
  return [vMulta.toFixed(2), vJuros.toFixed(2), dias, desde]
}
const payment = (dMovimento: string, vPago: string, vJuros = '0', vMulta = '0'): EarlierPayment => ({
  dMovimento,
  vPago,
  vJuros,
  vMulta,
})

describe('what a late payment bears', () => {
  it('is the fine and a day of interest for each day', () => {
    expect(told('1000', '2026-11-20')).toEqual(['20.00', '3.33', 10, '2026-11-10'])
  })

  it('is nothing in time, nor on the working day after a holiday or a weekend', () => {
    expect(told('1000', '2026-11-10')).toEqual(['0.00', '0.00', 0, '2026-11-10'])
    const sunday = { ...title('1000'), dVencimento: '2026-11-15' }
    expect(lateCharges(sunday, terms, '2026-11-16').vMulta.isZero()).toBe(true)
    // The day after that counts from the due date.
    expect(lateCharges(sunday, terms, '2026-11-17')).toMatchObject({ dias: 2 })
  })

  it('is none where the place had a holiday on the due date, and the next day that is worked has not passed', () => {
    const onHoliday = { ...title('500'), holidays: new Set(['2026-11-10', '2026-11-11']) }
    expect(lateCharges(onHoliday, terms, '2026-11-12')).toMatchObject({ dias: 0 })
    expect(lateCharges(onHoliday, terms, '2026-11-13')).toMatchObject({ dias: 3 })
  })

  it('of a due date of another age counts from that day: the bank has no calendar for it', () => {
    const slip = { ...title('1000'), dVencimento: '1026-12-10' }
    expect(lateCharges(slip, terms, '1026-12-11')).toMatchObject({ dias: 1, desde: '1026-12-10' })
    expect(lateCharges({ ...slip, dVencimento: '9999-12-31' }, terms, '2026-11-20').dias).toBe(0)
  })

  it('after a part that took both is interest on the rest from that day, and no second fine', () => {
    const first = payment('2026-11-20', '523.33', '3.33', '20')
    expect(told('500', '2026-11-30', [first])).toEqual(['0.00', '1.67', 10, '2026-11-20'])
  })

  it('after a part that took none counts from the due date', () => {
    expect(told('500', '2026-11-30', [payment('2026-11-20', '500')])).toEqual(['10.00', '3.33', 20, '2026-11-10'])
  })

  it('bears no interest on interest that a part did not cover', () => {
    const first = payment('2026-11-20', '10', '3.33', '20')
    const { principal, vJuros } = lateCharges(title('1013.33', [first]), terms, '2026-11-30')
    expect([principal.toFixed(2), vJuros.toFixed(2)]).toEqual(['1000.00', '3.33'])
  })

  it('of parts that each take what is proposed is, but for cents, what one payment would bear', () => {
    const cents = fc.integer({ min: 1_000, max: 9_999_999 })
    fc.assert(
      fc.property(cents, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 }), (value, steps) => {
        const whole = decimal(value).div(100).round(2)
        const payments: EarlierPayment[] = []
        let day = '2026-11-10'
        // Each pays just what it is charged: the principal stays.
        for (const step of steps) {
          day = addDays(day, step)
          const { vMulta, vJuros, principal } = lateCharges(title(whole.toFixed(2), payments), terms, day)
          expect(principal.eq(whole)).toBe(true)
          payments.push(payment(day, vMulta.plus(vJuros).toFixed(2), vJuros.toFixed(2), vMulta.toFixed(2)))
        }
        const once = lateCharges(title(whole.toFixed(2)), terms, day)
        expect(sum(payments.map((one) => one.vMulta)).eq(once.vMulta)).toBe(true)
        const apart = sum(payments.map((one) => one.vJuros))
          .minus(once.vJuros)
          .abs()
        expect(apart.lte(decimal('0.01').times(steps.length))).toBe(true)
      }),
    )
  })
})
