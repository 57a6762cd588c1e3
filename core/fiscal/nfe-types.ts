/** An amount or quantity exactly as the document writes it (`"10.0000"`), already checked to be a plain decimal. */
export type DecimalText = string

export interface NfeAddress {
  readonly xLgr: string | null
  readonly nro: string | null
  readonly xCpl: string | null
  readonly xBairro: string | null
  readonly cMun: string | null
  readonly xMun: string | null
  readonly UF: string | null
  readonly CEP: string | null
  readonly cPais: string | null
  readonly xPais: string | null
  readonly fone: string | null
}

export interface NfeParty {
  readonly CNPJ: string | null
  readonly CPF: string | null
  readonly idEstrangeiro: string | null
  readonly xNome: string | null
  readonly xFant: string | null
  readonly IE: string | null
  readonly CRT: string | null
  readonly indIEDest: string | null
  readonly email: string | null
  readonly endereco: NfeAddress
}

export interface NfeLot {
  readonly nLote: string
  readonly qLote: DecimalText | null
  readonly dFab: string | null
  readonly dVal: string | null
}

/** PIS or COFINS of an item: `p` and `v` are the rate and the value (pPIS and vPIS, pCOFINS and vCOFINS). */
export interface NfeContribution {
  readonly CST: string | null
  readonly vBC: DecimalText | null
  readonly p: DecimalText | null
  readonly v: DecimalText | null
}

export interface NfeIbsCbs {
  readonly CST: string | null
  readonly cClassTrib: string | null
  readonly vBC: DecimalText | null
  readonly pIBSUF: DecimalText | null
  readonly vIBSUF: DecimalText | null
  readonly pIBSMun: DecimalText | null
  readonly vIBSMun: DecimalText | null
  readonly vIBS: DecimalText | null
  readonly pCBS: DecimalText | null
  readonly vCBS: DecimalText | null
}

export interface NfeItem {
  readonly nItem: number
  readonly cProd: string
  /** null for 'SEM GTIN' and for an empty one. */
  readonly cEAN: string | null
  readonly cEANTrib: string | null
  readonly xProd: string
  readonly NCM: string | null
  readonly CEST: string | null
  readonly CFOP: string | null
  readonly uCom: string | null
  readonly qCom: DecimalText
  readonly vUnCom: DecimalText
  readonly uTrib: string | null
  readonly qTrib: DecimalText
  readonly vUnTrib: DecimalText
  readonly vProd: DecimalText
  readonly vFrete: DecimalText | null
  readonly vSeg: DecimalText | null
  readonly vDesc: DecimalText | null
  readonly vOutro: DecimalText | null
  /** '0' when the item does not enter the total of the document. */
  readonly indTot: string | null
  readonly xPed: string | null
  readonly nItemPed: string | null
  readonly infAdProd: string | null
  readonly rastro: readonly NfeLot[]
  /** Name of the ICMS group as written: ICMS00, ICMSSN101, ICMSPart, … */
  readonly grupoICMS: string | null
  readonly orig: string | null
  readonly CST: string | null
  readonly CSOSN: string | null
  readonly pRedBC: DecimalText | null
  readonly vBC: DecimalText | null
  readonly pICMS: DecimalText | null
  readonly vICMS: DecimalText | null
  readonly vFCP: DecimalText | null
  readonly pMVAST: DecimalText | null
  readonly vBCST: DecimalText | null
  readonly pICMSST: DecimalText | null
  readonly vICMSST: DecimalText | null
  readonly vFCPST: DecimalText | null
  readonly vBCSTRet: DecimalText | null
  readonly vICMSSTRet: DecimalText | null
  readonly vICMSMonoReten: DecimalText | null
  readonly vICMSDeson: DecimalText | null
  readonly indDeduzDeson: string | null
  readonly pCredSN: DecimalText | null
  readonly vCredICMSSN: DecimalText | null
  readonly CSTIPI: string | null
  readonly vBCIPI: DecimalText | null
  readonly pIPI: DecimalText | null
  readonly vIPI: DecimalText | null
  readonly vIPIDevol: DecimalText | null
  readonly vII: DecimalText | null
  readonly PIS: NfeContribution
  readonly COFINS: NfeContribution
  readonly IBSCBS: NfeIbsCbs | null
  readonly vIS: DecimalText | null
}

export interface NfeTotals {
  readonly vBC: DecimalText | null
  readonly vICMS: DecimalText | null
  readonly vICMSDeson: DecimalText | null
  readonly vFCP: DecimalText | null
  readonly vBCST: DecimalText | null
  readonly vST: DecimalText | null
  readonly vFCPST: DecimalText | null
  readonly vProd: DecimalText
  readonly vFrete: DecimalText | null
  readonly vSeg: DecimalText | null
  readonly vDesc: DecimalText | null
  readonly vII: DecimalText | null
  readonly vIPI: DecimalText | null
  readonly vIPIDevol: DecimalText | null
  readonly vPIS: DecimalText | null
  readonly vCOFINS: DecimalText | null
  readonly vOutro: DecimalText | null
  readonly vNF: DecimalText
  readonly vBCIBSCBS: DecimalText | null
  readonly vIBS: DecimalText | null
  readonly vCBS: DecimalText | null
  readonly vIS: DecimalText | null
}

export interface NfeCarrier {
  readonly CNPJ: string | null
  readonly CPF: string | null
  readonly xNome: string | null
  readonly IE: string | null
  readonly xEnder: string | null
  readonly xMun: string | null
  readonly UF: string | null
}

export interface NfeVolume {
  readonly qVol: DecimalText | null
  readonly esp: string | null
  readonly marca: string | null
  readonly nVol: string | null
  readonly pesoL: DecimalText | null
  readonly pesoB: DecimalText | null
}

export interface NfeProtocol {
  readonly nProt: string | null
  readonly cStat: string | null
  readonly xMotivo: string | null
  readonly dhRecbto: string | null
  readonly digVal: string | null
}

/** What a purchase import needs of an NF-e. Absent values are null; texts have their entities decoded. */
export interface NfeReading {
  readonly chNFe: string
  readonly versao: string | null
  readonly mod: string
  readonly serie: string
  readonly nNF: string
  /** As written: date and time with zone, or only a date in layouts before 3.10. */
  readonly dhEmi: string
  readonly dhSaiEnt: string | null
  readonly tpNF: string | null
  readonly finNFe: string | null
  readonly natOp: string | null
  readonly idDest: string | null
  readonly indFinal: string | null
  readonly tpEmis: string | null
  readonly tpAmb: string | null
  readonly refNFe: readonly string[]
  readonly emit: NfeParty
  readonly dest: NfeParty
  readonly itens: readonly NfeItem[]
  readonly total: NfeTotals
  readonly duplicatas: readonly { nDup: string | null; dVenc: string | null; vDup: DecimalText }[]
  readonly pagamentos: readonly { indPag: string | null; tPag: string | null; vPag: DecimalText | null }[]
  readonly modFrete: string | null
  readonly transporta: NfeCarrier | null
  readonly volumes: readonly NfeVolume[]
  readonly infCpl: string | null
  readonly infAdFisco: string | null
  /** DigestValue of the signature. */
  readonly digest: string | null
  readonly protocolo: NfeProtocol | null
  /** The file says that the note was cancelled: by an event, or by the answer that it came in. */
  readonly cancelada?: true
  /** What is odd without stopping the import, in Portuguese: wrong check digit, no authorisation, test environment. */
  readonly warnings: readonly string[]
}
