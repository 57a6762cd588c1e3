import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CONFORMANCE, conformance, hasConformance } from '../../../fixtures/conformance'
import { decodeXml } from '../decode-xml'
import { findElements, isElement, parseXml } from '../xml'
import { nfeLayout, type NfeSet } from './nfe-layouts'
import { elementsOf, type Sample, treeOf } from './samples.fixture'
import { writeXml } from './write'

const FOLDERS: Readonly<Record<NfeSet, string>> = {
  '010d': 'nfe-4.00_PL_010d_NT2026.004_v1.02',
  '010e': 'nfe-4.00_PL_010e_NT2025.002',
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
      const ordered = elementsOf(xml, 'infNFe') === elementsOf(source, 'infNFe')
      const valid = [...schemaValidIn, ...schemaValidIfSigned].some((each) => each.startsWith(FOLDERS[set]))
      judged++
      if (valid !== (faults.length === 0 && ordered)) differs.push(`${file}: ${JSON.stringify(faults.slice(0, 2))}`)
    }
    expect(differs).toEqual([])
    expect(judged).toBeGreaterThan(20)
  })
})
