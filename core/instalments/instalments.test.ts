import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isBusinessDay } from '../br/business-days'
import { CoreError } from '../errors'
import { fromUnits, sum } from '../money/decimal'
import { readPlan } from './plan'
import { checkInstalments, dueDates, redistribute, shiftDueDate, splitInstalments } from './split'

describe('payment conditions', () => {
  it.each([
    ['30/60/90', { prazos: [30, 60, 90] }],
    [' 30 / 60 / 90  DIAS ', { prazos: [30, 60, 90] }],
    ['0/30/60', { prazos: [0, 30, 60] }],
    ['28;35;42 ddl', { prazos: [28, 35, 42] }],
    ['7', { prazos: [7] }],
    ['À Vista', { prazos: [0] }],
    ['avista', { prazos: [0] }],
    ['3x', { meses: 3, entrada: false }],
    ['3 vezes', { meses: 3, entrada: false }],
    ['3x 30', { prazos: [30, 60, 90] }],
    ['3x de 15 dias', { prazos: [15, 30, 45] }],
    ['1+2', { meses: 2, entrada: true }],
    ['0 + 2', { meses: 2, entrada: true }],
    ['Entrada + 2X', { meses: 2, entrada: true }],
    ['entrada+2x de 10 dias', { prazos: [0, 10, 20] }],
    ['entrada+30/60', { prazos: [0, 30, 60] }],
    ['120x', { meses: 120, entrada: false }],
  ])('reads %j', (text, plan) => {
    expect(readPlan(text)).toEqual(plan)
  })

  it.each([
    ['', /Informe a condição/],
    ['30/60/', /separador/],
    ['90/60/30', /ordem crescente/],
    ['30/30', /repetido/],
    ['0x', /ao menos uma parcela/],
    ['121x', /no máximo 120/],
    ['entrada+120x', /no máximo 120/],
    ['-30', /negativo/],
    ['30/abc', /inválida/],
    ['3,5x', /inválida/],
    ['3.5', /inválida/],
    ['2+3', /inválida/],
    ['3x 0', /ao menos um dia/],
    ['30//60', /inválida/],
    ['3651', /0 a 3650/],
    ['120x 365', /0 a 3650/],
    ['entrada', /inválida/],
    ['1'.repeat(1001), /longa demais/],
  ])('refuses %j, says why and what is accepted', (text, why) => {
    expect(() => readPlan(text)).toThrowError(why)
    expect(() => readPlan(text)).toThrowError(/30\/60\/90.*à vista.*3x.*1\+2/)
  })

  it('answers or refuses any text', () => {
    const near = fc.stringMatching(/^[\d/;,x+ -]{0,16}(?:dias|dd|entrada| de )?[\dx]{0,3}$/)
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), near), (text) => {
        try {
          expect(dueDates(readPlan(text), '2026-11-20').length).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toBeInstanceOf(CoreError)
        }
      }),
      { numRuns: 20_000 },
    )
  })
})

