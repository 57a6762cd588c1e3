import {
  type Element,
  type ReadFault,
  type Reading,
  FNC1,
  MAX_ELEMENTS,
  MAX_TEXT,
  checkValue,
  joinElements,
} from './elements'
import { type AiEntry, entryOf, unknownEntry } from './table'

/** The stem of a link when the caller gives none. */
export const CANONICAL_STEM = 'https://id.gs1.org'

export interface LinkOptions {
  /** Words such as `gtin` and `lot` in the path stand for identifiers, as early versions of the standard had it. */
  readonly permitConvenienceAlphas?: boolean | undefined
  /** GTINs of 8, 12 or 13 digits are filled up to 14. */
  readonly permitZeroSuppressedGTIN?: boolean | undefined
  readonly permitUnknownAIs?: boolean | undefined
  /** Unknown identifiers, where permitted, may be attributes. */
  readonly allowUnknownAsAttribute?: boolean | undefined
}

const WORDS: ReadonlyMap<string, string> = new Map(
  (
    'cpid 8010,cpsn 8011,cpv 22,gcn 255,gdti 253,giai 8004,ginc 401,gln 414,glnx 254,gmn 8013,grai 8003,gsin 402,' +
    'gsrn 8018,gsrnp 8017,gtin 01,itip 8006,lot 10,party 417,refno 8020,ser 21,srin 8019,sscc 00'
  )
    .split(',')
    .map((pair) => [pair.slice(0, pair.indexOf(' ')), pair.slice(pair.indexOf(' ') + 1)]),
)

