import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorCode } from '../../../fixtures/error-code'
import { readAccessKey } from '../access-key'
import { expectWhole } from '../layout/hostile.fixture'
import { joinManifestEventProc, joinManifestProc } from '../services/join'
import {
  manifestAnswer,
  manifestEventAnswer,
  manifestQueryAnswer,
  manifestStatusAnswer,
  openManifestsAnswer,
} from './answers'
import { checkManifest } from './check'
import { manifestEventXml } from './event'
import { mdfeFunctions } from './functions'
import type { Manifest } from './manifest'
import { cargoTotal, countedDocuments, manifestXml } from './manifest-xml'
import { anyManifest, EVENTS, keyOf, PROTOCOL_NUMBER, SAMPLE_EVENT, SAMPLE_MANIFEST } from './manifests.fixture'
import { manifestQrCode } from './qr-code'
import { readManifest } from './read-manifest'
import { brokenStep, shortestWay } from './way'

describe('a manifest', () => {
  it('is one element after the other, and the key says model 58', () => {
    const { xml, chMDFe, faults } = manifestXml(SAMPLE_MANIFEST)
    expect(faults).toEqual([])
    expect(checkManifest(SAMPLE_MANIFEST)).toEqual([])
    expect(readAccessKey(chMDFe)).toMatchObject({
      valid: true,
      parts: { cUF: '35', mod: '58', nNF: '000000077', cNF: '20304050' },
    })
    expect(xml).not.toMatch(/>\s+<|<\w+\/>|<(\w+)><\/\1>/)
    expect(xml).toContain('<tot><qNFe>1</qNFe><vCarga>1104.50</vCarga><cUnid>01</cUnid><qCarga>85.5000</qCarga></tot>')
    expect(xml).toContain(
      `<qrCodMDFe>https://dfe-portal.svrs.rs.gov.br/mdfe/qrCode?chMDFe=${chMDFe}&amp;tpAmb=2</qrCodMDFe>`,
    )
  })

  it('of any kind is taken by the layout and our check, and reads back whole: what is built again is the same to the byte', () => {
    expectWhole(anyManifest, {
      write: (one) => manifestXml(one),
      check: (one) => checkManifest(one),
      read: (xml, manifest) => {
        const read = readManifest(xml)
        expect(read.chMDFe).toBe(manifestXml(manifest).chMDFe)
        expect(read.warnings).toEqual([])
        expect(countedDocuments(read.manifest)).toEqual(countedDocuments(manifest))
        return read.manifest
      },
    })
  })

  it('in contingency carries the signature of its key in the code', () => {
    const manifest: Manifest = { ...SAMPLE_MANIFEST, ide: { ...SAMPLE_MANIFEST.ide, tpEmis: '2' } }
    const signature = 'A'.repeat(344)
    const { xml, faults, chMDFe } = manifestXml(manifest, signature)
    expect(faults).toEqual([])
    expect(chMDFe.charAt(34)).toBe('2')
    expect(readManifest(xml).qrCode).toBe(manifestQrCode({ chMDFe, tpAmb: '2', signature }))
    expect(errorCode(() => manifestQrCode({ chMDFe, tpAmb: '3' }))).toBe('invalid_qr_code')
    expect(errorCode(() => manifestQrCode({ chMDFe, tpAmb: '1', signature: '&x=1' }))).toBe('invalid_qr_code')
  })

  it('adds its notes up in the unit that is asked, half up', () => {
    const notes = [
      { vNF: '0.10', pesoB: '1000.0450' },
      { vNF: '0.20', pesoB: '0.005' },
    ]
    expect(cargoTotal(notes, '01')).toEqual({ vCarga: '0.30', cUnid: '01', qCarga: '1000.0500' })
    expect(cargoTotal(notes, '02')).toEqual({ vCarga: '0.30', cUnid: '02', qCarga: '1.0001' })
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9_999_999 }), { maxLength: 50 }), (cents) => {
        const made = cargoTotal(
          cents.map((one) => ({ vNF: (one / 100).toFixed(2), pesoB: (one / 1000).toFixed(3) })),
          '01',
        )
        const all = cents.reduce((sum, one) => sum + one, 0)
        expect(made.vCarga).toBe(`${Math.floor(all / 100)}.${String(all % 100).padStart(2, '0')}`)
      }),
    )
  })
})

