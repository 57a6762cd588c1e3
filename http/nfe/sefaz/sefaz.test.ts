import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testPair } from '../../../fixtures/certificates'
import { sefazOverTls, type SefazOverTls } from '../../../fixtures/simulators/sefaz/over-tls'
import { sampleKey, sampleNote, type SampleNote } from '../../../fixtures/simulators/sefaz/sample-note'
import type { SefazSimulator } from '../../../fixtures/simulators/sefaz/start'
import { joinProc } from '../../../core/fiscal/services/join'
import { CallFailed } from '../../platform/outside/call'
import { authorise, query, receipt, status } from './client'
import { sign } from './sign'
import type { SefazAt } from './soap-call'

const NOW = new Date()
const pair = testPair()
let session: SefazOverTls
let sefaz: SefazSimulator
let at: SefazAt
let numbers = 0

beforeAll(async () => {
  session = await sefazOverTls({ now: () => NOW })
  ;({ sefaz, at } = session)
})
afterAll(() => session.stop())

const next = (more: Partial<SampleNote> = {}): SampleNote => ({ nNF: ++numbers, at: NOW, ...more })
const signed = (note: SampleNote, change = (xml: string) => xml) => sign(change(sampleNote(note)), pair)
const send = (note: SampleNote, change?: (xml: string) => string) =>
  authorise(at, { idLote: '1', notes: [signed(note, change)] })
const codeOf = async (said: ReturnType<typeof send>) => (await said).answer.protocols[0]?.cStat
const failure = async (call: Promise<unknown>): Promise<CallFailed> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(CallFailed)
  return error instanceof CallFailed ? error : new CallFailed('')
}

