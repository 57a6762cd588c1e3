import { roundHalfUp, type Amount } from '../../core/money/decimal'
import { isRecord, numberOf, textOf } from './row'

/** Groups thousands of a plain decimal text with dots and puts the comma: '-1234.5' → '-1.234,5'. */
function localized(plain: string): string {
  const negative = plain.startsWith('-')
  const [whole = '0', fraction] = plain.replace('-', '').split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, '.')
  return `${negative ? '-' : ''}${grouped}${fraction === undefined ? '' : `,${fraction}`}`
}

export function isAmount(value: unknown): value is Amount {
  return typeof value === 'number' ? Number.isFinite(value) : typeof value === 'string' && /^[+-]?\d{1,30}(?:\.\d{1,30})?$/.test(value)
}

/** An amount with fixed decimals, exact and half up; '' when there is none. */
export function formatAmount(value: unknown, decimals = 2): string {
  return isAmount(value) ? localized(roundHalfUp(value, decimals).toFixed(decimals)) : ''
}

/** A quantity: up to `decimals`, no useless zeros. */
export function formatQuantity(value: unknown, decimals = 3): string {
  return isAmount(value) ? localized(roundHalfUp(value, decimals).toFixed()) : ''
}

/** `R$ 1.234,50`, for totals and figures; inside grids the unit stays in the header. */
export function formatMoney(value: unknown): string {
  const text = formatAmount(value, 2)
  if (text === '') return ''
  return text.startsWith('-') ? `-R$ ${text.slice(1)}` : `R$ ${text}`
}

/** In a grid zero is a dash: it stands back so that figures stand out. */
export function formatGridAmount(value: unknown, decimals = 2): string {
  const text = formatAmount(value, decimals)
  return /^-?0(?:,0+)?$/.test(text) ? '–' : text
}

/** `YYYY-MM-DD[ HH:mm[:ss]]` → `dd/MM/yyyy`; '' for anything else. */
export function formatDate(value: unknown): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})/.exec(textOf(value))
  return parts === null ? '' : `${parts[3]}/${parts[2]}/${parts[1]}`
}

export function formatTime(value: unknown): string {
  return /^\d{4}-\d{2}-\d{2}[ T](\d{2}:\d{2}(?::\d{2})?)/.exec(textOf(value))?.[1] ?? ''
}

export function formatDateTime(value: unknown): string {
  return [formatDate(value), formatTime(value)].filter((part) => part !== '').join(' ')
}

/** A count as the lists show it: `10.000+` when the server stopped counting. */
export function formatCount(total: number, capped: boolean): string {
  return capped ? `${localized(String(Math.max(0, total - 1)))}+` : localized(String(total))
}

/** Long codes grouped by 4 for reading. */
export function groupedCode(value: unknown): string {
  return textOf(value).replace(/(.{4})(?=.)/g, '$1 ')
}

/** 11 characters as CPF, 14 as CNPJ (letters allowed since 2026); empty shows '--'. */
export function formatTaxId(value: unknown): string {
  const code = textOf(value).replace(/[^0-9A-Za-z]/g, '').toUpperCase()
  if (code === '') return '--'
  if (code.length === 11) return code.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4')
  return code.length === 14 ? code.replace(/(..)(...)(...)(....)(..)/, '$1.$2.$3/$4-$5') : textOf(value)
}

export function formatPhone(value: unknown): string {
  const digits = textOf(value).replace(/\D/g, '')
  if (digits.length === 11) return digits.replace(/(..)(.)(....)(....)/, '($1) $2 $3-$4')
  return digits.length === 10 ? digits.replace(/(..)(....)(....)/, '($1) $2-$3') : textOf(value)
}

export function formatCep(value: unknown): string {
  const digits = textOf(value).replace(/\D/g, '')
  return digits.length === 8 ? `${digits.slice(0, 5)}-${digits.slice(5)}` : textOf(value)
}

/** Two letters for an avatar. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => (word ?? '').slice(0, 1))
  return letters.join('').toUpperCase()
}

/** One of 26 colours, the same for the same name. */
export function avatarHue(name: string): number {
  const code = (name.trim().toUpperCase().codePointAt(0) ?? 65) - 65
  return Math.round((((code % 26) + 26) % 26) * (360 / 26))
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
