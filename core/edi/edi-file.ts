import type { FixedLine } from '../layout/fixed-width'

/** Files that companies and their carriers exchange in the layout PROCEDA. */

/** What a file tells. */
export const EDI_KINDS = {
  notfis: 'NOTFIS (notas embarcadas)',
  ocoren: 'OCOREN (ocorrências de entrega)',
  conemb: 'CONEMB (conhecimentos embarcados)',
  doccob: 'DOCCOB (documentos de cobrança)',
} as const

export type EdiKind = keyof typeof EDI_KINDS

/** The editions of the layout: records of three hundred and of five hundred. */
export const EDI_VERSIONS = { '3.0a': 'PROCEDA 3.0A', '5.0': 'PROCEDA 5.0' } as const

export type EdiVersion = keyof typeof EDI_VERSIONS

/** A note as a carrier names it: who issued it, series and number. Series that are no number are `null`. */
export interface EdiNote {
  readonly issuer: string
  readonly series: number | null
  readonly number: number
}

/** Something that happened to the goods of a note. */
export interface EdiEvent extends EdiNote {
  readonly line: number
  /** The code of the table of occurrences, of two digits at least: `01`. */
  readonly code: string
  /** YYYY-MM-DDTHH:mm:ss at the place of delivery. Null where the file tells no day. */
  readonly at: string | null
  /** What the carrier wrote. */
  readonly text: string
  readonly waybill: string
}

/** A transport document (CT-e) with the notes that it carries. */
export interface EdiWaybill {
  readonly line: number
  /** The carrier's establishment that issued it. */
  readonly issuer: string
  readonly series: string
  readonly number: string
  readonly issued: string | null
  /** The whole freight, with the ICMS in it. */
  readonly freight: string
  /** The access key of 44 digits, where the file tells it. */
  readonly key: string
  readonly notes: readonly EdiNote[]
}

/** What a carrier charges: an invoice of freights. */
export interface EdiInvoice {
  readonly line: number
  readonly series: string
  readonly number: string
  readonly issued: string | null
  readonly due: string | null
  readonly total: string
  readonly waybills: readonly EdiWaybill[]
}

export interface EdiFile {
  readonly kind: EdiKind
  readonly version: EdiVersion
  /** Who sends, the day of the file (YYYY-MM-DD) and its own name, as its first record tells them. */
  readonly sender: string
  readonly made: string | null
  readonly interchange: string
  /** The carrier's CNPJ and name; empty in a NOTFIS, which has its receiver alone. */
  readonly carrier: string
  readonly carrierName: string
  readonly lines: number
  readonly events: readonly EdiEvent[]
  readonly waybills: readonly EdiWaybill[]
  readonly invoices: readonly EdiInvoice[]
  /** The notes of a NOTFIS. */
  readonly notes: readonly (EdiNote & { readonly key: string; readonly total: string })[]
  /** Records that the layout does not know, as they came. */
  readonly unknown: readonly FixedLine[]
  /** What does not add up in the file. */
  readonly notices: readonly string[]
}
