import { describe, expect, it } from 'vitest'
import { CoreError } from '../errors'
import { MAX_INSTALMENTS, readPlan } from './plan'

const PIECES = [
  '0',
  '1',
  '3',
  '15',
  '30',
  '60',
  '90',
  '/',
  ' ',
  ';',
  ',',
  '-',
  '+',
  'x',
  'de',
  'dias',
  'dd',
  'entrada',
  'à vista',
  'a',
  '.',
  '💥',
]

describe('a million payment conditions', () => {
  it('readPlan answers with a plan in its limits or refuses', () => {
    let state = 7
    let read = 0
    const next = (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * below)
    }
    for (let run = 0; run < 1_000_000; run += 1) {
      let text = ''
      for (let left = next(9); left > 0; left -= 1) text += PIECES[next(PIECES.length)] ?? ''
      try {
        const plan = readPlan(text)
        const count = 'prazos' in plan ? plan.prazos.length : plan.meses
        if (count < 1 || count > MAX_INSTALMENTS) throw new Error(`out of limits: ${text}`)
        read += 1
      } catch (error) {
        if (!(error instanceof CoreError)) throw error
      }
    }
    expect(read).toBeGreaterThan(10_000)
  })
})
