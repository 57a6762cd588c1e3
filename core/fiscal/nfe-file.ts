import { CoreError } from '../errors'
import { requireKeyShape } from './access-key'
import { notAnNfe } from './document-kind'
import type { NfeProtocol } from './nfe-types'
import { child, damaged, findElements, isElement, parseXml, text } from './xml'

/** An NF-e or NFC-e found in a file: its elements, and what else the file tells of it. */
export interface NfeFile {
  /** NFe, with its signature. */
  readonly nfe: unknown
  /** infNFe */
  readonly inf: unknown
  readonly ide: unknown
  readonly chNFe: string
  readonly protocolo: NfeProtocol | null
  /** The file says that it was cancelled. */
  readonly cancelada: boolean
}

/**
 * The one note of an XML: alone, with its protocol (procNFe), inside a lot or a SOAP answer. Throws CoreError `not_nfe`, `several_documents`,
 * `damaged_xml`, `invalid_access_key`, `too_large`.
 */
export function openNfe(xml: string): NfeFile {
  const tree = parseXml(xml)
  const nfe = locateNfe(tree)
  const inf = child(nfe, 'infNFe')
  const ide = child(inf, 'ide')
  if (ide === undefined) throw damaged('falta a identificação (ide) da nota')
  const chNFe = readKey(tree, inf)
  return { nfe, inf, ide, chNFe, protocolo: readProtocol(tree, chNFe), cancelada: isCancelled(tree, chNFe) }
}

function locateNfe(tree: unknown): unknown {
  const hasBody = (node: unknown): boolean => isElement(child(node, 'infNFe'))
  const found = hasBody(tree) ? [tree] : findElements(tree, 'NFe', hasBody)
  if (found.length > 1) {
    throw new CoreError('several_documents', `O arquivo tem ${found.length} notas; envie uma nota por arquivo.`)
  }
  if (found.length === 0) throw notAnNfe(tree)
  return found[0]
}

function readKey(tree: unknown, inf: unknown): string {
  const id = text(inf, '@Id')?.replace(/^NFe/i, '') ?? null
  return requireKeyShape(id ?? text(findElements(tree, 'infProt', isElement)[0], 'chNFe') ?? '')
}

/** The protocol of this note: an answer for a lot may hold several. */
function readProtocol(tree: unknown, chNFe: string): NfeProtocol | null {
  const protocols = findElements(tree, 'infProt', isElement)
  const own = protocols.find((node) => text(node, 'chNFe') === chNFe)
  if (own === undefined) return null
  return {
    nProt: text(own, 'nProt'),
    cStat: text(own, 'cStat'),
    xMotivo: text(own, 'xMotivo'),
    dhRecbto: text(own, 'dhRecbto'),
    digVal: text(own, 'digVal'),
  }
}

/** Events of cancelling and of cancelling by another note; what they were answered with when they took effect. */
export const CANCELLING: ReadonlySet<string | null> = new Set(['110111', '110112'])
const TOOK_EFFECT: ReadonlySet<string | null> = new Set(['135', '136', '155', '101', '151'])

/** The file holds an event that cancelled this note, or is the answer to a query that says so. */
function isCancelled(tree: unknown, chNFe: string): boolean {
  const ofNote = (node: unknown) => text(node, 'chNFe') === chNFe
  const events = findElements(tree, 'infEvento', ofNote)
  const answers = events.filter((node) => text(node, 'cStat') !== null)
  const asked = events.some((node) => CANCELLING.has(text(node, 'tpEvento')))
  const refused = answers.length > 0 && !answers.some((node) => TOOK_EFFECT.has(text(node, 'cStat')))
  const old = findElements(tree, 'infCanc', ofNote).some((node) => TOOK_EFFECT.has(text(node, 'cStat')))
  const query = findElements(tree, 'retConsSitNFe', ofNote).some((node) =>
    ['101', '151', '155'].includes(text(node, 'cStat') ?? ''),
  )
  return (asked && !refused) || old || query
}