describe('a document', () => {
  it('is authorised, joined with its protocol, and found by its key', async () => {
    const note = next()
    const xml = signed(note)
    const { answer } = await authorise(at, { idLote: '7', notes: [xml] })
    const [protocol] = answer.protocols
    expect([answer.cStat, protocol?.cStat, protocol?.chNFe]).toEqual(['104', '100', sampleKey(note)])
    expect(protocol?.nProt).toMatch(/^\d{15}$/)
    const proc = joinProc(xml, protocol?.xml ?? '')
    expect(proc).toContain(xml)
    const found = await query(at, sampleKey(note))
    expect([found.answer.cStat, found.answer.protocol?.xml]).toEqual(['100', protocol?.xml])
    expect((await query(at, sampleKey(next()))).answer.cStat).toBe('217')
  })

  it('sent twice is one, and its number belongs to it alone', async () => {
    const note = next()
    expect(await codeOf(send(note))).toBe('100')
    expect(await codeOf(send(note))).toBe('204')
    const other = await send({ ...note, cNF: '50607080' })
    expect(other.answer.protocols[0]).toMatchObject({
      cStat: '539',
      nProt: null,
      xMotivo: expect.stringContaining(`[chNFe:${sampleKey(note)}]`),
    })
  })

  it('in a lot with others is answered by a receipt', async () => {
    const notes = [signed(next()), signed(next(), (xml) => xml.replace('<vNF>123.45', '<vNF>123.50'))]
    const { answer } = await authorise(at, { idLote: '8', notes })
    expect([answer.cStat, answer.protocols]).toEqual(['103', []])
    const done = await receipt(at, answer.nRec ?? '')
    expect([done.answer.cStat, ...done.answer.protocols.map((one) => one.cStat)]).toEqual(['104', '100', '610'])
    expect((await receipt(at, '135260000000009')).answer.cStat).toBe('106')
  })

  it.each([
    ['297', 'changed after it was signed', (xml: string) => xml.replace('PARAFUSO', 'PARAFUZO')],
    ['298', 'signed for another Id', (xml: string) => xml.replace(/URI="#NFe\d/, 'URI="#NFe9')],
    ['587', 'with a namespace of its own', (xml: string) => xml.replace('<ide>', '<ide xmlns:x="y">')],
    ['215', 'without its signature', (xml: string) => xml.replace(/<Signature[^]*<\/Signature>/, '')],
  ])('%s %s', async (cStat, _, change) => {
    expect(await codeOf(authorise(at, { idLote: '1', notes: [change(signed(next()))] }))).toBe(cStat)
  })

  it('213 signed by another company, 252 in the other environment, 226 at another UF', async () => {
    const stranger = testPair({ id: '12345678000195' })
    const said = await authorise(at, { idLote: '1', notes: [sign(sampleNote(next()), stranger)] })
    expect(said.answer.protocols[0]?.cStat).toBe('213')
    expect(await codeOf(send(next({ tpAmb: '1' })))).toBe('252')
    expect(await codeOf(send(next({ UF: 'RS' })))).toBe('226')
  })
})

describe('a service', () => {
  it('tells whether it is at work, and others are not held up by one that is not', async () => {
    expect((await status(at)).answer).toMatchObject({ cStat: '107', cUF: '35' })
    sefaz.faults.down('SP', '109')
    expect((await status(at)).answer.cStat).toBe('109')
    expect((await status({ ...at, UF: 'RS' })).answer.cStat).toBe('107')
    expect((await send(next())).answer.cStat).toBe('109')
    sefaz.faults.up()
  })

  it('was sent nothing where no connection came about', async () => {
    const closed = { ...at, services: { ...at.services, sefazUrl: 'https://127.0.0.1:9' } }
    expect((await failure(status(closed))).sent).toBe(false)
    const untrusted = { ...at, services: { sefazUrl: sefaz.url } }
    expect(await failure(status(untrusted))).toMatchObject({
      sent: false,
      message: 'O certificado do servidor não é válido.',
    })
  })

  it('403 without a certificate that is valid, and nothing is taken', async () => {
    const over = { ...at, pair: testPair({ from: -400, to: -2 }) }
    expect(await failure(status(over))).toMatchObject({ sent: false, message: expect.stringContaining('403') })
  })

  it.each([
    ['cut before', { cut: 'before' } as const, true, '217'],
    ['cut after', { cut: 'after' } as const, true, '100'],
    ['cut in the answer', { cut: 'half' } as const, true, '100'],
    ['a failure of its own', { fault: 'Receiver' } as const, true, '100'],
    ['a fault of the message', { fault: 'Sender' } as const, false, '217'],
    ['503', { status: 503 } as const, true, '217'],
    ['404', { status: 404 } as const, false, '217'],
  ])('%s: sent is told rightly, and the key tells the rest', async (_, treatment, mayHave, then) => {
    const note = next()
    sefaz.faults.treat(treatment)
    expect((await failure(send(note))).sent).toBe(mayHave)
    expect((await query(at, sampleKey(note))).answer.cStat).toBe(then)
  })

  it('that is slow, or answers about another document, leaves open what it took', async () => {
    const note = next()
    sefaz.faults.treat({ service: 'authorise', slowMs: 400 })
    const late = failure(authorise({ ...at, timeoutMs: 150 }, { idLote: '1', notes: [signed(note)] }))
    expect(await late).toMatchObject({ sent: true, message: expect.stringContaining('Não respondeu') })
    await expect.poll(async () => (await query(at, sampleKey(note))).answer.cStat).toBe('100')
    sefaz.faults.treat({ service: 'authorise', repeat: true })
    expect((await failure(send(next()))).sent).toBe(true)
  })

  it('takes its time: a receipt, 105, and then what became of it', async () => {
    const note = next()
    sefaz.faults.treat({ service: 'authorise', waits: 2 })
    const { answer } = await send(note)
    expect([answer.cStat, answer.nRec, answer.protocols]).toEqual(['103', expect.stringMatching(/^\d{15}$/), []])
    for (const cStat of ['105', '105']) expect((await receipt(at, answer.nRec ?? '')).answer.cStat).toBe(cStat)
    expect((await query(at, sampleKey(note))).answer.cStat).toBe('217')
    const done = await receipt(at, answer.nRec ?? '')
    expect([done.answer.cStat, done.answer.protocols[0]?.cStat]).toEqual(['104', '100'])
    expect((await receipt(at, answer.nRec ?? '')).answer.protocols).toEqual(done.answer.protocols)
  })

  it('refuses what it is told to, and forgets what it took', async () => {
    const note = next()
    sefaz.faults.treat({ service: 'authorise', reject: '302' })
    expect(await codeOf(send(note))).toBe('302')
    sefaz.faults.treat({ service: 'authorise', forget: true })
    expect(await codeOf(send(note))).toBe('100')
    expect((await query(at, sampleKey(note))).answer.cStat).toBe('217')
    expect(await codeOf(send(note))).toBe('100')
  })
})