const ide = (change: Partial<Manifest['ide']>): Manifest => ({
  ...SAMPLE_MANIFEST,
  ide: { ...SAMPLE_MANIFEST.ide, ...change },
})
const unloads = (change: object): Manifest => ({
  ...SAMPLE_MANIFEST,
  infDoc: { infMunDescarga: [{ ...SAMPLE_MANIFEST.infDoc.infMunDescarga[0]!, ...change }] },
})
const carrier = (change: Partial<Manifest>): Manifest => ({
  ...unloads({ infNFe: undefined, infCTe: [{ chCTe: keyOf('57', 1) }] }),
  ide: { ...SAMPLE_MANIFEST.ide, tpEmit: '1' },
  seg: [{ infResp: { respSeg: '1' }, infSeg: { xSeg: 'S', CNPJ: '33000167000101' }, nApol: '1', nAver: ['1'] }],
  rodo: { ...SAMPLE_MANIFEST.rodo, infANTT: { RNTRC: '12345678' } },
  ...change,
})
const PAYMENT = {
  CNPJ: '33000167000101',
  Comp: [{ tpComp: '01', vComp: '10' }],
  vContrato: '10.00',
  indPag: '0',
  infBanc: { PIX: 'a@b.com' },
}
const paid = (change: object, CIOT = '123456789012'): Manifest =>
  carrier({
    rodo: {
      ...SAMPLE_MANIFEST.rodo,
      infANTT: { RNTRC: '12345678', infCIOT: [{ CIOT, CNPJ: '33000167000101' }], infPag: [{ ...PAYMENT, ...change }] },
    },
  })

const WRONG: readonly [message: RegExp, manifest: Manifest, field: string | undefined][] = [
  [
    /Chave do MDF-e.*CNPJ com letras/,
    { ...SAMPLE_MANIFEST, emit: { ...SAMPLE_MANIFEST.emit, CNPJ: '12ABC34501DE35' } },
    undefined,
  ],
  [
    /da empresa não confere/,
    { ...SAMPLE_MANIFEST, emit: { ...SAMPLE_MANIFEST.emit, CNPJ: '11222333000182' } },
    'CNPJ_CPF',
  ],
  [/não é da UF de carregamento \(RJ\)/, ide({ UFIni: 'RJ' }), 'infMunCarrega'],
  [/cada UF pede um MDF-e/, ide({ UFFim: 'MG' }), 'infMunDescarga'],
  [/não liga SP a BA/, { ...ide({ UFFim: 'BA' }), ...unloadsAt('2927408') }, 'infPercurso'],
  [/só as UFs entre/, ide({ infPercurso: [{ UFPer: 'RJ' }] }), 'infPercurso'],
  [
    /não confere/,
    unloads({ infNFe: [{ chNFe: keyOf('55', 1).replace(/.$/, (digit) => String((Number(digit) + 1) % 10)) }] }),
    'infMunDescarga',
  ],
  [/modelo 55/, unloads({ infNFe: [{ chNFe: keyOf('57', 1) }] }), 'infMunDescarga'],
  [/repetidos/, unloads({ infNFe: [{ chNFe: keyOf('55', 1) }, { chNFe: keyOf('55', 1) }] }), 'infMunDescarga'],
  [/notas da carga/, unloads({ infNFe: undefined }), 'infMunDescarga'],
  [/Carga própria/, unloads({ infCTe: [{ chCTe: keyOf('57', 1) }] }), 'infMunDescarga'],
  [/informa os CT-e/, carrier({ infDoc: SAMPLE_MANIFEST.infDoc }), 'infMunDescarga'],
  [/motorista MOTORISTA não confere/, drivers([{ xNome: 'MOTORISTA', CPF: '52998224726' }]), 'CNPJ_CPF'],
  [/Informe o motorista/, drivers([]), 'motorista_id'],
  [/RNTRC/, carrier({ rodo: SAMPLE_MANIFEST.rodo }), 'RNTRC'],
  [/seguro da carga/, carrier({ seg: [] }), 'seg'],
  [/averbação/, carrier({ seg: [{ infResp: { respSeg: '1' } }] }), 'seg'],
  [/contratante que responde/, carrier({ seg: [{ infResp: { respSeg: '2' } }] }), 'seg'],
  [/valor e de peso/, { ...SAMPLE_MANIFEST, tot: { vCarga: '0', cUnid: '01', qCarga: '1' } }, 'qCarga'],
  [/não pode começar antes/, ide({ dhIniViagem: '2026-11-19T12:00:00-03:00' }), 'dhIniViagem'],
  [/Placa do veículo: não está na forma que o MDF-e pede/, plate('AB-1'), 'placa'],
  [/Série: não está na forma/, ide({ serie: 'X' }), 'serie'],
  [/Os componentes somam R\$.10,00, e o contrato é de R\$.11,00/, paid({ vContrato: '11' }), 'infPag'],
  [/pede as parcelas/, paid({ indPag: '1' }), 'infPag'],
  [/não tem parcelas/, paid({ infPrazo: [{ nParcela: '001', dVenc: '2026-12-20', vParcela: '10' }] }), 'infPag'],
  [/adiantamento passa/, paid({ vAdiant: '10.01' }), 'infPag'],
  [
    /parcelas somam R\$.9,00, e faltam R\$.8,00/,
    paid({ indPag: '1', vAdiant: '2', infPrazo: [{ nParcela: '001', dVenc: '2026-12-20', vParcela: '9' }] }),
    'infPag',
  ],
  [/pede o CIOT/, paid({}, ''), 'infCIOT'],
  [
    /carga lotação pede/,
    carrier({
      prodPred: {
        tpCarga: '05',
        xProd: 'Queijo',
        infLotacao: { infLocalCarrega: { CEP: '01001000' }, infLocalDescarrega: { CEP: '20040000' } },
      },
    }),
    'infPag',
  ],
]

