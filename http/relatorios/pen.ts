import { QUIET, type QrRuns, qrRuns } from '../../core/pix/qr'
import { drawBars } from './bars'
import { drawable, type Pdf } from './paper'

/** Points of a millimetre. */
export const MM = 72 / 25.4

const FACES = { plain: 'Times-Roman', bold: 'Times-Bold', sans: 'Helvetica', sansBold: 'Helvetica-Bold' } as const
export type Face = keyof typeof FACES

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Written {
  readonly face?: Face
  readonly size: number
  readonly align?: 'left' | 'center' | 'right'
}

interface Fitted {
  readonly face?: Face
  readonly align?: Written['align']
  readonly largest?: number
  readonly smallest?: number
}

/** Sizes that a value is tried in until it fits, and how many lines it may take then. */
const FITS: readonly (readonly [size: number, lines: number])[] = [
  [16, 1],
  [14, 1],
  [13, 1],
  [12, 1],
  [11, 1],
  [10, 1],
  [9, 1],
  [8.5, 1],
  [8, 1],
  [7.5, 1],
  [7, 1],
  [6.5, 2],
  [6, 2],
  [5.5, 2],
  [5, 3],
]
/** Line height of a size. */
const LEADING = 1.12
const LINE = 0.5
const EDGE = 2
const TITLE = 6

const thousandths = (value: number): number => Math.round(value * 1000) / 1000

/** Widths of letters at one point, by face: a document asks for some hundred letters, many thousand times. */
const widths = new Map<Face, Map<string, number>>()

/** Draws texts, boxes and codes in points from the top left; knows how wide texts are and what fits. */
export class Pen {
  /** The last QR Code: a paper may have the same one twice. */
  private code: (QrRuns & { readonly text: string }) | undefined

  constructor(readonly pdf: Pdf) {}

  /** How wide a text is, kerning apart. */
  width(text: string, face: Face, size: number): number {
    const known = widths.get(face) ?? new Map<string, number>()
    widths.set(face, known)
    let total = 0
    for (const letter of text) {
      let width = known.get(letter)
      if (width === undefined) {
        width = this.pdf.font(FACES[face]).fontSize(1000).widthOfString(letter) / 1000
        known.set(letter, width)
      }
      total += width
    }
    return total * size
  }

  /** A text as lines of at most a width; a word too long for a line is cut where it ends. */
  lines(text: string, { face = 'plain', size }: Written, width: number): string[] {
    const lines: string[] = []
    for (const paragraph of drawable(text).split('\n')) {
      let line = ''
      for (const word of paragraph.split(/\s+/)) {
        const longer = line === '' ? word : `${line} ${word}`
        if (this.width(longer, face, size) <= width) {
          line = longer
          continue
        }
        if (line !== '') lines.push(line)
        const pieces = this.pieces(word, { face, size }, width)
        for (const piece of pieces.slice(0, -1)) lines.push(piece)
        line = pieces.at(-1) ?? ''
      }
      lines.push(line)
    }
    return lines
  }

  /** A word in pieces of at most a width, each of a letter at least. */
  pieces(word: string, { face = 'plain', size }: Written, width: number): string[] {
    const pieces: string[] = []
    let [from, used] = [0, 0]
    for (let at = 0; at < word.length; at++) {
      const wide = this.width(word.charAt(at), face, size)
      if (at > from && used + wide > width) {
        pieces.push(word.slice(from, at))
        from = at
        used = 0
      }
      used += wide
    }
    return [...pieces, word.slice(from)]
  }

  /** One line of text, as it is. */
  text(
    text: string,
    x: number,
    y: number,
    { face = 'plain', size, align = 'left', width = 0 }: Written & { readonly width?: number },
  ): void {
    const shown = drawable(text)
    if (shown === '') return
    const free = align === 'left' ? 0 : width - this.width(shown, face, size)
    const left = x + (align === 'center' ? free / 2 : free)
    this.pdf.font(FACES[face]).fontSize(size).fillColor('#000').text(shown, left, y, { lineBreak: false })
  }

  /** Text over as many lines as it takes; answers where the next line begins. */
  paragraph(text: string, x: number, y: number, how: Written & { readonly width: number }): number {
    const lines = this.lines(text, how, how.width)
    return this.rows(lines, x, y, how)
  }

  /** Lines under each other; answers where the next begins. */
  rows(lines: readonly string[], x: number, y: number, how: Written & { readonly width?: number }): number {
    for (const [at, line] of lines.entries()) this.text(line, x, y + at * how.size * LEADING, how)
    return y + lines.length * how.size * LEADING
  }

  /** Height of so many lines. */
  height(lines: number, size: number): number {
    return lines * size * LEADING
  }

  frame({ x, y, width, height }: Box): void {
    this.pdf.lineWidth(LINE).strokeColor('#000').rect(x, y, width, height).stroke()
  }

