import { CSET39, CSET64, CSET82, CSET82_ORDER, DIGIT, firstOutside } from './characters'
import { checkDigitOf } from './check-digit'
import { isCountry, isCountryLetters, isCurrency, isPackageType } from './codes'
import { type Fault, faultAt, wholeFault } from './fault'
import { lintCoupon, lintOfferCoupon } from './lint-coupon'
import { lintClock, lintDate, lintHourMinute } from './lint-time'

/** Judges the content of one component; undefined when it is right. */
export type Linter = (value: string) => Fault | undefined

/** The fault of a value that must only have characters of a class. */
export function lintCset(value: string, cset: number): Fault | undefined {
  if (cset === CSET64) return lintBase64(value)
  const at = firstOutside(value, cset)
  if (at === -1) return undefined
  return faultAt(cset === DIGIT ? 'NON_DIGIT_CHARACTER' : `INVALID_CSET${cset === CSET82 ? 82 : 39}_CHARACTER`, at, 1)
}

/** base64url; padding is at most two `=` and makes the length a multiple of three. */
function lintBase64(value: string): Fault | undefined {
  let end = value.length
  while (end > 0 && value.charAt(end - 1) === '=') end--
  const outside = firstOutside(value.slice(0, end), CSET64)
  if (outside !== -1) return faultAt('INVALID_CSET64_CHARACTER', outside, 1)
  const padding = value.length - end
  return padding > 2 || (padding > 0 && value.length % 3 !== 0)
    ? faultAt('INVALID_CSET64_PADDING', end, padding)
    : undefined
}

function lintCheckDigit(value: string): Fault | undefined {
  if (value === '') return wholeFault('TOO_SHORT_FOR_CHECK_DIGIT', value)
  const outside = firstOutside(value, DIGIT)
  if (outside !== -1) return faultAt('NON_DIGIT_CHARACTER', outside, 1)
  return value.endsWith(checkDigitOf(value)) ? undefined : faultAt('INCORRECT_CHECK_DIGIT', value.length - 1, 1)
}

const PAIR_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const PAIR_LONGEST = 99
let primes: number[] = []

function primeWeights(): number[] {
  if (primes.length > 0) return primes
  const found: number[] = []
  for (let n = 2; found.length < PAIR_LONGEST - 2; n++) if (found.every((prime) => n % prime !== 0)) found.push(n)
  return (primes = found)
}

/** Check pair: CSET 82 values weighted by the primes from the right, modulo 1021, as two characters. GS1 General Specifications 7.9.5. */
function lintCheckPair(value: string): Fault | undefined {
  const length = value.length - 2
  if (length < 0) return wholeFault('TOO_SHORT_FOR_CHECK_PAIR', value)
  if (value.length > PAIR_LONGEST) return wholeFault('TOO_LONG_FOR_CHECK_PAIR_IMPLEMENTATION', value)
  const outside = firstOutside(value.slice(0, length), CSET82)
  if (outside !== -1) return faultAt('INVALID_CSET82_CHARACTER', outside, 1)
  const weights = primeWeights()
  let sum = 0
  for (let at = 0; at < length; at++) sum += CSET82_ORDER.indexOf(value.charAt(at)) * (weights[length - 1 - at] ?? 0)
  sum %= 1021
  const pair = PAIR_LETTERS.charAt(sum >> 5) + PAIR_LETTERS.charAt(sum & 31)
  return value.endsWith(pair) ? undefined : faultAt('INCORRECT_CHECK_PAIR', length, 2)
}

/** A company prefix of at least four digits begins after `skip` characters. */
function lintCompanyPrefix(value: string, skip: number): Fault | undefined {
  if (value.length < skip + 4) return wholeFault('TOO_SHORT_FOR_GCP', value)
  const outside = firstOutside(value.slice(skip, skip + 4), DIGIT)
  return outside === -1 ? undefined : faultAt('INVALID_GCP_PREFIX', skip + outside, 1)
}

function lintIban(value: string): Fault | undefined {
  if (value.length <= 10) return wholeFault('IBAN_TOO_SHORT', value)
  if (value.length > 34) return wholeFault('IBAN_TOO_LONG', value)
  if (!isCountryLetters(value.slice(0, 2))) return faultAt('ILLEGAL_IBAN_COUNTRY_CODE', 0, 2)
  let sum = 0
  for (let step = 0; step < value.length; step++) {
    const at = (step + 4) % value.length
    const digit = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.indexOf(value.charAt(at))
    if (digit === -1) return faultAt('INVALID_IBAN_CHARACTER', at, 1)
    sum = (sum * (digit < 10 ? 10 : 100) + digit) % 97
  }
  return sum === 1 ? undefined : faultAt('INCORRECT_IBAN_CHECKSUM', 2, 2)
}

function lintPieceOfTotal(value: string): Fault | undefined {
  const half = value.length / 2
  if (half === 0 || !Number.isInteger(half)) return wholeFault('INVALID_LENGTH_FOR_PIECE_OF_TOTAL', value)
  const outside = firstOutside(value, DIGIT)
  if (outside !== -1) return faultAt('NON_DIGIT_CHARACTER', outside, 1)
  const zero = '0'.repeat(half)
  const piece = value.slice(0, half)
  const total = value.slice(half)
  if (piece === zero) return faultAt('ZERO_PIECE_NUMBER', 0, half)
  if (total === zero) return faultAt('ZERO_TOTAL_PIECES', half, half)
  return piece > total ? wholeFault('PIECE_NUMBER_EXCEEDS_TOTAL', value) : undefined
}

const POSITION = /^(\d+)\/(\d+)$/