function unloadsAt(cMunDescarga: string): Pick<Manifest, 'infDoc'> {
  return { infDoc: unloads({ cMunDescarga }).infDoc }
}
function drivers(condutor: Manifest['rodo']['veicTracao']['condutor']): Manifest {
  return {
    ...SAMPLE_MANIFEST,
    rodo: { ...SAMPLE_MANIFEST.rodo, veicTracao: { ...SAMPLE_MANIFEST.rodo.veicTracao, condutor } },
  }
}
function plate(placa: string): Manifest {
  return {
    ...SAMPLE_MANIFEST,
    rodo: { ...SAMPLE_MANIFEST.rodo, veicTracao: { ...SAMPLE_MANIFEST.rodo.veicTracao, placa } },
  }
}

describe('what the authority would refuse is said before, with the field', () => {
  it.each(WRONG)('%s', (message, manifest, field) => {
    const found = checkManifest(manifest).filter((one) => message.test(one.message))
    expect(found.map(({ place }) => place?.field)).toContain(field)
  })

  it('and nothing of a manifest that is loaded later, and has no notes yet', () => {
    const later: Manifest = { ...ide({ indCarregaPosterior: '1' }), infDoc: unloads({ infNFe: undefined }).infDoc }
    expect(checkManifest(later)).toEqual([])
  })
})

describe('a way', () => {
  it('goes from a state to its neighbour', () => {
    expect(brokenStep(['RS', 'SC', 'PR', 'SP'])).toBeUndefined()
    expect(brokenStep(['RS', 'PR'])).toEqual(['RS', 'PR'])
    expect(brokenStep(['SP', 'SP'])).toBeUndefined()
    expect(brokenStep(['PR', 'EX'])).toBeUndefined()
    expect(shortestWay('SP', 'RS')).toEqual(['PR', 'SC'])
    expect(shortestWay('SP', 'RJ')).toEqual([])
    expect(shortestWay('SP', 'SP')).toEqual([])
    expect(shortestWay('SP', 'EX')).toEqual([])
    const ufs = ['AC', 'AP', 'BA', 'CE', 'DF', 'RR', 'RS', 'RN', 'SE', 'SP', 'TO']
    for (const from of ufs)
      for (const to of ufs) expect(brokenStep([from, ...shortestWay(from, to), to])).toBeUndefined()
  })
})

const { chMDFe } = SAMPLE_EVENT
const NS = 'xmlns="http://www.portalfiscal.inf.br/mdfe"'
const PROTOCOL = `<protMDFe versao="3.00"><infProt><tpAmb>2</tpAmb><verAplic>1</verAplic><chMDFe>${chMDFe}</chMDFe><dhRecbto>2026-11-20T12:01:00-03:00</dhRecbto><nProt>${PROTOCOL_NUMBER}</nProt><digVal>abc=</digVal><cStat>100</cStat><xMotivo>Autorizado</xMotivo></infProt></protMDFe>`
const answered = (tpEvento: string, cStat = '135') =>
  `<retEventoMDFe ${NS} versao="3.00"><infEvento><tpAmb>2</tpAmb><cOrgao>35</cOrgao><cStat>${cStat}</cStat><xMotivo>Evento registrado</xMotivo><chMDFe>${chMDFe}</chMDFe><tpEvento>${tpEvento}</tpEvento><nSeqEvento>1</nSeqEvento><dhRegEvento>2026-11-21T08:00:01-03:00</dhRegEvento><nProt>935260000000009</nProt></infEvento></retEventoMDFe>`
