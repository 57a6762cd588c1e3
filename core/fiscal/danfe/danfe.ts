import { type NfeFile, openNfe } from '../nfe-file'
import { readOpenNfe } from '../read-nfe'
import { child, children, isElement, text } from '../xml'
import { consultPlace } from './consult'
import { emissionOf } from './emission'
import { itemOf } from './item'
import { fiscalNotesOf, notesOf } from './notes'
import { emitterOf, partyOf } from './party'
import { changeOf, duesOf, invoiceOf, paymentsOf } from './payment'
import { receiptTotalsOf, reformOf, servicesOf, taxesOf } from './totals'
import { transportOf } from './transport'
import type { Danfe, DanfeParty } from './types'
import { dayText, dayTimeText, joined, keyText, numberText, timeText } from './write'

/**
 * What the DANFE of an NF-e or NFC-e shows, every value as it is written on paper. Takes a note with or without its protocol. Throws what
 * `readNfe` throws.
 */
export function danfeOf(xml: string): Danfe {
  const file = openNfe(xml)
  const { nfe, inf, ide, protocolo } = file
  const reading = readOpenNfe(file)
  const emit = emitterOf(child(inf, 'emit'))
  const emission = emissionOf(file)
  const total = child(inf, 'total')
  const det = children(inf, 'det')
  return {
    ...headOf(file),
    protocol: joined([protocolo?.nProt, dayTimeText(protocolo?.dhRecbto)], ' - '),
    emission,
    emit,
    dest: partyOf(child(inf, 'dest'), 'enderDest'),
    collection: placeOf(child(inf, 'retirada')),
    delivery: placeOf(child(inf, 'entrega')),
    invoice: invoiceOf(inf),
    dues: duesOf(inf),
    payments: paymentsOf(inf),
    change: changeOf(inf),
    taxes: taxesOf(total),
    reform: reformOf(total),
    totals: receiptTotalsOf(total),
    transport: transportOf(child(inf, 'transp')),
    items: reading.itens.map((item, at) => itemOf(item, det[at])),
    services: servicesOf(total, emit.IM),
    notes: notesOf(inf, emission.told),
    fiscal: fiscalNotesOf(inf),
    qrCode: qrCodeOf(nfe),
    consult: text(nfe, 'infNFeSupl', 'urlChave') ?? consultPlace(emit.UF, text(ide, 'tpAmb') === '2'),
  }
}

function headOf({ ide, chNFe }: NfeFile) {
  const issued = text(ide, 'dhEmi') ?? text(ide, 'dEmi')
  const left = text(ide, 'dhSaiEnt') ?? text(ide, 'dSaiEnt')
  return {
    mod: text(ide, 'mod') ?? '55',
    chNFe,
    key: keyText(chNFe),
    number: numberText(text(ide, 'nNF') ?? ''),
    serie: (text(ide, 'serie') ?? '').padStart(3, '0'),
    tpNF: text(ide, 'tpNF') ?? '1',
    tpImp: text(ide, 'tpImp') ?? '1',
    natOp: text(ide, 'natOp') ?? '',
    issued: { day: dayText(issued), time: timeText(issued) },
    left: { day: dayText(left), time: timeText(left) || (text(ide, 'hSaiEnt') ?? '') },
  }
}

const placeOf = (node: unknown): DanfeParty | null => (isElement(node) ? partyOf(node) : null)

/** What the QR Code of the note holds, as it was signed. */
const qrCodeOf = (nfe: unknown): string => text(nfe, 'infNFeSupl', 'qrCode') ?? ''
