import type { Danfe } from '../../../core/fiscal/danfe/types'
import type { Pen } from '../../relatorios/pen'

/** Additional data: complementary information at the left, what is kept for the authorities at the right. */

const SIZE = 7
const SHARE = 0.66
const PAD = 3
const HEAD = 9
const TITLE = 9
/** A line that fits to the point fits. */
const ROUNDING = 0.001

export interface NoteLines {
  readonly notes: readonly string[]
  readonly fiscal: readonly string[]
}

/** The texts as lines of the two columns. */
export function noteLines(pen: Pen, { notes, fiscal }: Danfe, width: number): NoteLines {
  const set = (list: readonly string[], share: number) =>
    list.flatMap((one) => pen.lines(one, { size: SIZE }, width * share - 2 * PAD))
  return { notes: set(notes, SHARE), fiscal: set(fiscal, 1 - SHARE) }
}

const longest = ({ notes, fiscal }: NoteLines): number => Math.max(notes.length, fiscal.length)

/** How high the block is that holds all of it. */
export const notesHeight = (pen: Pen, lines: NoteLines): number => TITLE + HEAD + pen.height(longest(lines), SIZE) + PAD

/** What fits into a block of a height, and the rest. */
export function partNotes(pen: Pen, lines: NoteLines, height: number): readonly [NoteLines, NoteLines] {
  const most = Math.max(0, Math.floor((height - TITLE - HEAD - PAD) / pen.height(1, SIZE) + ROUNDING))
  const part = (from: number, to?: number) => ({
    notes: lines.notes.slice(from, to),
    fiscal: lines.fiscal.slice(from, to),
  })
  return [part(0, most), part(most)]
}

export const isEmpty = (lines: NoteLines): boolean => longest(lines) === 0

/** Draws the block; `title` says whether it goes on from another page. */
export function drawNotes(
  pen: Pen,
  { notes, fiscal }: NoteLines,
  {
    x,
    y,
    width,
    height,
    title,
  }: {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
    readonly title: string
  },
): void {
  pen.text(title, x, y + 2, { face: 'bold', size: 6.5 })
  const [top, tall, left] = [y + TITLE, height - TITLE, width * SHARE]
  pen.frame({ x, y: top, width: left, height: tall })
  pen.frame({ x: x + left, y: top, width: width - left, height: tall })
  pen.text('INFORMAÇÕES COMPLEMENTARES', x + 2, top + 1.2, { size: 6 })
  pen.text('RESERVADO AO FISCO', x + left + 2, top + 1.2, { size: 6 })
  pen.rows(notes, x + PAD, top + HEAD, { size: SIZE })
  pen.rows(fiscal, x + left + PAD, top + HEAD, { size: SIZE })
}