describe('events of a manifest', () => {
  it('of every kind are taken by the layout', () => {
    for (const detail of EVENTS) {
      const { xml, faults } = manifestEventXml({ ...SAMPLE_EVENT, ...detail })
      expect(faults).toEqual([])
      expect(xml).toContain('<cOrgao>35</cOrgao>')
    }
  })

  it('tell what the layout refuses, and throw for a key that is none', () => {
    const short = { ...SAMPLE_EVENT, tpEvento: '110111', nProt: PROTOCOL_NUMBER, xJust: 'curta' } as const
    expect(manifestEventXml(short).faults).toMatchObject([{ wrong: { kind: 'short', limit: 15 } }])
    expect(errorCode(() => manifestEventXml({ ...short, chMDFe: '1' }))).toBe('invalid_access_key')
    expect(errorCode(() => manifestEventXml({ ...short, nSeqEvento: 1000 }))).toBe('invalid_document_id')
  })
})

describe('answers of the authority', () => {
  it('to a manifest, a key, an event and what is open are read', () => {
    const head = '<tpAmb>2</tpAmb><verAplic>1</verAplic>'
    const good = manifestAnswer(
      `<retMDFe ${NS}>${head}<cStat>100</cStat><xMotivo>Autorizado</xMotivo>${PROTOCOL}</retMDFe>`,
    )
    expect(good).toMatchObject({
      cStat: '100',
      protocol: { chMDFe, nProt: PROTOCOL_NUMBER, digVal: 'abc=', xml: PROTOCOL },
    })
    const bad = manifestAnswer(
      `<retMDFe ${NS}>${head}<cStat>611</cStat><xMotivo>Existe MDF-e nao encerrado</xMotivo></retMDFe>`,
    )
    expect(bad).toEqual({ cStat: '611', xMotivo: 'Existe MDF-e nao encerrado', protocol: null })
    expect(manifestEventAnswer(answered('110112'))).toMatchObject({
      cStat: '135',
      chMDFe,
      tpEvento: '110112',
      xml: answered('110112'),
    })
    const query = manifestQueryAnswer(
      `<retConsSitMDFe ${NS}>${head}<cStat>132</cStat><xMotivo>Encerrado</xMotivo>${PROTOCOL}<procEventoMDFe>${answered('110112')}</procEventoMDFe></retConsSitMDFe>`,
    )
    expect(query).toMatchObject({
      cStat: '132',
      protocol: { cStat: '100' },
      events: [{ tpEvento: '110112', cStat: '135' }],
    })
    const open = openManifestsAnswer(
      `<retConsMDFeNaoEnc ${NS}>${head}<cStat>111</cStat><xMotivo>Ha</xMotivo><infMDFe><chMDFe>${chMDFe}</chMDFe><nProt>1</nProt></infMDFe></retConsMDFeNaoEnc>`,
    )
    expect(open.open).toEqual([{ chMDFe, nProt: '1' }])
    const status = `<retConsStatServMDFe ${NS}>${head}<cStat>107</cStat><xMotivo>Em operacao</xMotivo><tMed>1</tMed></retConsStatServMDFe>`
    expect(manifestStatusAnswer(status)).toMatchObject({ cStat: '107', tMed: '1' })
  })

  it('joined to what was signed are the document that counts, of its own key and content alone', () => {
    const { xml } = manifestXml(SAMPLE_MANIFEST)
    const signed = xml.replace(
      '</MDFe>',
      '<Signature><SignedInfo><Reference><DigestValue>abc=</DigestValue></Reference></SignedInfo></Signature></MDFe>',
    )
    const proc = joinManifestProc(signed, PROTOCOL)
    expect(readManifest(proc)).toMatchObject({
      state: 'autorizado',
      digest: 'abc=',
      protocol: { nProt: PROTOCOL_NUMBER },
    })
    expect(proc).toContain(signed)
    expect(errorCode(() => joinManifestProc(signed, PROTOCOL.replace('abc=', 'abd=')))).toBe('other_protocol')
    expect(errorCode(() => joinManifestProc(signed, PROTOCOL.replace(chMDFe, keyOf('58', 3))))).toBe('other_protocol')
    const closing = manifestEventXml({ ...SAMPLE_EVENT, tpEvento: '110114', xNome: 'Outro', CPF: '52998224725' }).xml
    expect(joinManifestEventProc(closing, answered('110114'))).toContain(closing)
    expect(errorCode(() => joinManifestEventProc(closing, answered('110114').replace(chMDFe, keyOf('58', 3))))).toBe(
      'other_protocol',
    )
  })

  it('tell the state: closed or cancelled by an event that took effect, or by the query', () => {
    const { xml } = manifestXml(SAMPLE_MANIFEST)
    const stateOf = (more: string) => readManifest(`<x>${xml}${more}</x>`).state
    expect(stateOf('')).toBe('sem protocolo')
    expect(stateOf(PROTOCOL)).toBe('autorizado')
    expect(stateOf(PROTOCOL + answered('110112'))).toBe('encerrado')
    expect(stateOf(PROTOCOL + answered('110111'))).toBe('cancelado')
    expect(stateOf(PROTOCOL + answered('110111', '573'))).toBe('autorizado')
    expect(stateOf(PROTOCOL.replace('>100<', '>101<'))).toBe('cancelado')
    expect(stateOf(PROTOCOL.replace('>100<', '>132<'))).toBe('encerrado')
    expect(stateOf(PROTOCOL.replace('>100<', '>204<'))).toBe('rejeitado')
  })
})

