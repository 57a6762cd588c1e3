import Big from 'big.js'
import { describe, expect, it } from 'vitest'
import { CoreError } from '../errors'
import { decimal } from './decimal'

const RUNS = 1_000_000

/** Reproducible numbers below a bound. */
function sequence(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

describe('a million amounts', () => {
  it('are read alike by another decimal library, or refused', () => {
    const next = sequence(1)
    const alphabet = '01234567890123456789.,-+e x'
    let read = 0
    for (let run = 0; run < RUNS; run += 1) {
      let text = ''
      for (let left = next(24); left > 0; left -= 1) text += alphabet.charAt(next(alphabet.length))
      try {
        const value = decimal(text)
        read += 1
        if (!new Big(text.trim().replace(/^\+/, '')).eq(value.toString())) throw new Error(`misread ${text}`)
      } catch (error) {
        if (!(error instanceof CoreError)) throw error
      }
    }
    expect(read).toBeGreaterThan(RUNS / 50)
  })

  it('are added, multiplied and rounded alike', () => {
    const next = sequence(2)
    const amount = (): string => {
      const digits = String(next(2 ** 31)).padStart(9, '0') + (next(3) === 0 ? String(next(2 ** 31)) : '')
      const places = next(9)
      return `${next(2) === 0 ? '-' : ''}${digits.slice(0, digits.length - places)}${places > 0 ? '.' : ''}${places > 0 ? digits.slice(-places) : ''}`
    }
    for (let run = 0; run < RUNS / 4; run += 1) {
      const [a, b, places] = [amount(), amount(), next(6)]
      const ours = decimal(a).times(b).plus(a).minus(b).round(places, 'half-up')
      const theirs = new Big(a).times(b).plus(a).minus(b).round(places, 1)
      if (ours.toFixed(places) !== theirs.toFixed(places).replace(/^-(?=[0.]*$)/, ''))
        throw new Error(`${a} and ${b} differ`)
    }
  })
})
