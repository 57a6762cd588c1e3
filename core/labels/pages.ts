import { utf8 } from '../pix/br-code'
import { HALVES } from '../tabular/encoding'

/** Code pages that label printers are told: each language says which one its texts are in. */
export type CodePage = 'utf-8' | SingleByte
type SingleByte = 'windows-1252' | 'cp850'

const FIRST_UPPER = 128
const BYTES: Readonly<Record<SingleByte, ReadonlyMap<string, number>>> = {
  'windows-1252': bytesOf('windows-1252'),
  cp850: bytesOf('cp850'),
}

/** The byte of each sign of a page; below 128 they are ASCII, what ends lines and begins commands among them. */
function bytesOf(page: SingleByte): ReadonlyMap<string, number> {
  const ascii = Array.from({ length: FIRST_UPPER }, (_, code) => [String.fromCharCode(code), code] as const)
  return new Map([...ascii, ...[...HALVES[page]].map((sign, at) => [sign, FIRST_UPPER + at] as const)])
}

/** What is written in place of a sign that a page has not, where a letter without its accent is not it. */
const INSTEAD: Readonly<Record<string, string>> = {
  '…': '...',
  '–': '-',
  '—': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '•': '·',
  '€': 'EUR',
}
const NONE = '?'

/** A text with the signs of a page alone: one that it has not gives way to what is nearest, a letter to the same without its accent. */
export function inPage(text: string, page: CodePage): string {
  const whole = text.normalize('NFC')
  if (page === 'utf-8') return whole
  const known = BYTES[page]
  return Array.from(whole, (sign) => {
    if (known.has(sign)) return sign
    const nearest = INSTEAD[sign] ?? sign.normalize('NFKD').charAt(0)
    return [...nearest].every((one) => known.has(one)) ? nearest : NONE
  }).join('')
}

/** A file in the bytes of its page. */
export function bytesIn(text: string, page: CodePage): Uint8Array<ArrayBuffer> {
  if (page === 'utf-8') return Uint8Array.from(utf8(text))
  const known = BYTES[page]
  return Uint8Array.from(inPage(text, page), (sign) => known.get(sign) ?? NONE.charCodeAt(0))
}
