import { describe, expect, it } from 'vitest'
import { conformance, hasConformance } from '../../fixtures/conformance'
import { bankHolidays } from '../br/business-days'
import { coreFunctions } from '../functions'

interface Cases {
  readonly cases: readonly { readonly id: string; readonly input: unknown; readonly expected: object }[]
}

describe.skipIf(!hasConformance)('cash flow conformance', () => {
  it('finance/flows/cashflow.json, by its terminal face', () => {
    const { cases } = conformance<Cases>('finance/flows/cashflow.json')
    expect(cases.length).toBeGreaterThan(10)
    const run = coreFunctions.get('finance.cashFlow')?.run
    for (const { id, input, expected } of cases) expect({ id, ...Object(run?.(input)) }).toEqual({ id, ...expected })
  })

  it('finance/calendar/feriados-bancarios.json: the days that it is shifted over', () => {
    const { holidays } = conformance<{ holidays: Record<string, { date: string }[]> }>(
      'finance/calendar/feriados-bancarios.json',
    )
    for (const [year, days] of Object.entries(holidays))
      expect(bankHolidays(Number(year)).map(({ date }) => date)).toEqual(days.map(({ date }) => date))
  })
})
