import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Epec, EventDetail, FiscalEvent } from '../../../core/fiscal/services/event'
import { eventXml } from '../../../core/fiscal/services/event'
import { joinEventProc, joinVoidProc } from '../../../core/fiscal/services/join'
import { voidXml, type VoidedRange } from '../../../core/fiscal/services/void'
import { testPair } from '../../../fixtures/certificates'
import { sefazOverTls, type SefazOverTls } from '../../../fixtures/simulators/sefaz/over-tls'
import { SAMPLE_ISSUER, sampleKey, sampleNote, type SampleNote } from '../../../fixtures/simulators/sefaz/sample-note'
import { stamp } from '../../../fixtures/simulators/sefaz/world'
import { authorise, distribute, query, sendEvent, status, taxpayer, voidRange } from './client'
import { sign } from './sign'
import type { SefazAt } from './soap-call'

const START = Date.now()
const HOUR = 3_600_000
const clock = { ms: START }
const RECIPIENT = '12ABC34501DE35'
const XJUST = 'Pedido cancelado pelo cliente'
const pair = testPair()
let session: SefazOverTls
let at: SefazAt
let numbers = 0

beforeAll(async () => {
  session = await sefazOverTls({ now: () => new Date(clock.ms) })
  at = session.at
})
afterAll(() => session.stop())

/** A document that is authorised: its key and protocol. */
async function authorised(more: Partial<SampleNote> = {}) {
  const note = { nNF: ++numbers, at: new Date(clock.ms), ...more }
  const { answer } = await authorise(
    { ...at, tpEmis: note.tpEmis ?? '1' },
    { idLote: '1', notes: [sign(sampleNote(note), pair)] },
  )
  expect(answer.protocols[0]).toMatchObject({ cStat: '100' })
  return { chNFe: sampleKey(note), nProt: answer.protocols[0]?.nProt ?? '' }
}

const eventOf = (chNFe: string, detail: EventDetail, more: Partial<FiscalEvent> = {}): string =>
  eventXml({
    tpAmb: '2',
    CNPJ_CPF: SAMPLE_ISSUER,
    chNFe,
    dhEvento: stamp(new Date(clock.ms)),
    nSeqEvento: 1,
    ...more,
    ...detail,
  })

async function tell(xml: string, { signer = pair, to = at } = {}) {
  const signed = sign(xml, signer)
  const { answer } = await sendEvent(to, { idLote: '1', events: [signed] })
  expect(answer.cStat).toBe('128')
  return { ...answer.events[0], signed }
}
const codeOf = async (...args: Parameters<typeof tell>) => (await tell(...args)).cStat

describe('a cancellation', () => {
  it('is registered, joined with its answer, and found by the key; 573 and 420 when it is sent again', async () => {
    const { chNFe, nProt } = await authorised()
    const cancel = { tpEvento: '110111', nProt, xJust: XJUST } as const
    const told = await tell(eventOf(chNFe, cancel))
    expect(told).toMatchObject({ cStat: '135', chNFe, tpEvento: '110111', nProt: expect.stringMatching(/^\d{15}$/) })
    expect(joinEventProc(told.signed, told.xml ?? '')).toContain(told.signed)
    const { answer } = await query(at, chNFe)
    expect([answer.cStat, answer.protocol?.nProt, answer.events.map((one) => one.tpEvento)]).toEqual([
      '101',
      nProt,
      ['110111'],
    ])
    expect(await codeOf(eventOf(chNFe, cancel))).toBe('573')
    expect(await codeOf(eventOf(chNFe, cancel, { nSeqEvento: 2 }))).toBe('420')
  })

  it('155 after a day, 501 after a week; 222 with another protocol, 217 of what is not there', async () => {
    const { chNFe, nProt } = await authorised()
    const late = await authorised()
    expect(await codeOf(eventOf(chNFe, { tpEvento: '110111', nProt: '135260000009999', xJust: XJUST }))).toBe('222')
    expect(
      await codeOf(eventOf(sampleKey({ nNF: 999, at: new Date(START) }), { tpEvento: '110111', nProt, xJust: XJUST })),
    ).toBe('217')
    clock.ms += 30 * HOUR
    expect(await codeOf(eventOf(chNFe, { tpEvento: '110111', nProt, xJust: XJUST }))).toBe('155')
    clock.ms += 150 * HOUR
    expect(await codeOf(eventOf(late.chNFe, { tpEvento: '110111', nProt: late.nProt, xJust: XJUST }))).toBe('501')
    clock.ms = START
  })

  it('574 of another company, 213 with its certificate, 215 without a reason', async () => {
    const { chNFe, nProt } = await authorised()
    const cancel = { tpEvento: '110111', nProt, xJust: XJUST } as const
    const other = testPair({ id: RECIPIENT })
    expect(await codeOf(eventOf(chNFe, cancel, { CNPJ_CPF: RECIPIENT }), { signer: other })).toBe('574')
    expect(await codeOf(eventOf(chNFe, cancel), { signer: other })).toBe('213')
    expect(await codeOf(eventOf(chNFe, { ...cancel, xJust: 'curta' }))).toBe('215')
  })
})

