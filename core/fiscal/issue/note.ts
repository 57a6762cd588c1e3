import type { Amount } from '../../money/decimal'
import type { AmountField, ItemTaxInput } from '../../tax/types'

/** Where somebody is. Foreign addresses have UF `EX` and the country. */
export interface NoteAddress {
  readonly xLgr: string
  readonly nro: string
  readonly xCpl?: string
  readonly xBairro: string
  readonly cMun: string
  readonly xMun: string
  readonly UF: string
  readonly CEP?: string
  readonly cPais?: string
  readonly xPais?: string
  readonly fone?: string
}

export interface NoteParty {
  /** CPF (11) or CNPJ (14, letters allowed); empty for a foreign party. */
  readonly CNPJ_CPF: string
  readonly xNome: string
  readonly IE?: string
  readonly address?: NoteAddress
}

/** The company that issues. `CRT` 1 Simples, 2 Simples over its limit, 3 normal, 4 MEI. */
export interface NoteEmitter extends NoteParty {
  readonly xFant?: string
  readonly CRT: string
  readonly IEST?: string
  readonly IM?: string
  readonly CNAE?: string
  readonly address: NoteAddress
}

/** Who receives. `indIEDest` 1 contributor, 2 exempt from registration, 9 none. */
export interface NoteRecipient extends NoteParty {
  readonly idEstrangeiro?: string
  readonly indIEDest: string
  readonly ISUF?: string
  readonly email?: string
}

/** A lot that goes with an item (group rastro). */
export interface NoteLot {
  readonly nLote: string
  readonly qLote: Amount
  readonly dFab: string
  readonly dVal: string
}

/** Elements of a group of the layout, as text. */
export type Figures = Readonly<Record<string, string>>

/** What a note writes of another note's item instead of computing it: the share of its taxes that goes back. */
export interface NoteMirror {
  /** Elements of the original's ICMS group but origin and situation. */
  readonly icms: Figures
  /** Of the group of the destination's share, where the original has one. */
  readonly difal?: Figures
  /** Base and value of the IPI of our own sale. */
  readonly ipi?: { readonly vBC: Amount; readonly vIPI: Amount }
}

/** One item: amounts as they were agreed, codes and rates as the rule gives them. */
export interface NoteItem {
  readonly cProd: string
  /** Empty: SEM GTIN. */
  readonly cEAN?: string
  readonly xProd: string
  readonly NCM: string
  readonly CEST?: string
  readonly CFOP: string
  readonly uCom: string
  readonly qCom: Amount
  readonly vUnCom: Amount
  readonly vProd: Amount
  /** The unit of the NCM and how much of it one commercial unit holds; the commercial one unless told. */
  readonly uTrib?: string
  readonly qTrib?: Amount
  readonly vDesc?: Amount
  readonly vFrete?: Amount
  readonly vSeg?: Amount
  readonly vOutro?: Amount
  readonly vIPIDevol?: Amount
  readonly pDevol?: Amount
  readonly origem: string
  /** CST (regimes 2 and 3) or CSOSN (1 and 4), with the rates of the rule. */
  readonly taxCode: string
  readonly tax: Omit<ItemTaxInput, Exclude<AmountField, 'vPauta' | 'vPautaST' | 'vBCSTRet'> | 'taxCode'>
  readonly cBenef?: string
  /** IPI: absent, the tax does not apply. */
  readonly cstIPI?: string
  readonly cEnq?: string
  readonly cstPIS: string
  readonly cstCOFINS: string
  /** IBS and CBS: absent, the group is left out. */
  readonly cstIBSCBS?: string
  readonly cClassTrib?: string
  readonly cstIS?: string
  readonly cClassTribIS?: string
  /** Taxes of another note's item, which this one gives back. */
  readonly mirror?: NoteMirror
  readonly lots?: readonly NoteLot[]
  readonly xPed?: string
  readonly nItemPed?: string
  readonly infAdProd?: string
}

/** A means of payment; `tPag` by the NF-e's table. Card data as the voucher has them. */
export interface NotePayment {
  readonly tPag: string
  readonly vPag: Amount
  /** 0 at once, 1 later. */
  readonly indPag?: string
  readonly xPag?: string
  readonly card?: {
    readonly tpIntegra: string
    readonly CNPJ?: string
    readonly tBand?: string
    readonly cAut?: string
  }
}

export interface NoteVolume {
  readonly qVol?: string
  readonly esp?: string
  readonly marca?: string
  readonly nVol?: string
  readonly pesoL?: Amount
  readonly pesoB?: Amount
}

/**
 * An NF-e or NFC-e as plain values, decided and numbered: what `noteXml` writes. Codes are text as the layout has them, amounts exact, days and times ISO 8601 with
 * the offset of the place of issue. Names are those of the layout (MOC 7.0 with NT 2025.002).
 */
export interface Note {
  readonly mod: '55' | '65'
  readonly serie: string
  readonly nNF: string
  /** Eight digits that nobody can guess. */
  readonly cNF: string
  readonly tpAmb: '1' | '2'
  readonly tpEmis: string
  readonly dhEmi: string
  readonly dhSaiEnt?: string
  readonly natOp: string
  /** 0 into the company, 1 out of it. */
  readonly tpNF: '0' | '1'
  readonly finNFe: string
  readonly tpNFDebito?: string
  readonly tpNFCredito?: string
  readonly idDest: '1' | '2' | '3'
  readonly indFinal: '0' | '1'
  readonly indPres: string
  /** The marketplace that stands between the company and a buyer at a distance, and who the company is there (NT 2020.006). */
  readonly intermediary?: { readonly CNPJ: string; readonly idCadIntTran: string }
  /** Of contingency: since when and why. */
  readonly dhCont?: string
  readonly xJust?: string
  readonly references?: readonly string[]
  readonly emit: NoteEmitter
  readonly dest?: NoteRecipient
  readonly retirada?: NoteParty
  readonly entrega?: NoteParty
  readonly autXML?: readonly string[]
  readonly items: readonly NoteItem[]
  readonly modFrete: string
  readonly transporta?: NoteParty
  readonly plate?: { readonly placa: string; readonly UF: string }
  readonly volumes?: readonly NoteVolume[]
  /** Instalments that fall due later than the day of issue. */
  readonly dues?: readonly { readonly nDup: string; readonly dVenc: string; readonly vDup: Amount }[]
  readonly nFat?: string
  readonly payments: readonly NotePayment[]
  readonly vTroco?: Amount
  readonly infAdFisco?: string
  readonly infCpl?: string
  readonly xPed?: string
  readonly respTec?: { readonly CNPJ: string; readonly xContato: string; readonly email: string; readonly fone: string }
  /** Of an NFC-e: its QR-Code and where its key is looked up. */
  readonly supl?: { readonly qrCode: string; readonly urlChave: string }
  /** Of an export: where it leaves the country. */
  readonly exporta?: { readonly UFSaidaPais: string; readonly xLocExporta: string }
}

/** A note before it is known how it is paid, which follows from what its items come to. */
export type UnpaidNote = Omit<Note, 'payments'>
