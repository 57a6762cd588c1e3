import { refused } from '../exit'

/** One record of a CSV file and the line of the file that it begins at. */
export interface CsvRecord {
  readonly line: number
  readonly cells: readonly string[]
}

const QUOTE = '"'
const MAX_CELL = 100_000

/** Reads CSV piece by piece (RFC 4180, `;` or `,` as the first line shows): quoted cells may hold separators, quotes and line ends. */
export class CsvReader {
  #separator = ''
  #cells: string[] = []
  #cell = ''
  #quoted = false
  /** A quote inside a quoted cell was just seen: it either ends the cell or is doubled. */
  #closing = false
  #line = 1
  #startedAt = 1

  /** The records that end in this piece of text. */
  push(text: string): CsvRecord[] {
    const records: CsvRecord[] = []
    this.#separator ||= separatorOf(text)
    let plainFrom = 0
    for (let at = 0; at < text.length; at++) {
      const character = text[at]
      if (!this.#isSpecial(character)) continue
      this.#cell += text.slice(plainFrom, at)
      plainFrom = at + 1
      if (this.#cell.length > MAX_CELL)
        throw refused(`Linha ${this.#startedAt}: célula grande demais. Falta fechar aspas?`)
      if (character === QUOTE) this.#quote()
      else if (this.#quoted && !this.#closing) this.#keep(character ?? '')
      else this.#endCell(character === '\n' ? records : undefined)
    }
    this.#cell += text.slice(plainFrom)
    return records
  }

  /** The last record, when the file does not end with a line end. */
  end(): CsvRecord[] {
    const records: CsvRecord[] = []
    if (this.#quoted && !this.#closing) throw refused(`Linha ${this.#startedAt}: faltam aspas de fechamento.`)
    if (this.#cell !== '' || this.#cells.length > 0) this.#endCell(records)
    return records
  }

  #isSpecial(character: string | undefined): boolean {
    return character === QUOTE || character === '\n' || character === this.#separator
  }

  #quote(): void {
    if (!this.#quoted && this.#cell === '') this.#quoted = true
    else if (!this.#quoted) this.#cell += QUOTE
    else if (this.#closing) {
      this.#cell += QUOTE
      this.#closing = false
    } else this.#closing = true
  }

  #keep(character: string): void {
    this.#cell += character
    if (character === '\n') this.#line++
  }

  /** Ends a cell, and with `records` the record too. */
  #endCell(records: CsvRecord[] | undefined): void {
    this.#cells.push(records ? this.#cell.replace(/\r$/, '') : this.#cell)
    this.#cell = ''
    this.#quoted = false
    this.#closing = false
    if (!records) return
    if (this.#cells.length > 1 || this.#cells[0] !== '') records.push({ line: this.#startedAt, cells: this.#cells })
    this.#cells = []
    this.#startedAt = ++this.#line
  }
}

function separatorOf(text: string): string {
  const [first = ''] = text.split('\n', 1)
  return first.split(';').length >= first.split(',').length ? ';' : ','
}
