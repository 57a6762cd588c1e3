import { NotBegun, type Printer, Unprintable } from './printer'

/**
 * A printer that is spoken to by IPP (RFC 8010 and 8011): one Print-Job of version 1.1, which printers of every age take. What it answers is read no further than its status and
 * message.
 */

const PRINT_JOB = 0x0002
const [OPERATION, END] = [0x01, 0x03]
const [CHARSET, LANGUAGE, URI, NAME, MIME] = [0x47, 0x48, 0x45, 0x42, 0x49]
const TEXTS: ReadonlySet<number> = new Set([0x41, 0x35])
/** Octets of a name in IPP. */
const NAME_LIMIT = 255

interface Attribute {
  readonly tag: number
  readonly name: string
  readonly value: string
}

/** An attribute as it travels: its tag, then name and value, each after its length. */
function encoded({ tag, name, value }: Attribute): Uint8Array {
  const [key, text] = [name, value].map((one) => new TextEncoder().encode(one))
  const out = new Uint8Array(5 + (key?.length ?? 0) + (text?.length ?? 0))
  const view = new DataView(out.buffer)
  out[0] = tag
  view.setUint16(1, key?.length ?? 0)
  out.set(key ?? [], 3)
  view.setUint16(3 + (key?.length ?? 0), text?.length ?? 0)
  out.set(text ?? [], 5 + (key?.length ?? 0))
  return out
}

/** The request that prints `bytes`: charset and language first, then the printer, as the standard has them. */
function printJob(uri: string, { id, filename, format, bytes }: Job, requestId: number): Uint8Array<ArrayBuffer> {
  const attributes: readonly Attribute[] = [
    { tag: CHARSET, name: 'attributes-charset', value: 'utf-8' },
    { tag: LANGUAGE, name: 'attributes-natural-language', value: 'pt-br' },
    { tag: URI, name: 'printer-uri', value: uri },
    { tag: NAME, name: 'requesting-user-name', value: 'prumo-agente' },
    { tag: NAME, name: 'job-name', value: `${id} ${filename}`.slice(0, NAME_LIMIT) },
    { tag: MIME, name: 'document-format', value: format },
  ]
  const head = Uint8Array.of(1, 1, 0, PRINT_JOB, 0, 0, requestId >> 8, requestId & 0xff, OPERATION)
  return new Uint8Array(Buffer.concat([head, ...attributes.map(encoded), Uint8Array.of(END), bytes]))
}

interface Job {
  readonly id: string
  readonly filename: string
  readonly format: string
  readonly bytes: Uint8Array
}

/** The first text of an answer: what the printer says of a refusal. */
function messageIn(answer: DataView): string {
  for (let at = 8; at + 5 <= answer.byteLength;) {
    const tag = answer.getUint8(at)
    if (tag < 0x10) {
      at++
      continue
    }
    const nameLength = answer.getUint16(at + 1)
    const valueAt = at + 5 + nameLength
    if (valueAt > answer.byteLength) break
    const length = answer.getUint16(at + 3 + nameLength)
    if (valueAt + length > answer.byteLength) break
    if (TEXTS.has(tag))
      return new TextDecoder().decode(new Uint8Array(answer.buffer, answer.byteOffset + valueAt, length))
    at = valueAt + length
  }
  return ''
}

/** Faults of a call after which the printer has certainly got nothing: nobody was there. */
const UNREACHED = new Set(['ConnectionRefused', 'FailedToOpenSocket', 'ENOTFOUND', 'ECONNREFUSED', 'UnableToConnect'])
/** The same: who was there was not believed, before anything was sent. */
const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])
/** Where IPP is spoken unless it is told otherwise (RFC 8011, section 4). */
const PORT = '631'

/** The address by HTTP of a printer by IPP, its port always told. */
export function httpOf(uri: string): string {
  const { protocol, hostname, port, pathname } = new URL(uri)
  return `${protocol.replace('ipp', 'http')}//${hostname}:${port || PORT}${pathname}`
}

/** Statuses by which a printer says that this very job is wrong (RFC 8011, appendix B); those from 0x0500 on are of a printer that cannot now. */
const isJobs = (status: number): boolean => status >= 0x0400 && status < 0x0500

/** Prints by IPP at an address like `ipp://host:631/ipp/print`. What the printer refuses it has not got; what it takes it prints by itself. */
export const ippPrinter = (uri: string, format: string): Printer => {
  const url = httpOf(uri)
  let requests = 0
  return async ({ id, filename, bytes }, limitMs) => {
    requests = (requests % 0x7fff) + 1
    const body = printJob(uri, { id, filename, format, bytes }, requests)
    const answer = await asked(url, body, limitMs)
    if (answer.byteLength < 8 || answer.getUint32(4) !== requests)
      throw new Error(`A impressora ${uri} respondeu algo que não é IPP.`)
    const status = answer.getUint16(2)
    if (status < 0x0100) return
    const told = messageIn(answer).slice(0, 200)
    const why = `A impressora ${uri} recusou (0x${status.toString(16).padStart(4, '0')})${told ? `: ${told}` : '.'}`
    throw isJobs(status) ? new Unprintable(why) : new NotBegun(why)
  }
}

async function asked(url: string, body: Uint8Array<ArrayBuffer>, limitMs: number): Promise<DataView> {
  const headers = { 'Content-Type': 'application/ipp', Accept: 'application/ipp' }
  try {
    const signal = AbortSignal.timeout(limitMs)
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' })
    // The way to the printer alone was refused: the job was not read.
    if (response.status >= 400) throw new NotBegun(`A impressora ${url} recusou (HTTP ${response.status}).`)
    return new DataView(await response.arrayBuffer())
  } catch (error) {
    if (error instanceof NotBegun) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (UNREACHED.has(code)) throw new NotBegun(`Nenhuma impressora responde em ${url}.`, { cause: error })
    if (UNTRUSTED.has(code))
      throw new NotBegun(`O certificado da impressora ${url} não é aceito (${code}).`, { cause: error })
    throw new Error(`A impressora ${url} não confirmou a impressão.`, { cause: error })
  }
}
