import { type CivilDate, isCivilDate } from '../br/civil-date'
import { decimal } from '../money/decimal'

const AMOUNT = /^([+-]?)([\d.,]{1,40})([+-]?)$/
const MOST_WHOLE = 13

/**
 * An amount as banks write it, with two decimals: the last of point or comma is the decimal mark, unless it stands more than once. Null for what is none,
 * or says less than a cent.
 */
export function readAmount(text: string): string | null {
  const [, before = '', digits = '', after = ''] =
    AMOUNT.exec(text.replaceAll(/\s|R\$/g, '').replace('\u2212', '-')) ?? []
  if (digits === '' || (before !== '' && after !== '')) return null
  const plain = plainDigits(digits)
  const [whole = '', fraction = ''] = plain.split('.')
  if (!/^\d*$/.test(whole + fraction) || whole + fraction === '' || whole.length > MOST_WHOLE) return null
  if (!/^0*$/.test(fraction.slice(2))) return null
  const value = decimal(`${whole || '0'}.${fraction.slice(0, 2) || '0'}`)
  return (before === '-' || after === '-' ? value.neg() : value).toFixed(2)
}

function plainDigits(digits: string): string {
  const mark = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  if (mark < 0) return digits
  const sign = digits.charAt(mark)
  const whole = digits.slice(0, mark).replaceAll(/[.,]/g, '')
  const isThousands = digits.indexOf(sign) !== mark
  return isThousands ? `${whole}${digits.slice(mark + 1)}` : `${whole}.${digits.slice(mark + 1)}`
}

/** A moment as OFX writes it; the zone is told, never applied. */
export interface OfxMoment {
  readonly date: CivilDate
  readonly time?: string
  readonly tz?: string
}

const MOMENT =
  /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?(?:[.,]\d{1,9})?)?\s{0,3}(?:\[\s{0,3}([+-]?\d{1,2}(?:\.\d{1,2})?)[^\]]{0,20}\]?)?/

/** The moment of a text such as `20261103120000[-3:BRT]`; its day may be none of the calendar. Null for what is no moment. */
export function readMoment(text: string): OfxMoment | null {
  const [, year, month, day, hour, minute, second = '00', tz] = MOMENT.exec(text.trim()) ?? []
  if (year === undefined) return null
  return {
    date: `${year}-${month}-${day}`,
    ...(hour === undefined ? {} : { time: `${hour}:${minute}:${second}` }),
    ...(tz === undefined ? {} : { tz }),
  }
}

/** The day of a text, where it is one of the calendar. */
export function readDay(text: string): CivilDate | null {
  const date = readMoment(text)?.date
  return date !== undefined && isCivilDate(date) ? date : null
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,5}));/gi
const LAST_CODE_POINT = 0x10_ff_ff

const CDATA = /<!\[CDATA\[(.*?)\]\]>/gs

/** A text without entities and marks of XML; a bare `&` stays, and what no text can hold (NUL and other controls) goes. */
export function unescaped(text: string): string {
  const plain = text.includes('&')
    ? text.replaceAll(ENTITY, (all: string, number?: string, hex?: string, name?: string) => {
        if (name !== undefined) return NAMED[name.toLowerCase()] ?? all
        const code = number === undefined ? Number.parseInt(hex ?? '', 16) : Number(number)
        return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : all
      })
    : text
  return (plain.includes('<![CDATA[') ? plain.replaceAll(CDATA, '$1') : plain)
    .replaceAll(/(?![\t\n\r])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '')
    .trim()
}
