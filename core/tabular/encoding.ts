/** How the text of a file is encoded, as its bytes tell. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | SingleByte
type SingleByte = 'windows-1252' | 'macintosh' | 'cp850'

const SAMPLE = 1024 * 1024

/**
 * Byte order marks decide; without one, text with a NUL in every other byte is UTF-16, what is valid UTF-8 is UTF-8, and anything else is one of
 * three with a byte a letter: Windows-1252, as spreadsheets of this country write it, unless its accented letters make Portuguese words only as
 * Macintosh text or as that of DOS (code page 850). `sample` is the beginning of the file; its last character may be cut in two.
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
  return isUtf8(sample.subarray(0, SAMPLE)) ? 'utf-8' : singleByteOf(sample.subarray(0, SAMPLE))
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

/** The upper halves of the encodings with a byte a letter, in the order in which they are taken where none is better. */
export const HALVES: Readonly<Record<SingleByte, string>> = {
  'windows-1252':
    '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ\u00A0¡¢£¤¥¦§¨©ª«¬\u00AD®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ',
  macintosh:
    'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u00A0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uF8FFÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ',
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0',
}

const PORTUGUESE = 'áàâãéêíóôõúüç'
/** Signs that stand between and after words. */
const SIGNS = 'ºª°–—“”‘’€§®©«»±²³½¼·\u00A0'
/** Accented letters that have to speak against Windows-1252 before another is taken. */
const CLEARLY = 2

function singleByteOf(sample: Uint8Array): SingleByte {
  const scoreOf = (encoding: SingleByte) => likeness(sample, HALVES[encoding])
  const macintosh = scoreOf('macintosh')
  const cp850 = scoreOf('cp850')
  if (Math.max(macintosh, cp850) < scoreOf('windows-1252') + CLEARLY) return 'windows-1252'
  return cp850 > macintosh ? 'cp850' : 'macintosh'
}

/** How much the bytes above ASCII look like the accented letters of Portuguese words when they are read by this table. */
function likeness(sample: Uint8Array, half: string): number {
  const letterAt = (at: number): string => {
    const byte = sample[at] ?? 0x20
    return byte < 0x80 ? String.fromCodePoint(byte) : half.charAt(byte - 0x80)
  }
  let score = 0
  for (const [at, byte] of sample.entries()) {
    if (byte < 0x80) continue
    score += likenessOf(letterAt(at), letterAt(at - 1), letterAt(at + 1))
  }
  return score
}

function likenessOf(letter: string, before: string, after: string): number {
  if (!/\p{L}/u.test(letter)) return SIGNS.includes(letter) ? 0 : -1
  // Letters that change from small to capital within a word are of another table.
  if (isUpper(letter) ? isLower(before) : isUpper(before) && isUpper(after)) return -1
  return PORTUGUESE.includes(letter.toLowerCase()) ? 1 : 0
}

const isLower = (letter: string): boolean => letter !== letter.toUpperCase()
const isUpper = (letter: string): boolean => letter !== letter.toLowerCase()

/** Text of an encoding with a byte a letter. */
export function decodeBytes(bytes: Uint8Array, encoding: SingleByte): string {
  const half = HALVES[encoding]
  return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCodePoint(byte) : half.charAt(byte - 0x80))).join('')
}
