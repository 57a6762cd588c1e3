import type { Danfe, DanfeDue } from '../../../core/fiscal/danfe/types'
import { BLOCK_TITLE } from './a4-blocks'
import type { Pen } from '../../relatorios/pen'

/** Dues in a grid: few with number, day and amount under each other, many in a line each. */

interface Grid {
  readonly across: number
  readonly row: number
  readonly end: number
}

const FEW = 14
const SMALL: Grid = { across: 5, row: 8.5, end: 3 }
const LARGE: Grid = { across: 7, row: 25, end: 0 }
/** As many as a note may have; a page holds them. */
const MOST = 120

const gridOf = (dues: readonly DanfeDue[]): Grid => (dues.length <= FEW ? LARGE : SMALL)

/** The dues in parts that a page holds; none of a note without. */
export function duesParts({ dues }: Danfe): (readonly DanfeDue[])[] {
  return Array.from({ length: Math.ceil(dues.length / MOST) }, (_, at) => dues.slice(at * MOST, (at + 1) * MOST))
}

export function duesHeight(dues: readonly DanfeDue[]): number {
  const { across, row, end } = gridOf(dues)
  return BLOCK_TITLE + Math.ceil(dues.length / across) * row + end
}

interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
}

/** Draws the grid; answers where the next block begins. */
export function drawDues(pen: Pen, dues: readonly DanfeDue[], { x, y, width }: Place): number {
  const grid = gridOf(dues)
  const [top, bottom, wide] = [y + BLOCK_TITLE, y + duesHeight(dues), width / grid.across]
  pen.text('DUPLICATAS', x, y + 2, { face: 'bold', size: 6.5 })
  pen.frame({ x, y: top, width, height: bottom - top })
  for (const [at, due] of dues.entries()) {
    const place = { x: x + (at % grid.across) * wide, y: top + Math.floor(at / grid.across) * grid.row, width: wide }
    if (grid === LARGE) drawLarge(pen, due, place)
    else pen.text(`${due.n}  ${due.due}  ${due.amount}`, place.x + 3, place.y + 2, { size: 7 })
  }
  return bottom
}

function drawLarge(pen: Pen, { n, due, amount }: DanfeDue, { x, y, width }: Place): void {
  const lines = [
    ['Núm.', n],
    ['Venc.', due],
    ['Valor', amount],
  ] as const
  pen.line(x, y, x, y + LARGE.row)
  for (const [row, [title, value]] of lines.entries()) {
    pen.text(title, x + 3, y + 2.3 + row * 7.4, { size: 6 })
    pen.text(value, x + 3, y + 1.7 + row * 7.4, { face: 'bold', size: 7, align: 'right', width: width - 6 })
  }
}
