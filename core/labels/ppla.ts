import { QUIET } from '../pix/qr'
import type { BarsMark, BoxMark, Drawing, Mark, QrMark, TextMark } from './draw'
import { dotsOf, invalidLabel } from './label'
import { beginning, textWidth } from './letters'
import { inPage } from './pages'
import { type Copies, type Roll, rowsOnRoll } from './roll'

/**
 * PPLA, the language of Argox printers, after Datamax's DPL (Argox PPLA command guide; Datamax-O'Neil DPL Programmer's Manual). Lengths are tenths of a millimetre, from the
 * lower left corner of the label up. Texts stand in the smooth font, in code page 850. Bars and QR codes are sent as pictures of whole dots, row by row: every printer prints
 * the very symbol that was measured, whatever its own encoders do.
 */
const STX = '\u0002'
const CR = '\r'
/** Pictures are kept in the printer's memory A by a name each, and taken off before the next ones come. */
const MEMORY = 'A'
/** Sizes of the smooth font, by its number. */
const FONTS = [
  { font: '001', points: 6 },
  { font: '002', points: 8 },
  { font: '003', points: 10 },
  { font: '004', points: 12 },
  { font: '005', points: 14 },
  { font: '006', points: 18 },
] as const
const MM_PER_POINT = 25.4 / 72
const MOST_TIMES = 9
const LONGEST_TEXT = 255
/** The longest side of a line, in tenths of a millimetre: what three digits say. */
const LONGEST_LINE = 999
/** Bytes of a row of a picture, and rows that repeat one: what two hexadecimal digits say. */
const MOST_BYTES = 255
const HAIR = 1e-6

/** The labels as one file, each line of it ended by CR. Throws CoreError `invalid_label` where a symbol is wider than the language tells. */
export const pplaOf = (labels: readonly Copies[], roll: Roll): string =>
  rowsOnRoll(labels, roll)
    .map(({ drawings, copies }) => formOf(drawings, copies, roll))
    .join('')

/** Where a mark is drawn: how far its label is from the left, and how high that is, in mm. */
interface Place {
  readonly left: number
  readonly height: number
  readonly dpi: number
}

interface Picture {
  readonly name: string
  /** Rows of dots from the top, `1` dark, and how often each follows itself. */
  readonly rows: readonly (readonly [dots: string, times: number])[]
}

function formOf(drawings: readonly Drawing[], copies: number, { espaco_x }: Roll): string {
  const pictures: Picture[] = []
  const records = drawings.flatMap(({ marks, width, height, dpi }, column) => {
    const place = { left: column * (width + espaco_x), height, dpi }
    return marks.flatMap((mark) => recordsOf(mark, place, pictures))
  })
  const form = [`${STX}L`, 'D11', 'ySPM', ...records, `Q${digits(copies)}`, 'E']
  return [`${STX}m`, ...pictures.flatMap(loaded), ...form].map((line) => line + CR).join('')
}

const loaded = ({ name, rows }: Picture): string[] => [
  `${STX}x${MEMORY}G${name}`,
  `${STX}I${MEMORY}F${name}`,
  ...rows.flatMap(([dots, times]) => [`80${bytesOf(dots)}`, ...repeated(times - 1)]),
  'FFFF',
]

const hex = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, '0')

/** A row of dots: how many bytes, and the bytes. */
function bytesOf(dots: string): string {
  const bytes = dots.match(/.{1,8}/g) ?? []
  return hex(bytes.length) + bytes.map((byte) => hex(Number.parseInt(byte.padEnd(8, '0'), 2))).join('')
}

const repeated = (times: number): string[] =>
  Array.from(
    { length: Math.ceil(times / MOST_BYTES) },
    (_, at) => `0000FF${hex(Math.min(MOST_BYTES, times - at * MOST_BYTES))}`,
  )

function recordsOf(mark: Mark, place: Place, pictures: Picture[]): string[] {
  switch (mark.kind) {
    case 'text':
      return [textRecord(mark, place)]
    case 'bars':
      return [pictureRecord(mark, barRows(mark, place), mark.height, place, pictures)]
    case 'qr': {
      const quiet = QUIET * mark.module
      const at = { x: mark.x + quiet, y: mark.y + quiet }
      const side = (mark.code.size - 2 * QUIET) * mark.module
      return [pictureRecord(at, qrRows(mark, place), side, place, pictures)]
    }
    case 'box':
      return boxRecords(mark, place)
  }
}

