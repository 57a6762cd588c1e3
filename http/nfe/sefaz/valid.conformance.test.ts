import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EventDetail, eventLot, eventXml } from '../../../core/fiscal/services/event'
import { joinEventProc, joinProc, joinVoidProc } from '../../../core/fiscal/services/join'
import {
  authoriseRequest,
  distributionRequest,
  queryRequest,
  receiptRequest,
  statusRequest,
  taxpayerRequest,
} from '../../../core/fiscal/services/requests'
import { NFE_NAMESPACE } from '../../../core/fiscal/services/service'
import { outerXml } from '../../../core/fiscal/services/soap'
import { voidXml } from '../../../core/fiscal/services/void'
import { testPair } from '../../../fixtures/certificates'
import { hasConformance } from '../../../fixtures/conformance'
import { sefazOverTls, type SefazOverTls } from '../../../fixtures/simulators/sefaz/over-tls'
import { SAMPLE_ISSUER, sampleKey, sampleNote } from '../../../fixtures/simulators/sefaz/sample-note'
import { stamp } from '../../../fixtures/simulators/sefaz/world'
import { authorise, distribute, query, receipt, sendEvent, status, taxpayer, voidRange } from './client'
import { faultsBy, SCHEMAS } from './official.fixture'
import { sign } from './sign'
import type { SefazAt } from './soap-call'

const NOW = new Date()
const DAY = NOW.toISOString().slice(0, 10)
const pair = testPair()
const RECIPIENT = '12345678000195'
let session: SefazOverTls
let at: SefazAt
let numbers = 0

beforeAll(async () => {
  session = await sefazOverTls({ now: () => NOW, schemas: SCHEMAS })
  at = session.at
})
afterAll(() => session.stop())

const faults = (xml: string, file: string) => faultsBy(xml, file, { day: DAY })
const answered = (text: string, root: string): string => outerXml(text, root)[0] ?? ''
/** The detail of an event, as its own schema judges it. */
const detailIn = (signed: string): string =>
  answered(signed, 'detEvento').replace('<detEvento', `<detEvento xmlns="${NFE_NAMESPACE}"`)
const noteOf = () => ({ nNF: ++numbers, at: NOW, recipient: RECIPIENT })

