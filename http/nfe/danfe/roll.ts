import { type Face, MM, type Pen } from '../../relatorios/pen'

/** What is printed on a roll: one thing under the other, the paper as long as it takes. */

interface Entry {
  readonly height: number
  readonly draw: (y: number) => void
}

interface Style {
  readonly size?: number
  readonly face?: Face
  readonly align?: 'left' | 'center' | 'right'
}

const EDGE = 4 * MM
/** A page of a PDF may not be longer than 200 inches. */
const LONGEST = 14_000
const USUAL = 7.5

export class Roll {
  private readonly entries: Entry[] = []
  private readonly width: number

  constructor(
    private readonly pen: Pen,
    /** Of the paper. */
    private readonly paper: number,
  ) {
    this.width = paper - 2 * EDGE
  }

  /** Text over as many lines as it takes. */
  text(text: string, { size = USUAL, face = 'sans', align = 'left' }: Style = {}): this {
    if (text === '') return this
    const { pen, width } = this
    for (const line of pen.lines(text, { face, size }, width))
      this.add(pen.height(1, size), (y) => pen.text(line, EDGE, y, { face, size, align, width }))
    return this
  }

  /** Text on one line, smaller where it must be. */
  line(text: string, { size = USUAL, face = 'sans', align = 'center' }: Style = {}): this {
    const fitting = Math.min(size, this.width / Math.max(1, this.pen.width(text, face, 1)))
    return this.add(this.pen.height(1, size), (y) =>
      this.pen.text(text, EDGE, y, { face, size: fitting, align, width: this.width }),
    )
  }

  /** A name at the left and its value at the right, on the name's last line. */
  pair(name: string, value: string, { size = USUAL, face = 'sans' }: Style = {}): this {
    const { pen, width } = this
    const lines = pen.lines(name, { face, size }, width - pen.width(value, face, size) - 2 * MM)
    for (const [at, line] of lines.entries())
      this.add(pen.height(1, size), (y) => {
        pen.text(line, EDGE, y, { face, size })
        if (at === lines.length - 1) pen.text(value, EDGE, y, { face, size, align: 'right', width })
      })
    return this
  }

  gap(millimetres = 1): this {
    return this.add(millimetres * MM, () => undefined)
  }

  rule(): this {
    const { pen, width } = this
    return this.add(2 * MM, (y) => pen.line(EDGE, y + MM, EDGE + width, y + MM, { dashed: true }))
  }

  bars(text: string, millimetres: number): this {
    const { pen, width } = this
    return this.add((millimetres + 1) * MM, (y) => pen.bars(text, { x: EDGE, y, width, height: millimetres * MM }))
  }

  /** A QR Code in the middle, with its quiet zone. */
  qr(text: string, millimetres: number): this {
    const { pen, paper } = this
    const side = millimetres * MM
    return this.add(side + 8 * MM, (y) => pen.qr(text, (paper - side) / 2, y + 4 * MM, side))
  }

  private add(height: number, draw: (y: number) => void): this {
    this.entries.push({ height, draw })
    return this
  }

  /** Draws all of it on a page of its own, or on several where no page could be so long. Before that, `under` draws what lies under it. */
  draw(under: (width: number, height: number) => void): void {
    let page: Entry[] = []
    let height = 2 * EDGE
    const finish = () => {
      this.pen.pdf.addPage({ size: [this.paper, height], margin: 0 })
      under(this.paper, height)
      let y = EDGE
      for (const entry of page) {
        entry.draw(y)
        y += entry.height
      }
    }
    for (const entry of this.entries) {
      if (height + entry.height > LONGEST) {
        finish()
        page = []
        height = 2 * EDGE
      }
      page.push(entry)
      height += entry.height
    }
    finish()
  }
}
