import { CoreError } from '../errors'

/** The one thing the core needs of the runtime here; Bun, Node and the browsers all have it. */
declare const TextDecoder: new (
  label: string,
  options?: { fatal?: boolean },
) => { decode: (bytes: Uint8Array) => string }

const MAX_BYTES = 20_000_000
/** What an XML declaration of a fiscal document may say; ISO-8859-1 is read as its superset, as browsers do. */
const DECODERS: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'windows-1252',
  ascii: 'windows-1252',
  'iso-8859-1': 'windows-1252',
  'iso8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'iso-8859-15': 'iso-8859-15',
  'windows-1252': 'windows-1252',
  cp1252: 'windows-1252',
}

/**
 * Text of an XML file: the byte order mark decides, then the declared encoding, then UTF-8. Bytes that are not the UTF-8 they claim
 * to be are read as windows-1252, the usual slip of older emitters. Throws `too_large` over 20 MB and `damaged_xml` for an encoding not known.
 */
export function decodeXml(bytes: Uint8Array): string {
  if (bytes.length > MAX_BYTES) throw new CoreError('too_large', 'O arquivo XML passa do limite de 20 MB.')
  const label = markedEncoding(bytes) ?? declaredEncoding(bytes)
  if (label !== 'utf-8') return new TextDecoder(label).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function markedEncoding(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return undefined
}

function declaredEncoding(bytes: Uint8Array): string {
  const head = String.fromCharCode(...bytes.subarray(0, 200))
  const declared = /<\?xml[^>]{0,100}encoding\s*=\s*["']([^"']{1,40})["']/i.exec(head)?.[1]
  if (declared === undefined) return 'utf-8'
  const label = DECODERS[declared.toLowerCase()]
  if (label === undefined) throw new CoreError('damaged_xml', `XML danificado: codificação '${declared}' desconhecida.`)
  return label
}
