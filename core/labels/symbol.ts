import { CoreError } from '../errors'
import {
  describeFault,
  encodeElements,
  encodeEan13,
  encodeEan8,
  encodeItf14,
  encodeText,
  humanReadable,
  isGtin,
  readBracketed,
} from '../gs1'
import { type ElementKind, invalidLabel } from './label'

/** Bars of a label: what they are, what they hold, their modules (1 dark) and what stands under them. */
export interface Symbol {
  readonly symbology: 'ean13' | 'ean8' | 'itf14' | 'code128' | 'gs1-128'
  readonly data: string
  readonly modules: string
  /** White modules before and after the bars, in all (GS1 General Specifications, section 5). */
  readonly quiet: number
  readonly readable: string
  /** Of Code 128 alone: its characters from the start to before the check character. */
  readonly codewords?: readonly number[]
}

/** Code 128 and GS1-128 write whatever a scanner may type: printable ASCII. */
const PRINTABLE = /^[\u0020-\u007e]+$/

/** Widths of bars and spaces in turn, as modules. */
export const spread = (widths: Iterable<string>): string =>
  [...widths].map((width, at) => (at % 2 === 0 ? '1' : '0').repeat(Number(width))).join('')

/** Where bars begin and how wide they are, in modules. */
export const darkRuns = (modules: string): (readonly [from: number, wide: number])[] =>
  [...modules.matchAll(/1+/g)].map((run) => [run.index, run[0].length])

/** The symbol of a value in an element of bars; undefined where it is empty: a product without a code has no bars. Throws CoreError `invalid_label`. */
export function symbolOf(kind: ElementKind, value: string): Symbol | undefined {
  const text = value.trim()
  if (text === '') return undefined
  try {
    if (kind === 'gs1') return gs1Symbol(text)
    return kind === 'barras' && isGtin(text) ? gtinSymbol(text) : plainSymbol(text)
  } catch (error) {
    if (error instanceof CoreError) throw invalidLabel(error.message)
    throw error
  }
}

function gtinSymbol(text: string): Symbol {
  if (text.length === 8)
    return {
      symbology: 'ean8',
      data: text,
      modules: encodeEan8(text),
      quiet: 14,
      readable: `${text.slice(0, 4)} ${text.slice(4)}`,
    }
  if (text.length === 14)
    return { symbology: 'itf14', data: text, modules: spread(encodeItf14(text).split(' ')), quiet: 20, readable: text }
  const data = text.padStart(13, '0')
  const readable = `${data.slice(0, 1)} ${data.slice(1, 7)} ${data.slice(7)}`
  return { symbology: 'ean13', data, modules: encodeEan13(data), quiet: 18, readable }
}

function plainSymbol(text: string): Symbol {
  if (!PRINTABLE.test(text)) throw invalidLabel(`'${text}' tem caracteres que não existem no Code 128.`)
  const { bars, codewords } = encodeText(text)
  return {
    symbology: 'code128',
    data: text,
    modules: spread(bars),
    quiet: 20,
    readable: text,
    codewords: codewords.slice(0, -2),
  }
}

/** Elements whose value is empty are left out: `(10){lote}` where there is no lot. A GTIN of fewer than 14 digits is filled. */
function gs1Symbol(text: string): Symbol | undefined {
  const given = text
    .replaceAll(/\(\d{2,4}\)(?=\(|$)/g, '')
    .replaceAll(/\((0[12])\)(\d{8,13})(?!\d)/g, (_, ai: string, gtin: string) => `(${ai})${gtin.padStart(14, '0')}`)
  if (given === '') return undefined
  const { elements, fault } = readBracketed(given)
  if (fault) throw invalidLabel(describeFault(fault))
  const { bars, codewords } = encodeElements(elements)
  return {
    symbology: 'gs1-128',
    data: given,
    modules: spread(bars),
    quiet: 20,
    readable: humanReadable(elements).join(' '),
    codewords: codewords.slice(0, -2),
  }
}
