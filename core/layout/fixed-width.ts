import { isCivilDate } from '../br/civil-date'
import { CoreError } from '../errors'
import { fromUnits } from '../money/decimal'
import { decodeBytes, encodingOf } from '../tabular/encoding'

/** The one thing the core needs of the runtime here; Bun, Node and the browsers all have it. */
declare const TextDecoder: new (label: string) => { decode: (bytes: Uint8Array) => string }

/** Where a field is: its first column, the first of a line being 1, and how many it takes. */
interface Place {
  readonly at: number
  readonly length: number
}

/** In which order a date is written. */
type DateOrder = 'yyyymmdd' | 'yymmdd' | 'ddmmyyyy' | 'ddmmyy'

/**
 * A field of a record, as data. Text is trimmed; a code is text that stands at the right of zeros, which are part of it; a constant is always written and read as it came; a
 * number has no mark of decimals; a date without day is none.
 */
export type FixedField = Place &
  (
    | { readonly kind: 'text' }
    | { readonly kind: 'code' }
    | { readonly kind: 'constant'; readonly value: string }
    | { readonly kind: 'integer' }
    | { readonly kind: 'decimal'; readonly decimals: number }
    | { readonly kind: 'date'; readonly order: DateOrder }
    | { readonly kind: 'time' }
  )

export type FixedRecord = Readonly<Record<string, FixedField>>

/** A record without some of its fields. */
export const without = (record: FixedRecord, ...names: readonly string[]): FixedRecord =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))

type ValueOf<F> = F extends { kind: 'text' | 'code' | 'constant' }
  ? string
  : F extends { kind: 'integer' }
    ? number | null
    : string | null

/** What is read of a record: text as text, decimals as decimal text, dates as YYYY-MM-DD, times as HH:mm:ss. Blank is null, but of text. */
export type FixedValues<R extends FixedRecord> = { readonly [K in keyof R]: ValueOf<R[K]> }

export const text = (at: number, length: number) => ({ kind: 'text', at, length }) as const
/** An agency, an account, a number at a bank, a CNPJ with letters: digits whose zeros count. */
export const code = (at: number, length: number) => ({ kind: 'code', at, length }) as const
export const constant = (at: number, value: string, length: number = value.length) =>
  ({ kind: 'constant', at, length, value }) as const
export const integer = (at: number, length: number) => ({ kind: 'integer', at, length }) as const
export const decimals = (at: number, length: number, places = 2) =>
  ({ kind: 'decimal', at, length, decimals: places }) as const
export const date = (at: number, order: DateOrder) => ({ kind: 'date', at, length: order.length, order }) as const
/** HHMMSS, or HHMM where it has four columns. */
export const time = (at: number, length: 4 | 6 = 6) => ({ kind: 'time', at, length }) as const

/** A record of a file: its line, the first being 1, and what is in it. */
export interface FixedLine {
  readonly line: number
  readonly text: string
}

const MAX_BYTES = 20_000_000
const MAX_LINES = 200_000
const MAX_LINE = 2000
const END_OF_FILE = '\u001A'

/** The text of a file of whatever encoding. Throws `too_large` over 20 MB. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes.length > MAX_BYTES) throw new CoreError('too_large', 'O arquivo passa do limite de 20 MB.')
  const encoding = encodingOf(bytes)
  if (encoding === 'windows-1252' || encoding === 'macintosh' || encoding === 'cp850')
    return decodeBytes(bytes, 'windows-1252')
  return new TextDecoder(encoding).decode(bytes)
}

/**
 * The lines of a file that are not blank. A byte order mark and a mark of the end are no part of them. Throws `too_large` over 20 million characters, 200,000
 * lines or 2,000 columns.
 */
export function fixedLines(content: string): readonly FixedLine[] {
  if (content.length > MAX_BYTES) throw new CoreError('too_large', 'O arquivo passa do limite de 20 MB.')
  const all = content.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  if (all.length > MAX_LINES) throw new CoreError('too_large', `O arquivo passa do limite de ${MAX_LINES} linhas.`)
  return all.flatMap((raw, at) => {
    const [own = ''] = raw.split(END_OF_FILE, 1)
    if (own.length > MAX_LINE)
      throw new CoreError('too_large', `A linha ${at + 1} passa do limite de ${MAX_LINE} colunas.`)
    return own.trim() === '' ? [] : [{ line: at + 1, text: own }]
  })
}

/** Reads a record; a line that was cut at its right is as if filled with blanks. Throws `bad_field` for a number that is none, naming line and field. */
export function readFixed<R extends FixedRecord>({ line, text: own }: FixedLine, record: R): FixedValues<R> {
  const values: Record<string, string | number | null> = {}
  for (const [name, field] of Object.entries(record)) {
    const raw = own.slice(field.at - 1, field.at - 1 + field.length).trim()
    const value = readField(raw, field)
    if (value === undefined)
      throw new CoreError('bad_field', `Linha ${line}: ${name} (coluna ${field.at}) não é um número.`)
    values[name] = value
  }
  // Every name of the record was read above, by its own kind.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return values as FixedValues<R>
}

/** The value of a field; undefined for a number that is none. */
function readField(raw: string, field: FixedField): string | number | null | undefined {
  switch (field.kind) {
    case 'text':
    case 'code':
    case 'constant': {
      return raw
    }
    case 'date': {
      return readDate(raw, field.order)
    }
    case 'time': {
      return readTime(raw)
    }
    case 'integer': {
      if (raw === '') return null
      const value = /^\d+$/.test(raw) ? Number(raw) : Number.NaN
      return Number.isSafeInteger(value) ? value : undefined
    }
    case 'decimal': {
      if (raw === '') return null
      return /^\d+$/.test(raw) ? fromUnits(BigInt(raw), field.decimals).toFixed(field.decimals) : undefined
    }
  }
}

const TIME = /^([01]\d|2[0-3])([0-5]\d)([0-5]\d)?$/

function readTime(raw: string): string | null {
  const found = TIME.exec(raw)
  return found ? `${found[1]}:${found[2]}:${found[3] ?? '00'}` : null
}

/** A date, or null where none is told: blank, zeros, or a day that there is not. Years of two digits are of this century. */
export function readDate(raw: string, order: DateOrder): string | null {
  if (raw.length !== order.length || !/^\d+$/.test(raw)) return null
  const part = (letter: string) => raw.slice(order.indexOf(letter), order.lastIndexOf(letter) + 1)
  const year = part('y')
  const day = `${year.length === 2 ? `20${year}` : year}-${part('m')}-${part('d')}`
  return isCivilDate(day) ? day : null
}
