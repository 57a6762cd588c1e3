import { describe, expect, it } from 'vitest'
import { errorCode } from '../../../fixtures/error-code'
import { manifestXml } from './manifest-xml'
import { PROTOCOL_NUMBER, SAMPLE_EVENT, SAMPLE_MANIFEST } from './manifests.fixture'
import { readReceived, readReceivedEvent } from './received'

const US = '52998224725'
const { xml, chMDFe } = manifestXml({
  ...SAMPLE_MANIFEST,
  rodo: {
    ...SAMPLE_MANIFEST.rodo,
    veicTracao: {
      ...SAMPLE_MANIFEST.rodo.veicTracao,
      prop: { CPF: US, RNTRC: '12345678', xNome: 'DONO', tpProp: '0', UF: 'SP' },
    },
  },
  autXML: [{ CNPJ: '11444777000161' }],
})

describe('a manifest of another', () => {
  it('tells as what somebody takes part in it', () => {
    expect(readReceived(xml, US)).toMatchObject({ chMDFe, parts: ['Proprietário do veículo', 'Motorista'], modal: '1' })
    expect(readReceived(xml, '11444777000161').parts).toEqual(['Autorizado a ver o XML'])
    expect(readReceived(xml, '11222333000181').parts).toEqual([])
  })

  it('is read whatever its modal; what is none is told', () => {
    const air = xml.replaceAll('rodo>', 'aereo>').replace('<modal>1<', '<modal>2<')
    expect(readReceived(air, US)).toMatchObject({ modal: '2', placa: null, xNome: 'EMPRESA TESTE UM LTDA' })
    expect(errorCode(() => readReceived('<NFe/>', US))).toBe('not_mdfe')
    expect(errorCode(() => readReceived(xml.replace('1104.50', '1e9'), US))).toBe('damaged_xml')
  })
})

describe('an event of a manifest', () => {
  const event = (cStat: string): string =>
    `<procEventoMDFe><eventoMDFe><infEvento><chMDFe>${SAMPLE_EVENT.chMDFe}</chMDFe><dhEvento>2026-11-21T08:00:00-03:00</dhEvento><tpEvento>110111</tpEvento><detEvento><evCancMDFe><nProt>${PROTOCOL_NUMBER}</nProt><xJust>Viagem desfeita</xJust></evCancMDFe></detEvento></infEvento></eventoMDFe><retEventoMDFe><infEvento><cStat>${cStat}</cStat><chMDFe>${SAMPLE_EVENT.chMDFe}</chMDFe><tpEvento>110111</tpEvento></infEvento></retEventoMDFe></procEventoMDFe>`

  it('counts where it took effect', () => {
    expect(readReceivedEvent(event('135'))).toEqual({
      chMDFe: SAMPLE_EVENT.chMDFe,
      tpEvento: '110111',
      dhEvento: '2026-11-21T08:00:00-03:00',
      xJust: 'Viagem desfeita',
    })
    expect(readReceivedEvent(event('220'))).toBeUndefined()
    expect(readReceivedEvent(xml)).toBeUndefined()
  })
})
