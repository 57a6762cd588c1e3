import { AI_TABLE } from './ai-table'
import { CSET39, CSET64, CSET82, DIGIT } from './characters'
import { LINTERS, type Linter } from './lint'

/** One component of a value. `cset` is a class of characters.ts. */
export interface Part {
  readonly cset: number
  readonly min: number
  readonly max: number
  readonly optional: boolean
  readonly linters: readonly Linter[]
}

/** A span of identifier indexes, both ends inclusive. */
export interface Span {
  readonly low: number
  readonly high: number
}

/** An application identifier and its rules. `index` is `aiIndex(ai)`. */
export interface AiEntry {
  readonly ai: string
  readonly index: number
  /** True when a separator must follow unless it is the last. */
  readonly fnc1: boolean
  readonly attribute: boolean
  readonly parts: readonly Part[]
  readonly min: number
  readonly max: number
  /** One of the groups must be wholly present; empty when nothing is required. */
  readonly required: readonly (readonly Span[])[]
  readonly excluded: readonly Span[]
  /** Alternatives of ordered qualifiers when the identifier is a Digital Link key. */
  readonly keyQualifiers: readonly (readonly string[])[] | undefined
}

const CSETS: Readonly<Record<string, number>> = { N: DIGIT, X: CSET82, Y: CSET39, Z: CSET64 }

/** Where an identifier of 2, 3 or 4 digits stands among all of them, 0 to 11,099; identifiers of different lengths never meet. */
export function aiIndex(ai: string): number {
  return offsetOf(ai.length) + Number(ai)
}

function offsetOf(length: number): number {
  return length === 2 ? 0 : length === 3 ? 100 : 1100
}

const entries: (AiEntry | undefined)[] = []
const lengths = new Uint8Array(100)

function load(): void {
  for (const line of AI_TABLE.trim().split('\n')) {
    const [head = '', parts = '', required = '', excluded = '', key = ''] = line.split(';')
    const first = /^\d+/.exec(head)?.[0] ?? ''
    const last = /-(\d)/.exec(head)?.[1]
    const shared = {
      fnc1: !head.includes('!'),
      attribute: head.includes('?'),
      parts: parts.split(' ').map(readPart),
      required: required === '' ? [] : required.split(',').map((group) => group.split('+').map(readSpan)),
      excluded: excluded === '' ? [] : excluded.split(',').map(readSpan),
      keyQualifiers: readQualifiers(key),
    }
    const min = shared.parts.reduce((sum, part) => sum + (part.optional ? 0 : part.min), 0)
    const max = shared.parts.reduce((sum, part) => sum + part.max, 0)
    const count = last === undefined ? 1 : Number(last) - Number(first.slice(-1)) + 1
    for (let step = 0; step < count; step++) {
      const ai = String(Number(first) + step).padStart(first.length, '0')
      lengths[Number(ai.slice(0, 2))] = ai.length
      entries[aiIndex(ai)] = { ai, index: aiIndex(ai), min, max, ...shared }
    }
  }
}

function readPart(text: string): Part {
  const [shape = '', rules] = text.replace('~', '').split(':')
  const max = Number(/\d+/.exec(shape)?.[0])
  return {
    cset: CSETS[shape.charAt(0)] ?? DIGIT,
    min: shape.includes('-') ? 1 : max,
    max,
    optional: text.startsWith('~'),
    linters: rules === undefined ? [] : rules.split('+').flatMap((name) => LINTERS.get(name) ?? []),
  }
}

function readSpan(pattern: string): Span {
  return { low: aiIndex(pattern.replaceAll('n', '0')), high: aiIndex(pattern.replaceAll('n', '9')) }
}

function readQualifiers(text: string): string[][] | undefined {
  if (text === '') return undefined
  return text === '-' ? [[]] : text.split('|').map((sequence) => sequence.split(','))
}

/** The identifier that `text` has at `from` and its rules; undefined when none begins there. */
export function entryAt(text: string, from: number): AiEntry | undefined {
  if (entries.length === 0) load()
  const length = lengths[twoDigits(text, from)]
  if (length === undefined || length === 0) return undefined
  let number = 0
  for (let at = from; at < from + length; at++) {
    const digit = text.charCodeAt(at) - 48
    if (!(digit >= 0 && digit <= 9)) return undefined
    number = number * 10 + digit
  }
  return entries[number + offsetOf(length)]
}

/** How many digits the identifiers beginning with the two digits at `from` have; 0 when there is none. */
export function aiLengthAt(text: string, from: number): number {
  if (entries.length === 0) load()
  return lengths[twoDigits(text, from)] ?? 0
}

function twoDigits(text: string, from: number): number {
  const tens = text.charCodeAt(from) - 48
  const units = text.charCodeAt(from + 1) - 48
  return tens >= 0 && tens <= 9 && units >= 0 && units <= 9 ? tens * 10 + units : -1
}

/** The rules of exactly this identifier. */
export function entryOf(ai: string): AiEntry | undefined {
  const entry = entryAt(ai, 0)
  return entry !== undefined && entry.ai.length === ai.length ? entry : undefined
}

/** An identifier outside the table, where the caller allows it: up to 90 characters of CSET 82, separator after it, no associations. */
export function unknownEntry(ai: string): AiEntry | undefined {
  if (!/^\d{2,4}$/.test(ai)) return undefined
  const known = aiLengthAt(ai, 0)
  if (known !== 0 && known !== ai.length) return undefined
  return { ai, index: aiIndex(ai), ...UNKNOWN }
}

const UNKNOWN = {
  fnc1: true,
  attribute: false,
  parts: [{ cset: CSET82, min: 1, max: 90, optional: false, linters: [] }],
  min: 1,
  max: 90,
  required: [],
  excluded: [],
  keyQualifiers: undefined,
}

/** Every identifier of the table, in order. */
export function allEntries(): AiEntry[] {
  if (entries.length === 0) load()
  return entries.filter((entry) => entry !== undefined)
}
