/** What the beginning or the whole of a file must hold to be what its name says it is. */

const LATIN1 = new TextDecoder('latin1')

const beginsWith =
  (...signature: readonly number[]) =>
  (bytes: Uint8Array): boolean =>
    signature.every((byte, at) => bytes[at] === byte)

const isOle = beginsWith(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)
const isJpeg = beginsWith(0xff, 0xd8, 0xff)
const isZip = beginsWith(0x50, 0x4b, 0x03, 0x04)

/** An Office file is a zip that names its parts in clear; nothing is unpacked. */
const isOffice =
  (part: string) =>
  (bytes: Uint8Array): boolean => {
    if (!isZip(bytes)) return false
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return text.includes('[Content_Types].xml') && text.includes(part)
  }

/** Text has no NUL, nor other control characters than tab, line ends and form feed. */
function isText(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d || byte === 0x0c)
}

/** The extensions that are taken (document 2, section 5), and how their content shows. */
const KINDS: ReadonlyMap<string, (bytes: Uint8Array) => boolean> = new Map([
  ['jpeg', isJpeg],
  ['jpg', isJpeg],
  ['pdf', (bytes: Uint8Array) => LATIN1.decode(bytes.subarray(0, 1024)).includes('%PDF-')],
  ['doc', isOle],
  ['docx', isOffice('word/')],
  ['xls', isOle],
  ['xlsx', isOffice('xl/')],
  ['csv', isText],
  ['bmp', beginsWith(0x42, 0x4d)],
  ['html', isText],
])

/** The extension of a file whose content is what its name says; undefined when it is not taken. */
export function extensionOf(name: string, bytes: Uint8Array): string | undefined {
  const extension = /\.([a-z]{3,4})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return bytes.length > 0 && KINDS.get(extension)?.(bytes) ? extension : undefined
}
