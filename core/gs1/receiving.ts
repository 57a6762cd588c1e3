import { readGtin as readBarcode } from '../br/gtin'
import { CoreError } from '../errors'
import { ONE_SYMBOL_RULES, checkAssociations } from './associations'
import { isDigits } from './characters'
import { isLink, readLink } from './digital-link'
import { type Element, type Reading, GS, MAX_TEXT, readBracketed, readElements } from './elements'
import { daysInMonth } from './lint-time'
import { scanWarnings } from './swallowed'
import { placePoint } from './variable-ean'

/** The messages of receipt scanning, spec 2 section 5, to the letter. */
export const SCAN_MESSAGES = {
  barcode: 'Código de barras inválido.',
  gs1: 'GS1-128 inválido ou corrompido',
  noProduct: 'GS1-128 não contém informação do produto',
  label: 'Etiqueta interna inválida',
  noTrace: 'Código não contém informação de rastreio',
} as const

/** What the receiving screen uses of GS1 data. Dates are ISO, weights kilograms with the decimals of the label. */
export interface ReceivingView {
  sscc?: string
  gtin?: string
  contentGtin?: string
  additionalId?: string
  lot?: string
  serial?: string
  production?: string
  packaging?: string
  bestBefore?: string
  sellBy?: string
  useBy?: string
  netWeightKg?: string
  grossWeightKg?: string
  varCount?: string
  count?: string
}

/** A scan at the receiving screen. */
export type Receipt =
  | { readonly kind: 'internal-label'; readonly id: string }
  | {
      readonly kind: 'gtin'
      readonly ok: true
      readonly gtin14: string
      readonly product: string
      readonly traceable: false
    }
  | {
      readonly kind: 'gs1'
      readonly ai: readonly { ai: string; value: string }[]
      readonly view: ReceivingView
      readonly product: string
      /** Net weight, else variable count, else count of contained items. */
      readonly quantity?: string
      readonly traceable: boolean
      /** What is to be looked at: a value that seems to have swallowed the next identifier. Absent when nothing is. */
      readonly warnings?: readonly string[]
    }
  | { readonly kind: 'error'; readonly message: string }

export interface ReceivingOptions {
  /** The day, ISO, from which two-digit years are told. */
  readonly referenceDate: string
  /** The scan is of a lot: it must have lot and best-before date, and need not name the product. */
  readonly lotScan?: boolean | undefined
}

type Plain = Exclude<keyof ReceivingView, 'netWeightKg' | 'grossWeightKg'>

const TEXTS: Readonly<Record<string, Plain>> = {
  '00': 'sscc',
  '01': 'gtin',
  '02': 'contentGtin',
  '10': 'lot',
  '21': 'serial',
  '30': 'varCount',
  '37': 'count',
  '240': 'additionalId',
}

const DATES: Readonly<Record<string, Plain>> = {
  '11': 'production',
  '13': 'packaging',
  '15': 'bestBefore',
  '16': 'sellBy',
  '17': 'useBy',
}

/**
 * Reads what was scanned or typed at receiving: an internal label (15 characters from 00, tried first), a GTIN, or GS1 data with or without the
 * symbology identifier, in brackets or as a Digital Link. Never throws for what is scanned; throws CoreError `invalid_date` for the reference date.
 */
export function readReceipt(scan: string, options: ReceivingOptions): Receipt {
  const year = readYear(options.referenceDate)
  const text = scan.length > MAX_TEXT ? '' : trimScan(scan)
  const receipt = classify(text, year, options.lotScan === true)
  const needsTrace =
    options.lotScan === true && (receipt.kind === 'gtin' || (receipt.kind === 'gs1' && !receipt.traceable))
  return needsTrace ? refuse('noTrace') : receipt
}

/** The SSCC (AI 00) of a logistic label that tells of no goods; null for what is none. Never throws for what is scanned. */
export function readSscc(scan: string, { referenceDate }: Pick<ReceivingOptions, 'referenceDate'>): string | null {
  // As of a lot, which need not name the product either.
  const receipt = scan.length > MAX_TEXT ? null : classify(trimScan(scan), readYear(referenceDate), true)
  return receipt?.kind === 'gs1' && receipt.product === '' ? (receipt.view.sscc ?? null) : null
}

function refuse(message: keyof typeof SCAN_MESSAGES): Receipt {
  return { kind: 'error', message: SCAN_MESSAGES[message] }
}

/** Blanks and line ends that a reader adds; the separator stays. */
function trimScan(scan: string): string {
  return scan.replace(/^[ \t\r\n]+/, '').replace(/[ \t\r\n]+$/, '')
}

