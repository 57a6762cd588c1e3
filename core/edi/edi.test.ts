import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conemb, doccob, ocoren } from '../../fixtures/edi/samples'
import type { EdiVersion } from './edi-file'
import { occurrenceOf } from './occurrences'
import { readEdi } from './read'
import { takenText } from './taken'
import { namesOf, type Shipment, writeNotfis } from './write-notfis'

const bytes = (text: string) => new TextEncoder().encode(text)
const VERSIONS: readonly EdiVersion[] = ['3.0a', '5.0']
const CARRIER = '11222333000181'
const ISSUER = '44555666000199'

const note = fc.record({
  issuer: fc.constant(ISSUER),
  series: fc.nat(999),
  number: fc.integer({ min: 1, max: 99_999_999 }),
})
const amount = fc.nat(9_999_999).map((cents) => (cents / 100).toFixed(2))
const waybill = fc.record({
  number: fc.integer({ min: 1, max: 999_999_999 }).map(String),
  freight: amount,
  notes: fc.array(note, { minLength: 1, maxLength: 40 }),
})
const version = fc.constantFrom(...VERSIONS)

describe('what a carrier writes is read as it was written', () => {
  it('events of an OCOREN, with the text of each', () => {
    const event = fc.record({
      issuer: fc.constant(ISSUER),
      series: fc.nat(999),
      number: fc.integer({ min: 1, max: 99_999_999 }),
      code: fc.nat(99).map((code) => String(code).padStart(2, '0')),
      day: fc.constantFrom('2026-11-26', '2026-02-28'),
      text: fc.constantFrom('', 'PORTARIA', 'CLIENTE AUSENTE'),
    })
    fc.assert(
      fc.property(version, fc.array(event, { maxLength: 20 }), (edition, events) => {
        const read = readEdi(bytes(ocoren({ version: edition, carrier: CARRIER }, events)))
        expect([read.kind, read.version, read.carrier, read.unknown]).toEqual(['ocoren', edition, CARRIER, []])
        expect(read.events).toMatchObject(
          events.map(({ series, number, code, day, text }) => ({
            issuer: ISSUER,
            series,
            number,
            code,
            text,
            at: `${day}T10:15:00`,
          })),
        )
      }),
    )
  })

  it('waybills of a CONEMB and those that a DOCCOB charges, with their notes', () => {
    fc.assert(
      fc.property(version, fc.array(waybill, { minLength: 1, maxLength: 5 }), (edition, waybills) => {
        const told = waybills.map(({ number, freight, notes }) => ({ number, freight, notes }))
        const embarked = readEdi(bytes(conemb({ version: edition, carrier: CARRIER }, waybills)))
        expect([embarked.kind, embarked.unknown, embarked.notices]).toEqual(['conemb', [], []])
        expect(embarked.waybills).toMatchObject(told)
        const charged = readEdi(
          bytes(doccob({ version: edition, carrier: CARRIER }, [{ number: '77', due: '2026-12-10', waybills }])),
        )
        expect([charged.kind, charged.unknown, charged.notices]).toEqual(['doccob', [], []])
        expect(charged.invoices).toMatchObject([{ number: '77', due: '2026-12-10', waybills: told }])
      }),
    )
  })
})

describe('a NOTFIS', () => {
  const party = {
    name: 'Açaí & Cia',
    taxId: ISSUER,
    stateId: '123',
    address: 'Rua São João, 10',
    district: 'Centro',
    city: 'Maringá',
    postcode: '87010000',
    cityCode: '4115200',
    state: 'PR',
    phone: '4430000000',
  }
  const shipment = (edition: EdiVersion, numbers: readonly number[], total: string, name = party.name): Shipment => ({
    version: edition,
    shipper: { ...party, name },
    carrierName: 'Transportes Exemplo',
    date: '2026-11-26',
    time: '14:05:00',
    sequence: 3,
    notes: numbers.map((number) => ({
      receiver: { ...party, name },
      series: 1,
      number,
      issued: '2026-11-26',
      key: '4'.repeat(44),
      total,
      freight: '12.30',
      weight: '1.50',
      volumes: 2,
      terms: 'C',
      reference: 'VENDA 9',
    })),
  })

  it('is read back as it was written, in plain letters, every line as long as the next', () => {
    const numbers = fc.array(fc.integer({ min: 1, max: 99_999_999 }), { minLength: 1, maxLength: 20 })
    const name = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constantFrom('Açaí', 'Pão de Açúcar').map((one) => one.normalize('NFD')),
    )
    fc.assert(
      fc.property(version, numbers, amount, name, (edition, own, total, named) => {
        const text = writeNotfis(shipment(edition, own, total, named))
        expect(
          new Set(
            text
              .split('\r\n')
              .filter(Boolean)
              .map((line) => line.length),
          ).size,
        ).toBe(1)
        expect(text).toMatch(/^[\x20-\x7E\r\n]*$/)
        const read = readEdi(bytes(text))
        expect([read.kind, read.version, read.unknown, read.notices]).toEqual(['notfis', edition, [], []])
        expect(read.notes).toMatchObject(
          own.map((number) => ({ issuer: ISSUER, series: 1, number, key: '4'.repeat(44), total })),
        )
      }),
    )
  })

  it('is not offered where it does not tell the notes that were given', () => {
    for (const edition of VERSIONS) {
      const good = shipment(edition, [7], '10.00')
      for (const wrong of [
        { ...good, shipper: { ...party, taxId: '44.555.666/0001-99' } },
        { ...good, notes: good.notes.map((one) => ({ ...one, key: '4'.repeat(46) })) },
      ])
        expect(() => writeNotfis(wrong)).toThrow(expect.objectContaining({ code: 'invalid_notfis' }))
    }
  })

  it('is named by day and number of the day', () => {
    expect(namesOf(shipment('3.0a', [], '0.00'))).toEqual({ interchange: 'NOT261114053', document: 'NOTFI261114053' })
    expect(namesOf(shipment('5.0', [], '0.00'))).toEqual({ interchange: 'NOT502611003', document: 'NOTFI502611003' })
  })
})

