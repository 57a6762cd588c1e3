import forge from 'node-forge'
import { bareTaxId, isCnpj, isCpf } from '../../../../core/br/tax-id'
import { invalid } from '../../../platform/errors'

/** An A1 certificate as a PKCS#12 file holds it. */
export interface Certificate {
  /** The holder's name, without the number that ICP-Brasil writes behind it. */
  readonly xNome: string
  /** CNPJ or CPF of the holder; undefined when the certificate names none. */
  readonly id: string | undefined
  readonly emissor: string
  /** Hexadecimal. */
  readonly numero_serie: string
  /** SHA-256 of the certificate, hexadecimal. */
  readonly impressao: string
  readonly from: Date
  readonly to: Date
  /** PEM: the key, the certificate, and the certificates above it. */
  readonly key: string
  readonly cert: string
  readonly chain: readonly string[]
}

/** ICP-Brasil, DOC-ICP-04: otherName of a company's certificate (CNPJ) and of a person's (birth, CPF and more). */
const CNPJ_OID = '2.16.76.1.3.3'
const CPF_OID = '2.16.76.1.3.1'
/** Files say how often a key is derived; more than this would only serve to keep us busy. */
const ITERATIONS = 600_000
const DEPTH = 12

const NOT_ONE = 'O arquivo não é um certificado A1 (.pfx ou .p12).'

/** Reads a PKCS#12 file, modern or legacy (RC2, 3DES). Throws 422 naming `file` or `keyPass`. */
export function readCertificate(bytes: Uint8Array, password: string): Certificate {
  const pfx = structureOf(bytes)
  const content = contentOf(pfx, password)
  const keys = [forge.pki.oids.pkcs8ShroudedKeyBag, forge.pki.oids.keyBag].flatMap((type) => bagsOf(content, type))
  const key = keys.map((bag) => bag.key).find((one) => one !== undefined && one !== null)
  if (!key) throw invalid({ file: ['O arquivo não traz a chave privada: exporte o certificado com ela.'] })
  const certs = bagsOf(content, forge.pki.oids.certBag).flatMap((bag) => (bag.cert ? [bag.cert] : []))
  const own = certs.find((one) => belongs(one, key))
  if (!own) throw invalid({ file: ['O arquivo não traz o certificado da chave privada.'] })
  const { names, rest } = commonName(own)
  return {
    xNome: names,
    id: otherName(own, CNPJ_OID, isCnpj) ?? otherName(own, CPF_OID, isCpf, 8) ?? idIn(rest),
    emissor: String(own.issuer.getField('CN')?.value ?? '').slice(0, 200),
    numero_serie: own.serialNumber.slice(0, 60),
    impressao: forge.md.sha256.create().update(derOf(own)).digest().toHex(),
    from: own.validity.notBefore,
    to: own.validity.notAfter,
    key: forge.pki.privateKeyToPem(key),
    cert: forge.pki.certificateToPem(own),
    chain: certs.filter((one) => one !== own).map((one) => forge.pki.certificateToPem(one)),
  }
}

const derOf = (cert: forge.pki.Certificate) => forge.asn1.toDer(forge.pki.certificateToAsn1(cert)).getBytes()

function structureOf(bytes: Uint8Array): forge.asn1.Asn1 {
  try {
    const pfx = forge.asn1.fromDer(Buffer.from(bytes).toString('latin1'))
    assertCheap(pfx, 0)
    return pfx
  } catch (error) {
    if (error instanceof Error && error.name === 'ApiError') throw error
    throw invalid({ file: [NOT_ONE] })
  }
}

/** Refuses a file that asks for endless derivations before any is made. They are written as a salt and, after it, a count. */
function assertCheap(node: forge.asn1.Asn1, depth: number): void {
  if (depth > DEPTH) return
  if (!Array.isArray(node.value)) {
    const nested = node.type === forge.asn1.Type.OCTETSTRING ? parsed(node.value) : undefined
    if (nested) assertCheap(nested, depth + 1)
    return
  }
  for (const [at, child] of node.value.entries()) {
    const salt = node.value[at - 1]
    const counts = child.type === forge.asn1.Type.INTEGER && salt?.type === forge.asn1.Type.OCTETSTRING
    if (counts && typeof child.value === 'string' && numberOf(child.value) > ITERATIONS)
      throw invalid({ file: ['O arquivo do certificado não pode ser aberto: exporte-o de novo.'] })
    assertCheap(child, depth + 1)
  }
}

