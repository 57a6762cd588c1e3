import type { ReactElement } from 'react'
import { lazily } from '../app/lazy'
import { BarChart } from '../ui/chart'
import { formatMoney, formatQuantity } from '../ui/format'

const TimeChart = lazily(async () => (await import('../ui/chart/time-chart')).TimeChart)

const PieChart = lazily(async () => (await import('../ui/chart/pie-chart')).PieChart)

interface PlotProps {
  readonly title: string
  readonly kind: 'barras' | 'linha' | 'pizza'
  /** What the values are. */
  readonly label: string
  readonly names: readonly string[]
  readonly values: readonly number[]
  readonly isMoney: boolean
}

const MONTH = /^(\d{2})\/(\d{4})$/

const monthText = (date: string): string => date.slice(0, 7).split('-').toReversed().join('/')

/** Figures of a report: bars by name, a pie of what they are of all, or a line over months, where the names are months. */
export function Plot({ title, kind, label, names, values, isMoney }: PlotProps): ReactElement {
  if (kind === 'linha') {
    const points = names.flatMap((name, at) => {
      const [, month, year] = MONTH.exec(name) ?? []
      return month === undefined || year === undefined ? [] : [{ date: `${year}-${month}-01`, value: values[at] ?? 0 }]
    })
    const series = [{ name: label, kind: 'line', tone: 'primary', values: points.map(({ value }) => value) } as const]
    const dates = points.map(({ date }) => date)
    return (
      <TimeChart data={{ dates, series, decimals: isMoney ? 2 : 0, dateText: monthText }} label={title} height={200} />
    )
  }
  const format = isMoney ? formatMoney : (value: number) => formatQuantity(value, 4)
  if (kind === 'pizza') return <PieChart title={title} names={names} values={values} format={format} />
  return (
    <BarChart title={title} of="Nome" names={names} series={[{ label, tone: 'primary', values }]} format={format} />
  )
}
