import { findElements, isElement, parseXml, text } from './xml'

/** Between two questions for what is new, when there was no more (NT 2014.002). */
export const CONSULTATION_HOUR_MS = 3_600_000

/** Questions by key that the distribution answers in an hour (NT 2014.002). */
export const KEYS_AN_HOUR = 20

/** What the distribution tells of a note before it gives it out (resNFe, NT 2014.002). Amounts and codes are text. */
export interface NoteSummary {
  readonly chNFe: string
  readonly CNPJ_CPF: string | null
  readonly xNome: string | null
  readonly IE: string | null
  readonly dhEmi: string | null
  /** 0 entry, 1 exit, as the issuer sees it. */
  readonly tpNF: string | null
  readonly vNF: string | null
  /** 1 authorised, 2 denied, 3 cancelled. */
  readonly cSitNFe: string | null
}

/** An event of a note, whole or as a summary. */
export interface EventSummary {
  readonly chNFe: string
  readonly tpEvento: string | null
  readonly dhEvento: string | null
  readonly xJust: string | null
}

const named = (xml: string, ...names: readonly string[]): unknown => {
  const tree = parseXml(xml)
  for (const name of names) {
    const [found] = findElements(tree, name, isElement)
    if (found !== undefined) return found
  }
  return undefined
}

/** Reads resNFe. Undefined for anything else. */
export function readSummary(xml: string): NoteSummary | undefined {
  const node = named(xml, 'resNFe')
  const chNFe = text(node, 'chNFe')
  if (chNFe === null) return undefined
  return {
    chNFe,
    CNPJ_CPF: text(node, 'CNPJ') ?? text(node, 'CPF'),
    xNome: text(node, 'xNome'),
    IE: text(node, 'IE'),
    dhEmi: text(node, 'dhEmi'),
    tpNF: text(node, 'tpNF'),
    vNF: text(node, 'vNF'),
    cSitNFe: text(node, 'cSitNFe'),
  }
}

/** Reads resEvento, or the event of procEventoNFe. Undefined for anything else. */
export function readEvent(xml: string): EventSummary | undefined {
  const node = named(xml, 'resEvento', 'infEvento')
  const chNFe = text(node, 'chNFe')
  if (chNFe === null) return undefined
  return {
    chNFe,
    tpEvento: text(node, 'tpEvento'),
    dhEvento: text(node, 'dhEvento'),
    xJust: text(node, 'detEvento', 'xJust'),
  }
}
