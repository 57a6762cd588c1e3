import { child, children, text } from '../xml'
import { outerXml, saidIn } from './soap'

/** What every answer tells: a code of three or four digits, and the authority's own words. */
export interface Outcome {
  readonly cStat: string
  readonly xMotivo: string
}

/** What an authority says of one document. */
export interface Protocol extends Outcome {
  readonly tpAmb: string | null
  readonly chNFe: string
  readonly dhRecbto: string | null
  /** 15 or 17 digits; null in a rejection. */
  readonly nProt: string | null
  /** The digest of what was authorised, base64. */
  readonly digVal: string | null
  /** A message to the issuer, shown on the document. */
  readonly cMsg: string | null
  readonly xMsg: string | null
  /** As it came. */
  readonly xml: string
}

export interface StatusAnswer extends Outcome {
  readonly tpAmb: string | null
  readonly cUF: string | null
  readonly dhRecbto: string | null
  /** Seconds that answers take on average. */
  readonly tMed: string | null
  readonly dhRetorno: string | null
  readonly xObs: string | null
}

export interface AuthoriseAnswer extends Outcome {
  readonly dhRecbto: string | null
  /** What to ask the lot by, where it is not answered at once. */
  readonly nRec: string | null
  readonly protocols: readonly Protocol[]
}

export interface ReceiptAnswer extends Outcome {
  readonly nRec: string | null
  readonly protocols: readonly Protocol[]
}

/** An event as the authority keeps it, with the document it made of it. */
export interface EventOutcome extends Outcome {
  readonly cOrgao: string | null
  readonly chNFe: string | null
  readonly tpEvento: string | null
  readonly xEvento: string | null
  readonly nSeqEvento: string | null
  readonly dhRegEvento: string | null
  readonly nProt: string | null
  /** The `retEvento` as it came. */
  readonly xml: string
}

export interface QueryAnswer extends Outcome {
  readonly chNFe: string | null
  readonly dhRecbto: string | null
  readonly protocol: Protocol | null
  readonly events: readonly EventOutcome[]
}

export interface EventAnswer extends Outcome {
  readonly idLote: string | null
  readonly events: readonly EventOutcome[]
}

export interface VoidAnswer extends Outcome {
  readonly cUF: string | null
  readonly ano: string | null
  readonly CNPJ_CPF: string | null
  readonly mod: string | null
  readonly serie: string | null
  readonly nNFIni: string | null
  readonly nNFFin: string | null
  readonly dhRecbto: string | null
  readonly nProt: string | null
  /** The `retInutNFe` as it came. */
  readonly xml: string
}

/** A registration of a taxpayer. */
export interface Taxpayer {
  readonly IE: string | null
  readonly CNPJ_CPF: string | null
  readonly UF: string | null
  /** 0 not enabled, 1 enabled. */
  readonly cSit: string | null
  readonly indCredNFe: string | null
  readonly xNome: string | null
  readonly xFant: string | null
  readonly xRegApur: string | null
  readonly CNAE: string | null
  readonly dIniAtiv: string | null
  readonly dBaixa: string | null
  readonly xLgr: string | null
  readonly nro: string | null
  readonly xCpl: string | null
  readonly xBairro: string | null
  readonly cMun: string | null
  readonly xMun: string | null
  readonly CEP: string | null
}

export interface TaxpayerAnswer extends Outcome {
  readonly UF: string | null
  readonly dhCons: string | null
  readonly taxpayers: readonly Taxpayer[]
}

/** A document of the distribution, still packed: gzip in base64. */
export interface PackedDocument {
  readonly NSU: string
  /** `resNFe_v1.01.xsd`, `procNFe_v4.00.xsd`, `resEvento_…`, `procEventoNFe_…`. */
  readonly schema: string
  readonly gzip: string
}

export interface DistributionAnswer extends Outcome {
  readonly dhResp: string | null
  /** The last number that was looked at, to ask from next time. */
  readonly ultNSU: string | null
  readonly maxNSU: string | null
  readonly documents: readonly PackedDocument[]
}

/** Code and words of an answer. */
export const outcomeOf = (node: unknown): Outcome => ({
  cStat: text(node, 'cStat') ?? '',
  xMotivo: text(node, 'xMotivo') ?? '',
})

/** The texts of children by their names. */
export function fieldsOf<K extends string>(node: unknown, ...names: readonly K[]): Record<K, string | null>
export function fieldsOf(node: unknown, ...names: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(names.map((name) => [name, text(node, name)]))
}

const taxIdOf = (node: unknown): string | null => text(node, 'CNPJ') ?? text(node, 'CPF')

/** Protocols below a node, each with its text from the whole. */
function protocolsIn(node: unknown, xml: string): readonly Protocol[] {
  const texts = outerXml(xml, 'protNFe')
  return children(node, 'protNFe').map((one, at) => {
    const inner = child(one, 'infProt')
    const facts = fieldsOf(inner, 'tpAmb', 'dhRecbto', 'nProt', 'digVal', 'cMsg', 'xMsg')
    return { ...outcomeOf(inner), ...facts, chNFe: text(inner, 'chNFe') ?? '', xml: texts[at] ?? '' }
  })
}