function readYear(date: string): number {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? []
  const days = daysInMonth(Number(year), Number(month))
  if (year === undefined || Number(year) < 1000 || Number(day) < 1 || Number(day) > days) {
    throw new CoreError('invalid_date', 'Data de referência inválida: use AAAA-MM-DD.')
  }
  return Number(year)
}

function classify(text: string, year: number, lotScan: boolean): Receipt {
  if (text.length === 15 && text.startsWith('00')) return readLabel(text)
  if (text.startsWith(']')) return readIdentified(text.slice(1, 3), text.slice(3), year, lotScan)
  return readContent(text, year, lotScan)
}

function readLabel(text: string): Receipt {
  const id = isDigits(text) ? text.replace(/^0+/, '') : ''
  return id === '' ? refuse('label') : { kind: 'internal-label', id }
}

/** A scan with its symbology identifier: element strings in C1, e0, d2, Q3 and J1, one GTIN in E and I, anything in d1, Q1 and J0. */
function readIdentified(symbology: string, content: string, year: number, lotScan: boolean): Receipt {
  if (/^(?:C1|e0|d2|Q3|J1)$/.test(symbology)) return readGs1(readElements(withoutLeading(content), GS), year, lotScan)
  if (/^(?:E[034]|I[01])$/.test(symbology)) return readGtin(content, symbology === 'E4' ? [8] : [13, 14])
  if (/^(?:d1|Q1|J0)$/.test(symbology) && !content.startsWith(']')) return readContent(content, year, lotScan)
  return refuse('gs1')
}

function readContent(text: string, year: number, lotScan: boolean): Receipt {
  if (text.startsWith('(')) return readGs1(readBracketed(text), year, lotScan, true)
  if (isLink(text)) return readGs1(readLink(text, { permitZeroSuppressedGTIN: true }), year, lotScan, true)
  const content = withoutLeading(text)
  if (content.length > 14 || text.includes(GS)) return readGs1(readElements(content, GS), year, lotScan)
  return readGtin(text, [8, 13, 14])
}

/** Some readers send the first FNC1 as a separator too. */
function withoutLeading(text: string): string {
  return text.startsWith(GS) ? text.slice(1) : text
}

function readGtin(text: string, lengths: readonly number[]): Receipt {
  const gtin = lengths.includes(text.length) ? readBarcode(text) : null
  if (gtin === null) return refuse('barcode')
  return { kind: 'gtin', ok: true, gtin14: gtin.padStart(14, '0'), product: gtin, traceable: false }
}

/** `marked`: brackets or a link part the identifiers, so that none can be swallowed. */
function readGs1(reading: Reading, year: number, lotScan: boolean, marked = false): Receipt {
  if (reading.fault || checkAssociations(reading.elements, ONE_SYMBOL_RULES)) return refuse('gs1')
  const view = viewOf(reading.elements, year)
  const product = view.additionalId ?? view.gtin ?? view.contentGtin
  if (product === undefined && !lotScan) return refuse('noProduct')
  const quantity = view.netWeightKg ?? view.varCount ?? view.count
  const warnings = marked ? [] : scanWarnings(reading.elements, year)
  return {
    kind: 'gs1',
    ai: reading.elements.map(({ ai, value }) => ({ ai, value })),
    view,
    product: product ?? '',
    ...(quantity === undefined ? {} : { quantity }),
    traceable: view.lot !== undefined && view.bestBefore !== undefined,
    ...(warnings.length === 0 ? {} : { warnings }),
  }
}

/** The view of elements already checked; of an identifier that repeats, the first counts. */
export function viewOf(elements: readonly Element[], referenceYear: number): ReceivingView {
  const view: ReceivingView = {}
  for (const { ai, value } of elements) {
    const text = TEXTS[ai]
    const date = DATES[ai]
    if (text) view[text] ??= value
    else if (date) view[date] ??= readDate(value, referenceYear)
    else if (ai.startsWith('310')) view.netWeightKg ??= placePoint(value, Number(ai.charAt(3)))
    else if (ai.startsWith('330')) view.grossWeightKg ??= placePoint(value, Number(ai.charAt(3)))
  }
  return view
}

/**
 * A GS1 date as ISO. The century is the one that puts the year at most 50 ahead of the reference and 49 behind; day 00 is the last of the month.
 * GS1 General Specifications, section 7.12.
 */
function readDate(yymmdd: string, referenceYear: number): string {
  const ahead = Number(yymmdd.slice(0, 2)) - (referenceYear % 100)
  const shift = ahead >= 51 ? -100 : ahead <= -50 ? 100 : 0
  const year = referenceYear + ahead + shift
  const month = yymmdd.slice(2, 4)
  const day = yymmdd.slice(4) === '00' ? String(daysInMonth(year, Number(month))) : yymmdd.slice(4)
  return `${String(year).padStart(4, '0')}-${month}-${day}`
}
