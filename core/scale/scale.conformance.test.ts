/* oxlint-disable no-console -- one line a file says how many cases passed */
import { describe, expect, it } from 'vitest'
import { conformance, hasConformance } from '../../fixtures/conformance'
import { coreFunctions } from '../functions'
import { LINE_SETTINGS } from './protocols'

interface Case {
  readonly disputed?: boolean
  readonly [key: string]: unknown
}

const KEYS = ['status', 'weightKg', 'totalPrice', 'unitPrice', 'tare', 'tareKg', 'expect']

function run(file: string, name: string): void {
  it(file, () => {
    const { cases } = conformance<{ cases: Case[] }>(`scale/${file}`)
    const judged = cases.filter((one) => one.disputed !== true)
    const misses = judged.flatMap((one) => {
      const answer = coreFunctions.get(name)?.run(one)
      const given: Record<string, unknown> = { ...(typeof answer === 'object' ? answer : {}) }
      const wrong = KEYS.filter((key) => key in one && JSON.stringify(given[key]) !== JSON.stringify(one[key]))
      return wrong.length === 0 ? [] : [{ one, given }]
    })
    console.info(`${file}: ${judged.length - misses.length}/${judged.length}`)
    expect(misses).toEqual([])
  })
}

describe.skipIf(!hasConformance)('scale conformance', () => {
  run('frames.json', 'scale.frame')
  run('streams.json', 'scale.stream')

  it('line-settings.json', () => {
    const { settings } = conformance<{ settings: Record<string, unknown>[] }>('scale/line-settings.json')
    const wrong = settings.filter((one) => {
      const ours: Record<string, unknown> = { ...LINE_SETTINGS.get(String(one['protocol'])) }
      const keys = ['baud', 'dataBits', 'parity', 'stopBits', 'request']
      return keys.some((key) => key in one && JSON.stringify(ours[key]) !== JSON.stringify(one[key]))
    })
    console.info(`line-settings.json: ${settings.length - wrong.length}/${settings.length}`)
    expect(wrong).toEqual([])
  })
})
