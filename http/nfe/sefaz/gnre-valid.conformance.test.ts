import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyGuide, SAMPLE_GUIDE } from '../../../core/fiscal/gnre/guides.fixture'
import { gnreLotXml, guideQueryRequest, lotResultRequest, stateRulesRequest } from '../../../core/fiscal/gnre/lot-xml'
import { hasConformance } from '../../../fixtures/conformance'
import { faultsBy } from './official.fixture'

describe.skipIf(!hasConformance)('by the official schemas of the GNRE', () => {
  it('lots of guides of every kind are valid', () => {
    const lots = fc.sample(fc.array(anyGuide, { minLength: 1, maxLength: 4 }), { numRuns: 60, seed: 7 })
    for (const guides of [[SAMPLE_GUIDE], ...lots])
      expect(faultsBy(gnreLotXml(guides).xml, 'lote_gnre_v2.00.xsd')).toEqual([])
  })

  it('what services are asked is valid', () => {
    const { xml } = lotResultRequest({ ambiente: '2', numeroRecibo: '1234567890', pdf: true })
    expect(faultsBy(xml, 'lote_gnre_consulta_v1.00.xsd')).toEqual([])
    const rules = stateRulesRequest({ ambiente: '2', uf: 'PR', receita: '100099' })
    expect(faultsBy(rules.xml, 'consulta_config_uf_v1.00.xsd')).toEqual([])
    const origin = { tipo: '10', numero: '1002' }
    const asked = guideQueryRequest([
      { uf: 'BA', codBarras: '8'.repeat(44), documentoOrigem: origin, idConsulta: '1' },
      { uf: 'BA', documentoOrigem: origin, emitente: { CNPJ: '11222333000181' } },
    ])
    expect(faultsBy(asked.xml, 'lote_consulta_guia_v2.00.xsd')).toEqual([])
  })
})
