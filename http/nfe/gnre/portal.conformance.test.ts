import { expect, it } from 'vitest'
import { hasConformance } from '../../../fixtures/conformance'
import { outerXml } from '../../../core/fiscal/services/soap'
import { issuerTest, ok, run, sefaz } from '../nota/issuing.fixture'
import { faultsBy } from '../sefaz/official.fixture'
import { byHand, GUIDES, sentGuide, settled } from './guides.fixture'
import { askLot, askRules } from './client'
import { testPair } from '../../../fixtures/certificates'

issuerTest()

/** The first element of that name in an answer. */
const inside = (text: string, name: string): string => outerXml(text, name)[0] ?? ''

it.skipIf(!hasConformance)(
  'lots that are sent, and what the simulated portal answers, follow the official schemas',
  async () => {
    sefaz.gnre.rules.set('BA 100102', { descricao: 'DIFAL', documento: ['10'], onlyToday: true })
    const [good, refused] = [await byHand(), await byHand({ receita: '100102', nDocOrigem: '78' })]
    for (const { id } of [good, refused]) await sentGuide(id)
    sefaz.gnre.faults.treat({ service: 'lot', waits: 3 })
    const waiting = await byHand({ nDocOrigem: '79' })
    await ok('POST', `${GUIDES}/${waiting.id}/envia`)
    await settled()
    const sent = await run(`select xml from gnre_xml where tipo = 'enviada' order by id`)
    expect(sent).toHaveLength(3)
    for (const { xml } of sent) expect(faultsBy(String(xml), 'lote_gnre_v2.00.xsd')).toEqual([])
    const at = { tpAmb: '2', pair: testPair(), services: { sefazUrl: sefaz.url, sefazCa: undefined } } as const
    const rules = await askRules(at, 'BA')
    expect(rules.answer.rules.length).toBeGreaterThan(1)
    expect(faultsBy(inside(rules.text, 'TConfigUf'), 'config_uf_v1.00.xsd')).toEqual([])
    for (const recibo of sefaz.gnre.state.lots.keys()) {
      const { text } = await askLot(at, recibo)
      expect(faultsBy(inside(text, 'TResultLote_GNRE'), 'lote_gnre_result_v2.00.xsd')).toEqual([])
    }
    expect(sefaz.gnre.state.lots.size).toBe(3)
  },
)
