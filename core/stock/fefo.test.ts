import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, sum } from '../money/decimal'
import { pickLots, type Spot } from './fefo'

/** Goods that leave by lot: as much as may leave and no more, those that expire first before the others. */

const DAYS = ['2026-01-01', '2026-02-01', '2026-03-01', null] as const

const spots = fc.array(
  fc.record({
    place: fc.integer({ min: 1, max: 3 }),
    lot: fc.option(fc.record({ dVal: fc.constantFrom(...DAYS), blocked: fc.boolean() })),
    free: fc.integer({ min: -3, max: 9 }),
  }),
  { maxLength: 12 },
)
const wanted = fc.record({
  quantity: fc.integer({ min: 1, max: 40 }),
  place: fc.integer({ min: 1, max: 3 }),
  goodUntil: fc.constantFrom('2025-12-31', '2026-01-15', '2026-03-02'),
  lotNeeded: fc.boolean(),
})

type Drawn = (typeof spots extends fc.Arbitrary<infer A> ? A : never)[number]

const spotsOf = (drawn: readonly Drawn[]): Spot[] =>
  drawn.map(({ lot, free, place }, id) => ({ place, lot: lot && { id, ...lot }, free: decimal(free) }))

describe('goods that leave by lot', () => {
  it('are all that may leave, up to what is wanted; nothing goes below zero, and what is taken is gone', () => {
    fc.assert(
      fc.property(spots, wanted, (drawn, asked) => {
        const [before, after] = [spotsOf(drawn), spotsOf(drawn)]
        const { taken, missing } = pickLots(after, asked)
        const may = before.filter(
          ({ lot }) =>
            (lot === null && !asked.lotNeeded) ||
            (lot !== null && !lot.blocked && (lot.dVal === null || lot.dVal >= asked.goodUntil)),
        )
        const there = may.reduce((all, one) => all + Math.max(0, Number(one.free.toFixed(0))), 0)
        const took = Number(sum(taken.map((one) => one.quantity)).toFixed(4))
        expect(took).toBe(Math.min(there, asked.quantity))
        expect(took + Number(missing.toFixed(4))).toBe(asked.quantity)
        expect(
          Number(
            sum(before.map((one) => one.free))
              .minus(sum(after.map((one) => one.free)))
              .toFixed(4),
          ),
        ).toBe(took)
        for (const [at, one] of after.entries()) expect(one.free.cmp(before[at]?.free ?? 0)).toBeLessThanOrEqual(0)
      }),
    )
  })

  it('leave nothing that expires earlier in the place that is asked, while something later was taken', () => {
    fc.assert(
      fc.property(spots, wanted, (drawn, asked) => {
        const left = spotsOf(drawn)
        const { taken } = pickLots(left, asked)
        const here = left.filter(
          ({ lot, place }) =>
            place === asked.place && lot !== null && !lot.blocked && (lot.dVal ?? '9999') >= asked.goodUntil,
        )
        const open = here.filter((one) => one.free.sign() > 0).map(({ lot }) => lot?.dVal ?? '9999')
        for (const { lot, place } of taken) {
          if (place !== asked.place || lot === null) continue
          const expires = left.find((one) => one.lot?.id === lot)?.lot?.dVal ?? '9999'
          expect(open.every((other) => other >= expires)).toBe(true)
        }
        if (open.length > 0) expect(taken.every(({ place, lot }) => place === asked.place && lot !== null)).toBe(true)
      }),
    )
  })

  it('of one lot alone, where it is told, whatever its expiry, unless it is blocked', () => {
    const two = () => [
      { place: 1, lot: { id: 7, dVal: '2020-01-01', blocked: false }, free: decimal(2) },
      { place: 1, lot: { id: 8, dVal: null, blocked: true }, free: decimal(2) },
    ]
    const ask = (lot: number) =>
      pickLots(two(), { quantity: 2, place: 1, lot, goodUntil: '2026-01-01', lotNeeded: true })
    expect(ask(7).taken).toHaveLength(1)
    expect(ask(8)).toMatchObject({ taken: [] })
    expect(ask(8).held.toFixed(0)).toBe('4')
  })
})
