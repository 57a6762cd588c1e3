/** A reader of Code 128 codewords for the tests, written apart from the encoder. */
export const STOP = 106

/** The text of a symbol, from its start codeword to its stop; FNC1 as `<F1>`. '?' where a codeword has no meaning in its set. */
export function decodeCode128(codewords: readonly number[]): string {
  let set = 'ABC'.charAt((codewords[0] ?? 0) - 103)
  let shifted = false
  let text = ''
  for (const codeword of codewords.slice(1, -2)) {
    const current = shifted ? (set === 'A' ? 'B' : 'A') : set
    shifted = false
    if (codeword === 102) text += '<F1>'
    else if (current === 'C' && codeword < 100) text += String(codeword).padStart(2, '0')
    else if (current !== 'C' && codeword === 99) set = 'C'
    else if (current !== 'B' && codeword === 100) set = 'B'
    else if (current !== 'A' && codeword === 101) set = 'A'
    else if (current !== 'C' && codeword === 98) shifted = true
    else if (current === 'B' && codeword < 96) text += String.fromCharCode(codeword + 32)
    else if (current === 'A' && codeword < 96)
      text += String.fromCharCode(codeword < 64 ? codeword + 32 : codeword - 64)
    else text += '?'
  }
  return text
}

/** The fewest codewords, start, check and stop included, that write a short text: every way is tried. */
export function fewestCodewords(text: string): number {
  return 2 + Math.min(...['A', 'B', 'C'].map((set) => 1 + tryAll(text, set)))
}

function tryAll(text: string, set: string): number {
  if (text === '') return 0
  const ways = ['A', 'B', 'C'].map((next) => (next === set ? 0 : 1) + 1 + writeIn(text, next))
  if (set !== 'C')
    ways.push(2 + (fits(text.charAt(0), set === 'A' ? 'B' : 'A') ? tryAll(text.slice(1), set) : Infinity))
  return Math.min(...ways)
}

function writeIn(text: string, set: string): number {
  if (set === 'C') return /^\d\d/.test(text) ? tryAll(text.slice(2), set) : Infinity
  return fits(text.charAt(0), set) ? tryAll(text.slice(1), set) : Infinity
}

function fits(character: string, set: string): boolean {
  return set === 'A' ? character < '`' : character >= ' '
}
