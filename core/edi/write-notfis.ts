import { CoreError } from '../errors'
import { fixedLines, type FixedRecord, type FixedValues } from '../layout/fixed-width'
import { writePlain } from '../layout/write-plain'
import { decimal, sum } from '../money/decimal'
import type { EdiNote, EdiVersion } from './edi-file'
import { DOCUMENT, INTERCHANGE } from './layouts'
import {
  NOTE,
  NOTE_5,
  NOTE_AMOUNTS_5,
  RECEIVER,
  RECEIVER_5,
  SHIPPER,
  SHIPPER_5,
  TOTALS,
  TOTALS_5,
  WIDTHS,
} from './notfis-layouts'
import { readNotfis } from './read-notfis'

/** Who ships or receives, as files write them: bare numbers, one line an address. */
export interface ShippingParty {
  readonly name: string
  readonly taxId: string
  readonly stateId: string
  readonly address: string
  readonly district: string
  readonly city: string
  readonly postcode: string
  readonly cityCode: string
  readonly state: string
  readonly phone: string
}

/** A note that goes with the carrier. Weights in kilograms. */
export interface ShippedNote {
  readonly receiver: ShippingParty
  readonly series: number
  readonly number: number
  /** YYYY-MM-DD. */
  readonly issued: string
  readonly key: string
  readonly total: string
  readonly freight: string
  readonly weight: string
  readonly volumes: number
  /** `C` where the sender pays the freight, `F` where the receiver does. */
  readonly terms: 'C' | 'F'
  /** What the shipment is known by here. */
  readonly reference: string
}

export interface Shipment {
  readonly version: EdiVersion
  readonly shipper: ShippingParty
  readonly carrierName: string
  /** YYYY-MM-DD and HH:mm:ss of the file. */
  readonly date: string
  readonly time: string
  /** The how-manieth file of this carrier, edition and day, from 1 on. */
  readonly sequence: number
  readonly notes: readonly ShippedNote[]
}

/** What a file and its document are called: by day and number of the day; edition 3.0A has room for one digit beside the hour. */
export function namesOf({ version, date, time, sequence }: Pick<Shipment, 'version' | 'date' | 'time' | 'sequence'>) {
  const day = `${date.slice(8, 10)}${date.slice(5, 7)}`
  const own =
    version === '5.0'
      ? `50${day}${String(sequence % 1000).padStart(3, '0')}`
      : `${day}${time.slice(0, 2)}${time.slice(3, 5)}${sequence % 10}`
  return { interchange: `NOT${own}`, document: `NOTFI${own}` }
}

const BREAK = '\r\n'

/**
 * Writes a NOTFIS: notes of one receiver stand together below it. Letters are plain capitals, since carriers read files of any age; lines end with CR LF. What was written is
 * read again before it is offered. Throws `does_not_fit` for a number that the layout has no room for, `invalid_notfis` where it does not tell the notes that were given.
 */
export function writeNotfis(shipment: Shipment): string {
  const { version, shipper, carrierName, date, time, notes } = shipment
  const width = WIDTHS[version]
  const row = <R extends FixedRecord>(record: R, values: FixedValues<R>) => writePlain(record, values, width)
  const { interchange, document } = namesOf(shipment)
  const lines = [
    row(INTERCHANGE, {
      id: '000',
      remetente: shipper.name,
      destinatario: carrierName,
      data: date,
      hora: time,
      intercambio: interchange,
    }),
    row(DOCUMENT, { id: version === '5.0' ? '500' : '310', documento: document }),
    version === '5.0' ? row(SHIPPER_5, shipperOf('501', shipment)) : row(SHIPPER, shipperOf('311', shipment)),
    ...[...Map.groupBy(notes, (one) => JSON.stringify(one.receiver)).values()].flatMap((own) =>
      version === '5.0' ? receiverLines5(row, own, date) : receiverLines(row, own),
    ),
    totalsLine(row, shipment),
  ]
  const text = lines.map((line) => `${line}${BREAK}`).join('')
  assertReadable(text, shipment)
  return text
}

/** The file, as our own reader has it, tells the notes that were given. */
function assertReadable(text: string, { version, shipper, notes }: Shipment): void {
  const read = readNotfis(fixedLines(text).slice(1), version)
  const toldOf = (
    issuer: string,
    { series, number, key, total }: Pick<ShippedNote, 'number' | 'key' | 'total'> & Pick<EdiNote, 'series'>,
  ) => [issuer, series, number, key, decimal(total).toFixed(2)].join('/')
  const given = notes.map((one) => toldOf(shipper.taxId, one)).toSorted()
  const told = read.notes.map((one) => toldOf(one.issuer, one)).toSorted()
  if (read.unknown.length + read.notices.length > 0 || given.join(' ') !== told.join(' '))
    throw new CoreError('invalid_notfis', 'O NOTFIS escrito não é lido de volta como foi pedido.')
}

type Write = <R extends FixedRecord>(record: R, values: FixedValues<R>) => string

const partyOf = ({ name, stateId, address, district, city, postcode, cityCode, state }: ShippingParty) => ({
  nome: name,
  IE: stateId,
  endereco: address,
  bairro: district,
  cidade: city,
  CEP: postcode,
  cMun: cityCode,
  UF: state,
})

const shipperOf = (id: string, { shipper, date }: Shipment) => ({
  id,
  ...partyOf(shipper),
  CNPJ: shipper.taxId,
  embarque: date,
})

const receiverOf = (id: string, receiver: ShippingParty) => ({
  id,
  ...partyOf(receiver),
  CNPJ_CPF: receiver.taxId.padStart(14, '0'),
  fone: receiver.phone,
  tipo: receiver.taxId.length === 11 ? '2' : '1',
})

/** What is said of the goods: the layout asks for words, and nobody here tells them. */
const GOODS = { natureza: 'DIVERSOS', especie: 'VOLUMES' } as const

const noteOf = (id: string, note: ShippedNote) => ({
  id,
  romaneio: note.reference,
  condicao: note.terms,
  serie: String(note.series),
  numero: note.number,
  emissao: note.issued,
  ...GOODS,
  acao: 'I',
  chave: note.key,
})

const amountsOf = ({ volumes, total, weight, freight }: ShippedNote) => ({
  volumes: `${volumes}.00`,
  valor: total,
  peso: weight,
  seguro: 'N',
  frete: freight,
})

function receiverLines(row: Write, notes: readonly ShippedNote[]): readonly string[] {
  return notes.flatMap((note, at) => [
    ...(at === 0 ? [row(RECEIVER, receiverOf('312', note.receiver))] : []),
    row(NOTE, { ...noteOf('313', note), ...amountsOf(note) }),
  ])
}

function receiverLines5(row: Write, notes: readonly ShippedNote[], date: string): readonly string[] {
  return notes.flatMap((note, at) => [
    ...(at === 0 ? [row(RECEIVER_5, receiverOf('503', note.receiver))] : []),
    row(NOTE_5, { ...noteOf('505', note), embarque: date }),
    row(NOTE_AMOUNTS_5, { id: '506', ...amountsOf(note) }),
  ])
}

function totalsLine(row: Write, { version, notes }: Shipment): string {
  const told = {
    valor: sum(notes.map((one) => one.total)).toFixed(2),
    peso: sum(notes.map((one) => one.weight)).toFixed(2),
    volumes: `${notes.reduce((all, one) => all + one.volumes, 0)}.00`,
  }
  return version === '5.0'
    ? row(TOTALS_5, { id: '519', ...told, notas: notes.length })
    : row(TOTALS, { id: '318', ...told })
}
