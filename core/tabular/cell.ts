import { isCivilDate } from '../br/civil-date'
import { CoreError } from '../errors'
import { yesNo } from '../fields/field'
import { type MarkCount, readDecimal } from './number'

/** A cell as a file gives it: text, or what a spreadsheet stores by type. Dates come as `yyyy-mm-dd` or `yyyy-mm-dd hh:mm:ss`. */
export type Cell = string | number | boolean | null

/** What a cell is to become. */
export type CellKind = 'text' | 'integer' | 'decimal' | 'boolean' | 'date' | 'datetime'

export interface CellColumn {
  readonly kind: CellKind
  /** Its numbers are percentages already: `5%` is 5. In any other column it is 0.05. */
  readonly percent?: boolean
  /** Lengths that digits had before a spreadsheet took their leading zeros: 11 and 14 for tax ids, 8 for postcodes. */
  readonly pad?: readonly number[]
  /** Tells by its check digits that a code, with so many zeros put back, is the one that was meant. Without it only one zero comes back. */
  readonly proves?: (code: string, zeros: number) => boolean
}

const YES = new Set(['sim', 's', 'yes', 'y', 'true', 'verdadeiro', 'v', '1', 'x', 'ativo', 'ativa'])
const NO = new Set(['nao', 'n', 'no', 'false', 'falso', 'f', '0', 'inativo', 'inativa', 'bloqueado'])
const SHEET_ERROR = /^#(?:REF!|N\/A|VALUE!|VALOR!|DIV\/0!|NAME\?|NOME\?|NUM!|NULL!|NULO!|N\/D|SPILL!|CALC!)$/
/** Days of a spreadsheet's calendar that are taken for dates: 1927 to 2119. */
const SERIALS = { from: 10_000, to: 80_000 }
const EPOCH = Date.UTC(1899, 11, 30)
const DAY_MS = 86_400_000

/**
 * The value of a cell, ready for the field's own check: decimals and dates in plain forms, yes and no as booleans, texts trimmed. Null for
 * an empty cell. Throws CoreError `invalid_cell`, `invalid_number`, `ambiguous_number`.
 */
export function readCell(cell: Cell, column: CellColumn, marks: MarkCount): string | boolean | null {
  if (cell === null || (typeof cell === 'string' && cell.trim() === '')) return null
  if (typeof cell === 'string' && SHEET_ERROR.test(cell.trim()))
    throw new CoreError('invalid_cell', `A planilha mostra um erro nesta célula (${cell.trim()}).`)
  switch (column.kind) {
    case 'text':
      return padded(textOf(cell), column)
    case 'boolean':
      return readBoolean(cell)
    case 'integer':
    case 'decimal':
      return readNumber(cell, column, marks)
    case 'date':
      return readDate(cell).slice(0, 10)
    case 'datetime':
      return readDate(cell)
  }
}

function textOf(cell: string | number | boolean): string {
  if (typeof cell === 'string') return cell.trim()
  if (typeof cell === 'boolean') return yesNo(cell)
  return Number.isInteger(cell) && Math.abs(cell) < 1e21 ? BigInt(cell).toString() : String(cell)
}

/**
 * Digits that have lost leading zeros get them back: as many as its check digits prove, where exactly one length is proven; one of a code that has a
 * fixed length and no check digit. What is in doubt stays as it is, and is its field's to refuse.
 */
function padded(text: string, { pad = [], proves }: CellColumn): string {
  if (pad.length === 0 || !/^\d+$/.test(text)) return text
  if (!proves) {
    const length = pad.find((one) => one >= text.length)
    return length !== undefined && length - text.length <= 1 ? text.padStart(length, '0') : text
  }
  if (pad.includes(text.length) && proves(text, 0)) return text
  const proven = pad
    .filter((one) => one > text.length)
    .map((one) => text.padStart(one, '0'))
    .filter((code) => proves(code, code.length - text.length))
  return proven.length === 1 ? (proven[0] ?? text) : text
}

function readBoolean(cell: string | number | boolean): boolean {
  if (typeof cell === 'boolean') return cell
  const word = bareName(String(cell))
  if (YES.has(word)) return true
  if (NO.has(word)) return false
  throw new CoreError('invalid_cell', `'${String(cell).slice(0, 40)}' não é sim nem não.`)
}

/** Numbers of a spreadsheet are read to 15 digits, as it shows them: 0.30000000000000004 is 0.3. */
function readNumber(cell: string | number | boolean, { kind, percent }: CellColumn, marks: MarkCount): string {
  if (typeof cell === 'boolean') return cell ? '1' : '0'
  const told = typeof cell === 'number' ? plainNumber(cell) : readDecimal(cell, marks)
  const text = typeof cell === 'string' && cell.includes('%') && !percent ? hundredth(told) : told
  return kind === 'integer' ? text.replace(/\.0*$/, '') : text
}

function plainNumber(number: number): string {
  const rounded = Number(number.toPrecision(15))
  const text = String(rounded)
  if (!text.includes('e')) return text
  return Math.abs(rounded) < 1 ? rounded.toFixed(20).replace(/0+$/, '') : BigInt(Math.trunc(rounded)).toString()
}

/** A hundredth of a plain decimal text. */
function hundredth(text: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  const digits = `${whole.padStart(3, '0')}${fraction}`
  const point = Math.max(whole.length, 3) - 2
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`.replace(/\.?0+$/, '')
}

const DATE = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/
const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/
/** A two-digit year from 00 to 69 is of this century. */
const PIVOT = 70

function readDate(cell: string | number | boolean): string {
  const text = typeof cell === 'number' ? serialDate(cell) : String(cell).trim()
  const iso = ISO.exec(text)
  const local = iso ? null : DATE.exec(text)
  const [, a = '', b = '', c = '', hour = '0', minute = '0', second = '0'] = iso ?? local ?? []
  const [year, month, day] = iso ? [a, b, c] : [fullYear(c), b, a]
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if ((!iso && !local) || !isCivilDate(date) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)
    throw new CoreError('invalid_cell', `Data inválida: '${String(cell).slice(0, 40)}'. Use dd/mm/aaaa.`)
  return `${date} ${[hour, minute, second].map((part) => part.padStart(2, '0')).join(':')}`
}

const fullYear = (text: string): string =>
  text.length > 2 ? text : String((Number(text) < PIVOT ? 2000 : 1900) + Number(text))

/** The day that a spreadsheet numbers, 1 being 1900-01-01 with its leap day that never was. */
export function serialDate(serial: number): string {
  if (serial < SERIALS.from || serial > SERIALS.to) return String(serial)
  const seconds = Math.round(serial * 86_400)
  return new Date(EPOCH + Math.floor(seconds / 86_400) * DAY_MS + (seconds % 86_400) * 1000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ')
}

/** A name as it is compared: letters and digits alone, no accents, no case. */
export function bareName(text: string): string {
  return text
    .slice(0, 200)
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
