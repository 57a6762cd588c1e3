import { roundHalfUp } from '../../core/money/decimal'

const MAX_DIGITS = 15

/**
 * What a Brazilian number box keeps of what is typed: digits and one comma; dots are thousands, letters and minus go.
 * `decimals` 0 takes no comma.
 */
export function cleanNumber(text: string, decimals: number): string {
  const [whole = '', ...rest] = text.replace(/[^\d,]/g, '').split(',')
  const kept = whole.slice(0, MAX_DIGITS)
  if (rest.length === 0 || decimals === 0) return kept
  return `${kept},${rest.join('').slice(0, Math.max(0, MAX_DIGITS - kept.length))}`
}

/**
 * The number a text stands for, rounded half up to the decimals; null for none. A text pasted with a dot and no comma
 * ('12.5') is read as thousands only when the dot stands where thousands do ('1.250').
 */
export function parseNumber(text: string, decimals: number): number | null {
  const compact = text.replace(/[^\d.,]/g, '')
  const decimalDot = /^\d+\.\d{1,2}$|^\d+\.\d{4,}$|^\d{4,}\.\d+$/.test(compact)
  const clean = decimalDot ? compact : cleanNumber(text, decimals).replace(',', '.')
  if (!/\d/.test(clean)) return null
  const padded = clean.startsWith('.') ? `0${clean}` : clean
  return Number(roundHalfUp(padded.replace(/\.$/, ''), decimals).toString())
}
