import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { XMLParser } from 'fast-xml-parser'
import * as v from 'valibot'

/**
 * Run by hand when the authorities publish a new package of schemas: `bun cli/setup/layouts/pack.ts NAME FOLDER TYPE…` reads the official XSD files of a folder and
 * writes core/fiscal/layout/NAME.json: of the given types and all they are made of, which elements follow each other, how often, and what their texts may be. No
 * word of the files is kept: labels and messages are ours. A root element whose type has no name counts as a type of its own name. `PATH=NAME,NAME` says what may stand
 * where the schema takes anything: `TMDFe.infMDFe.infModal=rodo`. `NAME.xsd` reads only the files that are named, of a folder whose versions call their types alike.
 */

interface Node {
  readonly tag: string
  readonly attrs: Readonly<Record<string, string>>
  readonly children: readonly Node[]
}
/** A text: patterns of which one must match, lengths, allowed values. */
interface TextType {
  p?: string[]
  n?: number
  x?: number
  e?: string[]
}
type Particle = [name: string, type: string, min: number, max: number] | Group
interface Group {
  c?: Particle[]
  s?: Particle[]
  min?: number
  max?: number
}

const MANY = 999_999
/** Types of the language of schemas itself that are not any text. */
const BUILT_IN: Readonly<Record<string, TextType>> = {
  int: { p: [String.raw`(?:[-+]?\d{1,10})`] },
  date: { p: [String.raw`(?:\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:Z|[-+]\d{2}:\d{2})?)`] },
}
const attributes = v.record(v.string(), v.string())
const [name = '', folder = '', ...told] = process.argv.slice(2)
const files = told.filter((each) => each.endsWith('.xsd'))
const roots = told.filter((each) => !each.includes('=') && !files.includes(each))
const anything = new Map(
  told
    .filter((each) => each.includes('='))
    .map((each) => [each.split('=')[0] ?? '', each.split('=')[1]?.split(',') ?? []]),
)
if (roots.length === 0) throw new Error('pack.ts NAME FOLDER TYPE…')

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
})
const named = new Map<string, Node>()
/** Groups of elements that schemas name to use them in several places. */
const shared = new Map<string, Node>()
for (const file of readdirSync(folder).filter((each) => isRead(each)))
  for (const node of schemaOf(readFileSync(join(folder, file), 'utf8')))
    if (/^(?:simple|complex)Type$/.test(node.tag)) named.set(node.attrs.name ?? '', node)
    else if (node.tag === 'element') rootElement(node)
    else if (node.tag === 'group') shared.set(node.attrs.name ?? '', node)

const texts = new Map<string, TextType>()
const groups = new Map<string, Particle[]>()
for (const root of roots) typeOf(root)
const out = { texts: sorted(texts), groups: sorted(groups) }
const lines = (record: object) =>
  Object.entries(record)
    .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
    .join(',\n')
const text = `{"texts":{\n${lines(out.texts)}},\n"groups":{\n${lines(out.groups)}}}\n`
const target = join(import.meta.dirname, '../../../core/fiscal/layout', `${basename(name)}.json`)
writeFileSync(target, text)
process.stdout.write(`${name}: ${texts.size} texts, ${groups.size} groups, ${text.length} bytes\n`)

function isRead(file: string): boolean {
  if (files.length > 0) return files.includes(file)
  return file.endsWith('.xsd') && !file.startsWith('xmldsig')
}

function rootElement({ attrs, children }: Node): void {
  const own = children.find(({ tag }) => tag.endsWith('Type'))
  if (own && attrs.name !== undefined && !named.has(attrs.name)) named.set(attrs.name, own)
}

