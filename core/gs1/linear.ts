import { expandUpcE } from '../br/gtin'
import { CoreError } from '../errors'
import { isDigits } from './characters'
import { endsInCheckDigit } from './check-digit'

const LEFT = '0001101,0011001,0010011,0111101,0100011,0110001,0101111,0111011,0110111,0001011'.split(',')
/** Which of the six left digits of EAN-13 are of the other parity, by the first digit. */
const FIRST_DIGIT = '000000,001011,001101,001110,010011,011001,011100,010101,010110,011010'.split(',')
/** The same for the six digits of UPC-E in number system 0, by the check digit; number system 1 turns them round. */
const UPC_E = '111000,110100,110010,110001,101100,100110,100011,101010,101001,100101'.split(',')
/** Wide bars or spaces of each digit of Interleaved 2 of 5. */
const ITF = '00110,10001,01001,11000,00101,10100,01100,00011,10010,01010'.split(',')

/** Digits with a right check digit. Throws CoreError `invalid_symbol`. */
function demand(value: string, length: number, name: string): void {
  if (value.length !== length || !isDigits(value)) {
    throw new CoreError('invalid_symbol', `${name} precisa de ${length} dígitos.`)
  }
  if (!endsInCheckDigit(value)) throw new CoreError('invalid_symbol', `Dígito verificador inválido em ${name}.`)
}

function left(digit: string): string {
  return LEFT[Number(digit)] ?? ''
}

function right(digit: string): string {
  return [...left(digit)].map((bit) => (bit === '0' ? '1' : '0')).join('')
}

function rights(digits: string): string {
  return [...digits].map(right).join('')
}

function mirrored(digit: string): string {
  return [...right(digit)].reverse().join('')
}

function withParity(digits: string, parity: string): string {
  return [...digits].map((digit, at) => (parity.charAt(at) === '1' ? mirrored(digit) : left(digit))).join('')
}

/** Modules of an EAN-13, 95 of them, 1 a bar. Quiet zones apart. Throws CoreError `invalid_symbol`. */
export function encodeEan13(value: string): string {
  demand(value, 13, 'EAN-13')
  const parity = FIRST_DIGIT[Number(value.charAt(0))] ?? ''
  return `101${withParity(value.slice(1, 7), parity)}01010${rights(value.slice(7))}101`
}

/** Modules of an EAN-8, 67 of them. */
export function encodeEan8(value: string): string {
  demand(value, 8, 'EAN-8')
  return `101${withParity(value.slice(0, 4), '')}01010${rights(value.slice(4))}101`
}

/** Modules of a UPC-A, the bars of the EAN-13 with a zero before it. */
export function encodeUpcA(value: string): string {
  demand(value, 12, 'UPC-A')
  return encodeEan13(`0${value}`)
}

/** Modules of a UPC-E, 51 of them, from its 8 digits: number system 0 or 1, six digits, check digit of the UPC-A it stands for. */
export function encodeUpcE(value: string): string {
  demand(expandUpcE(value), 12, 'UPC-E')
  const table = UPC_E[Number(value.charAt(7))] ?? ''
  const parity = value.startsWith('0') ? table : [...table].map((bit) => (bit === '0' ? '1' : '0')).join('')
  return `101${withParity(value.slice(1, 7), parity)}010101`
}

/**
 * Bars and spaces of Interleaved 2 of 5 (ISO/IEC 16390), each in turn from the first bar to the last, start and stop included: is it wide? `digits` are an
 * even number of decimal digits.
 */
export function interleaved(digits: string): boolean[] {
  const wide = [false, false, false, false]
  for (let at = 0; at < digits.length; at += 2) {
    const bars = ITF[Number(digits.charAt(at))] ?? ''
    const spaces = ITF[Number(digits.charAt(at + 1))] ?? ''
    for (let step = 0; step < 5; step++) wide.push(bars.charAt(step) === '1', spaces.charAt(step) === '1')
  }
  return [...wide, true, false, false]
}

/** Bar and space widths of an ITF-14, 1 narrow and 2 wide, parted by blanks, up to the narrow space after the stop. Quiet zones and frame apart. */
export function encodeItf14(value: string): string {
  demand(value, 14, 'ITF-14')
  return [...interleaved(value).map((isWide) => (isWide ? '2' : '1')), '1'].join(' ')
}
