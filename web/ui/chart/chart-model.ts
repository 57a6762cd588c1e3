import { formatQuantity } from '../format'

/** Colours of a chart: the product's own tokens. */
export type ChartTone = 'text' | 'text-3' | 'primary' | 'accent' | 'warn' | 'danger' | 'ok'

export interface ChartSeries {
  readonly name: string
  /** One a date; null leaves a gap. */
  readonly values: readonly (number | null)[]
  readonly kind: 'line' | 'dashed' | 'step' | 'bars' | 'points'
  readonly tone: ChartTone
}

/** A range by date: an interval, a minimum and a maximum. */
export interface ChartBand {
  readonly name: string
  readonly low: readonly (number | null)[]
  readonly high: readonly (number | null)[]
  readonly tone: ChartTone
}

/** A day that is pointed out: an upright line with a word. */
export interface ChartMark {
  readonly date: string
  readonly label: string
  readonly tone: ChartTone
}

export interface ChartData {
  /** `YYYY-MM-DD`, ascending; any distance between them. */
  readonly dates: readonly string[]
  readonly series: readonly ChartSeries[]
  readonly bands?: readonly ChartBand[]
  readonly marks?: readonly ChartMark[]
  /** Decimals of the values. */
  readonly decimals?: number
  /** A date in words, for the reading line and the table. */
  readonly dateText: (date: string) => string
}

const DAY_S = 86_400

/** A date as the chart's abscissa: seconds, midnight UTC. */
export function secondsOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 1000
}

const MONTHS = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez']

/** Names under the axis: months where the steps are long, days where they are short. */
export function axisText(seconds: number, step: number): string {
  const date = new Date(seconds * 1000)
  const month = MONTHS[date.getUTCMonth()] ?? ''
  const year = String(date.getUTCFullYear())
  if (step >= 360 * DAY_S) return year
  if (step >= 28 * DAY_S) return `${month}/${year.slice(2)}`
  return `${String(date.getUTCDate()).padStart(2, '0')} ${month}`
}

const shown = (value: number | null | undefined, decimals: number): string =>
  value === null || value === undefined ? '–' : formatQuantity(value, decimals)

/** What the chart says of one date, for the reading line: the date, then each series that has a value there. */
export function readingOf(data: ChartData, index: number): string {
  const date = data.dates[index]
  if (date === undefined) return ''
  const decimals = data.decimals ?? 2
  const values = data.series.flatMap(({ name, values: list }) => {
    const value = list[index]
    return value === null || value === undefined ? [] : [`${name} ${shown(value, decimals)}`]
  })
  const ranges = (data.bands ?? []).flatMap(({ name, low, high }) => {
    const [from, to] = [low[index], high[index]]
    return from === null || from === undefined || to === null || to === undefined
      ? []
      : [`${name} ${shown(from, decimals)} a ${shown(to, decimals)}`]
  })
  const marks = (data.marks ?? []).filter((mark) => mark.date === date).map((mark) => mark.label)
  return `${data.dateText(date)}: ${[...values, ...ranges, ...marks].join(' · ')}`
}

/** The chart as a table: heads, then a row a date. */
export function tableOf(data: ChartData): { heads: readonly string[]; rows: readonly (readonly string[])[] } {
  const decimals = data.decimals ?? 2
  const bands = data.bands ?? []
  return {
    heads: ['Período', ...data.series.map((one) => one.name), ...bands.map((one) => one.name)],
    rows: data.dates.map((date, index) => [
      data.dateText(date),
      ...data.series.map((one) => shown(one.values[index], decimals)),
      ...bands.map((one) => {
        const low = shown(one.low[index], decimals)
        return low === '–' ? low : `${low} a ${shown(one.high[index], decimals)}`
      }),
    ]),
  }
}

/** The date nearest to another index in a direction that has a value in some series; the index itself when there is none. */
export function stepReading(data: ChartData, index: number, direction: 1 | -1): number {
  for (let at = index + direction; at >= 0 && at < data.dates.length; at += direction)
    if (data.series.some((one) => typeof one.values[at] === 'number')) return at
  return Math.max(0, Math.min(index, data.dates.length - 1))
}

/** What a chart is drawn for: its dates and series. One of the same takes other values without being drawn anew. */
export function frameOf({ dates, series, bands = [], decimals }: ChartData): string {
  const lines = series.map(({ name, kind, tone }) => [name, kind, tone])
  return JSON.stringify([dates, lines, bands.map(({ name }) => name), decimals])
}
