import { CoreError } from '../errors'
import { type QrRuns, qrRuns } from '../pix/qr'
import {
  dotsFrom,
  dotsOf,
  fillText,
  invalidLabel,
  type Label,
  type LabelElement,
  type LabelRecord,
  LINE,
  mmOf,
} from './label'
import { textWidth, wrapText } from './letters'
import { type Symbol, symbolOf } from './symbol'

/** What is drawn, in mm. Screen, paper and printers draw the same marks. */
export type Mark = TextMark | BarsMark | QrMark | BoxMark

/** One line of text. `y` is its top, `size` the height of its letters; it stands in `width` as `align` says (0 left, 1 centre, 2 right). */
export interface TextMark {
  readonly kind: 'text'
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
  readonly align: number
  readonly bold: boolean
  readonly text: string
}

/** Bars without what stands under them, from the first bar; `module` is the width of the narrowest, a whole number of dots. */
export interface BarsMark {
  readonly kind: 'bars'
  readonly x: number
  readonly y: number
  readonly height: number
  readonly module: number
  readonly symbol: Symbol
}

/** A QR code with its quiet zone; `module` is a whole number of dots. */
export interface QrMark {
  readonly kind: 'qr'
  readonly x: number
  readonly y: number
  readonly module: number
  readonly text: string
  readonly code: QrRuns
}

export interface BoxMark {
  readonly kind: 'box'
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly line: number
}

/** A label filled in. */
export interface Drawing {
  readonly width: number
  readonly height: number
  readonly dpi: number
  readonly marks: readonly Mark[]
}

export interface DrawOptions {
  /** Bars and QR codes are left out. */
  readonly withBarcode?: boolean
  /** Dots that the narrowest bar, or a module of a QR code, has at most, where what prints it draws no wider ones. */
  readonly widest?: number
}

/** The narrowest bar that readers of any kind read, in mm: two dots of a printer of 300 dpi. */
const NARROWEST = 0.165
/** Thickness of lines and boxes, in mm. */
const STROKE = 0.3
/** Letters under bars: their height, at most this part of the bars', and the gap between. */
const READABLE = { size: 2.6, part: 0.3, gap: 0.4 }
/** Bytes that a QR code of a label may hold. */
const MOST_QR = 500

/** A label of a record. Throws CoreError `invalid_label` where a code cannot be written, or not in its room: nothing unreadable is printed. */
export function drawLabel(
  label: Label,
  record: LabelRecord,
  { withBarcode = true, widest = Infinity }: DrawOptions = {},
): Drawing {
  const marks = label.elementos.flatMap((element) => {
    if (!withBarcode && element.tipo !== 'texto' && element.tipo !== 'caixa') return []
    return marksOf(element, filled(element, record), { dpi: label.dpi, widest })
  })
  return { width: label.largura, height: label.altura, dpi: label.dpi, marks }
}

/** In GS1 data a bracket begins an identifier: one that a field holds is marked as data. */
const filled = ({ tipo, valor }: LabelElement, record: LabelRecord): string =>
  fillText(valor, record, tipo === 'gs1' ? (value) => value.trim().replaceAll('(', '\\(') : undefined)

/** What draws bars. */
interface Printer {
  readonly dpi: number
  readonly widest: number
}

function marksOf(element: LabelElement, value: string, printer: Printer): Mark[] {
  if (element.tipo === 'texto') return textMarks(element, value)
  if (element.tipo === 'caixa') {
    const { x, y, largura: width, altura: height } = element
    return [{ kind: 'box', x, y, width, height, line: STROKE }]
  }
  return element.tipo === 'qr' ? qrMarks(element, value, printer) : barsMarks(element, value, printer)
}

/** A text of one line is written smaller before it is cut, down to this part of its height: half a price would be another price. */
const SMALLEST = 0.4

function textMarks({ x, y, largura, altura, linhas, alinha, negrito: bold }: LabelElement, value: string): Mark[] {
  const text = value.trim()
  const fitting = linhas === 1 ? largura / textWidth(text, 1, bold) : altura
  const size = Math.max(altura * SMALLEST, Math.min(altura, fitting))
  return wrapText(text, { width: largura, height: size, bold, lines: linhas }).map((line, at) => ({
    kind: 'text',
    x,
    y: y + altura - size + at * size * LINE,
    width: largura,
    size,
    align: alinha,
    bold,
    text: line,
  }))
}

/** A share of what is left beside something that stands at the left, in the middle or at the right. */
const shift = (align: number, room: number): number => (room * align) / 2

/** The width of one of so many modules that share a width, whole dots, in mm. */
const moduleIn = (width: number, modules: number, { dpi, widest }: Printer): number =>
  mmOf(Math.min(widest, Math.floor(dotsOf(width, dpi) / modules)), dpi)

function barsMarks(element: LabelElement, value: string, printer: Printer): Mark[] {
  const symbol = symbolOf(element.tipo, value)
  if (symbol === undefined) return []
  const { x, y, largura, altura, alinha, legivel } = element
  const all = symbol.modules.length + symbol.quiet
  const module = moduleIn(largura, all, printer)
  if (module < NARROWEST) {
    const narrowest = mmOf(dotsFrom(NARROWEST, printer.dpi), printer.dpi)
    throw invalidLabel(`O código '${symbol.readable}' não cabe em ${mm(largura)}: precisa de ${mm(narrowest * all)}.`)
  }
  const size = legivel ? Math.min(READABLE.size, altura * READABLE.part) : 0
  const width = module * symbol.modules.length
  const left = x + shift(alinha, largura - module * all) + (module * symbol.quiet) / 2
  const bars: Mark = { kind: 'bars', x: left, y, height: altura - (legivel ? size + READABLE.gap : 0), module, symbol }
  if (!legivel) return [bars]
  // What is longer than its bars has the element's whole width; what is longer than that, smaller letters.
  const wide = textWidth(symbol.readable, size) > width
  const fitting = Math.min(size, (size * largura) / textWidth(symbol.readable, size))
  const place = wide ? { x, width: largura } : { x: left, width }
  const under = { y: y + altura - fitting, size: fitting, align: 1, bold: false, text: symbol.readable }
  return [bars, { kind: 'text', ...place, ...under }]
}

function qrMarks({ x, y, largura, alinha }: LabelElement, value: string, printer: Printer): Mark[] {
  const text = value.trim()
  if (text === '') return []
  if (text.length > MOST_QR) throw invalidLabel(`O QR tem mais de ${MOST_QR} caracteres.`)
  const code = qrRuns(text)
  const module = moduleIn(largura, code.size, printer)
  if (module < NARROWEST) throw invalidLabel(`O QR não cabe em ${mm(largura)}.`)
  return [{ kind: 'qr', x: x + shift(alinha, largura - module * code.size), y, module, text, code }]
}

const mm = (length: number): string => `${length.toFixed(1).replace('.', ',')} mm`

/** The same as `drawLabel`, the message telling which record it is about. */
export function drawLabelOf(name: string, label: Label, record: LabelRecord, options?: DrawOptions): Drawing {
  try {
    return drawLabel(label, record, options)
  } catch (error) {
    if (error instanceof CoreError) throw new CoreError(error.code, `${name}: ${error.message}`)
    throw error
  }
}
