import { child, children, parseXml, text } from '../../../../core/fiscal/xml'
import { BUILT_IN, showsOther } from '../../../../core/tabular/number-format'
import { directoryOf, unpack, type ZipEntry } from './zip'

/** What a workbook says beside the cells of its sheets: which sheet people see first, and how its numbers are shown. */

/** Parts that are read as a whole are small; one that says it is larger is left alone. */
const PART_LIMIT = 8 * 1024 * 1024

/** The sheet that is read. */
export interface ChosenSheet {
  /** Its place among all sheets, from 0. */
  readonly at: number
  readonly name: string
  /** Sheets before it that are hidden. */
  readonly hidden: readonly string[]
  /** Other sheets that people see. */
  readonly others: number
}

/** A workbook whose parts can be read. */
export interface Book {
  readonly bytes: Uint8Array
  readonly entries: readonly ZipEntry[]
  /** Its sheets, as it names them; none where it does not say. */
  readonly sheets: readonly unknown[]
}

export function openBook(bytes: Uint8Array): Book {
  const entries = directoryOf(bytes)
  const book = partOf({ bytes, entries }, /^xl\/workbook\.xml$/i)
  return {
    bytes,
    entries,
    sheets: book === undefined ? [] : children(child(parseXml(book), 'workbook', 'sheets'), 'sheet'),
  }
}

function partOf({ bytes, entries }: Pick<Book, 'bytes' | 'entries'>, name: RegExp): string | undefined {
  const entry = entries.find((one) => name.test(one.name))
  return entry && entry.unpacked <= PART_LIMIT ? unpack(bytes, entry).toString('utf8') : undefined
}

/** The first sheet that is not hidden, as people mean it; the first of all where the workbook does not say. */
export function chosenSheet({ sheets }: Book): ChosenSheet {
  const states = sheets.map((one) => ({
    name: text(one, '@name') ?? '',
    shown: (text(one, '@state') ?? 'visible') === 'visible',
  }))
  const at = Math.max(
    0,
    states.findIndex(({ shown }) => shown),
  )
  return {
    at,
    name: states[at]?.name ?? '',
    hidden: states.slice(0, at).map(({ name }) => name),
    others: states.filter(({ shown }, place) => shown && place !== at).length,
  }
}

/** The formats by style, of those that show another thing than the number; undefined where no style does. */
export function formatsOf(book: Book): ReadonlyMap<number, string> | undefined {
  const styles = partOf(book, /^xl\/styles\.xml$/i)
  if (styles === undefined) return undefined
  const sheet = child(parseXml(styles), 'styleSheet')
  const own = new Map(
    children(child(sheet, 'numFmts'), 'numFmt').map((one) => [
      Number(text(one, '@numFmtId')),
      text(one, '@formatCode') ?? '',
    ]),
  )
  const found = new Map<number, string>()
  for (const [style, xf] of children(child(sheet, 'cellXfs'), 'xf').entries()) {
    const id = Number(text(xf, '@numFmtId') ?? 0)
    const format = own.get(id) ?? BUILT_IN[id] ?? ''
    if (showsOther(format)) found.set(style, format)
  }
  return found.size > 0 ? found : undefined
}

const CELL = /<(?:\w+:)?(?:row\b(?<row>[^>]*)|c\b(?<cell>[^>]*))>/g
const ATTRIBUTE = { row: /\br="(\d+)"/, cell: /\br="([A-Z]+)\d+"/, style: /\bs="(\d+)"/ }

/** Styles of cells by row and column, both from 0, of those that have one of the styles. Read in step with the rows. */
export class Styles {
  readonly #cells: IterableIterator<RegExpMatchArray>
  #next: { readonly row: number; readonly column: number; readonly style: number } | undefined
  #row = -1
  #column = -1

  constructor(
    sheet: string,
    readonly formats: ReadonlyMap<number, string>,
  ) {
    this.#cells = sheet.matchAll(CELL)
    this.#advance()
  }

  /** The formats of a row's cells, by column. Rows are asked for in their order. */
  of(row: number): ReadonlyMap<number, string> {
    const found = new Map<number, string>()
    for (; this.#next && this.#next.row <= row; this.#advance()) {
      const format = this.formats.get(this.#next.style)
      if (this.#next.row === row && format !== undefined) found.set(this.#next.column, format)
    }
    return found
  }

  #advance(): void {
    this.#next = undefined
    for (const { groups = {} } of this.#cells) {
      const { row, cell } = groups
      if (row !== undefined) {
        this.#row = Number(ATTRIBUTE.row.exec(row)?.[1] ?? this.#row + 2) - 1
        this.#column = -1
      } else if (cell !== undefined) {
        const letters = ATTRIBUTE.cell.exec(cell)?.[1]
        this.#column = letters === undefined ? this.#column + 1 : columnOf(letters)
        const style = Number(ATTRIBUTE.style.exec(cell)?.[1] ?? -1)
        if (!this.formats.has(style)) continue
        this.#next = { row: this.#row, column: this.#column, style }
        return
      }
    }
  }
}

/** `A` is 0, `AA` is 26. */
const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + (letter.codePointAt(0) ?? 64) - 64, 0) - 1

/** The XML of a sheet by its place, as the workbook's relations name its part. */
export function sheetXml(book: Book, at: number): string | undefined {
  const relations = partOf(book, /^xl\/_rels\/workbook\.xml\.rels$/i)
  if (relations === undefined) return undefined
  const id = text(book.sheets[at], '@id')
  const relation = children(child(parseXml(relations), 'Relationships'), 'Relationship').find(
    (one) => text(one, '@Id') === id,
  )
  const target = text(relation, '@Target')?.replace(/^\/?(?:xl\/)?/, '')
  const entry = book.entries.find(({ name }) => name === `xl/${target}`)
  return entry && unpack(book.bytes, entry).toString('utf8')
}
