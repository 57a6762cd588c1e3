import { invalid } from './errors'
import { CoreError } from '../../core/errors'
import { quotientOf } from '../../core/br/number'
import { decimal, roundHalfUp } from '../../core/money/decimal'
import { type FieldMeta, type Fields, rangeFault, wordOf } from '../../core/fields/field'

/** Messages of the checks that every field shares. */
export const MESSAGES = {
  required: 'Preencha este campo.',
  text: 'Informe um texto.',
  integer: 'Informe um número inteiro.',
  decimal: 'Informe um número.',
  digits: 'Número com mais de 15 dígitos significativos.',
  boolean: 'Informe verdadeiro ou falso.',
  date: 'Data inválida: use AAAA-MM-DD.',
  datetime: 'Data e hora inválidas: use AAAA-MM-DD HH:MM:SS.',
  ref: 'Selecione um registro válido.',
  json: 'Conteúdo inválido.',
} as const

/** A value in its stored form, or the Portuguese message that refuses it. */
export type Parsed = { readonly ok: string | number | boolean | object | null } | { readonly error: string }

const JSON_LIMIT = { characters: 65_536, depth: 32 }
const INT4_MAX = 2_147_483_647

/** The number of a record, or of its version, as a number or in digits; undefined for anything else. Never throws, whatever it is given. */
export function readId(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isInteger(id) && id >= 1 && id <= INT4_MAX ? id : undefined
}

/** Brings a value of a request to the form its column stores. Empty text is null. */
export function parseField(meta: FieldMeta, value: unknown): Parsed {
  const parsed = value === null || value === undefined || value === '' ? { ok: null } : PARSERS[meta.kind](meta, value)
  if ('error' in parsed) return meta.message && meta.kind !== 'text' ? { error: meta.message } : parsed
  return parsed.ok === null && meta.required ? { error: meta.message ?? MESSAGES.required } : parsed
}

const PARSERS: Readonly<Record<FieldMeta['kind'], (meta: FieldMeta, value: unknown) => Parsed>> = {
  text: parseText,
  integer: parseInteger,
  decimal: parseDecimal,
  boolean: (_, value) => {
    if (value === true || value === 1 || value === '1' || value === 'true') return { ok: true }
    if (value === false || value === 0 || value === '0' || value === 'false') return { ok: false }
    return { error: MESSAGES.boolean }
  },
  date: (_, value) =>
    typeof value === 'string' && isDate(value.slice(0, 10)) && value.length <= 25
      ? { ok: value.slice(0, 10) }
      : { error: MESSAGES.date },
  datetime: (_, value) => parseDateTime(value),
  ref: (meta, value) => ('ok' in parseInteger(meta, value) ? parseInteger(meta, value) : { error: MESSAGES.ref }),
  json: (_, value) => parseJson(value),
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Text that PostgreSQL can store: NUL it cannot; lone surrogates are no text. */
const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** True when nothing lies more than `depth` levels within. */
function isShallow(value: unknown, depth: number): boolean {
  return !isObject(value) || (depth > 0 && Object.values(value).every((one) => isShallow(one, depth - 1)))
}

/**
 * Values of a record that the program makes of what came from outside (a supplier's document), each as its field stores it: by the same door as what people
 * type. Rules of the form alone (what must be given, limits of texts) are not asked. Throws 422 with every field that cannot be.
 */
export function valuesFromOutside(fields: Fields, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const errors: Record<string, string[]> = {}
  const parsed = Object.entries(values).map(([name, value]) => {
    const meta = fields[name]?.meta
    if (meta === undefined || !WRITTEN_EXACTLY.has(meta.kind)) return [name, value]
    const one = parseField({ ...meta, required: false }, value)
    if ('error' in one) errors[name] = [`${meta.label}: ${one.error}`]
    return [name, 'ok' in one ? one.ok : null]
  })
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return Object.fromEntries(parsed)
}

/** Kinds whose columns take nothing else. Amounts are rounded to their columns. */
const WRITTEN_EXACTLY: ReadonlySet<FieldMeta['kind']> = new Set(['integer', 'ref', 'date', 'datetime', 'boolean'])

/** What no text of the database can hold, as JSON writes it. */
const UNSTORABLE = /\\u(?:0000|d[89a-f][\da-f]{2})/i

/** JSON of rows that are stored, from wherever their texts come: what the database can hold of them. */
export function storableJson(rows: unknown): string {
  const text = JSON.stringify(rows)
  return UNSTORABLE.test(text) ? JSON.stringify(storable(rows)) : text
}

/** The same structure with texts and keys that can be stored. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storable)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [storableText(key), storable(one)]))
}

function parseJson(value: unknown): Parsed {
  const clean = isShallow(value, JSON_LIMIT.depth) ? storable(value) : undefined
  const fits = isObject(clean) && JSON.stringify(clean).length <= JSON_LIMIT.characters
  return fits ? { ok: clean } : { error: MESSAGES.json }
}

/** Says which options there are, where people have words for them. */
function optionFault(meta: FieldMeta): string {
  const { options = [], words } = meta
  if (words === undefined || options.length > 12) return 'Opção inválida.'
  return `Opção inválida: use ${options.map((one) => `${one} (${wordOf(meta, one)})`).join(', ')}.`
}

function parseText(meta: FieldMeta, value: unknown): Parsed {
  if (typeof value !== 'string' && typeof value !== 'number') return { error: MESSAGES.text }
  const text = storableText(String(value)).trim()
  if (text === '') return { ok: null }
  if (meta.options && !meta.options.includes(text)) return { error: optionFault(meta) }
  if (meta.max !== undefined && text.length > meta.max) return { error: `Use no máximo ${meta.max} caracteres.` }
  if (meta.min !== undefined && text.length < meta.min) return { error: `Use no mínimo ${meta.min} caracteres.` }
  return meta.normalize ? meta.normalize(text) : { ok: text }
}

function parseInteger(meta: FieldMeta, value: unknown): Parsed {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value.trim()) ? Number(value) : value
  if (typeof number === 'boolean' && meta.options) return { ok: Number(number) }
  if (typeof number !== 'number' || !Number.isInteger(number)) return { error: MESSAGES.integer }
  if (meta.options && !meta.options.includes(number)) return { error: optionFault(meta) }
  return told(rangeFault(meta, number)) ?? { ok: number }
}

