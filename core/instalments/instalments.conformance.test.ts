/* oxlint-disable no-console -- the figure of each file is what this test reports */
import { describe, expect, it } from 'vitest'
import { conformance, hasConformance } from '../../fixtures/conformance'
import { CoreError } from '../errors'
import { readPlan } from './plan'
import { type SplitMode, dueDates, splitInstalments } from './split'

interface Parcelas {
  split: {
    total: string
    parcelas: number
    expected: Partial<Record<'primeira' | 'ultima' | 'distribuir', string[]>>
    refuse?: unknown
  }[]
  terms: { text: string; base: string; due_dates: string[] }[]
  refuse: { text: string; why: string }[]
}

const MODES: readonly (readonly ['primeira' | 'ultima' | 'distribuir', SplitMode])[] = [
  ['primeira', 'first'],
  ['ultima', 'last'],
  ['distribuir', 'spread'],
]

function refused(work: () => unknown): boolean {
  try {
    work()
    return false
  } catch (error) {
    return error instanceof CoreError
  }
}

describe.skipIf(!hasConformance)('instalments conformance', () => {
  it('finance/money/parcelas.json', () => {
    const file = conformance<Parcelas>('finance/money/parcelas.json')
    const split = (total: string, count: number, mode: SplitMode): string =>
      splitInstalments({ vTotal: total, plan: { meses: count, entrada: false }, date: '2026-11-20', mode })
        .map((one) => one.vDup.toFixed(2))
        .join()
    const wrongSplits = file.split.filter((one) =>
      MODES.some(([name, mode]) =>
        one.refuse === undefined
          ? split(one.total, one.parcelas, mode) !== one.expected[name]?.join()
          : !refused(() => split(one.total, one.parcelas, mode)),
      ),
    )
    const wrongTerms = file.terms.filter(
      (one) => dueDates(readPlan(one.text), one.base).join() !== one.due_dates.join(),
    )
    const notRefused = file.refuse.filter((one) => !refused(() => readPlan(one.text)))
    const failed = [...wrongSplits, ...wrongTerms, ...notRefused]
    const total = file.split.length + file.terms.length + file.refuse.length
    console.info(`finance/money/parcelas.json: ${total - failed.length}/${total}`)
    expect(failed).toEqual([])
    expect(total).toBeGreaterThan(0)
  })
})
