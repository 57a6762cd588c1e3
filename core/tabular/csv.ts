import { CoreError } from '../errors'

/** One record of a CSV file and the line of the file that it begins at. */
export interface CsvRecord {
  readonly line: number
  readonly cells: readonly string[]
}

/** How much a table may hold. */
export const TABLE_LIMITS = { rows: 200_000, columns: 200, cell: 10_000 } as const

const QUOTE = '"'
const SEPARATORS = [';', '\t', ',', '|'] as const
/** Lines that are looked at to tell the separator. */
const SAMPLE_LINES = 20
/** What spreadsheets write in front to say the separator. */
const HINT = /^sep=(.)(?:\r\n|\r|\n|$)/i

/**
 * Reads CSV piece by piece (RFC 4180; `;`, tab, `,` or `|`, as the first lines show): quoted cells may hold separators, quotes and line
 * ends. Lines end with LF, CRLF or CR alone. The first piece holds the first lines. Throws `invalid_table` for a quote that is never closed and for more than the limits.
 */
export class CsvReader {
  #separator = ''
  #cells: string[] = []
  #cell = ''
  #quoted = false
  /** A quote inside a quoted cell was just seen: it either ends the cell or is doubled. */
  #closing = false
  #line = 1
  #startedAt = 1
  /** The piece before ended in a CR: an LF that comes next belongs to it. */
  #afterReturn = false

  /** The records that end in this piece of text. */
  push(piece: string): CsvRecord[] {
    const records: CsvRecord[] = []
    const text = this.#separator === '' ? this.#begin(piece) : piece
    let plainFrom = 0
    for (let at = 0; at < text.length; at++) {
      const character = text[at]
      if (!this.#isSpecial(character)) continue
      this.#append(text.slice(plainFrom, at))
      plainFrom = at + 1
      const completes = character === '\n' && (at > 0 ? text[at - 1] === '\r' : this.#afterReturn)
      if (character === QUOTE) this.#quote()
      else if (this.#quoted && !this.#closing) this.#keep(character ?? '', completes)
      else if (!completes) this.#endCell(character === '\n' || character === '\r' ? records : undefined)
    }
    this.#append(text.slice(plainFrom))
    this.#afterReturn = text.endsWith('\r')
    return records
  }

  /** The last record, when the file does not end with a line end. */
  end(): CsvRecord[] {
    const records: CsvRecord[] = []
    if (this.#quoted && !this.#closing) throw this.#fault('faltam aspas de fechamento.')
    if (this.#cell !== '' || this.#cells.length > 0) this.#endCell(records)
    return records
  }

  #begin(piece: string): string {
    const text = piece.replace(/^\uFEFF/, '')
    const hint = HINT.exec(text)
    this.#separator = hint?.[1] ?? separatorOf(text)
    if (!hint) return text
    this.#line = ++this.#startedAt
    return text.slice(hint[0].length)
  }

  #fault(what: string): CoreError {
    return new CoreError('invalid_table', `Linha ${this.#startedAt}: ${what}`)
  }

  #isSpecial(character: string | undefined): boolean {
    return character === QUOTE || character === '\n' || character === '\r' || character === this.#separator
  }

  #append(text: string): void {
    this.#cell += text
    if (this.#cell.length > TABLE_LIMITS.cell)
      throw this.#fault(`célula com mais de ${TABLE_LIMITS.cell} caracteres. Falta fechar aspas?`)
  }

  #quote(): void {
    if (!this.#quoted && this.#cell === '') this.#quoted = true
    else if (!this.#quoted) this.#cell += QUOTE
    else if (this.#closing) {
      this.#cell += QUOTE
      this.#closing = false
    } else this.#closing = true
  }

  #keep(character: string, completes: boolean): void {
    this.#cell += character
    if ((character === '\n' && !completes) || character === '\r') this.#line++
  }

  /** Ends a cell, and with `records` the record too. */
  #endCell(records: CsvRecord[] | undefined): void {
    this.#cells.push(this.#cell)
    this.#cell = ''
    this.#quoted = false
    this.#closing = false
    if (this.#cells.length > TABLE_LIMITS.columns) throw this.#fault(`mais de ${TABLE_LIMITS.columns} colunas.`)
    if (!records) return
    if (this.#cells.length > 1 || this.#cells[0] !== '') records.push({ line: this.#startedAt, cells: this.#cells })
    this.#cells = []
    this.#startedAt = ++this.#line
  }
}

/** The separator that most of the first lines use equally often; `;` when none is used. */
export function separatorOf(text: string): string {
  const lines = outsideQuotes(text.slice(0, 65_536))
    .split(/\r\n|\r|\n/)
    .slice(0, SAMPLE_LINES)
  let best = { separator: ';', lines: 0 }
  for (const separator of SEPARATORS) {
    const counts = lines.map((line) => line.split(separator).length - 1).filter((count) => count > 0)
    const alike = Math.max(0, ...counts.map((count) => counts.filter((other) => other === count).length))
    if (alike > best.lines) best = { separator, lines: alike }
  }
  return best.separator
}

const outsideQuotes = (text: string): string => text.replaceAll(/"(?:[^"]|"")*"/g, '')

/** A table as CSV: `;` between cells, quotes where they are needed, CRLF at the ends. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  const quoted = (cell: string) => (/[";\t,|\r\n]|^\s|\s$|^$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  return rows.map((row) => `${row.map(quoted).join(';')}\r\n`).join('')
}