describe('other events', () => {
  it('corrections are numbered, twenty of them', async () => {
    const { chNFe } = await authorised()
    const fix = { tpEvento: '110110', xCorrecao: 'Transportadora: leia-se Teste' } as const
    for (const nSeqEvento of [1, 2]) expect(await codeOf(eventOf(chNFe, fix, { nSeqEvento }))).toBe('135')
    expect(await codeOf(eventOf(chNFe, fix, { nSeqEvento: 2 }))).toBe('573')
    expect(await codeOf(eventOf(chNFe, fix, { nSeqEvento: 21 }))).toBe('594')
  })
})

describe('an EPEC', () => {
  const recipient = '52998224725'
  const told = {
    tpEvento: '110140',
    verAplic: 'P1',
    tpNF: '1',
    IE: '110042490114',
    dest: { UF: 'SP', CNPJ_CPF: recipient },
    vNF: '123.45',
    vICMS: '0.00',
    vST: '0.00',
  } as const
  const noteOf = (more: Partial<SampleNote> = {}): SampleNote => ({
    nNF: ++numbers,
    at: new Date(clock.ms),
    tpEmis: '4',
    recipient,
    ...more,
  })
  const announce = (note: SampleNote, more: Partial<Epec> = {}, facts: Partial<FiscalEvent> = {}): string =>
    eventOf(sampleKey(note), { ...told, dhEmi: stamp(note.at), ...more }, facts)
  const send = async (note: SampleNote, change = (xml: string): string => xml) => {
    const notes = [sign(change(sampleNote(note)), pair)]
    return (await authorise({ ...at, tpEmis: '4' }, { idLote: '1', notes })).answer.protocols[0]?.cStat
  }

  it('is taken by the national environment while the authority is down, is found by its key, and its document follows', async () => {
    const note = noteOf()
    session.sefaz.faults.down('SP', 'http')
    expect(await codeOf(announce(note))).toBe('136')
    expect(session.sefaz.calls.at(-1)).toBe('epec SP')
    session.sefaz.faults.up()
    const known = (await query(at, sampleKey(note))).answer
    expect([known.cStat, known.events.map((one) => one.tpEvento)]).toEqual(['124', ['110140']])
    expect(await send(note)).toBe('100')
    expect(await codeOf(announce(note, {}, { nSeqEvento: 2 }))).toBe('661')
  })

  it('waits where the national environment is out of order', async () => {
    session.sefaz.faults.down('AN', '108')
    const { answer } = await sendEvent(at, { idLote: '1', events: [sign(announce(noteOf()), pair)] })
    expect(answer.cStat).toBe('108')
    expect((await status(at)).answer.cStat).toBe('107')
    session.sefaz.faults.up()
  })

  it('is refused of another way of issuing, of another state, by somebody else, without its figures, twice, and of a number that has one', async () => {
    const note = noteOf()
    const changed = (from: RegExp, to: string) => announce(note).replace(from, to)
    expect(await codeOf(announce({ ...note, tpEmis: '1' }))).toBe('484')
    expect(await codeOf(changed(/<cOrgaoAutor>35/, '<cOrgaoAutor>41'))).toBe('455')
    expect(await codeOf(changed(/<tpAutor>1/, '<tpAutor>2'))).toBe('466')
    expect(await codeOf(changed(/<vICMS>0.00<\/vICMS>/, ''))).toBe('493')
    expect(await codeOf(changed(/<CPF>\d+<\/CPF>/, ''))).toBe('493')
    expect(await codeOf(announce(note))).toBe('136')
    expect(await codeOf(announce(note))).toBe('573')
    expect(await codeOf(announce({ ...note, cNF: '10203041' }))).toBe('485')
  })

  it('fixes what its document says: 467 another figure, 691 another key, 692 another way, 468 a document without one', async () => {
    const note = noteOf()
    expect(await send(note)).toBe('468')
    expect(await codeOf(announce(note, { vNF: '123.46' }))).toBe('136')
    expect(await send(note)).toBe('467')
    const other = noteOf()
    expect(await codeOf(announce(other, { dest: { UF: 'PR', CNPJ_CPF: recipient } }))).toBe('136')
    expect(await send(other)).toBe('467')
    expect(await send({ ...other, cNF: '10203041' })).toBe('691')
    expect(await send({ ...other, tpEmis: '1' })).toBe('692')
  })

  it('is blocked while another has waited for its document for more than a week', async () => {
    clock.ms += 169 * HOUR
    expect(await codeOf(announce(noteOf()))).toBe('142')
    clock.ms = START
  })
})

