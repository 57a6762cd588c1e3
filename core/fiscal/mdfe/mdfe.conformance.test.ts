import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CONFORMANCE, conformance, hasConformance } from '../../../fixtures/conformance'
import { CoreError } from '../../errors'
import { decodeXml } from '../decode-xml'
import { MDFE_LAYOUT } from '../layout/mdfe-layout'
import { elementsOf, type Sample, treeOf } from '../layout/samples.fixture'
import { type Fault, writeXml } from '../layout/write'
import { child, findElements, isElement, parseXml, text } from '../xml'
import { manifestEventXml } from './event'
import { manifestXml } from './manifest-xml'
import { readManifest } from './read-manifest'
import { openManifestsRequest } from './requests'

const TYPES: Readonly<Record<string, readonly [type: string, part: string]>> = {
  MDFe: ['TMDFe', 'infMDFe'],
  eventoMDFe: ['TEvento', 'infEvento'],
  consMDFeNaoEnc: ['TConsMDFeNaoEnc', 'consMDFeNaoEnc'],
}
const golden = (name: string) => readFileSync(join(CONFORMANCE, 'fiscal/signature', `${name}.unsigned.xml`), 'utf8')
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'
/** The schema of the document takes anything there: what it is has one of its own. */
const isOfPart = ({ path }: Fault) => path.some((one) => one === 'infModal' || one === 'detEvento')

/** White space inside a text, which the schema refuses and whoever reads leaves out. */
const isPadded = (source: string) => />\s+<!\[CDATA|<!\[CDATA\[\s|\s\]\]>/.test(source)

describe.skipIf(!hasConformance)('the layout of the MDF-e against the samples', () => {
  const { items } = hasConformance ? conformance<{ items: Sample[] }>('fiscal/samples/index.json') : { items: [] }
  const samples = items.filter(({ file }) => file.includes('/mdfe/'))
  const sourceOf = (file: string) => decodeXml(readFileSync(join(CONFORMANCE, 'fiscal', file)))

  it('takes what the official schema takes, and nothing else', () => {
    const differs: string[] = []
    for (const { file, schemaValidIn, schemaValidIfSigned = [] } of samples) {
      const source = sourceOf(file)
      const root = parseXml(source)
      const name = Object.keys(TYPES).find((one) => findElements({ root }, one, isElement).length > 0) ?? ''
      const [type = '', part = ''] = TYPES[name] ?? []
      const { faults, xml } = writeXml(MDFE_LAYOUT, name, type, treeOf(findElements({ root }, name, isElement)[0]))
      const inOrder = elementsOf(xml, part).length === 0 || isInOrder(elementsOf(xml, part), elementsOf(source, part))
      const valid = schemaValidIn.length + schemaValidIfSigned.length > 0
      const ours = faults.filter((one) => !isOfPart(one)).length === 0 && inOrder && !isPadded(source)
      if (valid !== ours) differs.push(`${file}: ${JSON.stringify(faults.slice(0, 3))}`)
    }
    console.info(`fiscal/samples/mdfe: ${samples.length - differs.length}/${samples.length}`)
    expect(differs).toEqual([])
    expect(samples.length).toBe(23)
  })

  it('are read, or refused in words that say why', () => {
    const read: string[] = []
    for (const { file, root } of samples) {
      if (root !== 'MDFe' && root !== 'mdfeProc') continue
      try {
        const { manifest, chMDFe } = readManifest(sourceOf(file))
        expect(chMDFe).toMatch(/^\d{44}$/)
        expect(manifest.emit.xNome).not.toBe('')
        read.push(file)
      } catch (error) {
        expect(error).toBeInstanceOf(CoreError)
        expect([file, error instanceof CoreError && error.code]).toEqual([
          file,
          expect.stringMatching(/^(?:unsupported_modal|damaged_xml)$/),
        ])
      }
    }
    expect(read.length).toBe(12)
  })
})

/** Elements of one are those of the other in the same order; the parts of other modals are left out by the writer. */
const isInOrder = (ours: string, theirs: string): boolean =>
  ours === theirs || ours === theirs.replace(/infModal .*?(?= infDoc)/, 'infModal')

describe.skipIf(!hasConformance)('what is written of a manifest', () => {
  it('is the golden manifest, byte for byte, of what is read of it', () => {
    const source = golden('mdfe-rodoviario')
    expect(DECLARATION + manifestXml(readManifest(source).manifest).xml).toBe(source)
  })

  it('is the golden closing', () => {
    const source = golden('mdfe-evento-encerramento-110112')
    const inf = child(parseXml(source), 'eventoMDFe', 'infEvento')
    const closing = (name: string) => text(inf, 'detEvento', 'evEncMDFe', name) ?? ''
    const made = manifestEventXml({
      tpEvento: '110112',
      tpAmb: '2',
      CNPJ_CPF: text(inf, 'CNPJ') ?? '',
      chMDFe: text(inf, 'chMDFe') ?? '',
      dhEvento: text(inf, 'dhEvento') ?? '',
      nSeqEvento: 1,
      nProt: closing('nProt'),
      dtEnc: closing('dtEnc'),
      cUF: closing('cUF'),
      cMun: closing('cMun'),
    })
    expect(DECLARATION + made.xml).toBe(source)
  })

  it('is the question for open manifests of the samples', () => {
    const source = readFileSync(
      join(CONFORMANCE, 'fiscal/samples/mdfe/nfelib__01010101010-ped-cons-mdfe-naoenc.xml'),
      'utf8',
    )
    const bare = source
      .replace(/^\uFEFF?<\?xml.*?\?>/, '')
      .replaceAll(/>\s+</g, '><')
      .trim()
    expect(openManifestsRequest({ tpAmb: '2', CNPJ_CPF: '55801377000131' })).toBe(bare)
  })
})
