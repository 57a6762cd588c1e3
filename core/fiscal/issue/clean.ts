import { type Amount, decimal } from '../../money/decimal'

/** Signs that people type and the layout has no room for (it ends at ÿ), by what says the same. */
const SAME: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '−': '-',
  '…': '...',
  '•': '-',
  '€': 'EUR',
  '™': 'TM',
  œ: 'oe',
  Œ: 'OE',
}

/**
 * A text as the layout takes it: no sign beyond ÿ (accents of other alphabets lose their mark, what has no letter is left out), runs of white space one space, none
 * at the ends, at most so many characters. Undefined when nothing is left.
 */
export function clean(text: string | undefined, max: number): string | undefined {
  if (text === undefined) return undefined
  const composed = text.normalize('NFC').replaceAll(/[^ -~\u00A1-ÿ]/gu, replacement)
  const tidy = composed.replaceAll(/\s+/g, ' ').trim()
  return tidy === '' ? undefined : tidy.slice(0, max).trimEnd()
}

function replacement(letter: string): string {
  const same = SAME[letter]
  if (same !== undefined) return same
  if (/\s/.test(letter)) return ' '
  const plain = letter.normalize('NFKD').replaceAll(/[^ -~\u00A1-ÿ]/gu, '')
  return plain
}

/** An amount with so many decimals, half up. */
export const fixed = (value: Amount, decimals: number): string => decimal(value).toFixed(decimals)

/** An amount of money. */
export const money = (value: Amount): string => fixed(value, 2)

/** Neither missing nor nothing. */
export const isSome = (value: Amount | undefined): value is Amount => value !== undefined && !decimal(value).isZero()

/** An amount of money, absent when it is nothing: fields that the layout wants above zero. */
export const some = (value: Amount | undefined): string | undefined => (isSome(value) ? money(value) : undefined)

/** A number with the decimals that it has, at least `least` and at most `most`. */
export function spread(value: Amount, least: number, most: number): string {
  const text = fixed(value, most)
  const zeros = /0+$/.exec(text)?.[0].length ?? 0
  return zeros === 0 ? text : fixed(value, Math.max(least, most - zeros))
}

/** Digits of a code that people write with signs. */
export const digits = (text: string | undefined): string | undefined => {
  const plain = text?.replaceAll(/\D/g, '') ?? ''
  return plain === '' ? undefined : plain
}
