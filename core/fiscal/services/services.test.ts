import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UFS } from '../../br/uf'
import { accessKeyDigit } from '../access-key'
import { children, parseXml, text } from '../xml'
import { authoriseAnswer, distributionAnswer, eventAnswer, queryAnswer, statusAnswer, voidAnswer } from './answers'
import { authoriser, contingencyOf, placeOfKey, serviceAddress } from './authoriser'
import { eventLot, eventXml } from './event'
import { joinEventProc, joinProc } from './join'
import { authoriseRequest, distributionRequest, queryRequest } from './requests'
import { actionOf, namespaceOf, type Service, SERVICES } from './service'
import { saidIn, soapEnvelope, SoapFault } from './soap'
import { voidXml } from './void'
import { leaf } from './write-xml'

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
/** A key of any UF, with letters in its CNPJ. */
const key = fc
  .tuple(
    fc.constantFrom(...UFS.map(({ codigo }) => codigo)),
    fc.constantFrom('2611', '2701'),
    fc.stringMatching(/^[0-9A-Z]{12}\d{2}$/),
    fc.constantFrom('55', '65'),
    digits(12),
    fc.constantFrom('1', '4', '9'),
    digits(8),
  )
  .map((parts) => parts.join(''))
  .map((first43) => first43 + accessKeyDigit(first43))
/** Text of the documents: Latin letters and what XML must escape, nothing at its ends. */
const words = fc.stringMatching(/^[A-Za-z0-9ç&<>"'.,-][A-Za-z0-9ç&<>"'., -]{13,60}[A-Za-z0-9ç&<>"'.,-]$/)
const nfe = (chNFe: string, digest = 'abc=') =>
  `<NFe xmlns="http://www.portalfiscal.inf.br/nfe"><infNFe versao="4.00" Id="NFe${chNFe}"><ide/></infNFe><Signature><DigestValue>${digest}</DigestValue></Signature></NFe>`
const prot = (chNFe: string, digest = 'abc=') =>
  `<protNFe versao="4.00"><infProt><chNFe>${chNFe}</chNFe><nProt>13526000000000001</nProt><digVal>${digest}</digVal><cStat>100</cStat><xMotivo>Autorizado o uso</xMotivo></infProt></protNFe>`
const lot = (inner: string) => `<retEnviNFe><cStat>104</cStat><xMotivo>Lote processado</xMotivo>${inner}</retEnviNFe>`
const said = (inner: string) =>
  `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><nfeResultMsg>${inner}</nfeResultMsg></s:Body></s:Envelope>`

describe('an envelope', () => {
  it('holds what is asked as it is, under the names of its service', () => {
    for (const service of Object.keys(SERVICES).filter((one): one is Service => Object.hasOwn(SERVICES, one))) {
      const envelope = soapEnvelope(service, `<${SERVICES[service].asks}>x</${SERVICES[service].asks}>`)
      expect(envelope).toContain(`<nfeDadosMsg xmlns="${namespaceOf(service)}"><${SERVICES[service].asks}>x<`)
      expect(actionOf(service)).toBe(`${namespaceOf(service)}/${SERVICES[service].method}`)
      expect(children(parseXml(envelope), 'Envelope')).toHaveLength(1)
    }
  })

  it('that tells a fault says whose it is, in both versions of SOAP', () => {
    const of = (fault: string) => {
      try {
        statusAnswer(`<e:Envelope xmlns:e="x"><e:Body>${fault}</e:Body></e:Envelope>`)
      } catch (error) {
        return error instanceof SoapFault ? [error.ours, error.message] : error
      }
      return undefined
    }
    const twelve = (code: string) =>
      `<e:Fault><e:Code><e:Value>e:${code}</e:Value></e:Code><e:Reason><e:Text>Falhou</e:Text></e:Reason></e:Fault>`
    const eleven = (code: string) =>
      `<e:Fault><faultcode>e:${code}</faultcode><faultstring>Falhou</faultstring></e:Fault>`
    for (const fault of [twelve('Sender'), twelve('MustUnderstand'), eleven('Client')])
      expect(of(fault)).toEqual([true, 'O serviço da SEFAZ respondeu com falha: Falhou'])
    for (const fault of [twelve('Receiver'), eleven('Server')]) expect(of(fault)).toEqual([false, expect.any(String)])
  })

  it('is read with any prefix, as text of its message, and without one; nothing else is taken for an answer', () => {
    const status = '<retConsStatServ><cStat>107</cStat><xMotivo>Em operação</xMotivo></retConsStatServ>'
    const forms = [
      said(status),
      status,
      said(status.replaceAll('<', '&lt;')),
      said(`<![CDATA[${status}]]>`),
      said(status.replaceAll('<', '<n:').replaceAll('<n:/', '</n:').replace('<n:ret', '<n:ret')).replace(
        '<s:Envelope',
        '<s:Envelope xmlns:n="n"',
      ),
    ]
    for (const form of forms) expect(statusAnswer(form)).toMatchObject({ cStat: '107', xMotivo: 'Em operação' })
    expect(() => statusAnswer(said('<retEnviNFe/>'))).toThrowError('não é a do pedido')
    expect(() => statusAnswer(said(status).slice(0, 120))).toThrowError('XML danificado')
    expect(() => statusAnswer('<html><body>Proxy</body></html>')).toThrowError('não é a do pedido')
  })
})

