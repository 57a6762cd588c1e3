/** Character classes of GS1 data. A character may belong to several; a class is one bit. */
export const DIGIT = 1
export const CSET82 = 2
export const CSET39 = 4
export const CSET64 = 8

const DIGITS = '0123456789'
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const SMALL = 'abcdefghijklmnopqrstuvwxyz'

/** CSET 82 in the order of its values, the one the check pair counts with. */
export const CSET82_ORDER = `!"%&'()*+,-./${DIGITS}:;<=>?${CAPITALS}_${SMALL}`

const classes = new Uint8Array(128)
mark(DIGITS, DIGIT)
mark(CSET82_ORDER, CSET82)
mark(`#-/${DIGITS}${CAPITALS}`, CSET39)
mark(`-_${DIGITS}${CAPITALS}${SMALL}`, CSET64)

function mark(characters: string, bit: number): void {
  for (let at = 0; at < characters.length; at++) {
    const code = characters.charCodeAt(at)
    classes[code] = (classes[code] ?? 0) | bit
  }
}

/** Position of the first character outside the class, -1 when there is none. */
export function firstOutside(value: string, cset: number): number {
  for (let at = 0; at < value.length; at++) {
    if (((classes[value.charCodeAt(at)] ?? 0) & cset) === 0) return at
  }
  return -1
}

/** All characters are digits and there is at least one. */
export function isDigits(value: string): boolean {
  return value.length > 0 && firstOutside(value, DIGIT) === -1
}
