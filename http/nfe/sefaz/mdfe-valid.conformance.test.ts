import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ManifestEventDetail, manifestEventXml } from '../../../core/fiscal/mdfe/event'
import { manifestXml } from '../../../core/fiscal/mdfe/manifest-xml'
import {
  anyManifest,
  EVENTS,
  PROTOCOL_NUMBER,
  SAMPLE_EVENT,
  SAMPLE_MANIFEST,
} from '../../../core/fiscal/mdfe/manifests.fixture'
import { readManifest } from '../../../core/fiscal/mdfe/read-manifest'
import {
  manifestDistributionRequest,
  manifestQueryRequest,
  manifestStatusRequest,
  openManifestsRequest,
} from '../../../core/fiscal/mdfe/requests'
import { joinManifestEventProc, joinManifestProc } from '../../../core/fiscal/services/join'
import { MDFE_NAMESPACE } from '../../../core/fiscal/services/service'
import { outerXml } from '../../../core/fiscal/services/soap'
import { testPair } from '../../../fixtures/certificates'
import { hasConformance } from '../../../fixtures/conformance'
import { faultsBy } from './official.fixture'
import { sign } from './sign'

const pair = testPair()

const faults = (xml: string, name: string) => faultsBy(xml, `${name}_v3.00.xsd`)
/** An inner part, as its own schema judges it. */
const part = (xml: string, name: string): string =>
  (outerXml(xml, name)[0] ?? '').replace(`<${name}`, `<${name} xmlns="${MDFE_NAMESPACE}"`)

const { chMDFe } = SAMPLE_EVENT
/** The schema of each event's detail, and its element. */
const DETAILS: Readonly<Record<ManifestEventDetail['tpEvento'], readonly [file: string, element: string]>> = {
  '110111': ['evCancMDFe', 'evCancMDFe'],
  '110112': ['evEncMDFe', 'evEncMDFe'],
  '110114': ['evIncCondutorMDFe', 'evIncCondutorMDFe'],
  '110115': ['evInclusaoDFeMDFe', 'evIncDFeMDFe'],
}

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
    const protocol = `<protMDFe versao="3.00"><infProt><tpAmb>2</tpAmb><verAplic>RS1</verAplic><chMDFe>${chMDFe}</chMDFe><dhRecbto>2026-11-20T12:01:00-03:00</dhRecbto><nProt>${PROTOCOL_NUMBER}</nProt><digVal>${digest}</digVal><cStat>100</cStat><xMotivo>Autorizado o uso do MDF-e</xMotivo></infProt></protMDFe>`
    const proc = joinManifestProc(signed, protocol)
    expect(faults(proc, 'procMDFe')).toEqual([])
    expect(readManifest(proc)).toMatchObject({ state: 'autorizado', digest, manifest: { ide: { nMDF: '77' } } })
  })

  it.each(EVENTS)('an event $tpEvento is valid, and so are its detail and its document', (detail) => {
    const [file, element] = DETAILS[detail.tpEvento]
    const signed = sign(manifestEventXml({ ...SAMPLE_EVENT, ...detail }).xml, pair)
    expect(faults(signed, 'eventoMDFe')).toEqual([])
    expect(faults(part(signed, element), file)).toEqual([])
    const answer = `<retEventoMDFe versao="3.00"><infEvento><tpAmb>2</tpAmb><verAplic>RS1</verAplic><cOrgao>35</cOrgao><cStat>135</cStat><xMotivo>Evento registrado</xMotivo><chMDFe>${chMDFe}</chMDFe></infEvento></retEventoMDFe>`
    expect(faults(joinManifestEventProc(signed, answer), 'procEventoMDFe')).toEqual([])
  })

  it('what services are asked is valid', () => {
    expect(faults(manifestStatusRequest({ tpAmb: '2' }), 'consStatServMDFe')).toEqual([])
    expect(faults(manifestQueryRequest({ tpAmb: '2', chMDFe }), 'consSitMDFe')).toEqual([])
    const company = { tpAmb: '2', CNPJ_CPF: '11222333000181' } as const
    expect(faults(openManifestsRequest(company), 'consMDFeNaoEnc')).toEqual([])
    for (const key of [{ ultNSU: '7' }, { NSU: '7' }])
      expect(faultsBy(manifestDistributionRequest(company, key), 'distDFeInt_v1.00.xsd')).toEqual([])
  })
})
