import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { manifestEventXml } from '../../../core/fiscal/mdfe/event'
import { manifestKey, manifestXml } from '../../../core/fiscal/mdfe/manifest-xml'
import { anyManifest, keyOf, SAMPLE_MANIFEST } from '../../../core/fiscal/mdfe/manifests.fixture'
import { readManifest } from '../../../core/fiscal/mdfe/read-manifest'
import { manifestQueryRequest, manifestStatusRequest, openManifestsRequest } from '../../../core/fiscal/mdfe/requests'
import { joinManifestEventProc, joinManifestProc } from '../../../core/fiscal/services/join'
import { MDFE_NAMESPACE } from '../../../core/fiscal/services/service'
import { outerXml } from '../../../core/fiscal/services/soap'
import { testPair } from '../../../fixtures/certificates'
import { CONFORMANCE, hasConformance } from '../../../fixtures/conformance'
import { schemasIn } from './schemas'
import { sign } from './sign'

const pair = testPair()

/** What is wrong with a document by a file of the official package; nothing where it is valid. */
function faults(xml: string, file: string): readonly unknown[] {
  const verdict = schemasIn(join(CONFORMANCE, 'fiscal/xsd')).check(xml, {
    file: `${file}_v3.00.xsd`,
    day: '2026-11-20',
  })
  if (verdict.state === 'none') return [verdict.why]
  return verdict.state === 'valid' ? [] : verdict.errors
}
/** An inner part, as its own schema judges it. */
const part = (xml: string, name: string): string =>
  (outerXml(xml, name)[0] ?? '').replace(`<${name}`, `<${name} xmlns="${MDFE_NAMESPACE}"`)

const chMDFe = manifestKey(SAMPLE_MANIFEST)
const nProt = '935260000000003'
const event = {
  tpAmb: '2',
  CNPJ_CPF: '11222333000181',
  chMDFe,
  dhEvento: '2026-11-21T08:00:00-03:00',
  nSeqEvento: 1,
} as const
const infDoc = [{ cMunDescarga: '3304557', xMunDescarga: 'Rio de Janeiro', chNFe: keyOf('55', 9) }]

describe.skipIf(!hasConformance)('by the official schemas of the MDF-e', () => {
  it('manifests of every kind are valid, and so is their road part', () => {
    for (const manifest of [SAMPLE_MANIFEST, ...fc.sample(anyManifest, { numRuns: 60, seed: 7 })]) {
      const signed = sign(manifestXml(manifest).xml, pair)
      expect(faults(signed, 'mdfe')).toEqual([])
      expect(faults(part(signed, 'rodo'), 'mdfeModalRodoviario')).toEqual([])
    }
  })

  it('an authorised one is valid with its protocol, and reads back', () => {
    const signed = sign(manifestXml(SAMPLE_MANIFEST).xml, pair)
    const digest = readManifest(signed).digest ?? ''
    const protocol = `<protMDFe versao="3.00"><infProt><tpAmb>2</tpAmb><verAplic>RS1</verAplic><chMDFe>${chMDFe}</chMDFe><dhRecbto>2026-11-20T12:01:00-03:00</dhRecbto><nProt>${nProt}</nProt><digVal>${digest}</digVal><cStat>100</cStat><xMotivo>Autorizado o uso do MDF-e</xMotivo></infProt></protMDFe>`
    const proc = joinManifestProc(signed, protocol)
    expect(faults(proc, 'procMDFe')).toEqual([])
    expect(readManifest(proc)).toMatchObject({ state: 'autorizado', digest, manifest: { ide: { nMDF: '77' } } })
  })

  it.each([
    ['evCancMDFe', { tpEvento: '110111', nProt, xJust: 'Viagem que nao sera feita' }],
    ['evEncMDFe', { tpEvento: '110112', nProt, dtEnc: '2026-11-21', cUF: '33', cMun: '3304557' }],
    ['evIncCondutorMDFe', { tpEvento: '110114', xNome: 'MOTORISTA DOIS', CPF: '52998224725' }],
    ['evInclusaoDFeMDFe', { tpEvento: '110115', nProt, cMunCarrega: '3550308', xMunCarrega: 'São Paulo', infDoc }],
  ] as const)('an event is valid, and so are its detail %s and its document', (file, detail) => {
    const signed = sign(manifestEventXml({ ...event, ...detail }).xml, pair)
    expect(faults(signed, 'eventoMDFe')).toEqual([])
    expect(faults(part(signed, file.replace('Inclusao', 'Inc')), file)).toEqual([])
    const answer = `<retEventoMDFe versao="3.00"><infEvento><tpAmb>2</tpAmb><verAplic>RS1</verAplic><cOrgao>35</cOrgao><cStat>135</cStat><xMotivo>Evento registrado</xMotivo><chMDFe>${chMDFe}</chMDFe></infEvento></retEventoMDFe>`
    expect(faults(joinManifestEventProc(signed, answer), 'procEventoMDFe')).toEqual([])
  })

  it('what services are asked is valid', () => {
    expect(faults(manifestStatusRequest({ tpAmb: '2' }), 'consStatServMDFe')).toEqual([])
    expect(faults(manifestQueryRequest({ tpAmb: '2', chMDFe }), 'consSitMDFe')).toEqual([])
    expect(faults(openManifestsRequest({ tpAmb: '2', CNPJ_CPF: '11222333000181' }), 'consMDFeNaoEnc')).toEqual([])
  })
})
