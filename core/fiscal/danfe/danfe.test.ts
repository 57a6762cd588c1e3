import { describe, expect, it } from 'vitest'
import { noteKey, noteXml } from '../../../fixtures/nfe/note'
import { accessKeyDigit } from '../access-key'
import { danfeOf } from './danfe'
import { exact, numberText, priceText, taxIdText } from './write'

describe('what a DANFE shows', () => {
  it('is written as Brazilians read it', () => {
    const danfe = danfeOf(noteXml({ dues: 2, infCpl: 'Primeira linha;Segunda linha' }))
    expect(danfe).toMatchObject({
      number: '000.001.234',
      serie: '001',
      protocol: '141260000000001 - 10/11/2026 09:31:00',
      issued: { day: '10/11/2026', time: '09:30:00' },
      left: { day: '11/11/2026', time: '10:00:00' },
      emit: {
        taxId: '12.345.678/0001-95',
        street: 'Rua das Oficinas, 100 - Galpão 2',
        CEP: '80010-000',
        phone: '(41) 3333-4444',
      },
      dest: { name: 'Comércio de Teste & Filhos' },
      dues: [
        { n: '001', due: '01/01/2027', amount: '1,00' },
        { n: '002', due: '02/01/2027', amount: '2,00' },
      ],
      payments: [['Dinheiro', '21,00']],
      notes: ['Primeira linha', 'Segunda linha'],
    })
    expect(danfe.key).toBe(noteKey({}).replaceAll(/(.{4})(?!$)/g, '$1 '))
    expect(danfe.items).toMatchObject([
      {
        code: 'P-1',
        CST: '000',
        quantity: '2,00',
        price: '10,50',
        total: '21,00',
        pICMS: '18,00',
        taxed: null,
        details: [],
      },
    ])
  })

  it('keeps every decimal of a quantity and of a price that says something', () => {
    expect(['1.0000', '12.3400000000', '0.0012345678', '3', '1234567.5000', null].map(exact)).toEqual([
      '1,00',
      '12,34',
      '0,0012345678',
      '3',
      '1.234.567,50',
      '',
    ])
    expect(['10', '10.5000000000', '0.1234567800'].map(priceText)).toEqual(['10,00', '10,50', '0,12345678'])
    expect(numberText('123456789')).toBe('123.456.789')
  })

  it('takes a CNPJ with letters, in the key too', () => {
    const danfe = danfeOf(noteXml({ emitter: '12ABC34501DE' }))
    expect(danfe.emit.taxId).toBe('12.ABC.345/01DE-35')
    expect(danfe.chNFe.slice(6, 20)).toBe('12ABC34501DE35')
    expect(taxIdText({ CPF: '12345678909' })).toBe('123.456.789-09')
  })

  it('tells lots, medicine, fuel, order and taxes that have no column under the description', () => {
    const prod =
      '<xPed>OC-9</xPed><nItemPed>3</nItemPed><nFCI>B01F70AF-10BF-4B1F-848C-65FF57F616FE</nFCI><rastro><nLote>L77</nLote><qLote>2.000</qLote><dFab>2026-01-02</dFab><dVal>2027-01-02</dVal></rastro><med><cProdANVISA>1234567890123</cProdANVISA><vPMC>99.90</vPMC></med>'
    const [item] = danfeOf(noteXml({ items: [{ infAdProd: 'Cor azul' }], more: { prod } })).items
    expect(item?.details).toEqual([
      'Cor azul',
      'Lote L77, qtd. 2,00, fab. 02/01/2026, val. 02/01/2027',
      'ANVISA 1234567890123, PMC 99,90',
      'FCI B01F70AF-10BF-4B1F-848C-65FF57F616FE',
      'Pedido OC-9, item 3',
    ])
  })

  it('tells vehicles, arms, fuel, imports, ST and the reform under the description', () => {
    const prod =
      '<veicProd><chassi>9BW1</chassi><xCor>PRATA</xCor><nMotor>M1</nMotor><anoMod>2027</anoMod><anoFab>2026</anoFab><cMod>123</cMod></veicProd><arma><nSerie>S1</nSerie><nCano>C1</nCano></arma><comb><cProdANP>210203001</cProdANP><descANP>GLP</descANP><UFCons>PR</UFCons></comb><DI><nDI>26/1</nDI><dDI>2026-05-06</dDI></DI>'
    const xml = noteXml({ more: { prod } })
      .replace('<ICMS00>', '<ICMS10>')
      .replace(
        '</ICMS00></ICMS>',
        '<pMVAST>40.00</pMVAST><vBCST>29.40</vBCST><pICMSST>18.00</pICMSST><vICMSST>1.51</vICMSST><vFCP>0.42</vFCP></ICMS10></ICMS><IBSCBS><CST>000</CST><cClassTrib>000001</cClassTrib><gIBSCBS><vBC>21.00</vBC><vIBS>0.02</vIBS><gCBS><vCBS>0.19</vCBS></gCBS></gIBSCBS></IBSCBS>',
      )
    expect(danfeOf(xml).items[0]?.details).toEqual([
      'Chassi 9BW1, motor M1, cor PRATA, ano 2026/2027, modelo 123',
      'Arma nº de série S1, cano C1',
      'ANP 210203001, GLP, UF de consumo PR',
      'DI 26/1 de 06/05/2026',
      'ICMS-ST: base 29,40, alíq. 18,00 %, MVA 40,00 %, valor 1,51',
      'FCP 0,42',
      'IBS 0,02, CBS 0,19 (000001)',
    ])
  })

  it('names references, trailers, seals and the platform among the additional data', () => {
    const key = noteKey({ mod: '65' })
    const danfe = danfeOf(
      noteXml({
        more: {
          ide: `<NFref><refNFe>${key}</refNFe></NFref>`,
          transp:
            '<reboque><placa>ABC1D23</placa><UF>PR</UF></reboque><vol><qVol>3</qVol><lacres><nLacre>7</nLacre></lacres></vol>',
          infNFe: '<infIntermed><CNPJ>11222333000181</CNPJ><idCadIntTran>x</idCadIntTran></infIntermed>',
          total:
            '<IBSCBSTot><vBCIBSCBS>21.00</vBCIBSCBS><gIBS><gIBSUF><vIBSUF>0.02</vIBSUF></gIBSUF><gIBSMun><vIBSMun>0.00</vIBSMun></gIBSMun><vIBS>0.02</vIBS></gIBS><gCBS><vCBS>0.19</vCBS></gCBS></IBSCBSTot>',
        },
      }),
    )
    expect(danfe.notes).toEqual([
      `NF-e referenciada: ${key.replaceAll(/(.{4})(?!$)/g, '$1 ')}`,
      'Reboque: ABC1D23 PR',
      'Lacres: 7',
      'Intermediador: 11.222.333/0001-81',
    ])
    expect(danfe.reform.map(([title, value]) => `${title} ${value}`)).toContain('VALOR TOTAL DA CBS 0,19')
  })
})

