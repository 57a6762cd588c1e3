import { SignedXml } from 'xml-crypto'
import type { KeyPair } from '../../cadastros/empresa/certificado/certificado'

const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#'
const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'

/** Elements that are signed, by what holds them. */
const SIGNED: Readonly<Record<string, string>> = {
  NFe: 'infNFe',
  evento: 'infEvento',
  inutNFe: 'infInut',
  MDFe: 'infMDFe',
  eventoMDFe: 'infEvento',
  DPS: 'infDPS',
  pedRegEvento: 'infPedReg',
}

/** What a signature is made with: the company's key and certificate, in PEM. */
export type Signer = Pick<KeyPair, 'key' | 'cert'>

/**
 * Signs an NF-e, a manifest (MDF-e), a declaration of services (DPS), an event of one or a voided range as the tax authorities want it (MOC 7.0, 3.2.4: XML-DSig, enveloped, RSA-SHA1, C14N 1.0): the signature comes
 * last in the root, all other bytes stay as they are. Throws for a document of another kind, or one without an Id.
 */
export function sign(xml: string, { key, cert }: Signer): string {
  const root = /<([A-Za-z]+)[\s>]/.exec(xml.replace(/<\?xml[^>]*\?>/, ''))?.[1] ?? ''
  const name = Object.hasOwn(SIGNED, root) ? SIGNED[root] : undefined
  const end = xml.lastIndexOf(`</${root}>`)
  if (name === undefined || end < 0) throw new Error(`Nothing of ${root || 'this text'} is signed.`)
  return `${xml.slice(0, end)}${signatureOf(xml, `/*/*[local-name(.)='${name}']`, { key, cert })}${xml.slice(end)}`
}

/**
 * Signs an element wherever it stands, as ABRASF's messages are signed: the signature comes right after it, all other bytes stay as they are. A text without the element, or
 * without an Id of it, stays as it is. Throws where it stands more than once.
 */
export function signWithin(xml: string, name: string, signer: Signer): string {
  if (!new RegExp(`<${name}\\sId=`).test(xml)) return xml
  const end = `</${name}>`
  const at = xml.indexOf(end)
  if (at !== xml.lastIndexOf(end)) throw new Error(`${name} stands more than once.`)
  const after = at + end.length
  return `${xml.slice(0, after)}${signatureOf(xml, `//*[local-name(.)='${name}']`, signer)}${xml.slice(after)}`
}

function signatureOf(xml: string, xpath: string, { key, cert }: Signer): string {
  const signature = new SignedXml({
    privateKey: key,
    publicCert: cert,
    signatureAlgorithm: `${XMLDSIG}rsa-sha1`,
    canonicalizationAlgorithm: C14N,
    getKeyInfoContent: () => `<X509Data><X509Certificate>${certificateText(cert)}</X509Certificate></X509Data>`,
  })
  signature.addReference({
    xpath,
    digestAlgorithm: `${XMLDSIG}sha1`,
    transforms: [`${XMLDSIG}enveloped-signature`, C14N],
  })
  signature.computeSignature(xml)
  return signature.getSignatureXml()
}

/** The first certificate of a PEM text, without its frame and line breaks. */
export const certificateText = (pem: string): string =>
  (/-----BEGIN CERTIFICATE-----([^-]+)-----END/.exec(pem)?.[1] ?? '').replaceAll(/\s/g, '')
