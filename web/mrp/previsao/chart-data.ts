import { type Analysis, historyDates } from '../../../core/forecast/analysis'
import type { Cell } from '../../../core/forecast/cells'
import type { Period } from '../../../core/forecast/periods'
import type { ChartData, ChartSeries } from '../../ui/chart/chart-model'

interface ChartInput {
  readonly analysis: Analysis
  readonly cells: readonly Cell[]
  readonly growth: number
  readonly period: Period
}

/** Periods of history that a chart begins with, at most: what is older says little at this width. */
const SHOWN = { day: 180, week: 156, month: 120 } as const

/** History and forecast of a product as a chart: what was sold, what was not believed, what is expected and within which interval. */
export function chartOf({
  analysis,
  cells,
  growth,
  period,
}: ChartInput): Pick<ChartData, 'dates' | 'series' | 'bands'> {
  const all = historyDates(analysis, period)
  const from = Math.max(0, all.length - SHOWN[period])
  const past = all.slice(from)
  const dates = [...new Set([...past, ...cells.map((cell) => cell.dPrevisao)])].sort()
  const at = new Map(dates.map((date, index) => [date, index]))
  const spread = (entries: readonly (readonly [date: string, value: number])[]): (number | null)[] => {
    const values: (number | null)[] = dates.map(() => null)
    for (const [date, value] of entries) {
      const index = at.get(date)
      if (index !== undefined) values[index] = value
    }
    return values
  }
  const sold = past.map((date, index) => [date, analysis.historico[from + index] ?? 0] as const)
  const used = new Map(past.map((date, index) => [date, analysis.usado[from + index] ?? 0]))
  const points = (name: string, tone: ChartSeries['tone'], entries: readonly (readonly [string, number])[]) =>
    entries.length === 0 ? [] : [{ name, kind: 'points' as const, tone, values: spread(entries) }]
  const outliers = sold.filter(([date]) => analysis.atipicos.includes(date))
  const estimated = past
    .filter((date) => analysis.estimados.includes(date))
    .map((date) => [date, used.get(date) ?? 0] as const)
  const changed = cells.filter((cell) => cell.changed).map((cell) => [cell.dPrevisao, cell.qPrevista] as const)
  const ahead = cells.map((cell) => [cell.dPrevisao, cell.qOriginal] as const)
  return {
    dates,
    series: [
      { name: 'Vendido', kind: 'line', tone: 'text', values: spread(sold) },
      { name: 'Previsto', kind: 'dashed', tone: 'primary', values: spread(ahead) },
      ...points('Atípico, contido', 'danger', outliers),
      ...points('Sem estoque, estimado', 'accent', estimated),
      ...points('Alterado à mão', 'warn', changed),
    ],
    bands: [
      {
        name: 'Intervalo de 80 %',
        tone: 'primary',
        low: spread(cells.map((cell, index) => [cell.dPrevisao, (analysis.minimo[index] ?? 0) * growth])),
        high: spread(cells.map((cell, index) => [cell.dPrevisao, (analysis.maximo[index] ?? 0) * growth])),
      },
    ],
  }
}
