import { addDays, type CivilDate } from '../../core/br/civil-date'
import { CoreError } from '../../core/errors'
import { type AutoForecast, forecastAuto } from '../../core/forecast/auto'
import { generateForecast } from '../../core/forecast/generate'
import type { NamedMethod } from '../../core/forecast/named'
import { type Period, nextStart, periodIndex } from '../../core/forecast/periods'
import { refused } from '../exit'
import type { Source } from './read'

export interface ForecastOptions {
  readonly method: NamedMethod | undefined
  readonly periods: number
  readonly view: Period
  readonly season: number | undefined
  readonly growth: string
  readonly decimals: number
  readonly level: number
  readonly from: CivilDate | undefined
  readonly to: CivilDate | undefined
}

/** A period ahead: its first day, or 1, 2, 3 … where the values had no dates. */
export interface Ahead {
  readonly period: string
  readonly quantity: number
  readonly lower: number
  readonly upper: number
}

export interface Forecast {
  readonly code: string
  readonly method: AutoForecast['method']
  readonly class: AutoForecast['class']
  readonly reason: string
  readonly notice: string | null
  readonly ahead: readonly Ahead[]
}

/** Products that are computed before progress is told. */
const STEP = 200

/** Forecasts every source; dated ones all over the same horizon. Throws exit code 1 with the rule that says no. */
export function* forecasts(sources: readonly Source[], options: ForecastOptions): Generator<readonly Forecast[]> {
  const spans = spansOf(sources, options)
  for (let at = 0; at < sources.length; at += STEP) {
    const part = sources.slice(at, at + STEP)
    try {
      yield part.map((source) => ('series' in source ? ofSeries(source, options) : ofHistory(source, spans, options)))
    } catch (error) {
      if (error instanceof CoreError) throw refused(error.message)
      throw error
    }
  }
}

interface Spans {
  readonly history: { readonly from: CivilDate; readonly to: CivilDate }
  readonly horizon: { readonly from: CivilDate; readonly to: CivilDate }
}

/** From the first sale of all to the last, unless told; the horizon begins after the last whole period. */
function spansOf(sources: readonly Source[], { from, to, view, periods }: ForecastOptions): Spans | undefined {
  let first = from
  let last = to
  for (const source of sources) {
    if ('series' in source) continue
    for (const { date } of source.history) {
      if (from === undefined && (first === undefined || date < first)) first = date
      if (to === undefined && (last === undefined || date > last)) last = date
    }
  }
  if (first === undefined || last === undefined) return undefined
  const { starts } = periodIndex({ from: first, to: last }, view)
  const begin = nextStart(starts[starts.length - 1] ?? first, view)
  let end = begin
  for (let step = 0; step < periods; step++) end = nextStart(end, view)
  return { history: { from: first, to: last }, horizon: { from: begin, to: addDays(end, -1) } }
}

function ofHistory(
  { code, history }: Extract<Source, { history: unknown }>,
  spans: Spans | undefined,
  options: ForecastOptions,
): Forecast {
  const { items } = generateForecast({
    periodo: options.view,
    dPrevisaoIni: spans?.horizon.from,
    dPrevisaoFim: spans?.horizon.to,
    dHistoricoIni: spans?.history.from,
    dHistoricoFim: spans?.history.to,
    growth_factor: options.growth,
    level: options.level,
    method: options.method,
    season: options.season,
    items: [{ code, history, decimals: options.decimals }],
  })
  const [item] = items
  if (!item) throw new Error(`${code}: no forecast came back.`)
  const ahead = item.previsao.map(({ dPrevisao, quantity, lower, upper }) => ({
    period: dPrevisao,
    quantity,
    lower,
    upper,
  }))
  return { code, method: item.method, class: item.class, reason: item.reason, notice: item.notice, ahead }
}

function ofSeries({ code, series }: Extract<Source, { series: unknown }>, options: ForecastOptions): Forecast {
  const { method, season, periods, level, decimals } = options
  const made = forecastAuto({ series, m: season ?? 1, h: periods, level, method })
  const growth = Number(options.growth)
  const rounded = (value: number | undefined) => Number(((value ?? 0) * growth).toFixed(decimals))
  const ahead = made.forecast.map((value, at) => ({
    period: String(at + 1),
    quantity: rounded(value),
    lower: rounded(made.lower[at]),
    upper: rounded(made.upper[at]),
  }))
  return { code, method: made.method, class: made.class, reason: made.reason, notice: null, ahead }
}
