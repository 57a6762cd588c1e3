import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Lag } from './lag'

/** A replica is as late as the oldest place of the primary that it has not reached has been known. */

it('counts from when the primary was first seen beyond what the replica has', () => {
  const lag = new Lag()
  expect(lag.seen(100n, 100n, 0)).toBe(0)
  expect(lag.seen(200n, 100n, 1_000)).toBe(0)
  expect(lag.seen(300n, 150n, 2_000)).toBe(1_000)
  expect(lag.seen(400n, 200n, 3_000)).toBe(1_000)
  expect(lag.seen(400n, 400n, 4_000)).toBe(0)
})

it('is none however long nothing is written, and grows as long as a replica stands still', () => {
  const still = new Lag()
  expect([0, 1, 2, 3].map((second) => still.seen(7n, 7n, second * 1_000_000))).toEqual([0, 0, 0, 0])
  fc.assert(
    fc.property(fc.array(fc.bigInt(1n, 1_000n), { minLength: 1, maxLength: 5_000 }), (steps) => {
      const lag = new Lag()
      let place = 10n
      const told = steps.map((step, second) => lag.seen((place += step), 10n, second * 1_000))
      return told.every((late, second) => late === second * 1_000)
    }),
    { numRuns: 20 },
  )
})
