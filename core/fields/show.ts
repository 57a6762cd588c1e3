import { formatDate, formatDateTime } from '../br/date-text'
import { showCep, showNcm, showPhone } from '../br/fields'
import { counted, formatCurrency, formatNumber, formatPercent } from '../br/number'
import { showTaxId } from '../br/tax-id'
import { rightText, roleText } from '../access/words'
import { decimal, roundHalfUp, type Amount } from '../money/decimal'
import { settingText } from '../settings/texts'
import { eventLabel } from '../webhooks/events'
import { wordOf, yesNo, type FieldFormat, type FieldMeta } from './field'

type Shape = Pick<FieldMeta, 'kind' | 'format' | 'words' | 'decimals' | 'options'>

const plain = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

const isAmount = (value: unknown): value is Amount =>
  value !== null && value !== '' && /^[+-]?\d{1,30}(?:\.\d{1,30})?$/.test(String(value))

/** As many decimals as the amount needs, `least` of them at least and `most` at most: `2`, `0,125`. */
export function shortNumber(value: Amount, most: number, least = 0): string {
  const needed = roundHalfUp(value, most).toString().split('.')[1]?.length ?? 0
  return formatNumber(value, Math.max(least, needed))
}

const TEXTS: Readonly<Partial<Record<FieldFormat, (text: string) => string>>> = {
  taxid: showTaxId,
  cep: showCep,
  phone: showPhone,
  ncm: showNcm,
  direito: rightText,
  papel: roleText,
  ajuste: settingText,
  evento: eventLabel,
  factor: (text) => text.replace('.', ','),
}

function amountText({ format, decimals = 2 }: Shape, value: Amount): string {
  if (format === 'money')
    return decimals > 2 ? `R$ ${shortNumber(value, decimals, 2)}` : formatCurrency(value, decimals)
  if (format === 'fraction') return formatPercent(decimal(value).times(100))
  if (format === 'percent') return `${shortNumber(value, decimals)} %`
  return shortNumber(value, decimals)
}

/** Free structure in words: what it lists, or how much it holds. */
function structureText({ format }: Shape, value: unknown): string {
  const text = (one: unknown): string => (format === undefined ? undefined : TEXTS[format])?.(plain(one)) ?? plain(one)
  if (!Array.isArray(value)) return typeof value === 'object' ? '' : plain(value)
  const parts: readonly unknown[] = value
  if (parts.every((one) => typeof one !== 'object' || one === null)) return parts.map(text).join(', ')
  if (parts.every((one) => Array.isArray(one))) return parts.map((one) => one.map(plain).join('–')).join(', ')
  return counted(parts.length, 'item', 'itens')
}

/**
 * A stored value as people read it, by the kind of its field: the word of a code, money in R$, dates and times, documents and telephones with their
 * punctuation. '' for nothing. What a reference names is not known here: its number comes back.
 */
export function showValue(field: Shape, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  const word = wordOf({ label: '', required: false, computed: false, secret: false, ...field }, value)
  if (word !== undefined) return word
  const { kind, format } = field
  if (kind === 'boolean') return yesNo(value === true || value === 'true')
  if (kind === 'decimal' && isAmount(value)) return amountText(field, value)
  if (kind === 'integer' && isAmount(value)) return format === 'serial' ? plain(value) : formatNumber(value, 0)
  if (kind === 'date') return formatDate(plain(value))
  if (kind === 'datetime') return formatDateTime(plain(value))
  if (kind === 'json') return structureText(field, value)
  return (format === undefined ? undefined : TEXTS[format])?.(plain(value)) ?? plain(value)
}
