import { CoreError } from '../errors'
import { type Amount, type Decimal, decimal, roundHalfUp } from '../money/decimal'

/** Numbers as Brazilians write them: dots part the thousands, one comma opens the decimals. */

const MAX_LENGTH = 60
const NUMBER = /^(-?)(?:R\$)?(-?)(\d{1,30}|[1-9]\d{0,2}(?:\.\d{3}){1,9})?(?:,(\d{0,20}))?$/
/** Nobody parts thousands after a zero: this point is a numeric pad's and opens the decimals. */
const ZERO_POINT = /^(-?(?:R\$)?-?)0+\.(?=\d{0,20}$)/

/**
 * Reads a typed number: `1.234,56`, `1234,5`, `,5`, `R$ 10`, `-3`. Dots are accepted where thousands part (`1.250` is 1250), and one after nothing
 * but zeros, where it is a comma (`0.125`). What else has a dot (`12.5`) is refused, not guessed. Throws `invalid_number`.
 */
export function parseNumber(text: string): Decimal {
  const typed = text.slice(0, MAX_LENGTH).replace(/\s/g, '').replace(ZERO_POINT, '$10,')
  const match = text.length <= MAX_LENGTH ? NUMBER.exec(typed) : null
  const [, before = '', after = '', whole = '', fraction = ''] = match ?? []
  if (!match || (whole === '' && fraction === '') || (before !== '' && after !== '')) {
    throw new CoreError(
      'invalid_number',
      `Número inválido: '${text.slice(0, 40)}'. Use pontos nos milhares e uma vírgula nos decimais, como 1.234,56.`,
    )
  }
  const digits = whole.replaceAll('.', '')
  return decimal(`${before || after}${digits === '' ? '0' : digits}${fraction === '' ? '' : `.${fraction}`}`)
}

/** As `parseNumber`; null for what is no number. */
export function tryNumber(text: string): Decimal | null {
  try {
    return parseNumber(text)
  } catch (error) {
    if (error instanceof CoreError) return null
    throw error
  }
}

/**
 * The field rule of document 1, section 5: dots are thousands and go, letters and minus go, only the first comma stays. A dot after zeros is a
 * comma, as `parseNumber` has it. Gives the amount, or null when nothing is left.
 */
export function readNumberField(text: string): Decimal | null {
  const kept = keepNumberCharacters(text).replaceAll('.', '')
  if (!/\d/.test(kept)) return null
  const [whole = '', fraction = ''] = kept.split(',')
  return decimal(`${whole.slice(0, 30) || '0'}${fraction === '' ? '' : `.${fraction.slice(0, 20)}`}`)
}

/** A number written as a quotient, `5/110`, each part read by `read`; null for any other text, and where it divides by nothing. */
export function quotientOf(text: string, read: (part: string) => Decimal): Decimal | null {
  const parts = text.slice(0, MAX_LENGTH).split('/')
  const [above = '', below = ''] = parts
  if (parts.length !== 2 || !/\d/.test(above) || !/\d/.test(below)) return null
  const divisor = read(below.trim())
  return divisor.isZero() ? null : read(above.trim()).div(divisor)
}

/** What stays in a number field while it is typed: digits, dots and the first comma, which a dot after nothing but zeros is too. */
export function keepNumberCharacters(text: string): string {
  const kept = text
    .slice(0, MAX_LENGTH)
    .replace(/[^\d.,]/g, '')
    .replace(/^0+\./, '0,')
  const comma = kept.indexOf(',')
  return comma < 0 ? kept : kept.slice(0, comma + 1) + kept.slice(comma + 1).replace(/[.,]/g, '')
}

/** `1.234,56`: exactly `decimals` decimals, rounded half up. */
export function formatNumber(value: Amount, decimals = 2): string {
  const text = roundHalfUp(value, decimals).toFixed(decimals)
  const sign = text.startsWith('-') ? '-' : ''
  const [whole = '', fraction] = text.slice(sign.length).split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, '.')
  return `${sign}${grouped}${fraction === undefined ? '' : `,${fraction}`}`
}

/** `R$ 1.234,56`, `-R$ 3,00`. */
export function formatCurrency(value: Amount, decimals = 2): string {
  const text = formatNumber(value, decimals)
  return text.startsWith('-') ? `-R$ ${text.slice(1)}` : `R$ ${text}`
}

/** A quantity with 3 decimals unless its unit has others: `1.000,000`. */
export function formatQuantity(value: Amount, decimals = 3): string {
  return formatNumber(value, decimals)
}

/** A percentage that is already in percent: `12,5` gives `12,50 %`. */
export function formatPercent(value: Amount, decimals = 2): string {
  return `${formatNumber(value, decimals)} %`
}

/** A count with its noun: `1 venda`, `1.234 vendas`. */
export const counted = (count: number, one: string, many: string): string =>
  `${formatNumber(count, 0)} ${count === 1 ? one : many}`
