import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CoreError } from '../errors'
import { decodeXml } from './decode-xml'
import { itemCosts } from './item-cost'
import { readNfe } from './read-nfe'

function det({ nItem = 1, prod = '', tax = '' } = {}): string {
  return `<det nItem="${nItem}"><prod><cProd>000123</cProd><xProd>Parafuso</xProd><NCM>01012100</NCM><CFOP>5102</CFOP><uCom>UN</uCom><qCom>2.0000</qCom><vUnCom>5.0000000000</vUnCom><vProd>10.00</vProd><uTrib>UN</uTrib><qTrib>2.0000</qTrib><vUnTrib>5.0000000000</vUnTrib>${prod}<indTot>1</indTot></prod><imposto><ICMS><ICMS00><orig>0</orig><CST>00</CST><vBC>10.00</vBC><pICMS>18.00</pICMS><vICMS>1.80</vICMS></ICMS00></ICMS>${tax}</imposto></det>`
}

function totals(values: Record<string, string> = { vProd: '10.00', vNF: '10.00' }): string {
  const fields = Object.entries(values).map(([name, value]) => `<${name}>${value}</${name}>`)
  return `<total><ICMSTot>${fields.join('')}</ICMSTot></total>`
}

function nfe({ items = det(), ide = '', total = totals(), extra = '' } = {}): string {
  return `<NFe xmlns="http://www.portalfiscal.inf.br/nfe"><infNFe versao="4.00" Id="NFe35261111222333000181550010000012341102030407"><ide><cUF>35</cUF><natOp>Venda</natOp><mod>55</mod><serie>1</serie><nNF>1234</nNF><dhEmi>2026-11-20T10:00:00-03:00</dhEmi><tpNF>1</tpNF><finNFe>1</finNFe><tpAmb>1</tpAmb>${ide}</ide><emit><CNPJ>11222333000181</CNPJ><xNome>Irmãos &amp; Filhos Ltda</xNome><enderEmit><cMun>3550308</cMun><UF>SP</UF></enderEmit></emit><dest><CPF>52998224725</CPF></dest>${items}${total}${extra}</infNFe></NFe>`
}

const XML = nfe()

function errorOf(xml: string): { code: string; message: string } {
  try {
    readNfe(xml)
  } catch (error) {
    if (error instanceof CoreError) return { code: error.code, message: error.message }
    throw error
  }
  return { code: 'none', message: '' }
}

