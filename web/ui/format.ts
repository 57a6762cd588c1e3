import { TIME_ZONE } from '../../core/br/time-zone'
import { formatDate as dateText } from '../../core/br/date-text'
import { formatCurrency, formatNumber } from '../../core/br/number'
import { roundHalfUp, type Amount } from '../../core/money/decimal'
import { isRecord, numberOf, textOf } from './row'

export { counted } from '../../core/br/number'

export function isAmount(value: unknown): value is number | string {
  return typeof value === 'number'
    ? Number.isFinite(value)
    : typeof value === 'string' && /^[+-]?\d{1,30}(?:\.\d{1,30})?$/.test(value)
}

/** As `isAmount`, with 0 for what is none: the sums of a column. */
export function amountOf(value: unknown): Amount {
  return isAmount(value) ? value : 0
}

/** An amount with fixed decimals, exact and half up; '' when there is none. */
export function formatAmount(value: unknown, decimals = 2): string {
  return isAmount(value) ? formatNumber(value, decimals) : ''
}

/** A quantity: up to `decimals`, no useless zeros. */
export function formatQuantity(value: unknown, decimals = 3): string {
  if (!isAmount(value)) return ''
  const shortest = roundHalfUp(value, decimals).toString()
  return formatNumber(value, shortest.split('.')[1]?.length ?? 0)
}

/** `R$ 1.234,50`, for totals and figures; inside grids the unit stays in the header. */
export function formatMoney(value: unknown): string {
  return isAmount(value) ? formatCurrency(value) : ''
}

/** A cost as money; `–` where nobody knows it: a cost of nothing is none that was told. */
export const formatCost = (value: unknown): string =>
  isAmount(value) && Number(value) !== 0 ? formatCurrency(value) : '–'

/** `R$ 1.235`, for figures at a glance: half up to the real; the exact amount stands in a title beside it. */
export function formatWhole(value: unknown): string {
  return isAmount(value) ? formatCurrency(value, 0) : ''
}

/** In a grid zero is a dash: it stands back so that figures stand out. */
export function formatGridAmount(value: unknown, decimals = 2): string {
  const text = formatAmount(value, decimals)
  return /^-?0(?:,0+)?$/.test(text) ? '–' : text
}

/** `YYYY-MM-DD[ HH:mm[:ss]]` → `dd/MM/yyyy`; '' for anything else. */
export function formatDate(value: unknown): string {
  return dateText(textOf(value))
}

export function formatTime(value: unknown): string {
  return /^\d{4}-\d{2}-\d{2}[ T](\d{2}:\d{2}(?::\d{2})?)/.exec(textOf(value))?.[1] ?? ''
}

export function formatDateTime(value: unknown): string {
  return [formatDate(value), formatTime(value)].filter((part) => part !== '').join(' ')
}

/** A count as the lists show it: `cerca de 1.200.000` when the server only estimates it, which is told in two digits. */
export function formatCount(total: number, estimated: boolean): string {
  return estimated ? `cerca de ${formatNumber(Number(total.toPrecision(2)), 0)}` : formatNumber(total, 0)
}

/** Long codes grouped by 4 for reading. */
export function groupedCode(value: unknown): string {
  return textOf(value).replace(/(.{4})(?=.)/g, '$1 ')
}

/** What a display object of a reference is called. */
export function displayName(value: unknown): string {
  if (!isRecord(value)) return textOf(value)
  const names = ['xNome', 'xProd', 'descricao', 'xArmazenamento', 'name', 'xFant', 'xMun', 'un', 'codigo']
  for (const name of names) {
    const text = textOf(value[name])
    if (text !== '') return text
  }
  return numberOf(value.id) === null ? '' : `#${textOf(value.id)}`
}

/** Removes accents and case, for searching what is already here. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** A search by words: tells of a text whether it holds every one, whatever accents and case. No words find everything. */
export function finder(search: string): (text: string) => boolean {
  const words = folded(search).split(/\s+/).filter(Boolean)
  return (text) => {
    const held = words.length === 0 ? '' : folded(text)
    return words.every((word) => held.includes(word))
  }
}

const CLOCK = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' })

/** Day and hour as the server counts them, wherever this machine is: `YYYY-MM-DD HH:MM:SS`. */
export const localNow = (): string => CLOCK.format(new Date())

/** Today as the server counts it, `YYYY-MM-DD`. */
export const localToday = (): string => localNow().slice(0, 10)
