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
  'nfe-4.00_PL_010e_NT2025.002': '2027-02-01',
}
const FILES: Readonly<Record<string, string>> = { NFe: 'nfe_v4.00.xsd', nfeProc: 'procNFe_v4.00.xsd' }

/** Messages by their roots: the schema of each, and its package where that is not the NF-e's. */
const MESSAGES: Readonly<Record<string, readonly [schema: string, set: string]>> = {
  retEnviNFe: ['retEnviNFe_v4.00.xsd', ''],
  consSitNFe: ['consSitNFe_v4.00.xsd', ''],
  retConsSitNFe: ['retConsSitNFe_v4.00.xsd', ''],
  consStatServ: ['consStatServ_v4.00.xsd', ''],
  consReciNFe: ['consReciNFe_v4.00.xsd', ''],
  retInutNFe: ['retInutNFe_v4.00.xsd', ''],
  retEnvEvento: ['retEnvEvento_v1.00.xsd', 'nfe-eventos-1.00'],
  envEvento: ['envEvento_v1.00.xsd', 'nfe-eventos-1.00'],
  ConsCad: ['consCad_v2.00.xsd', 'nfe-cadastro-2.00'],
  distDFeInt: ['distDFeInt_v1.01.xsd', 'nfe-distribuicao-1.01'],
  retDistDFeInt: ['retDistDFeInt_v1.01.xsd', 'nfe-distribuicao-1.01'],
}
const messageOf = (xml: string) => Object.entries(MESSAGES).find(([root]) => outerXml(xml, root).length > 0)

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

  it('judge every message of the services as it was judged, in its envelope or without', () => {
    const { items } = conformance<{ items: readonly Sample[] }>('fiscal/samples/index.json')
    const wrong: string[] = []
    let asked = 0
    for (const { file, schemaValidIn } of items) {
      const [root, [schema, set] = ['', '']] = messageOf(read(file)) ?? ['']
      if (schema === '') continue
      asked++
      const days = set === '' ? Object.entries(DAYS) : [[set, '2026-08-10'] as const]
      for (const [name, day] of days) {
        const verdict = schemasIn(folder).check(outerXml(read(file), root)[0] ?? '', { file: schema, day })
        if (
          verdict.state === 'none' ||
          verdict.set !== name ||
          (verdict.state === 'valid') !== schemaValidIn.includes(name)
        )
          wrong.push(`${name} ${file}: ${JSON.stringify(verdict).slice(0, 200)}`)
      }
    }
    console.info(`fiscal/samples: ${asked} messages, ${wrong.length} differ`)
    expect(wrong).toEqual([])
    expect(asked).toBeGreaterThan(25)
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
