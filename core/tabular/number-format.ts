/** What a spreadsheet shows of a number by its number format, where that is another thing than the number (ECMA-376, part 1, 18.8.31). */

/** Formats that have a number instead of a text (18.8.30), as far as they show another thing. */
export const BUILT_IN: Readonly<Record<number, string>> = { 9: '0%', 10: '0.00%' }

/** What codes and telephone numbers are written with between their digits. */
const BETWEEN = /^[-./() ]*$/

type Part = { readonly digit: '0' | '#' } | { readonly literal: string }

/** Can a format show another thing than the number: a percentage, or digits that are filled with zeros? */
export const showsOther = (format: string): boolean => /%/.test(format) || /0.*0/.test(format)

/**
 * A number as people see it in its cell: `0.05` in `0%` is `5%`, and `41512` in `0000000` is `0041512`; a code with signs between its digits has them.
 * In any other format the number itself: how many decimals are shown, or how thousands are parted, does not change what is meant.
 */
export function shownNumber(value: number, format: string): number | string {
  const parts = partsOf(firstSection(format))
  if (parts === undefined) return value
  if (parts === 'percent') return `${hundredfold(value)}%`
  if (!Number.isInteger(value) || value < 0 || value > Number.MAX_SAFE_INTEGER) return value
  const wanted = parts.filter((part) => 'digit' in part)
  const zeros = wanted.filter(({ digit }) => digit === '0').length
  const signs = parts.filter((part) => 'literal' in part)
  if (zeros < 2 || !signs.every(({ literal }) => BETWEEN.test(literal))) return value
  const digits = String(value).padStart(zeros, '0')
  return digits.length > wanted.length && signs.length > 0 ? value : filled(parts, digits, wanted.length)
}

/** The digits in their places, the last in the last; more of them than places stand before. */
function filled(parts: readonly Part[], digits: string, places: number): string {
  let at = digits.length - places
  let text = digits.slice(0, Math.max(0, at))
  for (const part of parts) {
    if ('literal' in part) text += at < 0 ? '' : part.literal
    else text += at < 0 ? '' : digits.charAt(at)
    if ('digit' in part) at++
  }
  return text.trim()
}

/** Sections part what is shown of positive, negative and other numbers; the first is that of positive ones, unless it has a condition. */
function firstSection(format: string): string {
  const text = format
    .replaceAll(/\[\$[^\]]*\]/g, '')
    .replaceAll(/\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\]/gi, '')
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') quoted = !quoted
    else if (text[at] === ';' && !quoted) return text.slice(0, at)
  }
  return text
}

/** A format of digits and signs in its parts; `percent` for one; undefined for any other, such as one with decimals, thousands or a condition. */
function partsOf(format: string): readonly Part[] | 'percent' | undefined {
  const parts: Part[] = []
  let percent = false
  let plain = true
  for (let at = 0; at < format.length; at++) {
    const sign = format.charAt(at)
    if (sign === '\\') parts.push({ literal: format.charAt(++at) })
    else if (sign === '_') at++
    else if (sign === '"') {
      const end = format.indexOf('"', at + 1)
      if (end === -1) return undefined
      parts.push({ literal: format.slice(at + 1, end) })
      at = end
    } else if (sign === '%') percent = true
    else if (sign === '0' || sign === '#') parts.push({ digit: sign })
    else if ('-/() '.includes(sign)) parts.push({ literal: sign })
    else plain = false
  }
  if (percent) return 'percent'
  return plain ? parts : undefined
}

/** A hundred times a number, as it is shown with 15 digits: 0.0975 gives 9.75. */
function hundredfold(value: number): string {
  const [digits = '', exponent = '0'] = value.toExponential(14).split('e')
  return String(Number(`${digits}e${Number(exponent) + 2}`))
}