const numberOf = (bytes: string): number => Number.parseInt(Buffer.from(bytes, 'latin1').toString('hex') || '0', 16)

function parsed(bytes: string): forge.asn1.Asn1 | undefined {
  if (bytes.codePointAt(0) !== 0x30) return undefined
  try {
    return forge.asn1.fromDer(bytes)
  } catch {
    return undefined
  }
}

function contentOf(pfx: forge.asn1.Asn1, password: string): forge.pkcs12.Pkcs12Pfx {
  try {
    return forge.pkcs12.pkcs12FromAsn1(pfx, false, password)
  } catch (error) {
    const wrong = error instanceof Error && /password|MAC|decrypt/i.test(error.message)
    throw invalid(wrong ? { keyPass: ['A senha do certificado está incorreta.'] } : { file: [NOT_ONE] })
  }
}

const bagsOf = (content: forge.pkcs12.Pkcs12Pfx, type: string | undefined): readonly forge.pkcs12.Bag[] =>
  type === undefined ? [] : (content.getBags({ bagType: type })[type] ?? [])

/** True when the certificate is the key's: both have the same modulus. */
function belongs(cert: forge.pki.Certificate, key: forge.pki.PrivateKey): boolean {
  const { publicKey } = cert
  return 'n' in publicKey && 'n' in key && publicKey.n.equals(key.n)
}

/** `NOME DA EMPRESA:12345678000195`, as ICP-Brasil writes names. */
function commonName(cert: forge.pki.Certificate): { readonly names: string; readonly rest: string } {
  const text = forge.util.decodeUtf8(binary(String(cert.subject.getField('CN')?.value ?? '')))
  const [names = '', rest = ''] = text.split(':')
  return { names: names.trim().slice(0, 120), rest }
}

/** A string of the library that may be decoded already. */
function binary(text: string): string {
  try {
    forge.util.decodeUtf8(text)
    return text
  } catch {
    return forge.util.encodeUtf8(text)
  }
}

function idIn(text: string): string | undefined {
  const id = bareTaxId(text)
  return isCnpj(id) || isCpf(id) ? id : undefined
}

/** What an otherName of the certificate holds, from a character on; undefined when it is not what is looked for. */
function otherName(
  cert: forge.pki.Certificate,
  oid: string,
  isOne: (text: string) => boolean,
  from = 0,
): string | undefined {
  const extension: unknown = cert.getExtension('subjectAltName')
  const bytes =
    typeof extension === 'object' && extension !== null && 'value' in extension ? extension.value : undefined
  const names = typeof bytes === 'string' ? parsed(bytes) : undefined
  if (!names || !Array.isArray(names.value)) return undefined
  for (const name of names.value) {
    const [type, value] = Array.isArray(name.value) ? name.value : nestedOf(name)
    if (!type || !value || typeof type.value !== 'string' || type.type !== forge.asn1.Type.OID) continue
    if (forge.asn1.derToOid(type.value) !== oid) continue
    const text = leafOf(value).slice(from, isOne === isCpf ? from + 11 : undefined)
    if (isOne(text.trim().toUpperCase())) return text.trim().toUpperCase()
  }
  return undefined
}

/** An otherName whose content was left unparsed. */
function nestedOf(name: forge.asn1.Asn1): readonly forge.asn1.Asn1[] {
  if (typeof name.value !== 'string') return []
  const whole = parsed(`\x30${lengthOf(name.value)}${name.value}`)
  return whole && Array.isArray(whole.value) ? whole.value : []
}

function lengthOf(content: string): string {
  const size = content.length
  return size < 128 ? String.fromCodePoint(size) : `\x82${String.fromCodePoint(size >> 8, size & 255)}`
}

function leafOf(node: forge.asn1.Asn1): string {
  for (let one: forge.asn1.Asn1 | undefined = node, depth = 0; one && depth < DEPTH; depth++) {
    if (typeof one.value === 'string') return one.value
    one = one.value[0]
  }
  return ''
}