describe('splitting', () => {
  const plans = fc.oneof(
    fc.record({ meses: fc.integer({ min: 1, max: 60 }), entrada: fc.boolean() }),
    fc
      .uniqueArray(fc.integer({ min: 0, max: 3650 }), { minLength: 1, maxLength: 60 })
      .map((days) => ({ prazos: days.toSorted((a, b) => a - b) })),
  )

  it('adds up exactly, in any mode, with no instalment below a cent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 61, max: 1e10 }),
        plans,
        fc.constantFrom('last' as const, 'first' as const, 'spread' as const),
        (cents, plan, mode) => {
          const vTotal = fromUnits(BigInt(cents))
          const duplicatas = splitInstalments({ vTotal, plan, date: '2026-01-31', mode })
          expect(sum(duplicatas.map((one) => one.vDup)).eq(vTotal)).toBe(true)
          expect(duplicatas.every((one) => one.vDup.gte('0.01'))).toBe(true)
          expect(duplicatas.map((one) => one.n)).toEqual(duplicatas.map((_, index) => index + 1))
        },
      ),
    )
  })

  it('gives the cents to the last, the first or one each', () => {
    const values = (mode: 'last' | 'first' | 'spread'): string =>
      splitInstalments({ vTotal: '100.01', plan: { prazos: [30, 60, 90] }, date: '2026-11-20', mode })
        .map((one) => one.vDup)
        .join(' ')
    expect([values('last'), values('first'), values('spread')]).toEqual([
      '33.33 33.33 33.35',
      '33.35 33.33 33.33',
      '33.34 33.34 33.33',
    ])
  })

  it('puts what belongs whole to the first instalment there', () => {
    const parts = splitInstalments({
      vTotal: '110.00',
      vPrimeira: '10.00',
      plan: { prazos: [30, 60] },
      date: '2026-11-20',
    })
    expect(parts.map((one) => one.vDup.toFixed(2))).toEqual(['60.00', '50.00'])
  })

  it('shifts due dates and keeps the agreed days', () => {
    const request = { vTotal: '90', plan: { prazos: [0, 30, 35] }, date: '2026-11-20' }
    const due = (dueDay: 'next' | 'previous' | 'keep', holidays: string[] = []): string[] =>
      splitInstalments({ ...request, dueDay, holidays }).map((one) => one.dVencimento)
    expect(due('keep')).toEqual(['2026-11-20', '2026-12-20', '2026-12-25'])
    expect(due('next')).toEqual(['2026-11-23', '2026-12-21', '2026-12-28'])
    expect(due('next', ['2026-12-21'])).toEqual(['2026-11-23', '2026-12-22', '2026-12-28'])
    expect(due('previous')).toEqual(['2026-11-23', '2026-12-18', '2026-12-24'])
    expect(splitInstalments({ ...request, dueDay: 'next' }).map((one) => one.prazo)).toEqual([0, 30, 35])
  })

  it('always lands on a working day', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3650 }),
        fc.constantFrom('next' as const, 'previous' as const),
        (days, rule) => {
          const [due = ''] = dueDates({ prazos: [days] }, '2026-11-20')
          expect(isBusinessDay(shiftDueDate(due, rule, new Set(), '2026-11-20'))).toBe(true)
        },
      ),
    )
  })

  it.each([
    ['0.02', /ao menos R\$ 0,01/],
    ['0', /ao menos R\$ 0,01/],
    ['-10', /ao menos R\$ 0,01/],
    ['10.001', /no máximo 2 casas/],
  ])('refuses to split %s in three', (vTotal, message) => {
    expect(() => splitInstalments({ vTotal, plan: { prazos: [1, 2, 3] }, date: '2026-11-20' })).toThrowError(message)
  })
})

describe('redistribution', () => {
  it('adds up exactly and leaves the fixed ones alone', () => {
    const duplicatas = fc.array(
      fc.record({
        vDup: fc.integer({ min: 1000, max: 1_000_000 }).map((cents) => fromUnits(BigInt(cents))),
        fixed: fc.boolean(),
      }),
      { minLength: 1, maxLength: 40 },
    )
    fc.assert(
      fc.property(duplicatas, fc.integer({ min: -500, max: 1_000_000 }), (list, difference) => {
        const given = list.map((one, id) => ({ ...one, id, fixed: one.fixed && id > 0 }))
        const vTotal = sum(given.map((one) => one.vDup)).plus(fromUnits(BigInt(difference)))
        const updated = redistribute(vTotal, given)
        expect(sum(updated.map((one) => one.vDup)).eq(vTotal)).toBe(true)
        for (const [index, one] of given.entries()) {
          if (one.fixed) expect(updated[index]?.vDup.eq(one.vDup)).toBe(true)
        }
      }),
    )
  })

  it('changes nothing that already fits', () => {
    const same = [{ id: 1, vDup: '10.00', fixed: true }]
    expect(redistribute('10.00', same).map((one) => one.vDup.toFixed(2))).toEqual(['10.00'])
  })

  it('shares equally among instalments of zero', () => {
    expect(
      redistribute('10', [
        { id: 1, vDup: 0 },
        { id: 2, vDup: 0 },
        { id: 3, vDup: 0 },
      ]).map((one) => one.vDup.toFixed(2)),
    ).toEqual(['3.33', '3.33', '3.34'])
  })

  it('leaves at least a cent on each', () => {
    const tiny = [
      { id: 1, vDup: '0.01' },
      { id: 2, vDup: '100.00' },
    ]
    expect(redistribute('50.00', tiny).map((one) => one.vDup.toFixed(2))).toEqual(['0.01', '49.99'])
  })

  it('refuses what cannot be done', () => {
    expect(() => redistribute('12', [{ id: 1, vDup: 10, fixed: true }])).toThrowError(/libere ao menos uma/)
    expect(() =>
      redistribute('9', [
        { id: 1, vDup: 10, fixed: true },
        { id: 2, vDup: 5 },
      ]),
    ).toThrowError(/diferença é maior/)
    expect(() => redistribute('9', [])).toThrowError(/1 a 120/)
  })
})

describe('the check against the total', () => {
  it.each([
    ['100.00', ['50.00', '50.00'], true, false],
    ['100.00', ['50.00', '49.99'], false, false],
    ['100.00', ['50.00', '49.98'], false, true],
    ['100.00', ['99.00'], false, false],
  ])('%s against %j', (vTotal, values, ok, redistribuir) => {
    const checked = checkInstalments(vTotal, values)
    expect([checked.ok, checked.redistribuir]).toEqual([ok, redistribuir])
    expect(checked.message === null).toBe(ok)
  })
})