describe('a cancellation by substitution', () => {
  const consumer = (more: Partial<SampleNote> = {}) => authorised({ mod: '65', ...more })
  const place = () => ({ ...at, mod: '65' as const })
  const substitute = async (of: { chNFe: string; nProt: string }, chNFeRef: string, more: object = {}) => {
    const detail = { tpEvento: '110112', nProt: of.nProt, xJust: XJUST, chNFeRef, verAplic: 'P1', ...more } as const
    return codeOf(eventOf(of.chNFe, detail), { to: place() })
  }

  it('takes a note out whose place an offline one took; both are of the same sale', async () => {
    const doubtful = await consumer()
    const other = await consumer({ tpEmis: '9' })
    expect(await substitute(doubtful, other.chNFe)).toBe('135')
    expect((await query(place(), doubtful.chNFe)).answer.cStat).toBe('101')
  })

  it('911 of itself, 912 of one that is not there, 913 of one that is cancelled, 914 two hours apart, 917 to another, 920 of one that was issued the normal way', async () => {
    const one = await consumer()
    expect(await substitute(one, one.chNFe)).toBe('911')
    expect(await substitute(one, sampleKey({ nNF: 998, at: new Date(clock.ms), mod: '65', tpEmis: '9' }))).toBe('912')
    expect(await substitute(one, (await consumer({ tpEmis: '9', recipient: '52998224725' })).chNFe)).toBe('917')
    expect(await substitute(one, (await consumer()).chNFe)).toBe('920')
    const gone = await consumer({ tpEmis: '9' })
    await codeOf(eventOf(gone.chNFe, { tpEvento: '110111', nProt: gone.nProt, xJust: XJUST }), { to: place() })
    expect(await substitute(one, gone.chNFe)).toBe('913')
    clock.ms += 3 * HOUR
    expect(await substitute(one, (await consumer({ tpEmis: '9' })).chNFe)).toBe('914')
    clock.ms = START
  })
})

describe('numbers', () => {
  const range: VoidedRange = {
    tpAmb: '2',
    cUF: '35',
    ano: stamp(new Date(START)).slice(2, 4),
    CNPJ_CPF: SAMPLE_ISSUER,
    mod: '55',
    serie: 1,
    nNFIni: 500,
    nNFFin: 510,
    xJust: 'Quebra de sequencia',
  }
  const ask = async (more: Partial<VoidedRange> = {}) => {
    const signed = sign(voidXml({ ...range, ...more }), pair)
    return { ...(await voidRange(at, signed)).answer, signed }
  }

  it('are voided once, and no document has them then', async () => {
    const told = await ask()
    expect(told).toMatchObject({ cStat: '102', nNFIni: '500', nNFFin: '510', nProt: expect.stringMatching(/^\d{15}$/) })
    expect(joinVoidProc(told.signed, told.xml)).toContain('<retInutNFe')
    expect((await ask()).cStat).toBe('563')
    expect((await ask({ nNFFin: 520, nNFIni: 505 })).cStat).toBe('256')
    const { answer } = await authorise(at, {
      idLote: '1',
      notes: [sign(sampleNote({ nNF: 505, at: new Date(clock.ms) }), pair)],
    })
    expect(answer.protocols[0]?.cStat).toBe('206')
  })

  it('241 with one that a document has, 224, 201, 453', async () => {
    await authorised({ nNF: 600 })
    expect((await ask({ nNFIni: 590, nNFFin: 600 })).cStat).toBe('241')
    expect((await ask({ nNFIni: 710, nNFFin: 700 })).cStat).toBe('224')
    expect((await ask({ nNFIni: 1000, nNFFin: 2000 })).cStat).toBe('201')
    expect((await ask({ ano: '99' })).cStat).toBe('453')
  })
})

