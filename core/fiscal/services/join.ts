import { CoreError } from '../../errors'
import { bareXml } from './requests'
import { NFE_NAMESPACE } from './service'

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'

/** Two documents under one root: their bytes stay as they are, or the signature would no longer hold. */
const joined = (root: string, versao: string, ...parts: readonly string[]): string =>
  `${DECLARATION}<${root} xmlns="${NFE_NAMESPACE}" versao="${versao}">${parts.map((one) => bareXml(one)).join('')}</${root}>`

/**
 * The document that counts before the law, nfeProc: our signed bytes and the authority's protocol, joined. Throws `other_protocol` where the protocol is of
 * another key, or of other content (digVal).
 */
export function joinProc(signedXml: string, protNFe: string): string {
  const key = /<infNFe\b[^>]*\bId="NFe([0-9A-Z]{44})"/.exec(signedXml)?.[1]
  const digest = /<DigestValue>([^<]*)<\/DigestValue>/.exec(signedXml)?.[1]?.trim()
  const protocolDigest = /<digVal>([^<]*)<\/digVal>/.exec(protNFe)?.[1]?.trim()
  if (key === undefined || !protNFe.includes(`<chNFe>${key}</chNFe>`)) throw otherProtocol()
  if (protocolDigest !== undefined && protocolDigest !== digest) throw otherProtocol()
  return joined('nfeProc', '4.00', signedXml, protNFe)
}

const otherProtocol = () => new CoreError('other_protocol', 'O protocolo da SEFAZ não é desta nota.')

/** A registered event, procEventoNFe: the signed event and the authority's answer. Throws `other_protocol` where they are of two keys. */
export function joinEventProc(signedXml: string, retEvento: string): string {
  const key = /<chNFe>([0-9A-Z]{44})<\/chNFe>/.exec(signedXml)?.[1]
  if (key === undefined || !retEvento.includes(`<chNFe>${key}</chNFe>`)) throw otherProtocol()
  return joined('procEventoNFe', '1.00', signedXml, retEvento)
}

/** A voided range, ProcInutNFe (so the layout writes it): the signed request and the authority's answer. */
export const joinVoidProc = (signedXml: string, retInutNFe: string): string =>
  joined('ProcInutNFe', '4.00', signedXml, retInutNFe)
