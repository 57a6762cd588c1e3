import { describe, it } from 'vitest'
import { CoreError } from '../errors'
import { random } from '../mrp/random'
import { forecastFunctions } from './functions'

describe('forecast, at length', () => {
  it('1,000,000 mangled inputs give an answer or a CoreError', () => {
    const next = random(17)
    const poison: unknown[] = [
      null,
      '',
      'x',
      -1,
      0,
      1,
      1e308,
      5e-324,
      Number.NaN,
      [],
      {},
      true,
      0.1,
      12,
      [1e308, -1e308],
      [0, 0, 7],
    ]
    const any = () => poison[Math.floor(next() * poison.length)]
    const keys = [
      'series',
      'm',
      'h',
      'level',
      'method',
      'params',
      'train',
      'actual',
      'forecast',
      'orders',
      'total',
      'from',
      'to',
    ]
    for (let round = 0; round < 1_000_000; round++) {
      const series = Array.from(
        { length: Math.floor(next() * 12) },
        () => Math.floor(next() * 9) * (next() < 0.1 ? -1e9 : 1),
      )
      const base: Map<string, unknown> = new Map(
        Object.entries({
          series,
          h: 3,
          m: 2,
          train: series,
          actual: [1, 2],
          forecast: [2, 1],
          orders: [1, 1],
          method: 'ses',
          params: { alpha: next() },
        }),
      )
      base.set(keys[Math.floor(next() * keys.length)] ?? 'h', any())
      try {
        forecastFunctions[round % forecastFunctions.length]?.run(Object.fromEntries(base))
      } catch (error) {
        if (!(error instanceof CoreError)) throw error
      }
    }
  })
})
