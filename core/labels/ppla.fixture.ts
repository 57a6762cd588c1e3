import { decodeBytes } from '../tabular/encoding'
import { textWidth } from './letters'
import type { BlackBox, PrintedLabel, PrintedText } from './printed.fixture'

/** A reader of PPLA for the tests, written apart from the writer: what each form of a file would print on a label that is so high. */
export interface PplaPaper {
  /** In mm: rows are counted from the label's lower edge. */
  readonly height: number
  readonly dpi: number
}

/** Points of the sizes of the smooth font. */
const POINTS: Readonly<Record<string, number>> = { '001': 6, '002': 8, '003': 10, '004': 12, '005': 14, '006': 18 }

interface State {
  readonly pictures: Map<string, string[]>
  texts: PrintedText[]
  black: BlackBox[]
  copies: number
  isLabel: boolean
  page: string
}

/** Reads a file of labels from its bytes. Throws where a line is none that is known, a picture is not there, or the code page of texts is not told. */
export function readPpla(bytes: Uint8Array, paper: PplaPaper): PrintedLabel[] {
  const lines = decodeBytes(bytes, 'cp850').split('\r')
  if (lines.pop() !== '') throw new Error('The last line has no end.')
  const state: State = { pictures: new Map(), texts: [], black: [], copies: 1, isLabel: false, page: '' }
  const labels: PrintedLabel[] = []
  let unit = ''
  while (lines.length > 0) {
    const line = lines.shift() ?? ''
    const picture = line.startsWith('\u0002IAF') ? line.slice(4) : undefined
    if (line === '\u0002m') unit = 'mm'
    else if (line === '\u0002L') Object.assign(state, { texts: [], black: [], copies: 1, isLabel: true, page: '' })
    else if (line.startsWith('\u0002xAG')) state.pictures.delete(line.slice(4))
    else if (picture !== undefined) state.pictures.set(picture, readPicture(lines))
    else if (line === 'E' && state.isLabel && unit === 'mm') {
      labels.push({ copies: state.copies, texts: state.texts, black: state.black })
      state.isLabel = false
    } else if (state.isLabel) readRecord(line, state, paper)
    else throw new Error(`A printer does not know ${line}.`)
  }
  return labels
}

function readPicture(lines: string[]): string[] {
  const rows: string[] = []
  for (let line = lines.shift(); line !== 'FFFF'; line = lines.shift()) {
    const [, count = '', data = ''] = /^80([0-9A-F]{2})([0-9A-F]+)$/.exec(line ?? '') ?? []
    const times = /^0000FF([0-9A-F]{2})$/.exec(line ?? '')?.[1]
    if (times !== undefined) rows.push(...Array.from({ length: Number.parseInt(times, 16) }, () => rows.at(-1) ?? ''))
    else if (data !== '' && Number.parseInt(count, 16) * 2 === data.length)
      rows.push(
        (data.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16).toString(2).padStart(8, '0')).join(''),
      )
    else throw new Error(`${line} is no row of a picture.`)
  }
  return rows
}

function readRecord(line: string, state: State, { height, dpi }: PplaPaper): void {
  const dots = (tenths: number): number => (tenths * dpi) / 254
  if (line === 'D11') return
  const page = /^yS(\w\w)$/.exec(line)?.[1]
  if (page !== undefined) return void (state.page = page)
  if (/^Q\d{4}$/.test(line)) return void (state.copies = Number(line.slice(1)))
  const [, kind = '', row = '', column = '', data = ''] =
    /^1(9\d\d\d{3}|Y11000|X11000)(\d{4})(\d{4})(.*)$/.exec(line) ?? []
  const [x, bottom] = [dots(Number(column)), dots(height * 10 - Number(row))]
  if (kind === 'X11000') {
    const [, wide = '', tall = ''] = /^L(\d{3})(\d{3})$/.exec(data) ?? []
    if (wide === '') throw new Error(`A printer does not know ${line}.`)
    const size = { width: dots(Number(wide)), height: dots(Number(tall)) }
    state.black.push({ x, y: bottom - size.height, ...size })
  } else if (kind === 'Y11000') {
    const rows = state.pictures.get(data)
    if (rows === undefined) throw new Error(`There is no picture ${data}.`)
    for (const [down, one] of rows.entries())
      for (const run of one.matchAll(/1+/g))
        state.black.push({ x: x + run.index, y: bottom - rows.length + down, width: run[0].length, height: 1 })
  } else if (kind.startsWith('9') && kind.charAt(1) === kind.charAt(2)) {
    if (state.page !== 'PM') throw new Error('Nobody told the printer that its texts are in code page 850.')
    const high = ((POINTS[kind.slice(3)] ?? Number.NaN) * Number(kind.charAt(1)) * dpi) / 72
    state.texts.push({ x, y: bottom - high, width: textWidth(data, high), height: high, text: data })
  } else throw new Error(`A printer does not know ${line}.`)
}
