import { elementsIn, type GroupParticle, isElementParticle, type Layout, type Particle, type Refusal } from './layout'

/** An element's content: its text, or its children by name; `@name` is an attribute, `#text` the text beside one, a list an element that stands more than once. What is undefined is not there. */
export type Tree = string | Branch
export interface Branch {
  readonly [name: string]: Tree | readonly Tree[] | undefined
}

/** Something that the layout does not allow, with the way to it: names of elements, each followed by its place in a list from 1 where there is one. */
export interface Fault {
  readonly path: readonly (string | number)[]
  readonly wrong:
    | Refusal
    | { readonly kind: 'missing' | 'unknown' }
    | { readonly kind: 'choice'; readonly among: readonly string[] }
    | { readonly kind: 'many'; readonly limit: number }
}

/** An XML text and all that is wrong with it; what is wrong is written nevertheless where it can be. */
export interface Written {
  readonly xml: string
  readonly faults: readonly Fault[]
}

/** More are not told: whoever has so many has one cause. */
const MAX_FAULTS = 200

/**
 * Writes an element of a type: children in the order of the layout, whatever their order in the tree, texts escaped, no white space between elements and no empty
 * ones. The bytes are what is signed. `namespace` stands on the element itself.
 */
export function writeXml(layout: Layout, name: string, type: string, tree: Tree, namespace?: string): Written {
  const writer = new Writer(layout)
  const xml = writer.element(name, type, tree, [name], namespace === undefined ? '' : ` xmlns="${namespace}"`)
  return { xml, faults: writer.faults }
}

class Writer {
  readonly faults: Fault[] = []

  constructor(readonly layout: Layout) {}

  element(name: string, type: string, tree: Tree, path: readonly (string | number)[], namespace = ''): string {
    const content = this.layout.group(type)
    if (content === undefined) {
      const text = typeof tree === 'string' ? tree : ''
      const refusal = typeof tree === 'string' ? this.layout.refuses(type, text) : ({ kind: 'form' } as const)
      if (refusal) this.fault(path, refusal)
      return `<${name}${namespace}>${escaped(text)}</${name}>`
    }
    const hasText = content.some((each) => isElementParticle(each) && each[0] === TEXT)
    if (typeof tree === 'string' && tree !== '' && !hasText) {
      this.fault(path, { kind: 'form' })
      return ''
    }
    const branch: Branch = typeof tree === 'string' ? (hasText ? { [TEXT]: tree } : {}) : tree
    const used = new Set<string>()
    const attributes: string[] = []
    const inner = this.particles(content, branch, { path, used, attributes })
    for (const key of Object.keys(branch))
      if (branch[key] !== undefined && !used.has(key)) this.fault([...path, key], { kind: 'unknown' })
    return `<${name}${namespace}${attributes.join('')}>${inner}</${name}>`
  }

  particles(content: readonly Particle[], tree: Branch, at: Place): string {
    let xml = ''
    for (const particle of content)
      xml += isElementParticle(particle) ? this.child(particle, tree, at) : this.group(particle, tree, at)
    return xml
  }

  child([name, type, min, max]: readonly [string, string, number, number], tree: Branch, at: Place): string {
    const value = tree[name]
    at.used.add(name)
    if (value === undefined) {
      if (min > 0 && type !== SIGNATURE) this.fault([...at.path, name], { kind: 'missing' })
      return ''
    }
    if (/^[@#]/.test(name)) {
      const text = typeof value === 'string' ? value : ''
      const refusal = this.layout.refuses(type, text)
      if (refusal) this.fault([...at.path, name], refusal)
      if (name === TEXT) return escaped(text)
      at.attributes.push(` ${name.slice(1)}="${escaped(text)}"`)
      return ''
    }
    if (!isList(value)) return this.element(name, type, value, [...at.path, name])
    if (value.length > max) this.fault([...at.path, name], { kind: 'many', limit: max })
    if (value.length < min) this.fault([...at.path, name], { kind: 'missing' })
    return value.map((each, index) => this.element(name, type, each, [...at.path, name, index + 1])).join('')
  }

  /** Of a choice the alternative that holds most of what is there; a sequence that may be absent only when something of it is there. */
  group(group: GroupParticle, tree: Branch, at: Place): string {
    const { c, s = [], min = 1 } = group
    if (c === undefined) return min > 0 || count(s, tree) > 0 ? this.particles(s, tree, at) : this.mark(s, at)
    const counts = c.map((each) => count([each], tree))
    const most = Math.max(...counts)
    if (most === 0) {
      if (min > 0 && !c.some(mayBeEmpty)) this.fault(at.path, { kind: 'choice', among: namesOf(c) })
      return ''
    }
    const chosen = c[counts.indexOf(most)]
    return chosen === undefined ? '' : this.particles([chosen], tree, at)
  }

  mark(content: readonly Particle[], at: Place): string {
    for (const name of namesOf(content)) at.used.add(name)
    return ''
  }

  fault(path: readonly (string | number)[], wrong: Fault['wrong']): void {
    if (this.faults.length < MAX_FAULTS) this.faults.push({ path, wrong })
  }
}

interface Place {
  readonly path: readonly (string | number)[]
  /** Names of the tree that the layout knows here. */
  readonly used: Set<string>
  readonly attributes: string[]
}

/** The text of an element that has attributes, too. */
const TEXT = '#text'

/** The signature is put in by whoever signs. */
const SIGNATURE = '*'

/** Of an element that stands more than once. */
export const isList = (value: Tree | readonly Tree[]): value is readonly Tree[] => Array.isArray(value)

const namesOf = (content: readonly Particle[]): string[] => [...elementsIn(content)].map(([name]) => name)

const mayBeEmpty = (particle: Particle): boolean =>
  isElementParticle(particle)
    ? particle[2] === 0
    : particle.min === 0 || (particle.c?.some(mayBeEmpty) ?? particle.s?.every(mayBeEmpty) ?? false)

const count = (content: readonly Particle[], tree: Branch): number =>
  namesOf(content).filter((name) => tree[name] !== undefined).length

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** The five characters that the contributors' manual has escaped (MOC, 5.1). */
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter)