describe('what is asked', () => {
  it('is read back as it was meant, whatever its text', () => {
    fc.assert(
      fc.property(key, words, fc.integer({ min: 1, max: 20 }), (chNFe, xJust, nSeqEvento) => {
        const common = {
          tpAmb: '2',
          CNPJ_CPF: chNFe.slice(6, 20),
          chNFe,
          dhEvento: '2026-11-20T10:00:00-03:00',
          nSeqEvento,
        } as const
        const xml = eventXml({ ...common, tpEvento: '110111', nProt: '135260000000001', xJust })
        const inner = parseXml(xml).evento
        expect(text(inner, 'infEvento', 'detEvento', 'xJust')).toBe(xJust)
        expect(text(inner, 'infEvento', '@Id')).toBe(`ID110111${chNFe}${String(nSeqEvento).padStart(2, '0')}`)
        expect(text(inner, 'infEvento', 'cOrgao')).toBe(chNFe.slice(0, 2))
        expect(eventLot('1', [`<?xml version="1.0"?>\n${xml}`])).toContain(`<idLote>1</idLote>${xml}</envEvento>`)
        expect(leaf('x', xJust)).not.toMatch(/<x>.*[<>"'].*<\/x>/)
      }),
    )
  })

  it('names numbers of the distribution by fifteen digits, and keys whole', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 999_999_999_999_999n }), (number) => {
        const xml = distributionRequest(
          { tpAmb: '1', cUFAutor: '35', CNPJ_CPF: '12ABC34501DE35' },
          { ultNSU: String(number) },
        )
        expect(/<ultNSU>(\d+)</.exec(xml)?.[1]).toMatch(/^\d{15}$/)
        expect(xml).toContain('<CNPJ>12ABC34501DE35</CNPJ>')
      }),
    )
    const ask = (ultNSU: string) =>
      distributionRequest({ tpAmb: '1', cUFAutor: '35', CNPJ_CPF: '52998224725' }, { ultNSU })
    expect(ask('7')).toContain('<CPF>52998224725</CPF>')
    expect(() => ask('1234567890123456')).toThrowError('NSU inválido')
    expect(() => queryRequest({ tpAmb: '1', chNFe: '123' })).toThrowError('Chave de acesso inválida')
  })

  it('a lot holds the documents as they were signed: one is answered at once, none or too many are refused', () => {
    const signed = `<?xml version="1.0" encoding="UTF-8"?>${nfe('1'.repeat(44))}`
    expect(authoriseRequest({ idLote: '1', notes: [signed] })).toContain(
      `<indSinc>1</indSinc>${nfe('1'.repeat(44))}</enviNFe>`,
    )
    expect(authoriseRequest({ idLote: '1', notes: [signed, signed] })).toContain('<indSinc>0</indSinc>')
    for (const count of [0, 51])
      expect(() => authoriseRequest({ idLote: '1', notes: Array.from({ length: count }, () => signed) })).toThrowError(
        '1 a 50',
      )
    expect(() => authoriseRequest({ idLote: '1', notes: ['x'.repeat(520_000)] })).toThrowError('500 kB')
  })

  it('a range of numbers is refused where its parts cannot be', () => {
    const range = {
      tpAmb: '2',
      cUF: '35',
      ano: '26',
      CNPJ_CPF: '52998224725',
      mod: '55',
      serie: 920,
      nNFIni: 1,
      nNFFin: 2,
      xJust: 'x',
    } as const
    expect(voidXml(range)).toMatch(/Id="ID35260005299822472555920000000001000000002".*<CPF>52998224725</)
    expect(() => voidXml({ ...range, ano: '2026' })).toThrowError('confira ano')
  })
})

