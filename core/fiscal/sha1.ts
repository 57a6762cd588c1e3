import { CoreError } from '../errors'

/**
 * SHA-1 of an ASCII text (FIPS 180-4), 20 bytes. The SEFAZ codes of the NFC-e ask for it; it protects nothing by itself.
 * Throws `invalid_text` for other characters or over 10,000 of them.
 */
export function sha1(text: string): number[] {
  if (!/^[ -~]{0,10000}$/.test(text)) throw new CoreError('invalid_text', 'O texto do código tem caracteres inválidos.')
  const words = paddedWords(text)
  let [h0, h1, h2, h3, h4] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]
  for (let start = 0; start < words.length; start += 16) {
    const w = words.slice(start, start + 16)
    for (let t = 16; t < 80; t++) w.push(rotate(at(w, t - 3) ^ at(w, t - 8) ^ at(w, t - 14) ^ at(w, t - 16), 1))
    let [a, b, c, d, e] = [h0, h1, h2, h3, h4]
    for (let t = 0; t < 80; t++) {
      const [f, k] = round(t, b, c, d)
      const next = (rotate(a, 5) + f + e + k + at(w, t)) | 0
      ;[a, b, c, d, e] = [next, a, rotate(b, 30), c, d]
    }
    ;[h0, h1, h2, h3, h4] = [(h0 + a) | 0, (h1 + b) | 0, (h2 + c) | 0, (h3 + d) | 0, (h4 + e) | 0]
  }
  return [h0, h1, h2, h3, h4].flatMap((word) => [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255])
}

function paddedWords(text: string): number[] {
  const words = Array.from<number>({ length: (((text.length + 8) >> 6) + 1) * 16 }).fill(0)
  for (let index = 0; index <= text.length; index++) {
    const byte = index === text.length ? 0x80 : text.charCodeAt(index)
    words[index >> 2] = at(words, index >> 2) | (byte << (24 - (index & 3) * 8))
  }
  words[words.length - 1] = text.length * 8
  return words
}

function round(t: number, b: number, c: number, d: number): [number, number] {
  if (t < 20) return [(b & c) | (~b & d), 0x5a827999]
  if (t < 40) return [b ^ c ^ d, 0x6ed9eba1]
  if (t < 60) return [(b & c) | (b & d) | (c & d), 0x8f1bbcdc]
  return [b ^ c ^ d, 0xca62c1d6]
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits))
}

function at(words: readonly number[], index: number): number {
  return words[index] ?? 0
}

/** Bytes as capital hexadecimal. */
export function hex(bytes: readonly number[]): string {
  return bytes
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Bytes as base64. */
export function base64(bytes: readonly number[]): string {
  let out = ''
  for (let index = 0; index < bytes.length; index += 3) {
    const [a = 0, b, c] = bytes.slice(index, index + 3)
    const bits = (a << 16) | ((b ?? 0) << 8) | (c ?? 0)
    const four = [18, 12, 6, 0].map((shift) => ALPHABET.charAt((bits >> shift) & 63))
    out += four
      .map((letter, place) => ((place === 2 && b === undefined) || (place === 3 && c === undefined) ? '=' : letter))
      .join('')
  }
  return out
}