describe('what is no manifest', () => {
  it('is a clear error', () => {
    const { xml } = manifestXml(SAMPLE_MANIFEST)
    expect(errorCode(() => readManifest('<NFe/>'))).toBe('not_mdfe')
    expect(errorCode(() => readManifest(`<x>${xml}${xml}</x>`))).toBe('several_documents')
    expect(errorCode(() => readManifest(xml.replaceAll('rodo>', 'aereo>')))).toBe('unsupported_modal')
    expect(() => readManifest(xml.replace(/<UFIni>SP<\/UFIni>/, ''))).toThrow(/falta ide\.UFIni/)
    expect(() => readManifest(xml.replace('<tpAmb>2<', '<tpAmb>7<'))).toThrow(
      /ide\.tpAmb tem um valor que não é aceito/,
    )
    expect(errorCode(() => readManifest(xml.replace(/Id="MDFe\d/, 'Id="')))).toBe('invalid_access_key')
    expect(readManifest(xml.replace('<mod>58<', '<mod>90<')).warnings).toEqual(['O modelo é 90, e não 58.'])
  })
})

describe('the functions of the manifest', () => {
  const run = (name: string, input: unknown): object =>
    Object(mdfeFunctions.find((one) => one.name === name)?.run(input))

  it('build, check, ask and read, and refuse what is none', () => {
    const { xml } = manifestXml(SAMPLE_MANIFEST)
    expect(run('fiscal.mdfe', SAMPLE_MANIFEST)).toEqual({ chMDFe, xml, problemas: [] })
    expect(run('fiscal.readMdfe', { xml })).toMatchObject({ chMDFe })
    expect(run('fiscal.mdfeWay', { UFIni: 'SP', UFFim: 'BA' })).toEqual({ percurso: ['MG'] })
    expect(run('fiscal.mdfeTotal', { notas: [{ vNF: 1.5, pesoB: '2' }], cUnid: '01' })).toMatchObject({
      vCarga: '1.50',
    })
    const closing = { ...SAMPLE_EVENT, ...EVENTS[1] }
    expect(run('fiscal.mdfeEvent', closing)).toMatchObject({ faults: [], xml: expect.stringContaining('evEncMDFe') })
    expect(run('fiscal.mdfeRequest', { tpAmb: '2' })).toMatchObject({ xml: expect.stringContaining('STATUS') })
    expect(run('fiscal.mdfeRequest', { tpAmb: '2', chMDFe })).toMatchObject({ xml: expect.stringContaining(chMDFe) })
    const open = { tpAmb: '2', CNPJ_CPF: '11222333000181' }
    expect(run('fiscal.mdfeRequest', open)).toMatchObject({ xml: expect.stringContaining('consMDFeNaoEnc') })
    const answer = { root: 'retEventoMDFe', xml: answered('110112') }
    expect(run('fiscal.mdfeAnswer', answer)).toMatchObject({ cStat: '135' })
    expect(errorCode(() => run('fiscal.mdfe', { ...SAMPLE_MANIFEST, emit: 7 }))).toBe('invalid_input')
  })
})