describe('how the note was issued', () => {
  it.each([
    [{}, { unauthorised: false, test: false, contingency: null, told: [] }],
    [{ tpAmb: '2' }, { unauthorised: false, test: true }],
    [{ cStat: null }, { unauthorised: true, contingency: null }],
    [{ cStat: '204' }, { unauthorised: true }],
    [{ cStat: '302' }, { denied: true, unauthorised: false }],
    [
      { tpEmis: '9', cStat: null },
      { unauthorised: false, contingency: 'offline', contingencyKey: null },
    ],
    [{ tpEmis: '9' }, { unauthorised: false, contingency: null, told: ['Emitida em contingência off-line.'] }],
    [
      { tpEmis: '6', cStat: null },
      { unauthorised: true, contingency: null },
    ],
  ] as const)('%j', (options, expected) => {
    expect(danfeOf(noteXml(options)).emission).toMatchObject(expected)
  })

  it('the second bar code of contingency has 36 characters and its check digit', () => {
    const more = { ide: '<dhCont>2026-11-10T08:00:00-03:00</dhCont><xJust>Sem conexão com a internet</xJust>' }
    const { emission } = danfeOf(noteXml({ tpEmis: '5', cStat: null, more }))
    const first = ['41', '5', '11222333000181', '00000000002100', '1', '2', '10'].join('')
    expect(emission).toMatchObject({ contingency: 'form', contingencyKey: first + accessKeyDigit(first) })
    expect(emission.contingencyKey).toHaveLength(36)
    expect(emission.told).toEqual([
      'Emitida em contingência com formulário de segurança (FS-DA) desde 10/11/2026 08:00:00.',
      'Motivo da contingência: Sem conexão com a internet',
    ])
  })

  it('a file that says so is of a cancelled note', () => {
    const event = `<procEventoNFe><evento><infEvento><chNFe>${noteKey({})}</chNFe><tpEvento>110111</tpEvento></infEvento></evento><retEvento><infEvento><chNFe>${noteKey({})}</chNFe><cStat>135</cStat></infEvento></retEvento></procEventoNFe>`
    const xml = noteXml()
      .replace(/^<\?xml[^>]*>/, '')
      .replace('</nfeProc>', `${event}</nfeProc>`)
    expect(danfeOf(xml).emission.cancelled).toBe(true)
  })
})

describe('what is no note', () => {
  it.each([
    ['não é XML', 'XML danificado: o conteúdo não é XML.'],
    ['<a/>', "O XML não é de uma NF-e: o elemento principal é 'a'."],
    [noteXml().replace(/<vNF>[^<]*<\/vNF>/, '<vNF>dez</vNF>'), 'XML danificado: vNF da nota não é um número.'],
    [
      noteXml({ more: { transp: '<vol><pesoB>muito</pesoB></vol>' } }),
      'XML danificado: pesoB do volume não é um número.',
    ],
  ])('is refused in words', (xml, message) => {
    expect(() => danfeOf(xml)).toThrow(message)
  })
})
