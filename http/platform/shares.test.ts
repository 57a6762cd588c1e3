import { describe, expect, it } from 'vitest'
import { AT_ONCE, Shares } from './shares'

/** A company that asks without a pause keeps no other waiting; alone, it has the whole server. */

const CALLS = 12

/** So many calls of a company: how many are in, and what ends each. */
async function calls(shares: Shares, company: number, count = CALLS) {
  const inside: (() => void)[] = []
  const all = Array.from({ length: count }, async () => void inside.push(await shares.enter(company)))
  await settled()
  return { inside, all: Promise.all(all) }
}

const settled = () => Bun.sleep(0)

describe('the share of a company', () => {
  it('is all of the server while nobody else is at work', async () => {
    expect((await calls(new Shares(), 1)).inside).toHaveLength(CALLS)
  })

  it('is a few calls at a time beside another, in their order, and none is lost', async () => {
    const shares = new Shares()
    const leave = await shares.enter(2)
    const { inside, all } = await calls(shares, 1)
    expect(inside).toHaveLength(AT_ONCE)
    const other = await calls(shares, 2, 1)
    expect(other.inside).toHaveLength(Math.min(1, Math.max(AT_ONCE - 1, 0)))
    for (let done = 1; done <= CALLS; done++) {
      inside[done - 1]?.()
      inside[done - 1]?.()
      await settled()
      expect(inside).toHaveLength(Math.min(done + AT_ONCE, CALLS))
    }
    await all
    leave()
    await other.all
  })

  it('is all again when the others have been gone for a while', async () => {
    let now = 0
    const shares = new Shares(() => now)
    ;(await shares.enter(2))()
    const { inside } = await calls(shares, 1)
    expect(inside).toHaveLength(AT_ONCE)
    now = 10_000
    inside[0]?.()
    await settled()
    expect(inside).toHaveLength(CALLS)
  })

  it('a call that takes long leaves its turn to the next of its company', async () => {
    const shares = new Shares()
    await shares.enter(2)
    const { inside } = await calls(shares, 1, AT_ONCE + 1)
    expect(inside).toHaveLength(AT_ONCE)
    for (let tries = 0; inside.length === AT_ONCE && tries < 100; tries++) await Bun.sleep(50)
    expect(inside).toHaveLength(AT_ONCE + 1)
  })
})