const URI = /^[A-Za-z\d\-._~:/?#[\]@!$&'()*+,;=%]*$/
const SPLIT = /^(?:https|HTTPS|http|HTTP):\/\/([^/]+)(\/[^#?]*)(?:\?([^#]*))?(?:#.*)?$/
const DOMAIN = /^[^_~?#@!$&'()*+,;=%]+$/

/** The text begins like a link. */
export function isLink(text: string): boolean {
  return /^(?:https?|HTTPS?):\/\//.test(text)
}

/** Reads a GS1 Digital Link: the elements of path and query, in that order. Source: GS1 Digital Link standard, URI syntax. */
export function readLink(uri: string, options: LinkOptions = {}): Reading {
  const none = (error: string): Reading => ({ elements: [], fault: { error } })
  if (uri.length > MAX_TEXT) return none('DATA_TOO_LONG')
  if (!URI.test(uri)) return none('URI_CONTAINS_ILLEGAL_CHARACTERS')
  if (!isLink(uri)) return none('URI_CONTAINS_ILLEGAL_SCHEME')
  const [whole, domain = '', path = '', query = ''] = SPLIT.exec(uri) ?? []
  if (whole === undefined) return none('URI_MISSING_DOMAIN_AND_PATH_INFO')
  if (!DOMAIN.test(domain)) return none('DOMAIN_CONTAINS_ILLEGAL_CHARACTERS')
  const pairs = pathPairs(path, options)
  if (!pairs) return none('NO_GS1_DL_KEYS_FOUND_IN_PATH_INFO')
  const elements: Element[] = []
  for (const [entry, raw] of pairs) {
    const fault = addElement(elements, entry, decodeComponent(raw, false), options.permitZeroSuppressedGTIN === true)
    if (fault) return { elements, fault }
  }
  const sequence = elements.map(({ ai }) => ai)
  const fault = readQuery(query, elements, options) ?? checkSequence(sequence, elements, options)
  return fault ? { elements, fault } : { elements }
}

/** Identifier and value pairs from the last key of the path on; undefined when the path has no key. */
function pathPairs(path: string, options: LinkOptions): [AiEntry, string][] | undefined {
  const segments = path.split('/')
  const pairs: [AiEntry, string][] = []
  for (let at = segments.length - 2; at > 0; at -= 2) {
    const name = segments[at] ?? ''
    const word = options.permitConvenienceAlphas ? WORDS.get(name) : undefined
    const entry = findEntry(word ?? name, options)
    if (!entry) return undefined
    pairs.unshift([entry, segments[at + 1] ?? ''])
    if (entry.keyQualifiers) return pairs
  }
  return undefined
}

function findEntry(ai: string, options: LinkOptions): AiEntry | undefined {
  return entryOf(ai) ?? (options.permitUnknownAIs ? unknownEntry(ai) : undefined)
}

function addElement(elements: Element[], entry: AiEntry, value: string, fillGtin: boolean): ReadFault | undefined {
  if (elements.length === MAX_ELEMENTS) return { error: 'TOO_MANY_AIS' }
  const short = value.length === 13 || value.length === 12 || value.length === 8
  const full = fillGtin && entry.ai === '01' && short ? value.padStart(14, '0') : value
  const fault = checkValue(entry, full)
  if (!fault) elements.push({ ai: entry.ai, value: full, entry })
  return fault
}

/** Reads `?17=270101&lang=pt`. A name that is not all digits belongs to the site and is passed over, as is a name without a value. */
function readQuery(query: string, elements: Element[], options: LinkOptions): ReadFault | undefined {
  for (const parameter of query.split('&')) {
    const equals = parameter.indexOf('=')
    const name = parameter.slice(0, equals)
    if (equals < 1 || !/^\d+$/.test(name)) continue
    const entry = findEntry(name, options)
    if (!entry) return { error: 'UNKNOWN_AI_IN_QUERY_PARAMS', ai: name.slice(0, 20) }
    const value = decodeComponent(parameter.slice(equals + 1), true)
    const fault = addElement(elements, entry, value, options.permitZeroSuppressedGTIN === true)
    if (fault) return fault
  }
  return undefined
}

/** The path is a key and its qualifiers in order; the others are attributes, none twice and none that belongs in the path. */
function checkSequence(path: string[], elements: readonly Element[], options: LinkOptions): ReadFault | undefined {
  if (!isSequence(path)) return { error: 'INVALID_KEY_QUALIFIER_SEQUENCE' }
  for (let at = path.length; at < elements.length; at++) {
    const one = elements[at]
    if (!one) break
    if (elements.findIndex(({ ai }) => ai === one.ai) !== at) return { error: 'DUPLICATE_AI', ai: one.ai }
    if (!isAttribute(one, options)) return { error: 'AI_IS_NOT_VALID_DATA_ATTRIBUTE', ai: one.ai }
    const belongs = path.some((_, after) => isSequence(path.toSpliced(after + 1, 0, one.ai)))
    if (belongs) return { error: 'AI_SHOULD_BE_IN_PATH_INFO', ai: one.ai }
  }
  return undefined
}

function isAttribute({ ai, entry }: Element, options: LinkOptions): boolean {
  return entry.attribute || (options.allowUnknownAsAttribute === true && entryOf(ai) === undefined)
}

function isSequence(path: readonly string[]): boolean {
  const [key = '', ...qualifiers] = path
  return (entryOf(key)?.keyQualifiers ?? []).some((allowed) => {
    let from = 0
    return qualifiers.every((qualifier) => {
      from = allowed.indexOf(qualifier, from) + 1
      return from > 0
    })
  })
}

/** Undoes percent encoding, byte by byte. The NUL character, which no value may have, stays encoded. */
function decodeComponent(text: string, query: boolean): string {
  const spaced = query ? text.replaceAll('+', ' ') : text
  return spaced.replace(/%([\da-fA-F]{2})/g, (whole, hex: string) =>
    hex === '00' ? whole : String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

function encodeComponent(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/**
 * Writes a GS1 Digital Link. The first element that is a key leads, its qualifiers follow in the order of the standard, the others become
 * attributes, those of predefined length first.
 */
export function buildLink(
  elements: readonly Element[],
  stem: string = CANONICAL_STEM,
  options: LinkOptions = {},
): { uri: string } | { fault: ReadFault } {
  const key = elements.find(({ entry }) => entry.keyQualifiers)
  if (!key) return { fault: { error: 'CANNOT_CREATE_DL_URI_WITHOUT_PRIMARY_KEY_AI' } }
  const present = (key.entry.keyQualifiers ?? []).map((sequence) =>
    sequence.filter((ai) => elements.some((one) => one.ai === ai)),
  )
  const qualifiers = present.reduce((best, sequence) => (sequence.length > best.length ? sequence : best), [])
  const inPath = [key.ai, ...qualifiers]
  const unique = elements.filter((one, at) => elements.findIndex(({ ai }) => ai === one.ai) === at)
  const others = unique.filter(({ ai }) => !inPath.includes(ai))
  const wrong = others.find((one) => !isAttribute(one, options))
  if (wrong) return { fault: { error: 'AI_IS_NOT_VALID_DATA_ATTRIBUTE', ai: wrong.ai } }
  const path = inPath
    .map((ai) => `/${ai}/${encodeComponent(unique.find((one) => one.ai === ai)?.value ?? '')}`)
    .join('')
  const ordered = [...others.filter(({ entry }) => !entry.fnc1), ...others.filter(({ entry }) => entry.fnc1)]
  const query = ordered.map(({ ai, value }) => `${ai}=${encodeComponent(value)}`).join('&')
  return { uri: `${stem.endsWith('/') ? stem.slice(0, -1) : stem}${path}${query === '' ? '' : `?${query}`}` }
}

/** The elements of a link as data with FNC1. */
export function linkData(elements: readonly Element[]): string {
  return FNC1 + joinElements(elements, FNC1)
}
