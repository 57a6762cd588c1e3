import { isElement, text } from '../xml'
import type { Branch, Tree } from './write'

/** A document of the shared samples, with what the official schemas say of it. */
export interface Sample {
  readonly file: string
  readonly root: string
  readonly model: string | null
  readonly schemaValidIn: readonly string[]
  readonly schemaValidIfSigned?: readonly string[]
}

/** An element as it was read, as a tree to be written: without name spaces and without the signature. */
export function treeOf(node: unknown): Tree {
  if (!isElement(node)) return typeof node === 'string' ? (text({ x: node }, 'x') ?? '') : ''
  if (Object.keys(node).every((name) => name === '#text' || name.startsWith('@xmlns')))
    return text({ x: node }, 'x') ?? ''
  const entries = Object.entries(node).flatMap(([name, value]): [string, Branch[string]][] => {
    if (name === 'Signature' || name.startsWith('@xmlns') || (name === '#text' && !isTextOnly(node))) return []
    return [[name, Array.isArray(value) ? value.map(treeOf) : treeOf(value)]]
  })
  return Object.fromEntries(entries)
}

/** Nothing but text and attributes. */
const isTextOnly = (node: object): boolean => Object.keys(node).every((name) => /^[@#]/.test(name))

/** The names of a document's elements one after the other, those of the part that is signed: a tree has no order of its own, a document has. */
export function elementsOf(xml: string, part: string): string {
  const body =
    new RegExp(`<${part}[\\s>].*</${part}>`, 's')
      .exec(xml)?.[0]
      .replaceAll(/<(?:\w+:)?Signature.*?<\/(?:\w+:)?Signature>/gs, '') ?? ''
  return [...body.matchAll(/<(?:\w+:)?(\w+)/g)].map(([, name]) => name).join(' ')
}
