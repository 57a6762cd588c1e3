import { describe, expect, it } from 'vitest'
import { axisText, readingOf, secondsOf, stepReading, tableOf, type ChartData } from './chart-model'

const data: ChartData = {
  dates: ['2026-11-01', '2026-12-01', '2027-01-01'],
  series: [
    { name: 'Vendido', values: [1200.5, null, null], kind: 'line', tone: 'text' },
    { name: 'Previsto', values: [null, null, 90], kind: 'dashed', tone: 'primary' },
  ],
  bands: [{ name: 'Intervalo', low: [null, null, 80], high: [null, null, 110], tone: 'primary' }],
  marks: [{ date: '2027-01-01', label: 'Mínimo', tone: 'danger' }],
  dateText: (date) => date.slice(0, 7),
}

describe('a chart in words', () => {
  it('reads what stands at a date, and nothing of what does not', () => {
    expect(readingOf(data, 0)).toBe('2026-11: Vendido 1.200,5')
    expect(readingOf(data, 2)).toBe('2027-01: Previsto 90 · Intervalo 80 a 110 · Mínimo')
    expect(readingOf(data, 9)).toBe('')
  })

  it('steps over dates without values, and stays at the ends', () => {
    expect(stepReading(data, 0, 1)).toBe(2)
    expect(stepReading(data, 2, 1)).toBe(2)
    expect(stepReading(data, 2, -1)).toBe(0)
    expect(stepReading(data, -1, 1)).toBe(0)
  })

  it('is a table too', () => {
    expect(tableOf(data).heads).toEqual(['Período', 'Vendido', 'Previsto', 'Intervalo'])
    expect(tableOf(data).rows[2]).toEqual(['2027-01', '–', '90', '80 a 110'])
  })

  it('names the axis by months or by days, in Portuguese, whatever the time zone', () => {
    const day = 86_400
    expect(axisText(secondsOf('2026-02-01'), 31 * day)).toBe('fev/26')
    expect(axisText(secondsOf('2026-02-01'), 7 * day)).toBe('01 fev')
    expect(axisText(secondsOf('2026-01-01'), 366 * day)).toBe('2026')
  })
})