const eventOf = (node: unknown, xml: string): EventOutcome => {
  const inner = child(node, 'infEvento')
  const facts = fieldsOf(inner, 'cOrgao', 'chNFe', 'tpEvento', 'xEvento', 'nSeqEvento', 'dhRegEvento', 'nProt')
  return { ...outcomeOf(inner), ...facts, xml }
}

/** Reads retConsStatServ. */
export function statusAnswer(answer: string): StatusAnswer {
  const { node } = saidIn(answer, 'retConsStatServ')
  return { ...outcomeOf(node), ...fieldsOf(node, 'tpAmb', 'cUF', 'dhRecbto', 'tMed', 'dhRetorno', 'xObs') }
}

/** Reads retEnviNFe. 104 says only that the lot was looked at: what became of a document is in its protocol. */
export function authoriseAnswer(answer: string): AuthoriseAnswer {
  const { node, xml } = saidIn(answer, 'retEnviNFe')
  return {
    ...outcomeOf(node),
    ...fieldsOf(node, 'dhRecbto'),
    nRec: text(node, 'infRec', 'nRec'),
    protocols: protocolsIn(node, xml),
  }
}

/** Reads retConsReciNFe. */
export function receiptAnswer(answer: string): ReceiptAnswer {
  const { node, xml } = saidIn(answer, 'retConsReciNFe')
  return { ...outcomeOf(node), ...fieldsOf(node, 'nRec'), protocols: protocolsIn(node, xml) }
}

/** Reads retConsSitNFe. A cancellation of before events existed (retCancNFe) is told as the event that it would be today. */
export function queryAnswer(answer: string): QueryAnswer {
  const { node, xml } = saidIn(answer, 'retConsSitNFe')
  const texts = outerXml(xml, 'retEvento')
  const events = children(node, 'procEventoNFe').map((one, at) => eventOf(child(one, 'retEvento'), texts[at] ?? ''))
  const old = children(node, 'retCancNFe').map((one, at) => oldCancellation(one, outerXml(xml, 'retCancNFe')[at] ?? ''))
  return {
    ...outcomeOf(node),
    ...fieldsOf(node, 'chNFe', 'dhRecbto'),
    protocol: protocolsIn(node, xml)[0] ?? null,
    events: [...events, ...old],
  }
}

function oldCancellation(node: unknown, xml: string): EventOutcome {
  const inner = child(node, 'infCanc')
  return {
    ...outcomeOf(inner),
    ...fieldsOf(inner, 'chNFe', 'nProt'),
    cOrgao: text(inner, 'cUF'),
    tpEvento: '110111',
    xEvento: null,
    nSeqEvento: '1',
    dhRegEvento: text(inner, 'dhRecbto'),
    xml,
  }
}

/** Reads retEnvEvento. 128 says only that the lot was looked at. */
export function eventAnswer(answer: string): EventAnswer {
  const { node, xml } = saidIn(answer, 'retEnvEvento')
  const texts = outerXml(xml, 'retEvento')
  const events = children(node, 'retEvento').map((one, at) => eventOf(one, texts[at] ?? ''))
  return { ...outcomeOf(node), ...fieldsOf(node, 'idLote'), events }
}

/** Reads retInutNFe. */
export function voidAnswer(answer: string): VoidAnswer {
  const { node, xml } = saidIn(answer, 'retInutNFe')
  const inner = child(node, 'infInut')
  const facts = fieldsOf(inner, 'cUF', 'ano', 'mod', 'serie', 'nNFIni', 'nNFFin', 'dhRecbto', 'nProt')
  return { ...outcomeOf(inner), ...facts, CNPJ_CPF: taxIdOf(inner), xml: outerXml(xml, 'retInutNFe')[0] ?? '' }
}

/** Reads retConsCad. */
export function taxpayerAnswer(answer: string): TaxpayerAnswer {
  const { node } = saidIn(answer, 'retConsCad')
  const inner = child(node, 'infCons')
  return {
    ...outcomeOf(inner),
    ...fieldsOf(inner, 'UF', 'dhCons'),
    taxpayers: children(inner, 'infCad').map((one) => ({
      ...fieldsOf(one, 'IE', 'UF', 'cSit', 'indCredNFe', 'xNome', 'xFant', 'xRegApur', 'CNAE', 'dIniAtiv', 'dBaixa'),
      ...fieldsOf(child(one, 'ender'), 'xLgr', 'nro', 'xCpl', 'xBairro', 'cMun', 'xMun', 'CEP'),
      CNPJ_CPF: taxIdOf(one),
    })),
  }
}

/** Reads retDistDFeInt. */
export function distributionAnswer(answer: string): DistributionAnswer {
  const { node } = saidIn(answer, 'retDistDFeInt')
  return {
    ...outcomeOf(node),
    ...fieldsOf(node, 'dhResp', 'ultNSU', 'maxNSU'),
    documents: children(child(node, 'loteDistDFeInt'), 'docZip').map((one) => ({
      NSU: text(one, '@NSU') ?? '',
      schema: text(one, '@schema') ?? '',
      gzip: text(one) ?? '',
    })),
  }
}
