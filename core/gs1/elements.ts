import { CoreError } from '../errors'
import { type Fault } from './fault'
import { lintCset } from './lint'
import { type AiEntry, entryAt, entryOf, aiLengthAt, unknownEntry } from './table'

/** The separator as scanners send it. */
export const GS = '\u001d'
/** The separator, and the mark of GS1 data when it is the first character, as this module writes it in text. */
export const FNC1 = '^'

/** No text longer than this is read. */
export const MAX_TEXT = 8191
/** No symbol carries more element strings than this. */
export const MAX_ELEMENTS = 64

/** An identifier with its value. */
export interface Element {
  readonly ai: string
  readonly value: string
  readonly entry: AiEntry
}

/** What is wrong with a text: a code, the identifier it is about and, for content, where in that value. */
export interface ReadFault {
  readonly error: string
  readonly ai?: string
  readonly content?: Fault
}

/** The elements read before the fault, all of them when there is none. */
export interface Reading {
  readonly elements: Element[]
  readonly fault?: ReadFault
}

export interface ReadOptions {
  /** Identifiers outside the table are taken as free text of up to 90 characters. */
  readonly permitUnknownAIs?: boolean
}

/** Judges a value by lengths, character sets and content rules of its identifier. */
export function checkValue(entry: AiEntry, value: string): ReadFault | undefined {
  const { ai, parts } = entry
  if (value.length < entry.min || value.length > entry.max) {
    return {
      ai,
      error: value === '' ? 'AI_VALUE_EMPTY' : `AI_VALUE_TOO_${value.length < entry.min ? 'SHORT' : 'LONG'}`,
    }
  }
  let from = 0
  for (const part of parts) {
    const piece = parts.length === 1 ? value : value.slice(from, from + part.max)
    if (piece === '' && part.optional) break
    if (piece.length < part.min) return { ai, error: 'AI_VALUE_INCOMPLETE' }
    let content = lintCset(piece, part.cset)
    for (let at = 0; content === undefined && at < part.linters.length; at++) content = part.linters[at]?.(piece)
    if (content) return { ai, error: content.error, content: { ...content, at: content.at + from } }
    from += piece.length
  }
  return undefined
}

/**
 * Reads element strings one after the other, without the leading FNC1. `separator` is the one character that stands for FNC1.
 * A separator after a value of predefined length and one at the end are accepted, two together are not.
 */
export function readElements(text: string, separator: string, options: ReadOptions = {}): Reading {
  if (text === '') return { elements: [], fault: { error: 'AI_DATA_EMPTY' } }
  if (text.length > MAX_TEXT) return { elements: [], fault: { error: 'DATA_TOO_LONG' } }
  const elements: Element[] = []
  let nextSeparator = -1
  for (let at = 0; at < text.length;) {
    const entry = entryAt(text, at) ?? (options.permitUnknownAIs ? unknownAt(text, at) : undefined)
    if (!entry) return { elements, fault: { error: 'UNKNOWN_AI', ai: text.slice(at, at + 4) } }
    if (elements.length === MAX_ELEMENTS) return { elements, fault: { error: 'TOO_MANY_AIS' } }
    const start = at + entry.ai.length
    if (nextSeparator < start) {
      nextSeparator = text.indexOf(separator, start)
      if (nextSeparator === -1) nextSeparator = text.length
    }
    const stop = entry.fnc1 ? nextSeparator : Math.min(nextSeparator, start + entry.max)
    const value = text.slice(start, stop)
    const fault = checkValue(entry, value)
    if (fault) return { elements, fault }
    elements.push({ ai: entry.ai, value, entry })
    at = stop === nextSeparator ? stop + 1 : stop
  }
  return { elements }
}

function unknownAt(text: string, at: number): AiEntry | undefined {
  return unknownEntry(text.slice(at, at + (aiLengthAt(text, at) || 2)))
}

/** Reads data that begins with FNC1 (`^`), where every other `^` is FNC1 too; a composite part may follow after `|`. */
export function readData(data: string, options: ReadOptions = {}): Reading {
  if (!data.startsWith(FNC1)) return { elements: [], fault: { error: 'MISSING_FNC1' } }
  if (data.length > MAX_TEXT) return { elements: [], fault: { error: 'DATA_TOO_LONG' } }
  const bar = data.indexOf('|')
  if (bar === -1) return readElements(data.slice(1), FNC1, options)
  const linear = readElements(data.slice(1, bar), FNC1, options)
  if (linear.fault) return linear
  const composite = readData(data.slice(bar + 1).replace('|', GS), options)
  return { ...composite, elements: [...linear.elements, ...composite.elements] }
}

/** Reads identifiers in brackets: `(01)07898357410015(10)L\(1`. A bracket that is data is written `\(`. */
export function readBracketed(text: string, options: ReadOptions = {}): Reading {
  const elements: Element[] = []
  if (text.length > MAX_TEXT) return { elements, fault: { error: 'DATA_TOO_LONG' } }
  if (text === '') return { elements, fault: { error: 'AI_DATA_EMPTY' } }
  for (let at = 0; at < text.length;) {
    const close = text.indexOf(')', at)
    if (text.charAt(at) !== '(' || close === -1) return { elements, fault: { error: 'MALFORMED_BRACKETS' } }
    const ai = text.slice(at + 1, close)
    const entry = entryOf(ai) ?? (options.permitUnknownAIs ? unknownEntry(ai) : undefined)
    if (!entry) return { elements, fault: { error: 'UNKNOWN_AI', ai: ai.slice(0, 20) } }
    if (elements.length === MAX_ELEMENTS) return { elements, fault: { error: 'TOO_MANY_AIS' } }
    let stop = text.indexOf('(', close)
    while (stop !== -1 && text.charAt(stop - 1) === '\\') stop = text.indexOf('(', stop + 1)
    if (stop === -1) stop = text.length
    const value = text.slice(close + 1, stop).replaceAll('\\(', '(')
    const fault = checkValue(entry, value)
    if (fault) return { elements, fault }
    elements.push({ ai, value, entry })
    at = stop
  }
  return { elements }
}

/** Element strings in a row, a separator after each value that needs one and is not the last. */
export function joinElements(elements: readonly Element[], separator: string): string {
  let text = ''
  for (const [at, { ai, value, entry }] of elements.entries()) {
    text += ai + value
    if (entry.fnc1 && at < elements.length - 1) text += separator
  }
  return text
}

/** Writes elements with the identifiers in brackets, so that `readBracketed` gives them back. */
export function bracketElements(elements: readonly Element[]): string {
  return elements.map(({ ai, value }) => `(${ai})${value.replaceAll('(', '\\(')}`).join('')
}

/** The human-readable lines that go under a symbol. */
export function humanReadable(elements: readonly Element[]): string[] {
  return elements.map(({ ai, value }) => `(${ai}) ${value}`)
}

/** An element from identifier and value. Throws CoreError `invalid_gs1` when the value breaks the rules of the identifier. */
export function element(ai: string, value: string): Element {
  const entry = entryOf(ai)
  if (!entry) throw new CoreError('invalid_gs1', `Identificador GS1 desconhecido: (${ai.slice(0, 20)}).`)
  const fault = checkValue(entry, value)
  if (fault)
    throw new CoreError('invalid_gs1', `Valor inválido para o identificador GS1 (${ai}): '${value.slice(0, 90)}'.`)
  return { ai, value, entry }
}