function parseDecimal(meta: FieldMeta, value: unknown): Parsed {
  if (typeof value !== 'string' && typeof value !== 'number') return { error: MESSAGES.decimal }
  try {
    const decimals = meta.decimals ?? 2
    const number = decimalOf(meta, value)
    const text = number.toString()
    if (text.replace(/^-?0*\.?0*|\./g, '').length > 15) return { error: MESSAGES.digits }
    if (number.round(decimals, 'half-up').cmp(number) !== 0)
      return { error: `Use no máximo ${decimals} casas decimais.` }
    if (number.abs().round(0, 'down').toFixed(0).length > (meta.digits ?? 15) - decimals)
      return { error: MESSAGES.digits }
    return told(rangeFault(meta, number.toNumber())) ?? { ok: number.toFixed(decimals) }
  } catch (error) {
    if (error instanceof CoreError) return { error: MESSAGES.decimal }
    throw error
  }
}

/** The number itself; a factor may be a quotient, which keeps as many decimals as the field has. */
function decimalOf({ format, decimals = 2 }: FieldMeta, value: string | number) {
  const quotient = format === 'factor' && typeof value === 'string' ? quotientOf(value, decimal) : null
  return quotient ? roundHalfUp(quotient, decimals) : decimal(value)
}

const told = (error: string | undefined): Parsed | undefined => (error === undefined ? undefined : { error })

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/

/** True for a day of the calendar written YYYY-MM-DD. A year before 1000 is a slip of the hand. */
export function isDate(text: string): boolean {
  const match = DATE.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return year >= 1000 && month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** UTC, or at most 14 hours from it. */
const ZONE = /^(?:Z|[+-](?:0\d|1[0-4]):?[0-5]\d)$/

function parseDateTime(value: unknown): Parsed {
  if (typeof value !== 'string' || value.length > 35) return { error: MESSAGES.datetime }
  const [day = '', time = '00:00:00'] = value.split(/[ T]/)
  const zone = /(?:Z|[+-]\d{2}:?\d{2})$/.exec(time)?.[0] ?? ''
  const clock = time.slice(0, time.length - zone.length).replace(/\.\d{1,9}$/, '')
  if (!isDate(day) || !TIME.test(clock) || (zone !== '' && !ZONE.test(zone))) return { error: MESSAGES.datetime }
  return { ok: `${day} ${clock}${zone}` }
}
