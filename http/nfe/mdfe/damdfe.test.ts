import { describe, expect, it } from 'vitest'
import { manifestXml } from '../../../core/fiscal/mdfe/manifest-xml'
import { keyOf, SAMPLE_MANIFEST } from '../../../core/fiscal/mdfe/manifests.fixture'
import { codesIn } from '../../../fixtures/read-codes'
import { readPdf } from '../../../fixtures/read-pdf'
import { papersApart } from '../danfe/draw-apart'

const tight = (text: string): string => text.replaceAll(/\s/g, '')
const shown = (bytes: Uint8Array): string => tight(readPdf(bytes).texts.join(''))
const { xml, chMDFe } = manifestXml(SAMPLE_MANIFEST)
const prot = `<protMDFe versao="3.00"><infProt><chMDFe>${chMDFe}</chMDFe><dhRecbto>2026-11-20T12:01:00-03:00</dhRecbto><nProt>935260000000003</nProt><cStat>100</cStat></infProt></protMDFe>`
const proc = `<mdfeProc>${xml.replace(/^<\?xml[^>]*\?>/, '')}${prot}</mdfeProc>`

describe('the DAMDFE', () => {
  it('says who carries what, from where to where, and under which protocol', async () => {
    const text = shown(await papersApart([proc]))
    for (const part of [
      'DAMDFE',
      'DocumentoAuxiliardeManifestoEletrônicodeDocumentosFiscais',
      'EMPRESATESTEUMLTDA',
      '11.222.333/0001-81',
      '000.000.077',
      '935260000000003-20/11/202612:01:00',
      'ABC1D23',
      '529.982.247-25',
      'MOTORISTATESTE',
      '85,5000kg',
      '1.104,50',
      'RiodeJaneiro',
      keyOf('55', 1002),
    ])
      expect(text).toContain(tight(part))
    expect(text).not.toContain('CONTINGÊNCIA')
  })

  it('carries the key in bars, and the QR-Code by which it is looked up on the road', async () => {
    const found = await codesIn(await papersApart([proc]))
    expect(found).toHaveLength(2)
    expect(found).toContain(chMDFe)
    expect(found).toContain(`https://dfe-portal.svrs.rs.gov.br/mdfe/qrCode?chMDFe=${chMDFe}&tpAmb=2`)
  })

  it('before it is authorised says so; in contingency, until when it has to be sent', async () => {
    const real = { ...SAMPLE_MANIFEST, ide: { ...SAMPLE_MANIFEST.ide, tpAmb: '1' as const } }
    expect(shown(await papersApart([manifestXml(real).xml]))).toContain('NÃOAUTORIZADO')
    const off = manifestXml({ ...real, ide: { ...real.ide, tpEmis: '2' } }, 'A'.repeat(344)).xml
    const text = shown(await papersApart([off]))
    expect(text).toContain('EMISSÃOEMCONTINGÊNCIA')
    expect(text).toContain('168horas')
    expect(text).not.toContain('NÃOAUTORIZADO')
    expect(shown(await papersApart([proc], { cancelled: true }))).toContain('CANCELADO')
  })

  it('goes on over as many pages as its notes take', async () => {
    const infNFe = Array.from({ length: 200 }, (_, at) => ({ chNFe: keyOf('55', at + 1) }))
    const infDoc = { infMunDescarga: [{ cMunDescarga: '3304557', xMunDescarga: 'Rio de Janeiro', infNFe }] }
    const { pages, texts } = readPdf(await papersApart([manifestXml({ ...SAMPLE_MANIFEST, infDoc }).xml]))
    expect(pages).toBeGreaterThan(1)
    expect(tight(texts.join(''))).toContain(keyOf('55', 200))
  })
})
