import * as v from 'valibot'
import type { CivilDate } from '../br/civil-date'
import { type Period, nextStart } from './periods'

const number = v.pipe(v.number(), v.finite())
const numbers = v.array(number)
const dates = v.array(v.string())

const analysis = v.object({
  /** First day of the first period of the history; none before anything was generated. */
  inicio: v.nullable(v.string()),
  /** Sold by period, and what the forecast learnt from. */
  historico: numbers,
  usado: numbers,
  /** Periods estimated for want of stock, and brought in as wild values. */
  estimados: dates,
  atipicos: dates,
  /** Spans of days without stock. */
  rupturas: v.array(v.object({ from: v.string(), to: v.string() })),
  dias_sem_estoque: number,
  /** The interval of 80 % by period of the horizon, before the growth factor. */
  minimo: numbers,
  maximo: numbers,
  /** Mean error of each method that was tried. */
  erros: v.record(v.string(), number),
  /** Error of the whole procedure on the last periods, which it did not see. */
  medidas: v.nullable(
    v.object({
      periods: number,
      sMAPE: number,
      MASE: v.nullable(number),
      RMSSE: v.nullable(number),
      WAPE: v.nullable(number),
      bias: number,
    }),
  ),
})

/** How the forecast of a product came about, as it is kept with it. */
export type Analysis = v.InferOutput<typeof analysis>

/** Reads a stored analysis; null where none was stored. */
export function readAnalysis(stored: unknown): Analysis | null {
  const parsed = v.safeParse(analysis, stored)
  return parsed.success ? parsed.output : null
}

/** First days of the periods of the history. */
export function historyDates(
  { inicio, historico }: Pick<Analysis, 'inicio' | 'historico'>,
  period: Period,
): CivilDate[] {
  const dates: CivilDate[] = []
  for (let date = inicio; date !== null && dates.length < historico.length; date = nextStart(date, period))
    dates.push(date)
  return dates
}