describe('what is answered', () => {
  it('keeps each protocol as it came, prefixes aside, and joins it with our bytes', () => {
    fc.assert(
      fc.property(fc.array(key, { minLength: 1, maxLength: 5 }), (keys) => {
        const plain = authoriseAnswer(said(lot(keys.map((one) => prot(one)).join(''))))
        expect(plain.protocols.map((one) => [one.chNFe, one.xml, one.nProt])).toEqual(
          keys.map((one) => [one, prot(one), '13526000000000001']),
        )
        const prefixed = lot(prot(keys[0] ?? '')).replaceAll(/<(\/?)/g, '<$1n:')
        expect(authoriseAnswer(said(prefixed)).protocols[0]?.xml).toBe(prot(keys[0] ?? ''))
        const signed = nfe(keys[0] ?? '')
        const proc = joinProc(`<?xml version="1.0"?>${signed}`, plain.protocols[0]?.xml ?? '')
        expect(proc).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?><nfeProc xmlns="[^"]*" versao="4\.00">/)
        expect(proc).toContain(signed + prot(keys[0] ?? ''))
      }),
    )
  })

  it('of another document or another content is not joined', () => {
    const [mine, other] = ['1'.repeat(44), '2'.repeat(44)]
    expect(() => joinProc(nfe(mine), prot(other))).toThrowError('não é deste documento')
    expect(() => joinProc(nfe(mine, 'abc='), prot(mine, 'xyz='))).toThrowError('não é deste documento')
    const event = `<evento><chNFe>${mine}</chNFe></evento>`
    expect(() => joinEventProc(event, `<retEvento><chNFe>${other}</chNFe></retEvento>`)).toThrowError(
      'não é deste documento',
    )
    expect(joinEventProc(event, `<retEvento><chNFe>${mine}</chNFe></retEvento>`)).toContain(event)
  })

  it('tells what is absent as null, codes of four digits, and keeps all as text', () => {
    const rejected = said(
      lot('<protNFe><infProt><chNFe>0</chNFe><cStat>1115</cStat><xMotivo>Rejeicao</xMotivo></infProt></protNFe>'),
    )
    expect(authoriseAnswer(rejected).protocols[0]).toMatchObject({
      cStat: '1115',
      nProt: null,
      digVal: null,
      xMsg: null,
    })
    expect(queryAnswer(said('<retConsSitNFe><cStat>217</cStat></retConsSitNFe>'))).toMatchObject({
      protocol: null,
      events: [],
    })
    expect(eventAnswer(said('<retEnvEvento><cStat>109</cStat></retEnvEvento>')).events).toEqual([])
    expect(
      voidAnswer(said('<retInutNFe><infInut><cStat>102</cStat><nProt>001</nProt></infInut></retInutNFe>')),
    ).toMatchObject({ nProt: '001', serie: null })
    const zip = '<docZip NSU="000000000000007" schema="resNFe_v1.01.xsd">H4sI</docZip>'
    const found = distributionAnswer(
      said(
        `<retDistDFeInt><cStat>138</cStat><ultNSU>000000000000007</ultNSU><loteDistDFeInt>${zip}</loteDistDFeInt></retDistDFeInt>`,
      ),
    )
    expect(found).toMatchObject({
      ultNSU: '000000000000007',
      documents: [{ NSU: '000000000000007', schema: 'resNFe_v1.01.xsd', gzip: 'H4sI' }],
    })
    expect(saidIn(rejected, 'retEnviNFe').xml).toBe(rejected)
  })
})

describe('an authority', () => {
  it('of a key is where it was issued: at the UF, or at the contingency that the key names', () => {
    fc.assert(
      fc.property(key, (chNFe) => {
        const { UF, mod, tpEmis } = placeOfKey(chNFe, '1')
        expect(authoriser({ UF, mod, tpEmis })).toBe(authoriser({ UF, mod, tpEmis: '1' }))
      }),
    )
    expect(authoriser({ UF: 'SP', mod: '55', tpEmis: contingencyOf('SP') })).toBe('SVCAN')
    expect(authoriser({ UF: 'BA', mod: '55', tpEmis: contingencyOf('BA') })).toBe('SVCRS')
    expect(() => authoriser({ UF: 'SP', mod: '65', tpEmis: '6' })).toThrowError('não tem autorizador de contingência')
    expect(() => placeOfKey('1'.repeat(44), '1')).toThrowError('Chave de acesso inválida')
  })

  it('has an address for each service of each UF, in both environments; those of the nation are one', () => {
    for (const { sigla } of UFS)
      for (const tpAmb of ['1', '2'] as const)
        for (const mod of ['55', '65'] as const) {
          const place = { UF: sigla, tpAmb, mod, tpEmis: '1' }
          for (const service of ['status', 'authorise', 'receipt', 'query', 'event', 'void'] as const)
            expect(URL.canParse(serviceAddress(service, place).url)).toBe(true)
          expect(serviceAddress('event', place, true).authoriser).toBe('AN')
          expect(serviceAddress('distribution', place).url).toContain('nfe.fazenda.gov.br')
        }
    expect(serviceAddress('epec', { UF: 'BA', tpAmb: '1', mod: '55', tpEmis: '4' }).authoriser).toBe('AN')
    expect(() => serviceAddress('taxpayer', { UF: 'MA', tpAmb: '1', mod: '55', tpEmis: '1' })).toThrowError(
      'não oferece',
    )
  })
})
