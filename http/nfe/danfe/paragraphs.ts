import type { Pen } from '../../relatorios/pen'

/** Papers that are read rather than filled in: a sheet of A4, in points, and texts that go on over sheets. */

export const SHEET = { width: 595.28, height: 841.89, left: 28, top: 28, bottom: 813 }
export const SHEET_WIDTH = SHEET.width - 2 * SHEET.left

interface Paragraph {
  readonly title: string
  readonly text: string
  /** Of its letters, in points. */
  readonly size: number
  /** Where it begins. */
  readonly y: number
  /** Begins another sheet, and answers where its room begins. */
  readonly begin: () => number
}

/** A text under its title, over as many sheets as it takes; answers where it ends. */
export function paragraphs(pen: Pen, { title, text, size, y, begin }: Paragraph): number {
  const lines = pen.lines(text, { size }, SHEET_WIDTH - 12)
  const tall = pen.height(1, size)
  let [top, at] = [y, 0]
  while (at < lines.length) {
    const fits = Math.floor((SHEET.bottom - top - 20) / tall)
    if (fits < 1) {
      top = begin()
      continue
    }
    const shown = lines.slice(at, at + fits)
    pen.text(title, SHEET.left, top, { face: 'bold', size: 7 })
    pen.frame({ x: SHEET.left, y: top + 9, width: SHEET_WIDTH, height: shown.length * tall + 8 })
    pen.rows(shown, SHEET.left + 6, top + 13, { size })
    top += shown.length * tall + 17
    at += fits
  }
  return top
}
