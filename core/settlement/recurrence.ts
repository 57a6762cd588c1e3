import {
  type CivilDate,
  addDays,
  addMonths,
  civilDate,
  datePartsOf,
  dayNumber,
  daysBetween,
  daysInMonth,
} from '../br/civil-date'
import { CoreError } from '../errors'
import { type DueDayRule, shiftDueDate } from '../instalments/split'

/** A title that comes again `qParcelas` times more. */
export interface RecurrenceRequest {
  readonly dVencimento: CivilDate
  readonly dCompetencia: CivilDate
  /** How many more, 1 to 120. */
  readonly qParcelas: number
  /** 0 and 1 a month; 2 a week; 3 14 days; 4, 5, 6, 7 two, three, six and twelve months. */
  readonly tpRecorrencia?: number
  /** When the second is due; one step after the first where it is not told. */
  readonly dProxVencimento?: CivilDate | undefined
  /** Always on the last day of the month. */
  readonly ultimoDia?: boolean
  /** What happens to a generated date that is no bank working day. */
  readonly diaUtil?: DueDayRule
  readonly holidays?: Iterable<CivilDate>
}

export interface Occurrence {
  /** 1 for the title that it began with. */
  readonly n: number
  readonly total: number
  readonly dVencimento: CivilDate
  readonly dCompetencia: CivilDate
}

export const MAX_RECURRENCES = 120

type Step = { readonly months: number } | { readonly days: number }
const STEPS: readonly Step[] = [
  { months: 1 },
  { months: 1 },
  { days: 7 },
  { days: 14 },
  { months: 2 },
  { months: 3 },
  { months: 6 },
  { months: 12 },
]

/** A day of a month that is so many months on: the day that is asked for, or the last one where the month is shorter. */
function dayOf(date: CivilDate, months: number, day: number): CivilDate {
  const { year, month } = datePartsOf(addMonths(`${date.slice(0, 8)}01`, months))
  return civilDate(year, month, Math.min(day, daysInMonth(year, month)))
}

const isLastDay = (date: CivilDate): boolean => {
  const { year, month, day } = datePartsOf(date)
  return day === daysInMonth(year, month)
}

const monthsBetween = (from: CivilDate, to: CivilDate): number => {
  const [a, b] = [datePartsOf(from), datePartsOf(to)]
  return (b.year - a.year) * 12 + b.month - a.month
}

/** The day of the month that is kept: the second date's, but the first's where the second is the last day of a month too short for it. */
function anchorOf(first: CivilDate, second: CivilDate, ultimoDia: boolean): number {
  if (ultimoDia) return 31
  const [a, b] = [datePartsOf(first).day, datePartsOf(second).day]
  return isLastDay(second) && b < a ? a : b
}

/**
 * The dates of a series: each is computed from its start, never from the date before, so that day 31 comes back after a short month. A shift to a
 * working day is of that date alone. The competence moves as the unshifted due date does, and keeps its own day.
 * Throws `invalid_plan` unless there are 1 to 120 more, `invalid_date` where the second is not after the first.
 */
export function recurrence(request: RecurrenceRequest): Occurrence[] {
  const { dVencimento: first, dCompetencia, qParcelas, tpRecorrencia = 0, ultimoDia = false } = request
  if (!Number.isInteger(qParcelas) || qParcelas < 1 || qParcelas > MAX_RECURRENCES)
    throw new CoreError('invalid_plan', `Informe de 1 a ${MAX_RECURRENCES} parcelas.`)
  const step = STEPS[tpRecorrencia]
  if (!step) throw new CoreError('invalid_plan', 'Selecione a recorrência.')
  const second =
    request.dProxVencimento ??
    ('days' in step ? addDays(first, step.days) : dayOf(first, step.months, ultimoDia ? 31 : datePartsOf(first).day))
  if (dayNumber(second) <= dayNumber(first))
    throw new CoreError('invalid_date', 'O próximo vencimento precisa ser depois do primeiro.')
  const anchor = anchorOf(first, second, ultimoDia)
  const holidays = new Set(request.holidays)
  const total = qParcelas + 1
  const later = Array.from({ length: qParcelas }, (_, at): Occurrence => {
    const due = 'days' in step ? addDays(second, step.days * at) : dayOf(second, step.months * at, anchor)
    return {
      n: at + 2,
      total,
      dVencimento: shiftDueDate(due, request.diaUtil ?? 'keep', holidays, first),
      dCompetencia:
        'days' in step
          ? addDays(dCompetencia, daysBetween(first, due))
          : addMonths(dCompetencia, monthsBetween(first, due)),
    }
  })
  return [{ n: 1, total, dVencimento: first, dCompetencia }, ...later]
}