describe('readNfe', () => {
  it('keeps every value as written: leading zeros, places, long numbers', () => {
    const note = readNfe(XML)
    expect(note).toMatchObject({
      chNFe: '35261111222333000181550010000012341102030407',
      serie: '1',
      nNF: '1234',
      tpNF: '1',
    })
    expect(note.emit).toMatchObject({
      CNPJ: '11222333000181',
      xNome: 'Irmãos & Filhos Ltda',
      endereco: { cMun: '3550308' },
    })
    expect(note.itens[0]).toMatchObject({
      cProd: '000123',
      NCM: '01012100',
      qCom: '2.0000',
      vUnCom: '5.0000000000',
      vProd: '10.00',
    })
    expect(note.warnings).toEqual(['XML sem protocolo de autorização.'])
  })

  it('reads prefixes, a byte order mark and space before the declaration', () => {
    const prefixed = XML.replaceAll(/<(\/?)(?!\?)/g, '<$1nfe:').replace('xmlns=', 'xmlns:nfe=')
    expect(readNfe(`\uFEFF${prefixed}`).itens).toEqual(readNfe(XML).itens)
    expect(readNfe(`\n  ${XML}`).chNFe).toBe(readNfe(XML).chNFe)
  })

  it('reads the protocol of procNFe and says when the note is not authorised', () => {
    const proc = (cStat: string) =>
      `<nfeProc versao="4.00">${XML}<protNFe><infProt><chNFe>35261111222333000181550010000012341102030407</chNFe><nProt>135260000000001</nProt><cStat>${cStat}</cStat><xMotivo>motivo</xMotivo></infProt></protNFe></nfeProc>`
    expect(readNfe(proc('100'))).toMatchObject({ protocolo: { nProt: '135260000000001', cStat: '100' }, warnings: [] })
    expect(readNfe(proc('302')).warnings).toEqual(['A nota não está autorizada: 302 motivo'])
  })

  it('takes SEM GTIN, zeros and an empty code as no GTIN', () => {
    const codes = ['SEM GTIN', 'sem gtin', '', '0000000000000', '7891000315507']
    const xml = nfe({
      items: codes
        .map((cEAN, index) => det({ nItem: index + 1, prod: `<cEAN>${cEAN}</cEAN><cEANTrib>${cEAN}</cEANTrib>` }))
        .join(''),
    })
    expect(readNfe(xml).itens.map((item) => item.cEANTrib)).toEqual([null, null, null, null, '7891000315507'])
  })

  it('reads lots of rastro and of the med group of layout 3.10', () => {
    const lot = '<nLote>L1</nLote><qLote>2.000</qLote><dFab>2026-01-01</dFab><dVal>2027-01-01</dVal>'
    for (const tag of ['rastro', 'med']) {
      const xml = nfe({ items: det({ prod: `<${tag}>${lot}</${tag}>` }) })
      expect(readNfe(xml).itens[0]?.rastro).toEqual([
        { nLote: 'L1', qLote: '2.000', dFab: '2026-01-01', dVal: '2027-01-01' },
      ])
    }
  })

  it('reads layout 3.10: payments in pag, indPag in the identification, only a date before it', () => {
    const xml = nfe({
      ide: '<indPag>1</indPag><dEmi>2013-05-06</dEmi>',
      extra: '<pag><tPag>01</tPag><vPag>4.00</vPag></pag><pag><tPag>03</tPag><vPag>6.00</vPag></pag>',
    }).replace(/<dhEmi>[^<]*<\/dhEmi>/, '')
    expect(readNfe(xml)).toMatchObject({
      dhEmi: '2013-05-06',
      pagamentos: [
        { indPag: '1', tPag: '01', vPag: '4.00' },
        { indPag: '1', tPag: '03', vPag: '6.00' },
      ],
    })
  })

  it('reads instalments, carrier, volumes and IBS and CBS', () => {
    const xml = nfe({
      items: det({
        tax: '<IBSCBS><CST>000</CST><cClassTrib>000001</cClassTrib><gIBSCBS><vBC>8.00</vBC><gIBSUF><pIBSUF>0.1000</pIBSUF><vIBSUF>0.01</vIBSUF></gIBSUF><gCBS><pCBS>0.9000</pCBS><vCBS>0.07</vCBS></gCBS></gIBSCBS></IBSCBS>',
      }),
      extra:
        '<transp><modFrete>0</modFrete><transporta><CNPJ>12ABC34501DE35</CNPJ><xNome>Rápida</xNome></transporta><vol><qVol>3</qVol><pesoB>1.500</pesoB></vol></transp>' +
        '<cobr><fat><nFat>1</nFat></fat><dup><nDup>001</nDup><dVenc>2026-12-01</dVenc><vDup>5.00</vDup></dup><dup><nDup>002</nDup><dVenc>2027-01-01</dVenc><vDup>5.00</vDup></dup></cobr>',
    })
    const note = readNfe(xml)
    expect(note.duplicatas).toEqual([
      { nDup: '001', dVenc: '2026-12-01', vDup: '5.00' },
      { nDup: '002', dVenc: '2027-01-01', vDup: '5.00' },
    ])
    expect(note).toMatchObject({
      modFrete: '0',
      transporta: { CNPJ: '12ABC34501DE35' },
      volumes: [{ qVol: '3', pesoB: '1.500' }],
    })
    expect(note.itens[0]?.IBSCBS).toMatchObject({ cClassTrib: '000001', pCBS: '0.9000', vCBS: '0.07', vBC: '8.00' })
  })

  it.each([
    ['<CTe><infCte/></CTe>', /CT-e/],
    ['<cteProc><CTe><infCte><infDoc><infNFe><chave>1</chave></infNFe></infDoc></infCte></CTe></cteProc>', /CT-e/],
    ['<MDFe><infMDFe/></MDFe>', /MDF-e/],
    ['<CompNfse><Nfse/></CompNfse>', /NFS-e/],
    ['<procEventoNFe><evento/></procEventoNFe>', /evento/],
    ['<resNFe><chNFe>1</chNFe></resNFe>', /resumo/],
    ['<html><body>x</body></html>', /'html'/],
    ['<NFe/>', /'NFe'/],
  ])('refuses %s by what it is', (xml, message) => {
    expect(errorOf(xml)).toMatchObject({ code: 'not_nfe', message: expect.stringMatching(message) })
  })

  it.each([
    ['truncated', XML.slice(0, -40)],
    ['no XML', 'isto não é xml'],
    ['empty', ''],
    ['no items', nfe({ items: '' })],
    ['a number that is none', XML.replace('10.00', '10,00')],
    ['an item without value', nfe({ items: det().replace(/<vProd>[^<]*<\/vProd>/, '') })],
    ['no totals', XML.replace(totals(), '')],
    ['a document type', `<!DOCTYPE a [<!ENTITY b "c">]>${XML}`],
  ])('calls it damaged: %s', (_name, xml) => {
    expect(errorOf(xml)).toMatchObject({ code: 'damaged_xml', message: expect.stringMatching(/^XML danificado: /) })
  })

  it('refuses a key without the shape of one, and only warns of its check digit', () => {
    expect(errorOf(XML.replace('Id="NFe3526', 'Id="NFe352'))).toEqual({
      code: 'invalid_access_key',
      message: 'Chave de acesso inválida.',
    })
    expect(readNfe(XML.replace('02030407"', '02030401"')).warnings).toContain(
      'O dígito da chave de acesso não confere.',
    )
  })

  it('refuses two notes in one file, over 2,000 items and over 20 MB', () => {
    expect(errorOf(`<enviNFe>${XML}${XML}</enviNFe>`).code).toBe('several_documents')
    expect(errorOf(nfe({ items: det().repeat(2001) })).code).toBe('too_large')
    expect(readNfe(nfe({ items: det().repeat(2000) })).itens).toHaveLength(2000)
    expect(errorOf(' '.repeat(20_000_001)).code).toBe('too_large')
  })
})

