import {
  type EventOutcome,
  fieldsOf,
  type Outcome,
  outcomeOf,
  type Protocol,
  type StatusAnswer,
} from '../services/answers'
import { outerXml, saidIn } from '../services/soap'
import { child, children, text } from '../xml'

/** What the authority says of one manifest. */
export interface ManifestProtocol extends Omit<Protocol, 'chNFe' | 'cMsg' | 'xMsg'> {
  readonly chMDFe: string
}

/** An event of a manifest as the authority keeps it. */
export interface ManifestEventOutcome extends Omit<EventOutcome, 'chNFe'> {
  readonly chMDFe: string | null
}

/** Reads one protMDFe out of the answer that holds it. */
export function manifestProtocol(node: unknown, xml: string): ManifestProtocol {
  const inner = child(node, 'infProt')
  const facts = fieldsOf(inner, 'tpAmb', 'dhRecbto', 'nProt', 'digVal')
  return { ...outcomeOf(inner), ...facts, chMDFe: text(inner, 'chMDFe') ?? '', xml: outerXml(xml, 'protMDFe')[0] ?? '' }
}

/** What became of a manifest that was sent. */
export interface ManifestAnswer extends Outcome {
  readonly protocol: ManifestProtocol | null
}

/** Reads retMDFe, the answer to one manifest at once. A rejection is in the answer itself, or in a protocol without number. */
export function manifestAnswer(answer: string): ManifestAnswer {
  const { node, xml } = saidIn(answer, 'retMDFe')
  return { ...outcomeOf(node), protocol: protocolIn(node, xml) }
}

const protocolIn = (node: unknown, xml: string): ManifestProtocol | null =>
  children(node, 'protMDFe').map((one) => manifestProtocol(one, xml))[0] ?? null

const eventOf = (node: unknown, xml: string): ManifestEventOutcome => {
  const inner = child(node, 'infEvento')
  const facts = fieldsOf(inner, 'cOrgao', 'chMDFe', 'tpEvento', 'xEvento', 'nSeqEvento', 'dhRegEvento', 'nProt')
  return { ...outcomeOf(inner), ...facts, xml }
}

/** Reads retEventoMDFe: 135 registered, 631 and others refused. */
export function manifestEventAnswer(answer: string): ManifestEventOutcome {
  const { node, xml } = saidIn(answer, 'retEventoMDFe')
  return eventOf(node, outerXml(xml, 'retEventoMDFe')[0] ?? '')
}

/** What the authority knows of a key: 100 open, 101 cancelled, 132 closed. */
export interface ManifestQueryAnswer extends ManifestAnswer {
  readonly events: readonly ManifestEventOutcome[]
}

/** Reads retConsSitMDFe. */
export function manifestQueryAnswer(answer: string): ManifestQueryAnswer {
  const { node, xml } = saidIn(answer, 'retConsSitMDFe')
  const texts = outerXml(xml, 'retEventoMDFe')
  const events = children(node, 'procEventoMDFe').flatMap((one) => children(one, 'retEventoMDFe'))
  return {
    ...outcomeOf(node),
    protocol: protocolIn(node, xml),
    events: events.map((one, at) => eventOf(one, texts[at] ?? '')),
  }
}

/** Manifests that nobody closed. */
export interface OpenManifestsAnswer extends Outcome {
  readonly open: readonly { readonly chMDFe: string; readonly nProt: string | null }[]
}

/** Reads retConsMDFeNaoEnc: 111 there are some, 112 none. */
export function openManifestsAnswer(answer: string): OpenManifestsAnswer {
  const { node } = saidIn(answer, 'retConsMDFeNaoEnc')
  const open = children(node, 'infMDFe').map((one) => ({
    chMDFe: text(one, 'chMDFe') ?? '',
    nProt: text(one, 'nProt'),
  }))
  return { ...outcomeOf(node), open }
}

/** Whether the service is at work: 107. */
export type ManifestStatusAnswer = Omit<StatusAnswer, 'cUF'>

/** Reads retConsStatServMDFe. */
export function manifestStatusAnswer(answer: string): ManifestStatusAnswer {
  const { node } = saidIn(answer, 'retConsStatServMDFe')
  return { ...outcomeOf(node), ...fieldsOf(node, 'tpAmb', 'dhRecbto', 'tMed', 'dhRetorno', 'xObs') }
}