  line(
    x1: number,
    y1: number,
    x2: number,
    y2: number,
    { dashed = false, thick = dashed ? LINE / 2 : LINE }: { readonly dashed?: boolean; readonly thick?: number } = {},
  ): void {
    this.pdf.lineWidth(thick).strokeColor('#000')
    if (dashed) this.pdf.dash(2, { space: 2 })
    this.pdf.moveTo(x1, y1).lineTo(x2, y2).stroke()
    if (dashed) this.pdf.undash()
  }

  /** A box filled with a colour, under what is written in it later. */
  shade({ x, y, width, height }: Box, colour: string): void {
    this.pdf.rect(x, y, width, height).fill(colour)
  }

  /** A field of a form: its frame, its title, and its value as large as it fits under it. */
  field(
    box: Box,
    title: string,
    value: string,
    { align = 'left', bold = false }: { readonly align?: Written['align']; readonly bold?: boolean } = {},
  ): void {
    this.frame(box)
    const width = box.width - 2 * EDGE
    const titleSize = Math.min(TITLE, (TITLE * width) / Math.max(1, this.width(drawable(title), 'plain', TITLE)))
    this.text(title, box.x + EDGE, box.y + 1.7, { size: titleSize })
    this.fit({ x: box.x + EDGE, y: box.y + TITLE + 2, width, height: box.height - TITLE - 2 }, value, {
      face: bold ? 'bold' : 'plain',
      align,
    })
  }

  /** A text as large as it fits into a room, between two sizes; what does not fit even small ends with an ellipsis. */
  fit(room: Box, value: string, { face = 'plain', align = 'left', largest = 9, smallest = 5 }: Fitted = {}): void {
    if (value === '') return
    const sizes = FITS.filter(([size]) => size <= largest && size >= smallest)
    for (const [size, most] of sizes) {
      const lines = this.lines(value, { face, size }, room.width)
      const height = this.height(lines.length, size)
      const last = size === sizes.at(-1)?.[0]
      if ((lines.length > most || height > room.height + 1) && !last) continue
      const kept = Math.max(1, Math.min(lines.length, Math.floor((room.height + 1) / (size * LEADING))))
      const shown = lines.slice(0, kept)
      if (kept < lines.length) shown[kept - 1] = this.cut(shown[kept - 1] ?? '', { face, size }, room.width)
      const free = Math.max(0, room.height - this.height(kept, size))
      this.rows(shown, room.x, room.y + free / 2, { face, size, align, width: room.width })
      return
    }
  }

  /** A line that goes on elsewhere, with an ellipsis where it no longer fits. */
  private cut(line: string, { face = 'plain', size }: Written, width: number): string {
    let kept = line.trimEnd()
    while (kept !== '' && this.width(`${kept}…`, face, size) > width) kept = kept.slice(0, -1).trimEnd()
    return `${kept}…`
  }

  /** A Code 128 over the whole width, quiet zones included. */
  bars(text: string, box: Box): void {
    drawBars(this.pdf, text, box)
  }

  /** A QR Code; `side` is of its dark part, around which four modules are white. */
  qr(text: string, x: number, y: number, side: number): void {
    if (this.code?.text !== text) this.code = { text, ...qrRuns(text) }
    const { size, runs } = this.code
    const module = side / (size - 2 * QUIET)
    const whole = size * module
    this.pdf.rect(x - QUIET * module, y - QUIET * module, whole, whole).fill('#fff')
    this.black(
      runs.map(([column, row, wide]) => ({
        x: x + (column - QUIET) * module,
        y: y + (row - QUIET) * module,
        width: wide * module,
        height: module,
      })),
    )
  }

  /** Boxes filled black, in thousandths of a point and written at once: codes have hundreds of them. */
  black(boxes: readonly Box[]): void {
    const lines = boxes.map((box) => [box.x, box.y, box.width, box.height].map(thousandths).join(' '))
    this.pdf.fillColor('#000').addContent(`${lines.map((line) => `${line} re`).join('\n')}\nf`)
  }

  /** A word in grey across the page, behind what is read. */
  mark(text: string, { x, y, width, height }: Box): void {
    const shown = drawable(text)
    const size = Math.min(64, (0.8 * Math.hypot(width, height)) / Math.max(0.1, this.width(shown, 'sansBold', 1)))
    const turn = { origin: [x + width / 2, y + height / 2] }
    this.pdf
      .save()
      .rotate((-Math.atan2(height, width) * 180) / Math.PI, turn)
      .fillOpacity(0.1)
    this.pdf.font(FACES.sansBold).fontSize(size).fillColor('#000')
    this.pdf.text(shown, x + width / 2 - this.width(shown, 'sansBold', size) / 2, y + height / 2 - size / 2, {
      lineBreak: false,
    })
    this.pdf.restore().fillOpacity(1)
  }
}