describe('itemCosts', () => {
  it('shares what only the header carries by value, the last item taking the cent, up to vNF', () => {
    const items = [1, 2, 3].map((nItem) => det({ nItem })).join('')
    const xml = nfe({
      items,
      total: totals({ vProd: '30.00', vFrete: '10.00', vDesc: '0.01', vST: '1.00', vNF: '40.99' }),
    })
    const costs = itemCosts(readNfe(xml))
    expect(costs.map((cost) => cost.vFrete)).toEqual(['3.33', '3.33', '3.34'])
    expect(costs.map((cost) => cost.vDesc)).toEqual(['0.00', '0.00', '0.01'])
    expect(costs.map((cost) => cost.vTotal)).toEqual(['13.66', '13.66', '13.67'])
    expect(costs[0]?.vUnTrib).toBe('6.8300000000')
  })

  it('trusts the items when one of them carries the amount', () => {
    const items = det({ prod: '<vFrete>2.00</vFrete>' }) + det({ nItem: 2 })
    const costs = itemCosts(readNfe(nfe({ items, total: totals({ vProd: '20.00', vFrete: '9.00', vNF: '29.00' }) })))
    expect(costs.map((cost) => cost.vFrete)).toEqual(['2.00', '0.00'])
  })
})

describe('decodeXml', () => {
  const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

  it.each([
    ['declared ISO-8859-1', '<?xml version="1.0" encoding="ISO-8859-1"?><a>ção</a>'],
    ['bytes that are not the UTF-8 they claim', '<?xml version="1.0" encoding="UTF-8"?><a>ção</a>'],
    ['bytes without a declaration', '<a>ção</a>'],
  ])('reads %s', (_name, text) => {
    expect(decodeXml(bytes(text))).toContain('ção')
  })

  it('reads UTF-8 and UTF-16 by their marks', () => {
    expect(decodeXml(new TextEncoder().encode('\uFEFF<a>ção</a>'))).toContain('<a>ção</a>')
    const wide = Uint8Array.from(
      Array.from('\uFEFF<a>ção</a>', (letter) => letter.charCodeAt(0)).flatMap((unit) => [unit & 255, unit >> 8]),
    )
    expect(decodeXml(wide)).toContain('<a>ção</a>')
  })

  it('refuses an encoding it does not know', () => {
    expect(() => decodeXml(bytes('<?xml version="1.0" encoding="EBCDIC-XYZ"?><a/>'))).toThrowError(/codificação/)
  })
})

/** Any bytes: random, and a note with bytes changed, cut or doubled. */
function readsOrRefuses(bytes: Uint8Array): void {
  try {
    itemCosts(readNfe(decodeXml(bytes)))
  } catch (error) {
    if (!(error instanceof CoreError)) throw error
  }
}

describe('any input', () => {
  it('gives an answer or a CoreError', () => {
    const note = new TextEncoder().encode(XML)
    const mangled = fc
      .tuple(fc.nat(note.length - 1), fc.nat(note.length - 1), fc.uint8Array({ maxLength: 12 }))
      .map(([from, to, middle]) => Uint8Array.from([...note.slice(0, from), ...middle, ...note.slice(to)]))
    fc.assert(fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), mangled), readsOrRefuses), { numRuns: 5000 })
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) =>
        readsOrRefuses(new TextEncoder().encode(`<NFe>${text}</NFe>`)),
      ),
      { numRuns: 15_000 },
    )
  })
})
