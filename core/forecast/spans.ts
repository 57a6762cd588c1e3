import { type CivilDate, addMonths, daysBetween } from '../br/civil-date'
import { type Period, periodsBetween } from './periods'

/** The dates of a forecast: the horizon it covers and the history it learns from. */
export interface ForecastDates {
  readonly dPrevisaoIni?: CivilDate | null | undefined
  readonly dPrevisaoFim?: CivilDate | null | undefined
  readonly dHistoricoIni?: CivilDate | null | undefined
  readonly dHistoricoFim?: CivilDate | null | undefined
}

export interface Span {
  readonly from: CivilDate
  readonly to: CivilDate
}

/** What is wrong with the dates, and with which. */
export interface DateFault {
  readonly field: keyof ForecastDates
  readonly code: 'missing_dates' | 'invalid_dates' | 'short_history'
  readonly message: string
}

export const MISSING_DATES = 'As datas de horizonte e histórico devem ser preenchidas'
export const SHORT_HISTORY = 'O intervalo de histórico deve ser de pelo menos 1 mes'

/** Reads the dates: both spans, or the first thing wrong with them (inventory R3-089, R3-090, M3-026, M3-027). */
export function forecastSpans(dates: ForecastDates): { horizon: Span; history: Span } | DateFault {
  const { dPrevisaoIni, dPrevisaoFim, dHistoricoIni, dHistoricoFim } = dates
  if (!dPrevisaoIni || !dPrevisaoFim || !dHistoricoIni || !dHistoricoFim) {
    const field = !dPrevisaoIni
      ? 'dPrevisaoIni'
      : !dPrevisaoFim
        ? 'dPrevisaoFim'
        : dHistoricoIni
          ? 'dHistoricoFim'
          : 'dHistoricoIni'
    return { field, code: 'missing_dates', message: MISSING_DATES }
  }
  if (daysBetween(dPrevisaoIni, dPrevisaoFim) < 0) return reversed('dPrevisaoFim')
  if (daysBetween(dHistoricoIni, dHistoricoFim) < 0) return reversed('dHistoricoFim')
  // The day after the last one is a month or more after the first: 01/01 to 31/01 is one month.
  if (daysBetween(addMonths(dHistoricoIni, 1), dHistoricoFim) < -1)
    return { field: 'dHistoricoIni', code: 'short_history', message: SHORT_HISTORY }
  return {
    horizon: { from: dPrevisaoIni, to: dPrevisaoFim },
    history: { from: dHistoricoIni, to: dHistoricoFim },
  }
}

const reversed = (field: DateFault['field']): DateFault => ({
  field,
  code: 'invalid_dates',
  message: 'A data final é anterior à inicial.',
})

/** The limits of a forecast that is kept: periods of its horizon, years of its history, years from one to the other. */
export const KEPT_LIMITS = { periods: 400, historyYears: 10, gapYears: 3 } as const

/** As `forecastSpans`, for a forecast that is kept and edited: its horizon is a grid that people work in. */
export function keptForecastFault(dates: ForecastDates, period: Period): DateFault | null {
  const spans = forecastSpans(dates)
  if ('message' in spans) return spans
  const { horizon, history } = spans
  const { periods, historyYears, gapYears } = KEPT_LIMITS
  const far = (field: DateFault['field'], message: string): DateFault => ({ field, code: 'invalid_dates', message })
  if (
    horizon.to > addMonths(horizon.from, 12 * 40) ||
    periodsBetween(horizon.from, horizon.to, period).length > periods
  )
    return far('dPrevisaoFim', `O horizonte vai até ${periods} períodos: encurte-o ou escolha uma visão maior.`)
  if (history.to > addMonths(history.from, 12 * historyYears))
    return far('dHistoricoIni', `O histórico vai até ${historyYears} anos.`)
  if (horizon.from > addMonths(history.to, 12 * gapYears))
    return far('dPrevisaoIni', `O horizonte começa até ${gapYears} anos depois do fim do histórico.`)
  return null
}

/** First days of the periods of a horizon, the first cut to the horizon's own first day. */
export function horizonDates(horizon: Span, period: Period): CivilDate[] {
  return periodsBetween(horizon.from, horizon.to, period).map((start) => (start < horizon.from ? horizon.from : start))
}
