import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CONFORMANCE, conformance, hasConformance } from '../../../fixtures/conformance'
import { decodeXml } from '../decode-xml'
import { findElements, isElement, parseXml, text } from '../xml'
import { nfeLayout, type NfeSet } from './nfe-layouts'
import { type Branch, type Tree, writeXml } from './write'

interface Sample {
  file: string
  model: string | null
  schemaValidIn: string[]
  schemaValidIfSigned?: string[]
  firstSchemaError?: string | null
}

const FOLDERS: Readonly<Record<NfeSet, string>> = {
  '010d': 'nfe-4.00_PL_010d_NT2026.004_v1.02',
  '010e': 'nfe-4.00_PL_010e_NT2025.002',
}

/** An element as it was read, as a tree to be written: without name spaces and without the signature. */
function treeOf(node: unknown): Tree {
  if (!isElement(node)) return typeof node === 'string' ? (text({ x: node }, 'x') ?? '') : ''
  if (Object.keys(node).every((name) => name === '#text' || name.startsWith('@xmlns')))
    return text({ x: node }, 'x') ?? ''
  const entries = Object.entries(node).flatMap(([name, value]): [string, Branch[string]][] => {
    if (name === 'Signature' || name.startsWith('@xmlns') || name === '#text') return []
    return [[name, Array.isArray(value) ? value.map(treeOf) : treeOf(value)]]
  })
  return Object.fromEntries(entries)
}

/** The names of a note's elements one after the other: a tree has no order of its own, a document has. */
function elementsOf(xml: string): string {
  const body =
    /<infNFe[\s>].*<\/infNFe>/s.exec(xml)?.[0].replaceAll(/<(?:\w+:)?Signature.*?<\/(?:\w+:)?Signature>/gs, '') ?? ''
  return [...body.matchAll(/<(?:\w+:)?(\w+)/g)].map(([, name]) => name).join(' ')
}

describe.skipIf(!hasConformance)('the layout against the samples', () => {
  const { items } = hasConformance ? conformance<{ items: Sample[] }>('fiscal/samples/index.json') : { items: [] }
  const notes = items.filter(
    ({ file, model }) => /samples\/(?:nfe|nfce)\//.test(file) && (model === '55' || model === '65'),
  )

  it.each(['010d', '010e'] as const)('set %s takes what the official schema takes, and nothing else', (set) => {
    const differs: string[] = []
    let judged = 0
    for (const { file, schemaValidIn, schemaValidIfSigned = [] } of notes) {
      const source = decodeXml(readFileSync(join(CONFORMANCE, 'fiscal', file)))
      const root = parseXml(source)
      const note = findElements({ root }, 'NFe', (each) => isElement(each) && 'infNFe' in each)[0]
      if (note === undefined) continue
      const { faults, xml } = writeXml(nfeLayout(set), 'NFe', 'TNFe', treeOf(note))
      const ordered = elementsOf(xml) === elementsOf(source)
      const valid = [...schemaValidIn, ...schemaValidIfSigned].some((each) => each.startsWith(FOLDERS[set]))
      judged++
      if (valid !== (faults.length === 0 && ordered)) differs.push(`${file}: ${JSON.stringify(faults.slice(0, 2))}`)
    }
    expect(differs).toEqual([])
    expect(judged).toBeGreaterThan(20)
  })
})