describe('a file', () => {
  const events = [{ issuer: ISSUER, series: 1, number: 7, code: '01', day: '2026-11-26' }]

  it('keeps records that the layout does not know, and says where its sums are not those of its records', () => {
    const read = readEdi(bytes(ocoren({ version: '3.0a', carrier: CARRIER }, events, ['349SEU PRÓPRIO'])))
    expect(read.unknown).toEqual([{ line: 5, text: '349SEU PRÓPRIO' }])
    const off = conemb({ version: '3.0a', carrier: CARRIER }, [{ number: '1', freight: '10.00', notes: [] }]).replace(
      '3230001000000000001000',
      '3230001000000000001100',
    )
    expect(readEdi(bytes(off)).notices[0]).toMatch(/^O arquivo diz fretes de R\$\s11,00/)
  })

  it('that takes something back tells so, and what stood under it goes with it', () => {
    const taken = { number: '9', freight: '50.00', notes: [], action: 'E' }
    const kept = { number: '8', freight: '20.00', notes: [{ issuer: ISSUER, series: 1, number: 7 }] }
    const gone = { ...kept, ...taken, notes: [{ issuer: ISSUER, series: 1, number: 6 }] }
    for (const edition of VERSIONS) {
      const head = { version: edition, carrier: CARRIER }
      const embarked = readEdi(bytes(conemb(head, [kept, gone])))
      expect(embarked.waybills).toMatchObject([{ number: '8', freight: '20.00', notes: kept.notes }])
      expect([embarked.waybills.length, embarked.unknown]).toEqual([1, []])
      expect(embarked.notices.at(0)).toBe(
        `Linha ${edition === '5.0' ? 7 : 5}: o conhecimento 9 foi excluído pela transportadora.`,
      )
      const due = '2026-12-20'
      const charged = readEdi(
        bytes(
          doccob(head, [
            { number: '77', due, waybills: [kept] },
            { number: '78', due, waybills: [gone], action: 'E' },
          ]),
        ),
      )
      expect(charged.invoices).toMatchObject([{ number: '77', total: '20.00', waybills: [{ number: '8' }] }])
      expect([charged.invoices[0]?.waybills.length, charged.unknown]).toEqual([1, []])
      expect(charged.notices.at(0)).toBe('Linha 7: a fatura 78 foi excluída pela transportadora.')
    }
  })

  it('of no carrier is refused, and so is a number that is none, by its line', () => {
    expect(() => readEdi(bytes('OFXHEADER:100'))).toThrow('Arquivo não suportado')
    expect(() => readEdi(bytes('000\r\n999'))).toThrow('Arquivo não suportado')
    const broken = ocoren({ version: '3.0a', carrier: CARRIER }, events).replace('00000007', '0000X007')
    expect(() => readEdi(bytes(broken))).toThrow('Linha 4: numero (coluna 21) não é um número.')
  })
})

it('codes say what they mean, and one of the carrier’s own moves nothing', () => {
  expect([occurrenceOf('01').effect, occurrenceOf('25').effect, occurrenceOf('03').effect]).toEqual([
    'entregue',
    'devolvida',
    'recusada',
  ])
  expect(occurrenceOf('104')).toEqual({ text: 'Ocorrência 104 da transportadora', effect: 'aviso' })
})

it('what became of a file is said in words, and nothing of what there is none of', () => {
  const file = { id: 1, tipo: 'ocoren', versao: '3.0a', avisos: [] }
  const none = { linhas: 1, aplicadas: 0, pendentes: 0, divergentes: 0, ignoradas: 0 }
  expect(takenText({ ...file, ...none })).toBe('1 linha, 0 aplicadas')
  expect(takenText({ ...file, linhas: 7, aplicadas: 1, pendentes: 2, divergentes: 3, ignoradas: 1 })).toBe(
    '7 linhas, 1 aplicada, 2 à espera, 3 com diferença, 1 já conhecida',
  )
})
