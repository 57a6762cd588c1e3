import { type ScaleReading, implied, stable, tidy, without } from './reading'

/** Reads the content of one frame, without its marks; `match` is what the pattern of a text protocol found. */
export type Decoder = (content: string, match: RegExpMatchArray | null) => ScaleReading

const LETTERS: Readonly<Record<string, 'unstable' | 'negative' | 'overload'>> = {
  I: 'unstable',
  N: 'negative',
  S: 'overload',
}

/** Status letters in place of every digit. */
function statusOf(content: string): ScaleReading | undefined {
  const status = /^([INS])\1*$/.test(content) ? LETTERS[content.charAt(0)] : undefined
  return status && without(status)
}

/** Blanks before the digits are zeros not shown; '' when there is a blank elsewhere or no digit. */
function filled(field: string): string {
  return /^ *\d+$/.test(field) ? field.trim() : ''
}

/**
 * Five or six digits with 3 decimals implied, or a decimal mark among the digits, or status letters. Toledo Prt1 and protocols B and C, Filizola,
 * Magellan.
 */
export const decodePlain: Decoder = (content) => {
  const text = content.trim()
  const status = statusOf(text)
  if (status) return status
  const digits = /^[\d ]{5,6}$/.test(content) ? filled(content) : ''
  if (digits !== '') return stable(implied(digits, 3))
  if (/^\d{5,6}$/.test(text)) return stable(implied(text, 3))
  if (/^\d{1,6}[.,]\d{1,4}$/.test(text)) return stable(text)
  return without(/^- *\d+(?:[.,]\d+)?$/.test(text) ? 'negative' : 'invalid')
}

/** The same, and the long answer of model CS, whose first six digits are the weight. */
export const decodeFilizola: Decoder = (content, match) => {
  const digits = /^(?:\d{7,30}|[\d ]{12,30})$/.test(content) ? filled(content.slice(0, 6)) : ''
  return digits === '' ? decodePlain(content, match) : stable(implied(digits, 3))
}

/**
 * Toledo Prix protocol A: status 1, weight (6), status 2, total (6), unit price (6). Status 1: bit 0 motion, bit 3 out of range. Status 2: bit 3 weight
 * with 2 decimals instead of 3, bit 6 tare.
 */
export const decodePrixA: Decoder = (content) => {
  const [, first = '', weight = '', second = '', total = '', unit = ''] =
    /^(.)([\d ]{6})(.)([\d ]{6})([\d ]{6})$/s.exec(content) ?? []
  if (first === '') return without('invalid')
  const flags = first.charCodeAt(0)
  if ((flags & 8) !== 0) return without('overload')
  if ((flags & 1) !== 0) return without('unstable')
  const digits = filled(weight)
  const prices = [total, unit].map((field) => (field.trim() === '' ? '0' : filled(field)))
  if (digits === '' || prices.includes('')) return without('invalid')
  const more = second.charCodeAt(0)
  return {
    ...stable(implied(digits, (more & 8) === 0 ? 3 : 2)),
    totalPrice: implied(prices[0] ?? '0', 2),
    unitPrice: implied(prices[1] ?? '0', 2),
    tare: (more & 64) !== 0,
  }
}

/**
 * Toledo 9091, 8530, 8540 continuous: status words A, B and C, weight (6), tare (6). Word A: bits 0 to 2 less two are the decimals. Word B: bit 1
 * negative, bit 2 out of range, bit 3 motion.
 */
export const decodeContinuous: Decoder = (content) => {
  const [, wordA = '', wordB = '', weight = '', tare = ''] = /^(.)(.).([\d ]{6})([\d ]{6})$/s.exec(content) ?? []
  if (wordA === '') return without('invalid')
  const flags = wordB.charCodeAt(0)
  if ((flags & 4) !== 0) return without('overload')
  if ((flags & 8) !== 0) return without('unstable')
  if ((flags & 2) !== 0) return without('negative')
  const digits = filled(weight)
  if (digits === '') return without('invalid')
  const decimals = (wordA.charCodeAt(0) & 7) - 2
  const tareDigits = filled(tare)
  return {
    ...stable(implied(digits, decimals)),
    tareKg: /[1-9]/.test(tareDigits) ? implied(tareDigits, decimals) : null,
  }
}

/** Toledo 8217: weight with its point, N after a net weight; `?` and a status byte while there is none. */
export const decode8217: Decoder = (content) => {
  if (content.startsWith('?')) return without('no-weight')
  const [, weight = ''] = /^ *(\d{1,7}\.\d{1,4})N?$/.exec(content) ?? []
  return weight === '' ? without('invalid') : stable(weight)
}

/** Lider: weight with its point, blank, E stable or I unstable. */
export const decodeLider: Decoder = (content) => {
  const [, whole = '', fraction = '', mark = ''] = /^ *(\d{1,7})\.?(\d{0,4}) ?([EI])$/.exec(content) ?? []
  if (mark === '') return without('invalid')
  return mark === 'I' ? without('unstable') : stable(fraction === '' ? whole : `${whole}.${fraction}`)
}

/** LucasTec: a ticket line with gross (B), tare (T) and net (L) weights; net wins, then gross. */
export const decodeLucasTec: Decoder = (content) => {
  const weight = (letter: string): string[] | null =>
    new RegExp(`(-?) *(\\d{1,6}[.,]\\d{1,3}) kg ${letter}(?![A-Za-z])`).exec(content)
  const found = weight('L') ?? weight('B')
  if (!found) return without('invalid')
  return found[1] === '-' ? without('negative') : stable(found[2] ?? '')
}

/** Rinnert: sign and seven characters. */
export const decodeRinnert: Decoder = (content) => {
  const [, sign = '', weight = ''] = /^([+-]) *(\d{1,6}[.,]\d{1,4})$/.exec(content) ?? []
  if (sign === '') return without('invalid')
  return sign === '-' ? without('negative') : stable(weight)
}

/** A text that has a sign and a decimal: Urano POP, Adam. */
export const decodeSigned: Decoder = (_content, match) => {
  const [, sign = '', weight = ''] = match ?? []
  if (weight === '') return without('invalid')
  return sign === '-' ? without('negative') : { status: 'stable', weightKg: tidy(weight) }
}

/** Urano label text: `*` before PESO when stable. */
export const decodeUrano: Decoder = (_content, match) => {
  const [, mark = '', sign = '', weight = ''] = match ?? []
  if (weight === '') return without('invalid')
  if (sign === '-') return without('negative')
  return mark === '*' ? stable(weight) : without('unstable')
}

/** Digitron: six digits after one letter, 2 decimals implied. */
export const decodeDigitron: Decoder = (_content, match) => stable(implied(match?.[1]?.trim() ?? '0', 2))

/** Magna: a line with the weight after a blank and before `kg`, decimal mark or 3 decimals implied, or status letters. */
export const decodeMagna: Decoder = (_content, match) => decodePlain(match?.[1] ?? '', null)