function sorted<T>(map: ReadonlyMap<string, T>): Record<string, T> {
  return Object.fromEntries([...map].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function schemaOf(xml: string): readonly Node[] {
  const schema = nodes(parser.parse(xml)).find(({ tag }) => tag === 'schema')
  return schema?.children ?? []
}

function nodes(list: unknown): Node[] {
  return (Array.isArray(list) ? list : []).flatMap((each: Record<string, unknown>) => {
    const { ':@': attrs = {}, ...rest } = each
    const tag = Object.keys(rest)[0] ?? ''
    if (tag === 'annotation' || tag === '#text' || tag === '?xml') return []
    return [{ tag, attrs: v.parse(attributes, attrs), children: nodes(rest[tag]) }]
  })
}

/** The name under which a type stands in the layout, made now if it is new. */
function typeOf(ref: string): string {
  const key = ref.replace(/^\w+:/, '')
  if (texts.has(key) || groups.has(key)) return key
  const node = named.get(key)
  if (!node) {
    texts.set(key, BUILT_IN[key] ?? {})
    return key
  }
  if (node.tag === 'simpleType') texts.set(key, textOf(node))
  else {
    groups.set(key, [])
    groups.set(key, contentOf(node, key))
  }
  return key
}

function textOf(node: Node): TextType {
  const restriction = node.children.find(({ tag }) => tag === 'restriction')
  if (!restriction) return {}
  const base = restriction.attrs.base ?? ''
  const parent = /^xsd?:|^$/.test(base) ? (BUILT_IN[base.replace(/^xsd?:/, '')] ?? {}) : (texts.get(typeOf(base)) ?? {})
  const own: TextType = {}
  const patterns: string[] = []
  const allowed: string[] = []
  for (const { tag, attrs } of restriction.children) {
    const value = attrs.value ?? ''
    if (tag === 'pattern') patterns.push(value)
    if (tag === 'totalDigits') patterns.push(String.raw`[-+]?0*\d{1,${value}}(?:\.\d*)?`)
    if (tag === 'enumeration') allowed.push(value)
    if (tag === 'minLength' || tag === 'length') own.n = Number(value)
    if (tag === 'maxLength' || tag === 'length') own.x = Number(value)
  }
  if (patterns.length > 0) own.p = [patterns.map((each) => `(?:${each})`).join('|')]
  if (allowed.length > 0) own.e = allowed
  return { ...parent, ...own, ...(parent.p && own.p ? { p: [...parent.p, ...own.p] } : {}) }
}

function contentOf(node: Node, path: string): Particle[] {
  const extension = node.children.flatMap(({ tag, children }) => (tag.endsWith('Content') ? children : []))[0]
  if (extension) {
    const base = typeOf(extension.attrs.base ?? '')
    return [...(groups.get(base) ?? [['#text', base, 1, 1] satisfies Particle]), ...contentOf(extension, path)]
  }
  return node.children.flatMap((child) => particle(child, path, true))
}

function particle(node: Node, path: string, top = false): Particle[] {
  const { attrs, tag } = node
  const min = Number(attrs.minOccurs ?? 1)
  const max = attrs.maxOccurs === 'unbounded' ? MANY : Number(attrs.maxOccurs ?? 1)
  if (tag === 'attribute') return [[`@${attrs.name}`, valueType(node, path), attrs.use === 'required' ? 1 : 0, 1]]
  if (tag === 'element') {
    if (attrs.ref !== undefined) return [[attrs.ref.replace(/^\w+:/, ''), '*', min, max]]
    return [[attrs.name ?? '', valueType(node, path), min, max]]
  }
  if (tag === 'any') return anyOf(path)
  if (tag === 'group' && attrs.ref !== undefined) {
    const found = shared.get(attrs.ref.replace(/^\w+:/, ''))
    const inner = found?.children.flatMap((child) => particle(child, path, true)) ?? []
    return inner.length === 0 ? [] : [{ s: inner }]
  }
  if (tag !== 'sequence' && tag !== 'choice') return []
  const children = node.children.flatMap((child) => particle(child, path))
  if (tag === 'sequence' && top && min === 1 && max === 1) return children
  const group: Group = tag === 'choice' ? { c: children } : { s: children }
  if (min !== 1) group.min = min
  if (max !== 1) group.max = max
  return [group]
}

function anyOf(path: string): Particle[] {
  const names = anything.get(path) ?? []
  return names.length === 0 ? [] : [{ c: names.map((each): Particle => [each, typeOf(each), 1, 1]) }]
}

/** The type of an element or attribute: a named one, or one of its own under the path to it (equal texts share one). */
function valueType(node: Node, path: string): string {
  if (node.attrs.type !== undefined) return typeOf(node.attrs.type)
  const own = node.children.find(({ tag }) => tag.endsWith('Type'))
  if (!own) return typeOf('xs:string')
  if (own.tag === 'complexType') {
    const key = `${path}.${node.attrs.name}`
    groups.set(key, [])
    groups.set(key, contentOf(own, key))
    return key
  }
  const type = textOf(own)
  const same = [...texts].find(([, each]) => JSON.stringify(each) === JSON.stringify(type))
  if (same) return same[0]
  const twins = [...texts.keys()].filter((each) => each.startsWith(`${node.attrs.name}.`)).length
  const key = `${node.attrs.name}.${twins + 1}`
  texts.set(key, type)
  return key
}
