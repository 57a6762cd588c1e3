import { CoreError } from '../errors'
import { readGtin } from './gtin'

/** The rules of single fields of the registers (document 1, section 5). */

const MAX_LENGTH = 200
const DDD = new Set(
  '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'.split(
    ' ',
  ),
)

function digitsOf(input: string): string {
  return input.slice(0, MAX_LENGTH).replace(/\D/g, '')
}

/** True for a postcode: eight digits, with or without the dash, not all zero. */
export function isCep(input: string): boolean {
  return /^\d{5}-?\d{3}$/.test(input.trim()) && digitsOf(input) !== '00000000'
}

/** Eight digits as 00000-000; anything else comes back as it is. */
export function showCep(input: string | null | undefined): string {
  const digits = digitsOf(input ?? '')
  return digits.length === 8 ? `${digits.slice(0, 5)}-${digits.slice(5)}` : (input ?? '')
}

/** Non-geographic numbers with a prefix: toll-free, shared and premium cost, donations, telemarketing. */
const PREFIXED = /^0(?:[3589]00|30[34])\d{6,7}$/
/** One number for the whole country, without an area code: 3003-0000, 4004-0000. No area code begins so. */
const NATIONAL = /^(?:300\d|40\d\d)\d{4}$/
/** Public services (190, 192, 188) and operators (103 00). */
const SHORT = /^1(?:0[0256]|1[125-8]|2[5789]|3[023568]|4[24-8]|5\d|6[0-8]|8[0158]|9\d|0[356]\d\d)$/
/** E.164 beyond Brazil: country code and number, 15 digits at most. */
const FOREIGN = /^\+(?!55)[1-9]\d{6,14}$/
/** A trunk zero, and the operator's code that may follow it: 0 41, 0 15 41. */
const TRUNK = /^0(?:\d\d)?(?=[1-9]\d{9,10}$)/

/** A phone as it is stored: digits without +55, trunk zero and operator; a foreign one with its `+` and country code. */
export function phoneDigits(input: string): string {
  const digits = digitsOf(input)
  if (/^\s*\+/.test(input) && !digits.startsWith('55')) return digits === '' ? '' : `+${digits}`
  const isWhole = /^\s*\+/.test(input) || digits.length >= 12
  const national = isWhole && digits.startsWith('55') ? digits.slice(2) : digits
  return PREFIXED.test(national) ? national : national.replace(TRUNK, '')
}

/**
 * True for a phone: an area code in use and eight digits (landline, first 2 to 5) or nine (mobile, first 9), a number with a prefix (0800, 0300,
 * 0500, 0900, 0303), a national one (4004-0000), a public service (190), or a foreign one with its `+`. Source: Anatel, numbering plan; ITU-T E.164.
 */
export function isPhone(input: string): boolean {
  const digits = phoneDigits(input)
  return [PREFIXED, NATIONAL, SHORT, FOREIGN].some((kind) => kind.test(digits)) || isWithAreaCode(digits)
}

function isWithAreaCode(digits: string): boolean {
  return DDD.has(digits.slice(0, 2)) && /^\d{2}(?:[2-5]\d{7}|9\d{8})$/.test(digits)
}

/** True for a mobile number, the kind that can hold WhatsApp. */
export function isMobile(input: string): boolean {
  return isPhone(input) && /^\d{2}9\d{8}$/.test(phoneDigits(input))
}

/** What is dialled from anywhere, digits with the country code: of numbers with an area code and of foreign ones; undefined for any other. */
export function internationalDigits(input: string): string | undefined {
  const digits = phoneDigits(input)
  if (FOREIGN.test(digits)) return digits.slice(1)
  return isWithAreaCode(digits) ? `55${digits}` : undefined
}

/** A phone as (00) 0000-0000, (00) 00000-0000, 0800 000 0000 or 4004-0000; anything else comes back as it is. */
export function showPhone(input: string | null | undefined): string {
  const digits = phoneDigits(input ?? '')
  if (PREFIXED.test(digits)) return `${digits.slice(0, 4)} ${digits.slice(4, 7)} ${digits.slice(7)}`
  if (NATIONAL.test(digits)) return `${digits.slice(0, 4)}-${digits.slice(4)}`
  if (FOREIGN.test(digits)) return digits
  if (digits.length !== 10 && digits.length !== 11) return input ?? ''
  return `(${digits.slice(0, 2)}) ${digits.slice(2, -4)}-${digits.slice(-4)}`
}

/**
 * The EAN field: everything but digits is dropped; nothing left is null, which is how an empty cEAN is stored. A UPC-E is stored as its UPC-A.
 * Throws `invalid_ean` when the check digit is wrong.
 */
export function readEan(input: string | null | undefined): string | null {
  const digits = digitsOf(input ?? '')
  if (digits === '') return null
  const code = readGtin(digits)
  if (code === null) {
    throw new CoreError(
      'invalid_ean',
      'EAN inválido: informe 8, 12, 13 ou 14 dígitos com o dígito verificador correto.',
    )
  }
  return code
}

/** The NCM field: everything but digits is dropped and eight must be left. Whether the code exists is the table's to say. */
export function readNcm(input: string): string {
  const digits = digitsOf(input)
  if (digits.length !== 8) throw new CoreError('invalid_ncm', 'NCM inválido: informe os 8 dígitos do código.')
  return digits
}

/** Eight digits as 0000.00.00; anything else comes back as it is. */
export function showNcm(input: string | null | undefined): string {
  const digits = digitsOf(input ?? '')
  return digits.length === 8 ? `${digits.slice(0, 4)}.${digits.slice(4, 6)}.${digits.slice(6)}` : (input ?? '')
}

const EMAIL = /^[\w.+-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,24}$/i
const MAX_EMAILS = 50
const MAX_EMAIL = 254

/** True for an e-mail address of the usual form. */
export function isEmail(input: string): boolean {
  return input.length <= MAX_EMAIL && EMAIL.test(input) && !input.includes('..')
}

/** What is left of an e-mail list while it is typed: letters, digits and . _ + @ , - only. */
export function keepEmailCharacters(input: string): string {
  return input.slice(0, MAX_EMAILS * MAX_EMAIL).replace(/[^a-z\d._+@,-]/gi, '')
}

/** The typed list when its field is left: spaces and the commas at the end go. */
export function tidyEmailList(input: string): string {
  return keepEmailCharacters(input).replace(/,+$/, '')
}

/**
 * The e-mails of a customer as they are saved: empty ones after the first go, a single empty one is null.
 * Throws `invalid_email` when one is not an address.
 */
export function readEmailList(list: readonly (string | null)[]): string[] | null {
  const typed = list.map((one) => (one ?? '').trim()).filter((one, index) => index === 0 || one !== '')
  if (typed.length > MAX_EMAILS) throw new CoreError('invalid_email', `Informe no máximo ${MAX_EMAILS} e-mails.`)
  if (typed.some((one) => one !== '' && !isEmail(one))) {
    throw new CoreError('invalid_email', 'Por favor, preencha os emails corretamente.')
  }
  return typed.length === 0 || (typed.length === 1 && typed[0] === '') ? null : typed
}
