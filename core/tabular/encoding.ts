/** How the text of a file is encoded, as its bytes tell. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const SAMPLE = 1024 * 1024

/**
 * Byte order marks decide; without one, text with a NUL in every other byte is UTF-16, what is valid UTF-8 is UTF-8, and anything else is
 * Windows-1252, as spreadsheets of this country write it. `sample` is the beginning of the file; its last character may be cut in two.
 */
export function encodingOf(sample: Uint8Array): Encoding {
  const [first, second] = sample
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  const looked = sample.subarray(0, 4096)
  for (const [at, byte] of looked.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > looked.length / 4 && even < odd / 4) return 'utf-16le'
  if (even > looked.length / 4 && odd < even / 4) return 'utf-16be'
  return isUtf8(sample.subarray(0, SAMPLE)) ? 'utf-8' : 'windows-1252'
}

/** Valid UTF-8 (RFC 3629: no overlong forms, no surrogates); what is cut off at the end is forgiven. */
function isUtf8(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0
    const more = first < 0x80 ? 0 : first < 0xc2 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : -1
    if (more < 0) return false
    for (let next = 1; next <= more && at + next < bytes.length; next++) {
      const byte = bytes[at + next] ?? 0
      if (byte < (next === 1 ? leastSecond(first) : 0x80) || byte > (next === 1 ? mostSecond(first) : 0xbf))
        return false
    }
    at += more + 1
  }
  return true
}

const leastSecond = (first: number): number => (first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80)
const mostSecond = (first: number): number => (first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf)
