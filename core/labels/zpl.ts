import { QUIET } from '../pix/qr'
import type { BarsMark, BoxMark, Drawing, Mark, QrMark, TextMark } from './draw'
import { dotsOf } from './label'
import { columnAt, type Copies, type Roll, rowsOnRoll } from './roll'
import type { Symbol } from './symbol'

/**
 * ZPL II, the language of Zebra printers and of many others (Zebra Programming Guide). Texts are UTF-8 (`^CI28`); in `^FD` after `^FH`, `_5E` is the sign of that code.
 * Bars are drawn by the printer from what they hold.
 */

/** Signs that are commands within a field, and `_` itself. */
const COMMANDS = /[\^~_]/g
const hex = (sign: string): string => `_${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
const field = (text: string): string => `^FH^FD${text.replaceAll(COMMANDS, hex)}^FS`

/** The labels as one file: each begins with `^XA` and ends with `^XZ`. */
export function zplOf(labels: readonly Copies[], roll: Roll): string {
  return rowsOnRoll(labels, roll)
    .map(({ drawings, copies }) => `${formatOf(drawings, roll)}${copies > 1 ? `^PQ${copies}\n` : ''}^XZ\n`)
    .join('')
}

function formatOf(drawings: readonly Drawing[], roll: Roll): string {
  const [first] = drawings
  if (first === undefined) return '^XA\n'
  const width = columnAt(roll.colunas - 1, first, roll) + dotsOf(first.width, first.dpi)
  const head = `^XA\n^CI28\n^PW${width}\n^LL${dotsOf(first.height, first.dpi)}\n^LH0,0\n`
  return head + drawings.map((one, column) => marksIn(one, columnAt(column, one, roll))).join('')
}

const marksIn = ({ marks, dpi }: Drawing, left: number): string =>
  marks
    .map((mark) => {
      // The printer leaves no quiet zone around its QR codes.
      const quiet = mark.kind === 'qr' ? QUIET * dotsOf(mark.module, dpi) : 0
      return `^FO${left + quiet + dotsOf(mark.x, dpi)},${quiet + dotsOf(mark.y, dpi)}${commandOf(mark, dpi)}\n`
    })
    .join('')

function commandOf(mark: Mark, dpi: number): string {
  switch (mark.kind) {
    case 'text':
      return textCommand(mark, dpi)
    case 'bars':
      return barsCommand(mark, dpi)
    case 'qr':
      return qrCommand(mark, dpi)
    case 'box':
      return boxCommand(mark, dpi)
  }
}

const JUSTIFIED = ['L', 'C', 'R']

function textCommand({ text, size, width, align }: TextMark, dpi: number): string {
  const height = dotsOf(size, dpi)
  const font = `^A0N,${height},${height}`
  if (align === 0) return font + field(text)
  // Within a block a backslash begins a sign of its own.
  return `${font}^FB${dotsOf(width, dpi)},1,0,${JUSTIFIED[align] ?? 'L'},0${field(text.replaceAll('\\', '\\\\'))}`
}

/** Dots that a bar or a module of a QR code has at most: `^BY` and `^BQ` take no more. */
export const WIDEST = 10

/** EAN is given without its check digit, which the printer computes. */
const WITHOUT_CHECK = -1

function barsCommand({ symbol, module, height }: BarsMark, dpi: number): string {
  const tall = dotsOf(height, dpi)
  const by = `^BY${dotsOf(module, dpi)},2,${tall}`
  switch (symbol.symbology) {
    case 'ean13':
      return `${by}^BEN,${tall},N,N${field(symbol.data.slice(0, WITHOUT_CHECK))}`
    case 'ean8':
      return `${by}^B8N,${tall},N,N${field(symbol.data.slice(0, WITHOUT_CHECK))}`
    case 'itf14':
      return `${by}^B2N,${tall},N,N,N${field(symbol.data)}`
    case 'code128':
    case 'gs1-128':
      return `${by}^BCN,${tall},N,N,N,N${field(code128Field(symbol))}`
  }
}

const START = 103
const FNC1 = 102
const TO_B = 100
const TO_C = 99
const GREATER = 62
const CIRCUMFLEX_OR_TILDE: Readonly<Record<number, string>> = { [94 - 32]: '><', [126 - 32]: '>=' }

/** The characters of a Code 128 as `^BC` takes them in mode N: sets are chosen here, not by the printer, so that its symbol is the one that was measured. */
function code128Field({ codewords = [] }: Symbol): string {
  let set = 'ABC'.charAt((codewords[0] ?? START + 1) - START)
  let text = { A: '>9', B: '>:', C: '>;' }[set] ?? '>:'
  for (const codeword of codewords.slice(1)) {
    if (codeword === FNC1) text += '>8'
    else if (codeword === TO_C && set !== 'C') [set, text] = ['C', `${text}>5`]
    else if (codeword === TO_B && set !== 'B') [set, text] = ['B', `${text}>6`]
    else text += set === 'C' ? String(codeword).padStart(2, '0') : signOf(codeword)
  }
  return text
}

const signOf = (codeword: number): string =>
  codeword === GREATER - 32 ? '>0' : (CIRCUMFLEX_OR_TILDE[codeword] ?? String.fromCharCode(codeword + 32))

/** Level M restores 15 %, as on screen and paper; `A` lets the printer choose how to write the text. */
const qrCommand = ({ text, module }: QrMark, dpi: number): string =>
  `^BQN,2,${dotsOf(module, dpi)}${field(`MA,${text}`)}`

function boxCommand({ width, height, line }: BoxMark, dpi: number): string {
  const stroke = Math.max(1, dotsOf(line, dpi))
  return `^GB${Math.max(stroke, dotsOf(width, dpi))},${Math.max(stroke, dotsOf(height, dpi))},${stroke}^FS`
}
