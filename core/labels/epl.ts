import type { Drawing, Mark, TextMark } from './draw'
import { dotsOf } from './label'
import { darkRuns } from './symbol'
import { columnAt, type Copies, type Roll, rowsOnRoll } from './roll'

/**
 * EPL2 and PPLB, the languages of Eltron and Argox printers, which agree on what is used here (EPL2 Programmer's Manual; Argox PPLB Reference). Bars and QR codes are
 * drawn as black boxes, module by module: every printer prints the very symbol that was measured, whatever its own encoders do. Texts are Windows-1252.
 */
/** Fonts of both: number, width and height of a sign in dots, the gap between signs included. */
const FONTS = [
  { font: 1, width: 10, height: 14 },
  { font: 2, width: 12, height: 18 },
  { font: 3, width: 14, height: 22 },
  { font: 4, width: 16, height: 26 },
] as const
const MOST_TIMES = 6

/** The labels as one file, in lines ended by LF. */
export function eplOf(labels: readonly Copies[], roll: Roll): string {
  return rowsOnRoll(labels, roll)
    .map(({ drawings, copies }) => `${formOf(drawings, roll)}P${copies}\n`)
    .join('')
}

function formOf(drawings: readonly Drawing[], roll: Roll): string {
  const [first] = drawings
  if (first === undefined) return 'N\n'
  const { dpi } = first
  const width = columnAt(roll.colunas - 1, first, roll) + dotsOf(first.width, dpi)
  const head = `\nN\nI8,A,001\nq${width}\nQ${dotsOf(first.height, dpi)},${dotsOf(roll.espaco_y, dpi)}\n`
  return head + drawings.flatMap((one, column) => linesOf(one, columnAt(column, one, roll))).join('')
}

const linesOf = ({ marks, dpi }: Drawing, left: number): string[] => marks.map((mark) => commandOf(mark, left, dpi))

function commandOf(mark: Mark, left: number, dpi: number): string {
  const [x, y] = [left + dotsOf(mark.x, dpi), dotsOf(mark.y, dpi)]
  switch (mark.kind) {
    case 'text':
      return textCommand(mark, x, y, dpi)
    case 'bars': {
      const module = dotsOf(mark.module, dpi)
      const tall = dotsOf(mark.height, dpi)
      return darkRuns(mark.symbol.modules)
        .map(([from, wide]) => black(x + from * module, y, wide * module, tall))
        .join('')
    }
    case 'qr': {
      const module = dotsOf(mark.module, dpi)
      return mark.code.runs
        .map(([column, row, wide]) => black(x + column * module, y + row * module, wide * module, module))
        .join('')
    }
    case 'box': {
      const stroke = Math.max(1, dotsOf(mark.line, dpi))
      const [right, bottom] = [dotsOf(mark.width, dpi), dotsOf(mark.height, dpi)]
      if (right <= stroke || bottom <= stroke) return black(x, y, Math.max(stroke, right), Math.max(stroke, bottom))
      return `X${x},${y},${stroke},${x + right},${y + bottom}\n`
    }
  }
}

const black = (x: number, y: number, width: number, height: number): string => `LO${x},${y},${width},${height}\n`

/** The largest font that is no higher than the letters, and that the line's width holds. */
function textCommand({ text, size, width, align }: TextMark, x: number, y: number, dpi: number): string {
  const [tall, wide] = [dotsOf(size, dpi), dotsOf(width, dpi)]
  const signs = [...text].length
  const sizes = FONTS.flatMap((font) => Array.from({ length: MOST_TIMES }, (_, at) => ({ ...font, times: at + 1 })))
  const fitting = sizes.filter((one) => one.height * one.times <= tall && one.width * one.times * signs <= wide)
  const best = fitting.toSorted((a, b) => b.height * b.times - a.height * a.times)[0] ?? { ...FONTS[0], times: 1 }
  const shown = [...text].slice(0, Math.max(1, Math.floor(wide / (best.width * best.times)))).join('')
  const at = x + Math.floor(((wide - [...shown].length * best.width * best.times) * align) / 2)
  return `A${Math.max(0, at)},${y},0,${best.font},${best.times},${best.times},N,"${shown.replaceAll(/["\\]/g, (sign) => `\\${sign}`)}"\n`
}
