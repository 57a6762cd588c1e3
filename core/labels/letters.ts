/** How wide texts are: widths of Helvetica, which the fonts of screens, paper and label printers do not exceed (Adobe Core 14 metrics, thousandths of the height). */
const WIDTHS: readonly number[] = (
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 ' +
  '1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 ' +
  '333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584'
)
  .split(' ')
  .map(Number)
const FIRST = 32
/** Signs outside the table: as wide as the widest letter, but for what is common. */
const OTHER = 1000
const ELLIPSIS = '…'
/** Bold letters are wider by at most so much, over a word. */
const BOLD = 1.15

/** The letter that an accent stands on: as wide as both. */
const bare = (letter: string): string => letter.normalize('NFD').charAt(0)

const widthOf = (letter: string): number => WIDTHS[bare(letter).charCodeAt(0) - FIRST] ?? OTHER

/** Width of a text whose letters are `height` high, in the unit of the height. */
export function textWidth(text: string, height: number, bold = false): number {
  let thousandths = 0
  for (const letter of text) thousandths += widthOf(letter)
  return (thousandths * height * (bold ? BOLD : 1)) / 1000
}

/** What sums of decimals may be off by. */
const HAIR = 1e-6

interface Room {
  readonly width: number
  readonly height: number
  readonly bold: boolean
  readonly lines: number
}

/** A text as the lines that fit: broken between words where it can be; what is left over is cut with an ellipsis. */
export function wrapText(text: string, { width, height, bold, lines }: Room): string[] {
  const fits = (piece: string): boolean => textWidth(piece, height, bold) <= width + HAIR
  const done: string[] = []
  let rest = text.replaceAll(/\s+/g, ' ').trim()
  while (rest !== '' && done.length < lines) {
    const line = done.length === lines - 1 ? cut(rest, fits) : firstLine(rest, fits)
    done.push(line.trim())
    rest = rest.slice(line.length).trimStart()
    if (done.length === lines) break
  }
  return done
}

/** A text that fits whole, or as much of it as fits with an ellipsis. */
function cut(text: string, fits: (piece: string) => boolean): string {
  if (fits(text)) return text
  return longest(text, (piece) => fits(piece.trimEnd() + ELLIPSIS)).trimEnd() + ELLIPSIS
}

/** Words from the beginning that fit; a word that alone does not is broken. */
function firstLine(text: string, fits: (piece: string) => boolean): string {
  if (fits(text)) return text
  const piece = beginning(text, fits)
  const blank = text.charAt(piece.length) === ' ' ? piece.length : piece.lastIndexOf(' ')
  return blank > 0 ? text.slice(0, blank) : piece
}

/** As much of a text as fits; its first letter, where not even that does. */
export const beginning = (text: string, fits: (piece: string) => boolean): string =>
  longest(text, fits) || (([first = '']) => first)([...text])

/** The longest beginning that fits. */
function longest(text: string, fits: (piece: string) => boolean): string {
  let piece = ''
  for (const letter of text) {
    if (!fits(piece + letter)) return piece
    piece += letter
  }
  return piece
}
