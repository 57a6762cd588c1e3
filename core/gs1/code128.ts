import { CoreError } from '../errors'
import { type Element, GS, joinElements } from './elements'

/** A Code 128 symbol. `bars` is the width in modules of each bar and space in turn, quiet zones apart. */
export interface Code128 {
  readonly codewords: readonly number[]
  readonly modules: number
  readonly bars: string
}

/** The FNC1 character inside `encodeCode128` text: U+0080, outside the characters the symbol can carry as data. */
export const FNC1_CHARACTER = '\u0080'

const LONGEST = 200
const A = 0
const B = 1
const C = 2
type CodeSet = typeof A | typeof B | typeof C
const SETS: readonly CodeSet[] = [C, B, A]
const START = 103
const STOP = 106
const FNC1_CODE = 102
const SHIFT = 98
/** Codewords that change to set A, B or C. */
const LATCH = [101, 100, 99] as const
/** More codewords than any text needs. */
const NEVER = 1e6

/** Bar and space widths of the 107 characters, six digits each; the stop has a last bar more. ISO/IEC 15417 table 1. */
const WIDTHS =
  '212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231113222123122123221' +
  '223211221132221231213212223112312131311222321122321221312212322112322211212123212321232121111323131123131321' +
  '112313132113132311211313231113231311112133112331132131113123113321133121313121211331231131213113213311213131' +
  '311123311321331121312113312311332111314111221411431111111224111422121124121421141122141221112214112412122114' +
  '122411142112142211241211221114413111241112134111111242121142121241114212124112124211411212421112421211212141' +
  '214121412121111143111341131141114113114311411113411311113141114131311141411131211412211214211232233111'

/** Code 128 of plain text (ASCII), in as few characters as it can be. Throws CoreError `invalid_symbol`. */
export function encodeText(text: string): Code128 {
  return encodeCode128(text)
}

/** GS1-128 of element strings: FNC1 first and wherever a separator is needed. Throws CoreError `invalid_symbol`. */
export function encodeElements(elements: readonly Element[]): Code128 {
  return encodeCode128(FNC1_CHARACTER + joinElements(elements, GS).replaceAll(GS, FNC1_CHARACTER))
}

function encodeCode128(text: string): Code128 {
  if (text === '' || text.length > LONGEST) {
    throw new CoreError('invalid_symbol', `O código de barras precisa ter de 1 a ${LONGEST} caracteres.`)
  }
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) > 128) {
      throw new CoreError('invalid_symbol', `O caractere '${text.charAt(at)}' não existe no Code 128.`)
    }
  }
  const body = chooseCodewords(text)
  const sum = body.reduce((total, codeword, at) => total + codeword * Math.max(at, 1), 0)
  const codewords = [...body, sum % 103, STOP]
  const bars = `${codewords.map((codeword) => WIDTHS.slice(codeword * 6, codeword * 6 + 6)).join('')}2`
  return { codewords, modules: codewords.length * 11 + 2, bars }
}

/** The codeword of the character at `at` in a set, -1 when the set has not got it. In set C it stands for two digits. */
function codewordIn(set: CodeSet, text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code === 128) return FNC1_CODE
  if (set === A) return code < 96 ? (code + 64) % 96 : -1
  if (set === B) return code >= 32 ? code - 32 : -1
  const tens = code - 48
  const units = text.charCodeAt(at + 1) - 48
  return tens >= 0 && tens <= 9 && units >= 0 && units <= 9 ? tens * 10 + units : -1
}

/** How many characters of text one codeword of this set takes. */
function advance(set: CodeSet, text: string, at: number): number {
  return set === C && text.charCodeAt(at) !== 128 ? 2 : 1
}

/**
 * Start character and data, by dynamic programming from the end: `costs[at][set]` is the fewest codewords that write the text from `at` on
 * when set is current. A character of the other of A and B can also be shifted to.
 */
function chooseCodewords(text: string): number[] {
  const costs: [number, number, number][] = Array.from({ length: text.length + 1 }, () => [NEVER, NEVER, NEVER])
  costs[text.length] = [0, 0, 0]
  for (let at = text.length - 1; at >= 0; at--) {
    const inA = stepCost(costs, text, at, A)
    const inB = stepCost(costs, text, at, B)
    const inC = stepCost(costs, text, at, C)
    const latched = Math.min(inA, inB, inC) + 1
    costs[at] = [Math.min(inA, latched), Math.min(inB, latched), Math.min(inC, latched)]
  }
  const first = costs[0] ?? [0, 0, 0]
  let set: CodeSet = SETS.find((one) => first[one] === Math.min(...first)) ?? B
  const codewords = [START + set]
  for (let at = 0; at < text.length;) {
    const cost = costs[at]?.[set]
    if (stepCost(costs, text, at, set) !== cost) {
      set = SETS.find((one) => stepCost(costs, text, at, one) + 1 === cost) ?? set
      codewords.push(LATCH[set] ?? 0)
    }
    const codeword = codewordIn(set, text, at)
    if (codeword === -1) codewords.push(SHIFT, codewordIn(set === A ? B : A, text, at))
    else codewords.push(codeword)
    at += advance(set, text, at)
  }
  return codewords
}

/** Cost of the text from `at` when its first character is written without leaving the set. */
function stepCost(costs: readonly (readonly number[])[], text: string, at: number, set: CodeSet): number {
  const rest = costs[at + advance(set, text, at)]?.[set] ?? NEVER
  if (codewordIn(set, text, at) !== -1) return 1 + rest
  return set === C ? NEVER : 2 + rest
}
