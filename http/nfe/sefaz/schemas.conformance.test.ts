import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { outerXml } from '../../../core/fiscal/services/soap'
import { CONFORMANCE, conformance, hasConformance } from '../../../fixtures/conformance'
import { testPair } from '../../../fixtures/certificates'
import { sampleNote } from '../../../fixtures/simulators/sefaz/sample-note'
import { schemasIn } from './schemas'
import { sign } from './sign'

interface Sample {
  readonly file: string
  readonly root: string
  readonly schemaValidIn: readonly string[]
  readonly signed: boolean
}

const folder = join(CONFORMANCE, 'fiscal/xsd')
const read = (path: string) => readFileSync(join(CONFORMANCE, 'fiscal', path), 'utf8')
/** A day on which each package of the NF-e is the one that counts. */
const DAYS: Readonly<Record<string, string>> = {
  'nfe-4.00_PL_009o_NT2024.001': '2025-01-10',
  'nfe-4.00_PL_010b_NT2025.002_v1.30': '2026-01-10',
  'nfe-4.00_PL_010d_NT2026.004_v1.02': '2026-08-10',
}
const FILES: Readonly<Record<string, string>> = { NFe: 'nfe_v4.00.xsd', nfeProc: 'procNFe_v4.00.xsd' }

describe.skipIf(!hasConformance)('official schemas', () => {
  it('judge every NF-e and NFC-e of the samples as they were judged, in the package of the day', () => {
    const { items } = conformance<{ items: readonly Sample[] }>('fiscal/samples/index.json')
    const asked = items.filter((one) => Object.hasOwn(FILES, one.root))
    const wrong: string[] = []
    for (const { file, root, schemaValidIn } of asked)
      for (const [set, day] of Object.entries(DAYS)) {
        const verdict = schemasIn(folder).check(read(file), { file: FILES[root] ?? '', day })
        const valid = verdict.state === 'valid'
        if (verdict.state === 'none' || verdict.set !== set || valid !== schemaValidIn.includes(set))
          wrong.push(`${set} ${file}: ${JSON.stringify(verdict).slice(0, 200)}`)
      }
    console.info(
      `fiscal/samples: ${asked.length} documents, ${Object.keys(DAYS).length} packages, ${wrong.length} differ`,
    )
    expect(wrong).toEqual([])
    expect(asked.length).toBeGreaterThan(30)
  })

  it('let the document of our own tests pass, and tell what is wrong by the names of elements', () => {
    const xml = sign(sampleNote({ nNF: 1, at: new Date() }), testPair())
    const check = (text: string) => schemasIn(folder).check(text, { file: FILES.NFe ?? '', day: '2026-11-20' })
    expect(check(xml)).toEqual({ state: 'valid', set: 'nfe-4.00_PL_010d_NT2026.004_v1.02' })
    const double = xml.replace(/<det nItem="1">([^]*)<\/det>/, '<det nItem="1">$1</det><det nItem="2">$1</det>')
    const wrong = check(double.replace(/(nItem="2"[^]*?<NCM>)\d+/, '$1731815').replace('<nro>10<', '<nro><'))
    expect(wrong).toMatchObject({
      state: 'invalid',
      errors: expect.arrayContaining([
        expect.objectContaining({ path: '/NFe/infNFe/det[2]/prod/NCM', line: 1 }),
        expect.objectContaining({ path: '/NFe/infNFe/emit/enderEmit/nro' }),
      ]),
    })
    expect(outerXml(xml, 'Signature')).toHaveLength(1)
  })

  it('say so where there are none', () => {
    expect(schemasIn(join(folder, 'nada')).check('<a/>', { file: 'x.xsd', day: '2026-01-01' })).toMatchObject({
      state: 'none',
    })
    expect(schemasIn(folder).check('<a/>', { file: 'x.xsd', day: '2026-01-01' })).toMatchObject({ state: 'none' })
  })
})
