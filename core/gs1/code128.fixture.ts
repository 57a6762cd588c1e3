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