const tenths = (mm: number): number => Math.max(0, Math.round(mm * 10))
const digits = (number: number, count = 4): string => String(number).padStart(count, '0')
/** Tenths that are no more than a length: what ends at an edge does not pass it. */
const within = (mm: number): number => Math.max(0, Math.floor(mm * 10 + HAIR))
/** Row and column of what reaches down to `bottom` from the label's upper edge. */
const position = (x: number, bottom: number, { left, height }: Place): string =>
  digits(within(height - bottom)) + digits(within(left + x))

/** The largest letters that are no higher than the mark's, and that the line's width holds. */
function textRecord({ x, y, size, width, align, text }: TextMark, place: Place): string {
  const whole = inPage(text, 'cp850').slice(0, LONGEST_TEXT)
  const sizes = FONTS.flatMap(({ font, points }) =>
    Array.from({ length: MOST_TIMES }, (_, at) => ({ font, times: at + 1, high: points * (at + 1) * MM_PER_POINT })),
  )
  const fitting = sizes.filter(({ high }) => high <= size + HAIR && textWidth(whole, high) <= width + HAIR)
  const smallest = { font: FONTS[0].font, times: 1, high: FONTS[0].points * MM_PER_POINT }
  const { font, times, high } = fitting.toSorted((a, b) => b.high - a.high || a.times - b.times)[0] ?? smallest
  const shown = beginning(whole, (piece) => textWidth(piece, high) <= width + HAIR)
  const at = x + ((width - textWidth(shown, high)) * align) / 2
  return `19${times}${times}${font}${position(Math.max(0, at), y + high, place)}${shown}`
}

const barRows = ({ symbol, module, height }: BarsMark, { dpi }: Place): Picture['rows'] => [
  [wide(symbol.modules, dotsOf(module, dpi)), Math.max(1, dotsOf(height, dpi))],
]

const wide = (modules: string, dots: number): string => Array.from(modules, (one) => one.repeat(dots)).join('')

function qrRows({ code, module }: QrMark, { dpi }: Place): Picture['rows'] {
  const dots = dotsOf(module, dpi)
  const rows = Array.from({ length: code.size }, () => Array.from({ length: code.size }, () => '0'))
  for (const [x, y, width] of code.runs) rows[y]?.fill('1', x, x + width)
  return rows.slice(QUIET, -QUIET).map((row) => [wide(row.slice(QUIET, -QUIET).join(''), dots), dots])
}

function pictureRecord(
  { x, y }: { readonly x: number; readonly y: number },
  rows: Picture['rows'],
  height: number,
  place: Place,
  pictures: Picture[],
): string {
  if ((rows[0]?.[0].length ?? 0) > MOST_BYTES * 8) throw invalidLabel('O código é largo demais para a linguagem PPLA.')
  const name = `S${pictures.length + 1}`
  pictures.push({ name, rows })
  return `1Y11000${position(x, y + height, place)}${name}`
}

/** Four lines, or the one that a box without an inside is. */
function boxRecords({ x, y, width, height, line }: BoxMark, place: Place): string[] {
  if (width <= line || height <= line) return lineRecords([x, y, Math.max(line, width), Math.max(line, height)], place)
  return [
    ...lineRecords([x, y, width, line], place),
    ...lineRecords([x, y + height - line, width, line], place),
    ...lineRecords([x, y + line, line, height - 2 * line], place),
    ...lineRecords([x + width - line, y + line, line, height - 2 * line], place),
  ]
}

/** A black rectangle, in as many pieces as its sides need. */
function lineRecords([x, y, width, height]: readonly [number, number, number, number], place: Place): string[] {
  const [across, down] = [piecesOf(width), piecesOf(height)]
  return down.flatMap(([top, tall]) =>
    across.map(
      ([from, long]) =>
        `1X11000${position(x + from / 10, y + (top + tall) / 10, place)}L${digits(long, 3)}${digits(tall, 3)}`,
    ),
  )
}

function piecesOf(length: number): (readonly [from: number, long: number])[] {
  const whole = Math.max(1, tenths(length))
  return Array.from({ length: Math.ceil(whole / LONGEST_LINE) }, (_, at) => [
    at * LONGEST_LINE,
    Math.min(LONGEST_LINE, whole - at * LONGEST_LINE),
  ])
}
