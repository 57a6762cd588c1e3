import type { Field, Mark, Passage, Words } from '../../../core/banking/paper/marks'
import { MM, type Box, type Pen } from '../../relatorios/pen'

/** Draws what `core/banking/paper` says, in points. */

/** Points. */
const EDGE = 2.2
const TITLE = 5.5
const TITLE_ROOM = TITLE + 2.4
const SIZES = { largest: 9, smallest: 5.5 }
/** A line alone stands so much under the middle of its room: letters have more room under them than over them. */
const DROP = 0.9
/** Height of a line where there are several. */
const LINE = 1.2
/** Between a line and what stands at its right. */
const GAP = 6
const SHADE = '#ececec'

const inPoints = ({ x, y, width, height }: Box): Box => ({
  x: x * MM,
  y: y * MM,
  width: width * MM,
  height: height * MM,
})

/** Draws the marks of a page; what is shaded lies under all else. */
export function drawMarks(pen: Pen, marks: readonly Mark[]): void {
  for (const mark of marks) if (mark.kind === 'field' && mark.shaded === true) pen.shade(inPoints(mark), SHADE)
  for (const mark of marks) drawMark(pen, mark)
}

function drawMark(pen: Pen, mark: Mark): void {
  if (mark.kind === 'field') return drawField(pen, mark)
  if (mark.kind === 'words') return drawWords(pen, mark)
  if (mark.kind === 'bars') return pen.black(mark.bars.map(([x, width]) => inPoints({ ...mark, x, width })))
  if (mark.kind === 'code') return pen.qr(mark.text, mark.x * MM, mark.y * MM, mark.width * MM)
  if (mark.kind === 'passage') return drawPassage(pen, mark)
  const { x1, y1, x2, y2, dashed = false, thick } = mark
  pen.line(x1 * MM, y1 * MM, x2 * MM, y2 * MM, { dashed, thick })
}

const drawWords = (pen: Pen, { text, size, align = 'left', bold = false, ...box }: Words): void =>
  pen.fit(inPoints(box), text, { face: bold ? 'sansBold' : 'sans', align, largest: size, smallest: SIZES.smallest })

function drawField(pen: Pen, field: Field): void {
  const box = inPoints(field)
  pen.frame(box)
  pen.text(field.title, box.x + EDGE, box.y + 1.8, { face: 'sans', size: TITLE })
  const { lines, aside = '', bold = false, align = 'left', size = SIZES.largest, free = 0 } = field
  const face = bold ? 'sansBold' : 'sans'
  const room = box.height - TITLE_ROOM
  const isAlone = lines.length === 1
  const height = isAlone ? room : Math.min(room / lines.length, size * LINE)
  const top = box.y + TITLE_ROOM + (isAlone ? DROP : 0)
  const place = { x: box.x + EDGE, width: box.width - 2 * EDGE - free * MM, height }
  for (const [at, line] of lines.entries()) {
    const taken = at === 0 ? drawAside(pen, aside, { ...place, y: top }) : 0
    const where = { ...place, y: top + at * height, width: place.width - taken }
    pen.fit(where, line, { face, align, largest: size, smallest: SIZES.smallest })
  }
}

/** What stands at the right of a line; answers how much room it takes. */
function drawAside(pen: Pen, text: string, box: Box): number {
  if (text === '') return 0
  const [face, size] = ['sans', 8] as const
  pen.fit(box, text, { face, align: 'right', largest: size, smallest: size })
  return pen.width(text, face, size) + GAP
}

/** A text to be copied: each sign of it, in letters small enough. */
function drawPassage(pen: Pen, { text, size, ...mark }: Passage): void {
  const box = inPoints(mark)
  for (const tried of [size, 6, 5]) {
    const lines = signs(pen, text, tried, box.width)
    if (pen.height(lines.length, tried) > box.height) continue
    pen.rows(lines, box.x, box.y, { face: 'sans', size: tried })
    return
  }
}

/** Lines that end and begin with no blank: who copies them gets those in between alone. */
function signs(pen: Pen, text: string, size: number, width: number): string[] {
  const lines: string[] = []
  for (let rest = text; rest !== ''; rest = rest.slice(lines.at(-1)?.length)) {
    let end = pen.pieces(rest, { face: 'sans', size }, width)[0]?.length ?? rest.length
    while (end > 1 && end < rest.length && /\s/.test(rest.slice(end - 1, end + 1))) end--
    lines.push(rest.slice(0, end))
  }
  return lines
}