describe('contingency', () => {
  it('takes documents where the UF has switched it on, and is asked for them by their key', async () => {
    const svc = { ...at, tpEmis: '6' }
    expect((await status(svc)).answer.cStat).toBe('114')
    session.sefaz.faults.down('SP', 'http')
    session.sefaz.faults.contingency.set('SP', 'on')
    expect((await status(svc)).answer.cStat).toBe('107')
    const { chNFe } = await authorised({ tpEmis: '6' })
    expect((await query(at, chNFe)).answer.cStat).toBe('100')
    session.sefaz.faults.contingency.set('SP', 'ending')
    expect((await status(svc)).answer.cStat).toBe('113')
    session.sefaz.faults.up()
    session.sefaz.faults.contingency.delete('SP')
    const note = sign(sampleNote({ nNF: ++numbers, at: new Date(clock.ms), tpEmis: '6' }), pair)
    expect((await authorise(at, { idLote: '1', notes: [note] })).answer.protocols[0]?.cStat).toBe('570')
  })
})

describe('the distribution', () => {
  it('gives a summary, the whole after the recipient knows of it, and for an hour 656; then 137', async () => {
    const mine = { ...at, pair: testPair({ id: RECIPIENT }) }
    const unpacked = async (ultNSU: string) => {
      const { answer } = await distribute(mine, RECIPIENT, { ultNSU })
      return {
        ...answer,
        texts: answer.documents.map((one) => gunzipSync(Buffer.from(one.gzip, 'base64')).toString('utf8')),
      }
    }
    const { chNFe } = await authorised({ recipient: RECIPIENT })
    const first = await unpacked('0')
    expect([first.cStat, first.ultNSU, first.documents[0]?.schema]).toEqual([
      '138',
      '000000000000001',
      'resNFe_v1.01.xsd',
    ])
    expect(first.texts[0]).toContain(`<chNFe>${chNFe}</chNFe>`)
    expect((await distribute(mine, RECIPIENT, { chNFe })).answer.cStat).toBe('633')
    const aware = eventOf(chNFe, { tpEvento: '210210' }, { CNPJ_CPF: RECIPIENT })
    expect(await codeOf(aware, { signer: mine.pair, to: mine })).toBe('135')
    clock.ms += HOUR
    const second = await unpacked(first.ultNSU ?? '')
    expect(second.texts[0]).toMatch(/<nfeProc[^]*<protNFe/)
    expect(await unpacked(second.ultNSU ?? '')).toMatchObject({
      cStat: '656',
      ultNSU: second.ultNSU,
      maxNSU: '000000000000000',
    })
    clock.ms += HOUR
    expect((await unpacked(second.ultNSU ?? '')).cStat).toBe('137')
    expect(await unpacked('0')).toMatchObject({ cStat: '656', ultNSU: second.ultNSU })
    clock.ms = START
    expect((await distribute(at, RECIPIENT, { ultNSU: '0' })).answer.cStat).toBe('593')
  })

  it('575 a manifestation of somebody else, 655 awareness after the last word', async () => {
    const mine = { signer: testPair({ id: RECIPIENT }), to: { ...at, pair: testPair({ id: RECIPIENT }) } }
    const { chNFe } = await authorised({ recipient: RECIPIENT })
    expect(await codeOf(eventOf(chNFe, { tpEvento: '210200' }))).toBe('575')
    expect(await codeOf(eventOf(chNFe, { tpEvento: '210240', xJust: XJUST }, { CNPJ_CPF: RECIPIENT }), mine)).toBe(
      '135',
    )
    expect(await codeOf(eventOf(chNFe, { tpEvento: '210210' }, { CNPJ_CPF: RECIPIENT }), mine)).toBe('655')
  })
})

describe('a register', () => {
  it('tells who is registered', async () => {
    session.sefaz.taxpayers.push({
      UF: 'SP',
      IE: '110042490114',
      CNPJ_CPF: RECIPIENT,
      xNome: 'CLIENTE & FILHOS',
      CNAE: '4711301',
    })
    const { answer } = await taxpayer(at, { CNPJ_CPF: RECIPIENT })
    expect([answer.cStat, answer.taxpayers[0]]).toEqual([
      '111',
      expect.objectContaining({ xNome: 'CLIENTE & FILHOS', cSit: '1', CNAE: '4711301' }),
    ])
    expect((await taxpayer(at, { IE: '110042490114' })).answer.cStat).toBe('111')
    expect((await taxpayer(at, { CNPJ_CPF: SAMPLE_ISSUER })).answer.cStat).toBe('259')
  })
})
