import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { CoreError } from '../errors'

/** A read element: its text, or its children by name without prefix (a repeated one is an array); attributes start with `@`. */
export type XmlNode = string | XmlElement
interface XmlElement {
  readonly [name: string]: XmlNode | readonly XmlNode[]
}

/** No fiscal document comes near it: the largest layout (990 items) stays under 5 MB. */
export const MAX_CHARACTERS = 20_000_000
const MAX_DEPTH = 60

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  trimValues: true,
  maxNestedTags: MAX_DEPTH,
  jPath: false,
})

/**
 * Reads an XML text into a tree in which every value stays text. A document type, and with it any entity of its own, is refused.
 * Throws `too_large` over 20 million characters and `damaged_xml` when the text is not well formed.
 */
export function parseXml(input: string): XmlElement {
  if (input.length > MAX_CHARACTERS) throw new CoreError('too_large', 'O arquivo XML passa do limite de 20 MB.')
  const xml = input.replace(/^\uFEFF/, '').trim()
  if (!xml.startsWith('<')) throw damaged('o conteúdo não é XML')
  if (/<!DOCTYPE/i.test(xml)) throw damaged('declaração DOCTYPE não é aceita em documentos fiscais')
  let parsed: unknown
  try {
    const verdict = XMLValidator.validate(xml)
    if (verdict !== true) throw damaged(`erro na linha ${verdict.err.line}`)
    parsed = parser.parse(xml)
  } catch (error) {
    throw error instanceof CoreError ? error : damaged('estrutura que não pode ser lida')
  }
  if (!isElement(parsed)) throw damaged('não há elemento raiz')
  return parsed
}

/** The error of an XML that cannot be read, with the reason after the colon. */
export function damaged(reason: string): CoreError {
  return new CoreError('damaged_xml', `XML danificado: ${reason}.`)
}

/** True for an element that has children or attributes. */
export function isElement(value: unknown): value is XmlElement {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Every child of that name, in order. */
export function children(node: unknown, name: string): readonly unknown[] {
  if (!isElement(node) || !Object.hasOwn(node, name)) return []
  const value = node[name]
  return Array.isArray(value) ? value : [value]
}

/** The first element found by walking down the names; undefined when one is absent. */
export function child(node: unknown, ...path: readonly string[]): unknown {
  let current = node
  for (const name of path) current = children(current, name)[0]
  return current
}

/** The first child element whatever its name, with the name: for choices such as ICMS00 or ICMSSN101. */
export function onlyChild(node: unknown): { name: string; node: unknown } | undefined {
  if (!isElement(node)) return undefined
  const name = Object.keys(node).find((key) => !key.startsWith('@') && !key.startsWith('#'))
  return name === undefined ? undefined : { name, node: child(node, name) }
}

/** The text at the end of the path, entities decoded, or null when absent or empty. */
export function text(node: unknown, ...path: readonly string[]): string | null {
  const found = child(node, ...path)
  const raw = isElement(found) ? found['#text'] : found
  if (typeof raw !== 'string') return null
  const value = decodeEntities(raw).trim()
  return value === '' ? null : value
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function decodeEntities(raw: string): string {
  if (!raw.includes('&')) return raw
  return raw.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, dec, hex, name) => {
    if (name !== undefined) return NAMED[String(name)] ?? whole
    const code = dec === undefined ? Number.parseInt(String(hex), 16) : Number(dec)
    return isCharacter(code) ? String.fromCodePoint(code) : whole
  })
}

/** What a document may hold (XML 1.0, 2.2): no control characters, no halves of letters. */
const isCharacter = (code: number): boolean =>
  code === 0x9 ||
  code === 0xa ||
  code === 0xd ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff)

/** Every element with that name that `accept` takes, of the highest level that has one. */
export function findElements(root: unknown, name: string, accept: (node: unknown) => boolean): readonly unknown[] {
  for (const level of levels(root)) {
    const found = level.flatMap((node) => children(node, name).filter((one) => accept(one)))
    if (found.length > 0) return found
  }
  return []
}

/** The names of all elements of the tree. */
export function elementNames(root: unknown): ReadonlySet<string> {
  const names = new Set<string>()
  for (const level of levels(root)) for (const node of level) for (const name of Object.keys(node)) names.add(name)
  return names
}

/** The elements of the tree that have children, level by level from the top. */
function* levels(root: unknown): Generator<readonly XmlElement[]> {
  let level = isElement(root) ? [root] : []
  while (level.length > 0) {
    yield level
    const next: XmlElement[] = []
    for (const node of level) {
      for (const value of Object.values(node)) {
        const values: readonly unknown[] = Array.isArray(value) ? value : [value]
        for (const one of values) if (isElement(one)) next.push(one)
      }
    }
    level = next
  }
}
