/* oxlint-disable no-console -- the figure of each file is what this test reports */
import { describe, expect, it } from 'vitest'
import { conformance, hasConformance } from '../../fixtures/conformance'
import { bankHolidays, nextBusinessDay } from './business-days'
import { readStateRegistration } from './state-registration'
import { type TaxIdKind, cnpjCheckDigits, cpfCheckDigits, readTaxId } from './tax-id'

interface TaxIdCase {
  id: string
  kind: TaxIdKind
  input: string
  valid: boolean
  disputed?: boolean
  base?: string
  dv?: string
}
interface RegistrationCase {
  id: string
  uf: string
  input: string
  valid: boolean
  disputed: boolean
}
interface Calendar {
  holidays: Record<string, { date: string; name: string }[]>
  next_business_day: { date: string; next_business_day: string }[]
}

function report(file: string, total: number, failed: readonly unknown[], disputed = 0): void {
  console.info(`${file}: ${total - failed.length}/${total}${disputed > 0 ? ` (${disputed} disputed set aside)` : ''}`)
  expect(failed).toEqual([])
  expect(total).toBeGreaterThan(0)
}

describe.skipIf(!hasConformance)('br conformance', () => {
  it('fiscal/vectors/cnpj-cpf.json', () => {
    const { cases } = conformance<{ cases: TaxIdCase[] }>('fiscal/vectors/cnpj-cpf.json')
    const failed = cases.filter((one) => {
      const closed = one.kind === 'cpf' ? cpfCheckDigits : cnpjCheckDigits
      if (one.base !== undefined && closed(one.base) !== one.dv) return true
      return readTaxId(one.input, one.kind).valid !== one.valid
    })
    report('fiscal/vectors/cnpj-cpf.json', cases.length, failed)
  })

  it('fiscal/vectors/inscricao-estadual.json', () => {
    const { cases } = conformance<{ cases: RegistrationCase[] }>('fiscal/vectors/inscricao-estadual.json')
    const settled = cases.filter((one) => !one.disputed)
    const failed = settled.filter((one) => readStateRegistration(one.uf, one.input).valid !== one.valid)
    report('fiscal/vectors/inscricao-estadual.json', settled.length, failed, cases.length - settled.length)
  })

  it('finance/calendar/feriados-bancarios.json', () => {
    const calendar = conformance<Calendar>('finance/calendar/feriados-bancarios.json')
    const years = Object.entries(calendar.holidays)
    const wrongYears = years.filter(
      ([year, list]) =>
        bankHolidays(Number(year))
          .map((one) => one.date)
          .join() !== list.map((one) => one.date).join(),
    )
    const wrongDays = calendar.next_business_day.filter((one) => nextBusinessDay(one.date) !== one.next_business_day)
    report('finance/calendar/feriados-bancarios.json', years.length + calendar.next_business_day.length, [
      ...wrongYears,
      ...wrongDays,
    ])
  })
})
