import { CoreError } from '../errors'
import { decodeText, type FixedLine, fixedLines, readFixed } from '../layout/fixed-width'
import type { EdiFile, EdiKind, EdiVersion } from './edi-file'
import { INTERCHANGE } from './layouts'
import { readDoccob } from './read-doccob'
import { readConemb } from './read-conemb'
import { readNotfis } from './read-notfis'
import { readOcoren } from './read-ocoren'

/** The second record of a file says what it is. */
const DOCUMENTS: Readonly<Record<string, readonly [EdiKind, EdiVersion]>> = {
  '310': ['notfis', '3.0a'],
  '340': ['ocoren', '3.0a'],
  '320': ['conemb', '3.0a'],
  '350': ['doccob', '3.0a'],
  '500': ['notfis', '5.0'],
  '540': ['ocoren', '5.0'],
  '520': ['conemb', '5.0'],
  '550': ['doccob', '5.0'],
}

const READERS = { notfis: readNotfis, ocoren: readOcoren, conemb: readConemb, doccob: readDoccob } as const

/** The record that a line is, by its first columns. */
const idOf = (line: FixedLine): string => line.text.slice(0, 3)

/**
 * Reads a file of a carrier in PROCEDA's layout, of edition 3.0A or 5.0. Throws `damaged_edi_file` for what is none, `bad_field` for a number that is none, `too_large` over
 * 20 MB or 200,000 lines.
 */
export function readEdi(bytes: Uint8Array): EdiFile {
  const lines = fixedLines(decodeText(bytes))
  const [first] = lines
  if (!first || idOf(first) !== '000') throw notEdi()
  const found = lines.slice(1).find((line) => DOCUMENTS[idOf(line)] !== undefined)
  const document = found && DOCUMENTS[idOf(found)]
  if (!document) throw notEdi()
  const [kind, version] = document
  const { remetente, data, intercambio } = readFixed(first, INTERCHANGE)
  const none = {
    carrier: '',
    carrierName: '',
    events: [],
    waybills: [],
    invoices: [],
    notes: [],
    unknown: [],
    notices: [],
  }
  return {
    kind,
    version,
    sender: remetente,
    made: data,
    interchange: intercambio,
    lines: lines.length,
    ...none,
    ...READERS[kind](lines.slice(1), version),
  }
}

const notEdi = () =>
  new CoreError(
    'damaged_edi_file',
    'Arquivo não suportado: envie um OCOREN, CONEMB ou DOCCOB no layout PROCEDA 3.0A ou 5.0.',
  )
