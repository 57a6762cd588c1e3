import { type CivilDate, addDays, datePartsOf, weekday } from '../br/civil-date'
import type { DemandClass } from './intermittent'
import type { AutoMethod } from './named'
import { type Period, nextStart } from './periods'

/** What people call a method. */
export const METHOD_NAMES: { readonly [method in AutoMethod]: string } = {
  zero: 'zero',
  mean: 'média',
  naive: 'ingênuo',
  'seasonal-naive': 'ingênuo sazonal',
  combination: 'combinação de Theta e tendência amortecida',
  'damped-trend': 'tendência amortecida',
  'damped-trend-recent': 'tendência amortecida com início recente',
  ses: 'suavização exponencial simples',
  theta: 'Theta',
  'moving-averages': 'médias móveis de 6 e 12 períodos',
  'ses-0.1': 'suavização exponencial lenta',
  tsb: 'TSB',
  sba: 'Croston corrigido (SBA)',
}

/** What people call a class of demand. */
export const CLASS_NAMES: { readonly [name in DemandClass]: string } = {
  none: 'sem demanda',
  smooth: 'regular',
  erratic: 'irregular na quantidade',
  intermittent: 'intermitente',
  lumpy: 'intermitente e irregular',
}

/** A method or class by its stored name; the name itself when it is unknown. */
export function nameOf(names: Readonly<Record<string, string>>, stored: string | null): string {
  return stored === null ? '' : Object.hasOwn(names, stored) ? (names[stored] ?? stored) : stored
}

export const PERIOD_NAMES: { readonly [period in Period]: string } = { day: 'dia', week: 'semana', month: 'mês' }

export const MONTHS = [
  'janeiro',
  'fevereiro',
  'março',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
] as const
const WEEKDAYS = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sáb'] as const
const two = (value: number) => String(value).padStart(2, '0')

/** A period in a column's head: 'dez/26', '07/12', 'seg 07/12'. */
export function shortPeriod(start: CivilDate, period: Period): string {
  const { year, month, day } = datePartsOf(start)
  if (period === 'month') return `${(MONTHS[month - 1] ?? '').slice(0, 3)}/${two(year % 100)}`
  return `${period === 'day' ? `${WEEKDAYS[weekday(start)]} ` : ''}${two(day)}/${two(month)}`
}

/** A period in words: 'dezembro de 2026', 'semana de 07/12 a 13/12/2026', 'segunda-feira …' as 'seg 07/12/2026'. */
export function longPeriod(start: CivilDate, period: Period): string {
  const { year, month, day } = datePartsOf(start)
  if (period === 'month') return `${MONTHS[month - 1]} de ${year}`
  if (period === 'day') return `${shortPeriod(start, 'day')}/${year}`
  const end = datePartsOf(addDays(nextStart(start, 'week'), -1))
  return `semana de ${two(day)}/${two(month)} a ${two(end.day)}/${two(end.month)}/${end.year}`
}