/** A position and the last one, as in 2/10. */
function lintPosition(value: string): Fault | undefined {
  const found = POSITION.exec(value)
  const [, position = '', end = ''] = found ?? []
  if (!found) return wholeFault('POSITION_IN_SEQUENCE_MALFORMED', value)
  if (position.startsWith('0')) return faultAt('ILLEGAL_ZERO_PREFIX', 0, position.length)
  if (end.startsWith('0')) return faultAt('ILLEGAL_ZERO_PREFIX', position.length + 1, end.length)
  const exceeds = position.length === end.length ? position > end : position.length > end.length
  return exceeds ? wholeFault('POSITION_EXCEEDS_END', value) : undefined
}

function lintPercent(value: string): Fault | undefined {
  for (let at = value.indexOf('%'); at !== -1; at = value.indexOf('%', at + 3)) {
    const sequence = value.slice(at, at + 3)
    if (!/^%[\da-fA-F]{2}$/.test(sequence)) return faultAt('INVALID_PERCENT_SEQUENCE', at, sequence.length)
  }
  return undefined
}

/** Ten digits up to `limit`, in tenths of a millionth of a degree. */
function lintDegrees(value: string, name: string, limit: string): Fault | undefined {
  if (value.length !== 10) return wholeFault(`${name}_INVALID_LENGTH`, value)
  const outside = firstOutside(value, DIGIT)
  if (outside !== -1) return faultAt('NON_DIGIT_CHARACTER', outside, 1)
  return value > limit ? wholeFault(`INVALID_${name}`, value) : undefined
}

function lintZeroPrefix(value: string): Fault | undefined {
  const outside = firstOutside(value, DIGIT)
  if (outside !== -1) return faultAt('NON_DIGIT_CHARACTER', outside, 1)
  return value.startsWith('0') ? faultAt('ILLEGAL_ZERO_PREFIX', 0, 1) : undefined
}

function lintNonZero(value: string): Fault | undefined {
  const outside = firstOutside(value, DIGIT)
  if (outside !== -1) return faultAt('NON_DIGIT_CHARACTER', outside, 1)
  return /^0*$/.test(value) ? wholeFault('ILLEGAL_ZERO_VALUE', value) : undefined
}

function lintImporter(value: string): Fault | undefined {
  if (value.length !== 1) return wholeFault('IMPORTER_IDX_MUST_BE_ONE_CHARACTER', value)
  return firstOutside(value, CSET64) === -1 ? undefined : wholeFault('INVALID_IMPORT_IDX_CHARACTER', value)
}

/** A rule that the whole value keeps or breaks. */
function whole(error: string, right: (value: string) => boolean): Linter {
  return (value) => (right(value) ? undefined : wholeFault(error, value))
}

/** Media types assigned so far: 01 to 10 and, for local use, 80 to 99. */
const MEDIA = /^(?:0[1-9]|10|[89]\d)$/

/** The content rules of the syntax dictionary, by the names it uses. */
export const LINTERS: ReadonlyMap<string, Linter> = new Map<string, Linter>([
  ['csetnumeric', (value) => lintCset(value, DIGIT)],
  ['cset82', (value) => lintCset(value, CSET82)],
  ['cset39', (value) => lintCset(value, CSET39)],
  ['cset64', lintBase64],
  ['csum', lintCheckDigit],
  ['csumalpha', lintCheckPair],
  ['gcppos1', (value) => lintCompanyPrefix(value, 0)],
  ['gcppos2', (value) => lintCompanyPrefix(value, 1)],
  ['hasnondigit', whole('REQUIRES_NON_DIGIT_CHARACTER', (value) => firstOutside(value, DIGIT) !== -1)],
  ['hh', (value) => lintClock(value, 'HOUR', 24)],
  ['mi', (value) => lintClock(value, 'MINUTE', 60)],
  ['ss', (value) => lintClock(value, 'SECOND', 60)],
  ['hhmi', lintHourMinute],
  ['hyphen', whole('NOT_HYPHEN', (value) => /^-+$/.test(value))],
  ['iban', lintIban],
  ['importeridx', lintImporter],
  ['iso3166', whole('NOT_ISO3166', isCountry)],
  ['iso3166999', whole('NOT_ISO3166_OR_999', (value) => value === '999' || isCountry(value))],
  ['iso3166alpha2', whole('NOT_ISO3166_ALPHA2', isCountryLetters)],
  ['iso4217', whole('NOT_ISO4217', isCurrency)],
  ['iso5218', whole('INVALID_BIOLOGICAL_SEX_CODE', (value) => /^[0129]$/.test(value))],
  ['latitude', (value) => lintDegrees(value, 'LATITUDE', '1800000000')],
  ['longitude', (value) => lintDegrees(value, 'LONGITUDE', '3600000000')],
  ['mediatype', whole('INVALID_MEDIA_TYPE', (value) => MEDIA.test(value))],
  ['nonzero', lintNonZero],
  ['nozeroprefix', lintZeroPrefix],
  ['packagetype', whole('INVALID_PACKAGE_TYPE', isPackageType)],
  ['pcenc', lintPercent],
  ['pieceoftotal', lintPieceOfTotal],
  ['posinseqslash', lintPosition],
  ['winding', whole('INVALID_WINDING_DIRECTION', (value) => /^[019]$/.test(value))],
  ['yesno', whole('NOT_ZERO_OR_ONE', (value) => /^[01]$/.test(value))],
  ['yymmd0', (value) => lintDate(value, 2, true)],
  ['yymmdd', (value) => lintDate(value, 2, false)],
  ['yyyymmd0', (value) => lintDate(value, 4, true)],
  ['yyyymmdd', (value) => lintDate(value, 4, false)],
  ['zero', whole('NOT_ZERO', (value) => /^0+$/.test(value))],
  ['couponcode', lintCoupon],
  ['couponposoffer', lintOfferCoupon],
])
