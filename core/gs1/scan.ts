import { endsInCheckDigit, withCheckDigit } from './check-digit'
import { isDigits } from './characters'
import { ALL_RULES, ONE_SYMBOL_RULES, checkAssociations } from './associations'
import { isLink, readLink } from './digital-link'
import { type Element, type ReadFault, type Reading, FNC1, GS, MAX_TEXT, readData, readElements } from './elements'

/** What a scan holds. `data` has FNC1 as `^`; text that itself begins with `^` has a backslash before it. */
export interface Scan {
  readonly ok: boolean
  readonly symbology: string
  readonly data: string
  /** Absent when the content is not GS1 data. */
  readonly elements?: readonly Element[]
  readonly fault?: ReadFault
  /** `ok`, and the elements keep every association too. */
  readonly okFullValidation: boolean
}

interface Carrier {
  readonly symbology: string
  readonly gs1: boolean
}

/** What the symbology identifiers of ISO/IEC 15424 say. `gs1`: the content is element strings. */
const CARRIERS: ReadonlyMap<string, Carrier> = new Map([
  ['C1', { symbology: 'GS1_128_CCA', gs1: true }],
  ['E0', { symbology: 'EAN13', gs1: false }],
  ['E4', { symbology: 'EAN8', gs1: false }],
  ['e0', { symbology: 'DataBarExpanded', gs1: true }],
  ['d1', { symbology: 'DM', gs1: false }],
  ['d2', { symbology: 'DM', gs1: true }],
  ['Q1', { symbology: 'QR', gs1: false }],
  ['Q3', { symbology: 'QR', gs1: true }],
  ['J0', { symbology: 'DotCode', gs1: false }],
  ['J1', { symbology: 'DotCode', gs1: true }],
])

const COMPOSITE = '|]e0'

function refuse(fault: ReadFault): Scan {
  return { ok: false, symbology: 'NONE', data: '', fault, okFullValidation: false }
}

function accept(symbology: string, data: string, reading?: Reading): Scan {
  if (reading?.fault) return refuse(reading.fault)
  if (!reading) return { ok: true, symbology, data, okFullValidation: true }
  const okFullValidation = checkAssociations(reading.elements, ALL_RULES) === undefined
  return { ok: true, symbology, data, elements: reading.elements, okFullValidation }
}

/** Reads what a scanner sends with the symbology identifier on, GS as the separator. */
export function parseScan(scan: string): Scan {
  if (!scan.startsWith(']') || scan.length < 3) return refuse({ error: 'MISSING_SYMBOLOGY_IDENTIFIER' })
  const carrier = CARRIERS.get(scan.slice(1, 3))
  if (!carrier) return refuse({ error: 'UNSUPPORTED_SYMBOLOGY_IDENTIFIER' })
  if (scan.length > MAX_TEXT) return refuse({ error: 'DATA_TOO_LONG' })
  const { symbology } = carrier
  const content = scan.slice(3)
  if (symbology === 'EAN13' || symbology === 'EAN8') return parseRetail(symbology, content)
  if (carrier.gs1) return parseElementString(symbology, content, '')
  const data = /^\\*\^/.test(content) ? `\\${content}` : content
  return accept(symbology, data, isLink(data) ? readLink(data) : undefined)
}

function parseElementString(symbology: string, content: string, before: string): Scan {
  if (content.includes(FNC1)) return refuse({ error: 'SCAN_CONTAINS_ILLEGAL_CARET' })
  const data = `${before}${FNC1}${content.replaceAll(GS, FNC1)}`
  return accept(symbology, data, readElements(content, GS))
}

function parseRetail(symbology: string, content: string): Scan {
  const length = symbology === 'EAN13' ? 13 : 8
  const primary = content.slice(0, length)
  const rest = content.slice(length)
  if (primary.length < length) return refuse({ error: 'PRIMARY_DATA_TOO_SHORT' })
  if (rest !== '' && !rest.startsWith(COMPOSITE)) return refuse({ error: 'PRIMARY_DATA_TOO_LONG' })
  if (!isDigits(primary)) return refuse({ error: 'PRIMARY_DATA_NOT_DIGITS' })
  if (!endsInCheckDigit(primary)) return refuse({ error: 'PRIMARY_DATA_INCORRECT_CHECK_DIGIT' })
  if (rest === '') return accept(symbology, primary)
  return parseElementString(symbology, rest.slice(COMPOSITE.length), `${primary}|`)
}

