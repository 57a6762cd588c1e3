import { CoreError } from '../../errors'
import { bareXml } from './requests'
import { MDFE_NAMESPACE, NFE_NAMESPACE } from './service'

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'

/** Two documents under one root: their bytes stay as they are, or the signature would no longer hold. */
const joined = (root: string, versao: string, parts: readonly string[], namespace = NFE_NAMESPACE): string =>
  `${DECLARATION}<${root} xmlns="${namespace}" versao="${versao}">${parts.map((one) => bareXml(one)).join('')}</${root}>`

/** A kind of documents that are keyed alike: `NFe` in the names of their elements. */
type Keyed = 'NFe' | 'MDFe'

/** The key of a signed document, once its protocol is of the same key and content. Throws `other_protocol`. */
function requireOwnProtocol(kind: Keyed, signedXml: string, protocol: string): void {
  const key = new RegExp(`<inf${kind}\\b[^>]*\\bId="${kind}([0-9A-Z]{44})"`).exec(signedXml)?.[1]
  const digest = /<DigestValue>([^<]*)<\/DigestValue>/.exec(signedXml)?.[1]?.trim()
  const protocolDigest = /<digVal>([^<]*)<\/digVal>/.exec(protocol)?.[1]?.trim()
  if (key === undefined || !protocol.includes(`<ch${kind}>${key}</ch${kind}>`)) throw otherProtocol()
  if (protocolDigest !== undefined && protocolDigest !== digest) throw otherProtocol()
}

/** Throws `other_protocol` where a signed event and its answer are of two keys. */
function requireOwnAnswer(kind: Keyed, signedXml: string, answer: string): void {
  const key = new RegExp(`<ch${kind}>([0-9A-Z]{44})</ch${kind}>`).exec(signedXml)?.[1]
  if (key === undefined || !answer.includes(`<ch${kind}>${key}</ch${kind}>`)) throw otherProtocol()
}

/**
 * The document that counts before the law, nfeProc: our signed bytes and the authority's protocol, joined. Throws `other_protocol` where the protocol is of
 * another key, or of other content (digVal).
 */
export function joinProc(signedXml: string, protNFe: string): string {
  requireOwnProtocol('NFe', signedXml, protNFe)
  return joined('nfeProc', '4.00', [signedXml, protNFe])
}

/** The same of a manifest, mdfeProc. */
export function joinManifestProc(signedXml: string, protMDFe: string): string {
  requireOwnProtocol('MDFe', signedXml, protMDFe)
  return joined('mdfeProc', '3.00', [signedXml, protMDFe], MDFE_NAMESPACE)
}

const otherProtocol = () => new CoreError('other_protocol', 'O protocolo da SEFAZ não é deste documento.')

/** A registered event, procEventoNFe: the signed event and the authority's answer. Throws `other_protocol` where they are of two keys. */
export function joinEventProc(signedXml: string, retEvento: string): string {
  requireOwnAnswer('NFe', signedXml, retEvento)
  return joined('procEventoNFe', '1.00', [signedXml, retEvento])
}

/** The same of a manifest's event, procEventoMDFe. */
export function joinManifestEventProc(signedXml: string, retEventoMDFe: string): string {
  requireOwnAnswer('MDFe', signedXml, retEventoMDFe)
  return joined('procEventoMDFe', '3.00', [signedXml, retEventoMDFe], MDFE_NAMESPACE)
}

/** A voided range, ProcInutNFe (so the layout writes it): the signed request and the authority's answer. */
export const joinVoidProc = (signedXml: string, retInutNFe: string): string =>
  joined('ProcInutNFe', '4.00', [signedXml, retInutNFe])
