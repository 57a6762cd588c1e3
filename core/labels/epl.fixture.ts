import { decodeBytes } from '../tabular/encoding'
import type { BlackBox, PrintedLabel, PrintedText } from './printed.fixture'

/** A reader of EPL2 and PPLB for the tests, written apart from the writer: what each form of a file would print. */

/** Width and height of a sign of each font at 203 dpi, the gap included (EPL2 Programmer's Manual). */
const CELLS: Readonly<Record<string, readonly [number, number]>> = {
  1: [10, 14],
  2: [12, 18],
  3: [14, 22],
  4: [16, 26],
}

/** Reads a file of labels from its bytes. Throws where a command is none that is known, or the code page of texts is not told. */
export function readEpl(bytes: Uint8Array): PrintedLabel[] {
  const forms = decodeBytes(bytes, 'windows-1252').split('\nN\n').slice(1)
  return forms.map((form) => {
    const lines = form.split('\n').filter(Boolean)
    if (!lines.includes('I8,A,001')) throw new Error('Nobody told the printer that its texts are Windows-1252.')
    const told = lines.flatMap(readLine)
    return {
      copies: told.flatMap((one) => one.copies ?? [])[0] ?? 0,
      texts: told.flatMap((one) => one.text ?? []),
      black: told.flatMap((one) => one.black ?? []),
    }
  })
}

interface Line {
  readonly copies?: number
  readonly text?: PrintedText
  readonly black?: readonly BlackBox[]
}

function readLine(line: string): Line {
  const numbers = (from: number): number[] => line.slice(from).split(',').map(Number)
  if (/^(?:I8,A,001|q\d+|Q\d+,\d+)$/.test(line)) return {}
  if (/^P\d+$/.test(line)) return { copies: Number(line.slice(1)) }
  if (/^LO[\d,]+$/.test(line)) {
    const [x = 0, y = 0, width = 0, height = 0] = numbers(2)
    return { black: [{ x, y, width, height }] }
  }
  if (/^X[\d,]+$/.test(line)) {
    const [x = 0, y = 0, stroke = 0, right = 0, bottom = 0] = numbers(1)
    const [width, height] = [right - x, bottom - y]
    return {
      black: [
        { x, y, width, height: stroke },
        { x, y: bottom - stroke, width, height: stroke },
        { x, y, width: stroke, height },
        { x: right - stroke, y, width: stroke, height },
      ],
    }
  }
  const [, x, y, font = '', wide, tall, text = ''] =
    /^A(\d+),(\d+),0,([1-4]),(\d),(\d),N,"((?:[^"\\]|\\.)*)"$/.exec(line) ?? []
  const cell = CELLS[font]
  if (cell === undefined) throw new Error(`A printer does not know ${line}.`)
  const read = text.replaceAll(/\\(.)/g, '$1')
  const size = { width: cell[0] * Number(wide) * read.length, height: cell[1] * Number(tall) }
  return { text: { x: Number(x), y: Number(y), ...size, text: read } }
}