describe.skipIf(!hasConformance)('by the official schemas', () => {
  it('what services are asked is valid', () => {
    const chNFe = sampleKey(noteOf())
    const own = { tpAmb: '2', cUFAutor: '35', CNPJ_CPF: SAMPLE_ISSUER } as const
    const asked: readonly (readonly [string, string])[] = [
      [statusRequest({ tpAmb: '2', cUF: '35' }), 'consStatServ_v4.00.xsd'],
      [queryRequest({ tpAmb: '2', chNFe }), 'consSitNFe_v4.00.xsd'],
      [receiptRequest({ tpAmb: '2', nRec: '135260000000001' }), 'consReciNFe_v4.00.xsd'],
      [taxpayerRequest('SP', { CNPJ_CPF: SAMPLE_ISSUER }), 'consCad_v2.00.xsd'],
      [taxpayerRequest('SP', { IE: '110042490114' }), 'consCad_v2.00.xsd'],
      [distributionRequest(own, { ultNSU: '0' }), 'distDFeInt_v1.01.xsd'],
      [distributionRequest(own, { NSU: '17' }), 'distDFeInt_v1.01.xsd'],
      [distributionRequest(own, { chNFe }), 'distDFeInt_v1.01.xsd'],
      [authoriseRequest({ idLote: '1', notes: [sign(sampleNote(noteOf()), pair)] }), 'enviNFe_v4.00.xsd'],
    ]
    for (const [xml, file] of asked) expect([file, faults(xml, file)]).toEqual([file, []])
  })

  it('what is authorised, its document, and what is refused are valid', async () => {
    expect(faults(answered((await status(at)).text, 'retConsStatServ'), 'retConsStatServ_v4.00.xsd')).toEqual([])
    const note = noteOf()
    const signed = sign(sampleNote(note), pair)
    const good = await authorise(at, { idLote: '1', notes: [signed] })
    expect(good.answer.protocols[0]?.cStat).toBe('100')
    const again = await authorise(at, { idLote: '1', notes: [signed] })
    const two = await authorise(at, {
      idLote: '1',
      notes: [sign(sampleNote(noteOf()), pair), sign(sampleNote(noteOf()), pair)],
    })
    for (const { text } of [good, again, two])
      expect(faults(answered(text, 'retEnviNFe'), 'retEnviNFe_v4.00.xsd')).toEqual([])
    expect(faults(joinProc(signed, good.answer.protocols[0]?.xml ?? ''), 'procNFe_v4.00.xsd')).toEqual([])
    const done = await receipt(at, two.answer.nRec ?? '')
    expect(faults(answered(done.text, 'retConsReciNFe'), 'retConsReciNFe_v4.00.xsd')).toEqual([])
  })

  it('every event is valid, sent, answered and joined', async () => {
    const note = noteOf()
    const { answer } = await authorise(at, { idLote: '1', notes: [sign(sampleNote(note), pair)] })
    const chNFe = sampleKey(note)
    const nProt = answer.protocols[0]?.nProt ?? ''
    const xJust = 'Operacao que nao foi feita'
    const epec = {
      dhEmi: stamp(NOW),
      tpNF: '1',
      IE: '110042490114',
      dest: { UF: 'SP', CNPJ_CPF: RECIPIENT },
      vNF: '1.00',
      vICMS: '0.00',
      vST: '0.00',
    } as const
    const details: readonly (readonly [EventDetail, string])[] = [
      [{ tpEvento: '110110', xCorrecao: 'Leia-se: um & outro' }, chNFe],
      [{ tpEvento: '110140', verAplic: 'P1', ...epec }, sampleKey({ ...noteOf(), tpEmis: '4' })],
      [{ tpEvento: '210210' }, chNFe],
      [{ tpEvento: '210220' }, chNFe],
      [{ tpEvento: '210240', xJust }, chNFe],
      [{ tpEvento: '110111', nProt, xJust }, chNFe],
    ]
    for (const [detail, key] of details) {
      const received = detail.tpEvento.startsWith('21')
      const signer = received ? testPair({ id: RECIPIENT }) : pair
      const common = {
        tpAmb: '2',
        CNPJ_CPF: received ? RECIPIENT : SAMPLE_ISSUER,
        chNFe: key,
        dhEvento: stamp(NOW),
        nSeqEvento: 1,
      } as const
      const signed = sign(eventXml({ ...common, ...detail }), signer)
      expect(faults(eventLot('1', [signed]), 'envEvento_v1.00.xsd')).toEqual([])
      expect(faults(detailIn(signed), `e${detail.tpEvento}_v1.00.xsd`)).toEqual([])
      const said = await sendEvent({ ...at, pair: signer }, { idLote: '1', events: [signed] })
      expect([detail.tpEvento, said.answer.events[0]?.cStat]).toEqual([
        detail.tpEvento,
        detail.tpEvento === '110140' ? '136' : '135',
      ])
      expect(faults(answered(said.text, 'retEnvEvento'), 'retEnvEvento_v1.00.xsd')).toEqual([])
      expect(faults(joinEventProc(signed, said.answer.events[0]?.xml ?? ''), 'procEventoNFe_v1.00.xsd')).toEqual([])
    }
    const found = await query(at, chNFe)
    expect(faults(answered(found.text, 'retConsSitNFe'), 'retConsSitNFe_v4.00.xsd')).toEqual([])
  })

  it('a cancellation by substitution is', () => {
    const [one, two] = ['1', '9'].map((tpEmis) => sampleKey({ ...noteOf(), mod: '65', tpEmis }))
    const detail = { tpEvento: '110112', verAplic: 'P1', nProt: '135260000000001', chNFeRef: two ?? '' } as const
    const common = {
      tpAmb: '2',
      CNPJ_CPF: SAMPLE_ISSUER,
      chNFe: one ?? '',
      dhEvento: stamp(NOW),
      nSeqEvento: 1,
    } as const
    const signed = sign(eventXml({ ...common, ...detail, xJust: 'Outra tomou o lugar' }), pair)
    expect(faults(eventLot('1', [signed]), 'envEvento_v1.00.xsd')).toEqual([])
    expect(faults(detailIn(signed), 'e110112_v1.00.xsd')).toEqual([])
  })

  it('voided numbers, registers and the distribution are valid', async () => {
    const range = {
      tpAmb: '2',
      cUF: '35',
      ano: DAY.slice(2, 4),
      CNPJ_CPF: SAMPLE_ISSUER,
      mod: '55',
      serie: 9,
      nNFIni: 1,
      nNFFin: 3,
    } as const
    const signed = sign(voidXml({ ...range, xJust: 'Quebra de sequencia' }), pair)
    expect(faults(signed, 'inutNFe_v4.00.xsd')).toEqual([])
    const voided = await voidRange(at, signed)
    expect(faults(answered(voided.text, 'retInutNFe'), 'retInutNFe_v4.00.xsd')).toEqual([])
    expect(faults(joinVoidProc(signed, voided.answer.xml), 'procInutNFe_v4.00.xsd')).toEqual([])
    session.sefaz.taxpayers.push({
      UF: 'SP',
      IE: '110042490114',
      CNPJ_CPF: RECIPIENT,
      xNome: 'CLIENTE',
      CNAE: '4711301',
    })
    for (const CNPJ_CPF of [RECIPIENT, SAMPLE_ISSUER])
      expect(faults(answered((await taxpayer(at, { CNPJ_CPF })).text, 'retConsCad'), 'retConsCad_v2.00.xsd')).toEqual(
        [],
      )
    const mine = { ...at, pair: testPair({ id: RECIPIENT }) }
    const found = await distribute(mine, RECIPIENT, { ultNSU: '0' })
    expect(faults(answered(found.text, 'retDistDFeInt'), 'retDistDFeInt_v1.01.xsd')).toEqual([])
    for (const { schema, gzip } of found.answer.documents)
      expect([schema, faults(gunzipSync(Buffer.from(gzip, 'base64')).toString('utf8'), schema)]).toEqual([schema, []])
    expect(new Set(found.answer.documents.map((one) => one.schema)).size).toBe(3)
  })
})
