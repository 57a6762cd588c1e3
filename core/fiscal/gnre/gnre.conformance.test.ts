import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CONFORMANCE, conformance, hasConformance } from '../../../fixtures/conformance'
import { decodeXml } from '../decode-xml'
import { GNRE_LAYOUT } from '../layout/gnre-layout'
import { elementsOf, type Sample, treeOf } from '../layout/samples.fixture'
import { writeXml } from '../layout/write'
import { findElements, isElement, parseXml } from '../xml'
import { guideIn } from './answers'
import { gnreLotXml } from './lot-xml'

const ROOTS = ['TLote_GNRE', 'TConsLote_GNRE', 'TConsultaConfigUf']

describe.skipIf(!hasConformance)('the layout of the GNRE against the samples', () => {
  const { items } = hasConformance ? conformance<{ items: Sample[] }>('fiscal/samples/index.json') : { items: [] }
  const samples = items.filter(({ file }) => file.includes('/gnre/'))
  const sourceOf = (file: string) => decodeXml(readFileSync(join(CONFORMANCE, 'fiscal', file)))

  it('takes what the official schema takes, and nothing else', () => {
    const differs: string[] = []
    for (const { file, schemaValidIn } of samples) {
      const source = sourceOf(file)
      const root = ROOTS.find((one) => source.includes(`<${one}`)) ?? ''
      const node = findElements({ root: parseXml(source) }, root, isElement)[0]
      const { faults, xml } = writeXml(GNRE_LAYOUT, root, root, treeOf(node))
      const ours = faults.length === 0 && elementsOf(xml, root) === elementsOf(source, root)
      if (schemaValidIn.length > 0 !== ours) differs.push(`${file}: ${JSON.stringify(faults.slice(0, 3))}`)
    }
    console.info(`fiscal/samples/gnre: ${samples.length - differs.length}/${samples.length}`)
    expect(differs).toEqual([])
    expect(samples.length).toBe(7)
  })

  it.each(['difal', 'icms-st'])(
    'the lot of the samples (%s) is what is written of what is read of it, byte for byte',
    (name) => {
      const source = readFileSync(
        join(CONFORMANCE, `fiscal/samples/gnre/synthetic__lote-gnre-2.00-${name}.xml`),
        'utf8',
      ).trim()
      const guides = findElements(parseXml(source), 'TDadosGNRE', isElement).map(guideIn)
      expect(`<?xml version="1.0" encoding="UTF-8"?>${gnreLotXml(guides).xml}`).toBe(source)
    },
  )
})
