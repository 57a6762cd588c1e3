import { describe, expect, it } from 'vitest'
import { CoreError } from '../errors'
import { checkPlan } from './check'
import { mrpFunctions } from './functions'
import { company } from './mrp.fixture'
import { planCompany } from './plan'
import { random } from './random'

describe('mrp, at length', () => {
  it('20,000 random companies are proven by the checker', () => {
    for (let seed = 10_000; seed < 30_000; seed++) {
      const input = company(seed)
      expect({ seed, ...checkPlan(input, planCompany(input)) }).toEqual({ seed, valid: true, violations: [] })
    }
  })

  it('1,000,000 mangled inputs give an answer or a CoreError', () => {
    const next = random(99)
    const poison: unknown[] = [null, '', 'x', -1, 1e308, Number.NaN, [], {}, '2026-02-31', true, 0.1]
    const plan = mrpFunctions.find(({ name }) => name === 'mrp.plan')
    for (let round = 0; round < 1_000_000; round++) {
      const input = round % 50 === 0 ? company(round) : null
      const base: Map<string, unknown> = new Map(
        Object.entries(input ?? { start: '2026-12-01', days: 3, items: [{ code: 'A' }], demands: [] }),
      )
      const keys = ['start', 'days', 'items', 'bom', 'demands', 'orders', 'calendar', 'pegging', 'metrics', 'seed']
      base.set(keys[Math.floor(next() * keys.length)] ?? 'start', poison[Math.floor(next() * poison.length)])
      try {
        plan?.run(Object.fromEntries(base))
      } catch (error) {
        if (!(error instanceof CoreError)) throw error
      }
    }
  })
})