const PRIMARY_DIGITS: Readonly<Record<string, number>> = {
  EAN13: 13,
  EAN8: 8,
  UPCA: 12,
  UPCE: 12,
  DataBarOmni: 14,
  DataBarTruncated: 14,
  DataBarStacked: 14,
  DataBarStackedOmni: 14,
  DataBarLimited: 14,
}

const MATRIX: Readonly<Record<string, readonly [plain: string, gs1: string]>> = {
  QR: [']Q1', ']Q3'],
  DM: [']d1', ']d2'],
  DotCode: [']J0', ']J1'],
}

/** What a scanner sends for a symbol with this data (see `Scan.data`; a composite part goes after `|`); undefined when it cannot carry it. */
export function generateScan(symbology: string, data: string, addCheckDigit = false): string | undefined {
  if (data.length > MAX_TEXT) return undefined
  const bar = data.indexOf('|')
  const linear = bar === -1 ? data : data.slice(0, bar)
  const composite = bar === -1 ? '' : data.slice(bar + 1)
  const matrix = Object.hasOwn(MATRIX, symbology) ? MATRIX[symbology] : undefined
  if (matrix) return generateMatrix(matrix, data)
  if (bar !== -1 && !isElementString(composite)) return undefined
  if (Object.hasOwn(PRIMARY_DIGITS, symbology)) return generatePrimary(symbology, linear, composite, addCheckDigit)
  if (!['GS1_128_CCA', 'GS1_128_CCC', 'DataBarExpanded'].includes(symbology)) return undefined
  const reading = readData(linear)
  if (!isElementString(linear)) return undefined
  const separator = composite !== '' && reading.elements.at(-1)?.entry.fnc1 && !linear.endsWith(FNC1) ? GS : ''
  const identifier = composite === '' && symbology !== 'DataBarExpanded' ? ']C1' : ']e0'
  return identifier + scanned(linear) + separator + scanned(composite)
}

function generateMatrix([plain, gs1]: readonly [string, string], data: string): string | undefined {
  if (data.startsWith(FNC1)) return isElementString(data) ? gs1 + scanned(data.replace('|', '')) : undefined
  if (isLink(data) && readLink(data).fault) return undefined
  return plain + (/^\\+\^/.test(data) ? data.slice(1) : data)
}

/** The data is element strings, each right, that do not exclude each other. What they require may be on another symbol. */
function isElementString(data: string): boolean {
  const { elements, fault } = readData(data)
  return !fault && !checkAssociations(elements, ONE_SYMBOL_RULES)
}

function scanned(data: string): string {
  return data.slice(1).replaceAll(FNC1, GS)
}

function generatePrimary(
  symbology: string,
  linear: string,
  composite: string,
  addCheckDigit: boolean,
): string | undefined {
  const length = PRIMARY_DIGITS[symbology] ?? 0
  const zeros = `${FNC1}01${'0'.repeat(14 - length)}`
  const body = linear.startsWith(zeros) ? linear.slice(zeros.length) : linear
  if (!isDigits(body) || body.length !== (addCheckDigit ? length - 1 : length)) return undefined
  const primary = addCheckDigit ? withCheckDigit(body) : body
  if (!endsInCheckDigit(primary)) return undefined
  if (length === 14) {
    if (symbology === 'DataBarLimited' && primary > '19999999999999') return undefined
    return `]e001${primary}${scanned(composite)}`
  }
  const sent = symbology === 'EAN8' ? `]E4${primary}` : `]E0${primary.padStart(13, '0')}`
  return composite === '' ? sent : `${sent}${COMPOSITE}${scanned(composite)}`
}
