import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cceOf } from '../../../core/fiscal/danfe/cce'
import { danfeOf } from '../../../core/fiscal/danfe/danfe'
import { decodeXml } from '../../../core/fiscal/decode-xml'
import { readNfe } from '../../../core/fiscal/read-nfe'
import { CONFORMANCE, hasConformance } from '../../../fixtures/conformance'
import { readPdf } from '../../../fixtures/read-pdf'
import { ccePdf, danfePdf } from './danfe-pdf'

/** Notes of public projects on paper: what must be read is there, blanks and signs that the fonts have not got apart. */

const folder = join(CONFORMANCE, 'fiscal/samples')
const files = (name: string) => (hasConformance ? readdirSync(join(folder, name)).map((file) => join(name, file)) : [])
const xmlOf = (file: string) => decodeXml(readFileSync(join(folder, file)))
const tight = (text: string): string => text.normalize('NFC').replaceAll(/\s/g, '')
/** Thirty lines of a page hold what the longest sample says. */
const MOST_PAGES = 2

describe.skipIf(!hasConformance)('fiscal/samples on paper', () => {
  it.each([...files('nfe'), ...files('nfce')])('%s', async (file) => {
    const xml = xmlOf(file)
    const [danfe, nfe] = [danfeOf(xml), readNfe(xml)]
    const { pages, texts } = readPdf(await danfePdf(xml))
    const all = tight(texts.join(''))
    expect(pages).toBeLessThanOrEqual(MOST_PAGES)
    const wanted = [
      danfe.key,
      danfe.number,
      danfe.emit.name,
      danfe.dest.name,
      danfe.totals.total,
      nfe.protocolo?.nProt ?? '',
      ...nfe.itens.map(({ xProd }) => xProd),
    ]
    expect(wanted.filter((text) => !all.includes(tight(text)))).toEqual([])
  })

  it.each(files('nfe-eventos'))('%s', async (file) => {
    const xml = xmlOf(file)
    if (!xml.includes('<xCorrecao>')) return expect(ccePdf(xml)).rejects.toThrow('não é de uma carta de correção')
    const cce = cceOf(xml)
    const { pages, texts } = readPdf(await ccePdf(xml))
    const all = tight(texts.join(''))
    expect(pages).toBe(1)
    const wanted = [cce.key, cce.number, cce.taxId, cce.correction, cce.condition, cce.protocol]
    expect(wanted.filter((text) => !all.includes(tight(text)))).toEqual([])
  })
})
