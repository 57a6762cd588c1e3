import { describe, expect, it } from 'vitest'
import { apart } from './apart'
import type { Trial } from './trial.fixture'

/** Work apart: others have their turn, and whatever becomes of one call, the next is served. */

const FILE = new URL('trial.fixture.ts', import.meta.url)
const made = (most?: number) => apart<Trial, number, string>(FILE, most)

describe('work apart', () => {
  it('answers, tells how far it is, and keeps its thread for the next call', async () => {
    const call = made(1)
    const told: string[] = []
    expect(await call('answer', { seconds: 30, onProgress: (what) => told.push(what) })).toBe(1)
    expect(told).toEqual(['answer'])
    expect(await call('answer', { seconds: 30 })).toBe(2)
  })

  it('refuses what its work refuses, in the same words', async () => {
    await expect(made(1)('refuse', { seconds: 30 })).rejects.toMatchObject({
      name: 'CoreError',
      code: 'damaged',
      fields: { linha: ['1'] },
      message: 'Não pode ser lido.',
    })
    await expect(made(1)('invalid', { seconds: 30 })).rejects.toMatchObject({
      name: 'ApiError',
      status: 422,
      errors: { file: ['Não é um arquivo.'] },
    })
  })

  it('ends work that goes on for ever, while all else has its turn', async () => {
    const call = made(1)
    const limit = call('never', { seconds: 1 }).catch((error: unknown) => error)
    let turns = 0
    const counter = setInterval(() => turns++, 1)
    expect(await limit).toMatchObject({ status: 400, code: 'too_complex' })
    clearInterval(counter)
    expect(turns).toBeGreaterThan(100)
    expect(await call('answer', { seconds: 30 })).toBe(1)
  })

  it('ends at once when nobody waits for it any more', async () => {
    const leaving = new AbortController()
    const call = made(1)
    const gone = call('never', { seconds: 600, signal: leaving.signal, onProgress: () => leaving.abort() })
    await expect(gone).rejects.toThrow('cancelled')
    await expect(call('answer', { seconds: 30, signal: leaving.signal })).rejects.toThrow()
    expect(await call('answer', { seconds: 30 })).toBe(1)
  })

  it.each(['fail', 'die'] as const)('goes on with a new thread when one does %s', async (trial) => {
    const call = made(1)
    await expect(call(trial, { seconds: 30 })).rejects.toThrow()
    expect(await call('answer', { seconds: 30 })).toBe(1)
  })

  it('lets no more work at a time than it may, in the order in which they came', async () => {
    const call = made(1)
    const order: number[] = []
    await Promise.all([1, 2, 3].map(async (n) => order.push((await call('answer', { seconds: 30 })) * 10 + n)))
    expect(order).toEqual([11, 22, 33])
  })
})
