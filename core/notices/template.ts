/** Texts with places for values: `Olá, {{cliente}}!`. What a place names is looked up once: what a value holds is text, whatever it looks like. */

/** Longest name that a place may hold; longer ones are told cut. */
const LONGEST = 80
/** Bounded, so that a text full of braces is read in one go. */
const PLACE = /\{\{([^{}]{0,200})\}\}/g

/** A place as it is written in a text. */
export const placeOf = (name: string): string => `{{${name}}}`

/** The names that a text's places hold, each once, in the order in which they come. */
export function namesIn(text: string): readonly string[] {
  const names = new Set<string>()
  for (const [, name = ''] of text.matchAll(PLACE)) names.add(name.trim().slice(0, LONGEST))
  return [...names]
}

/**
 * A text with its places filled, at most `limit` characters of it. A place whose name has no value stays as it is written: a text that is in use has none, since it
 * was refused.
 */
export function render(text: string, values: Readonly<Record<string, string>>, limit: number): string {
  let [filled, from] = ['', 0]
  for (const { 0: place, 1: name = '', index } of text.matchAll(PLACE)) {
    const own = name.trim()
    filled += text.slice(from, index) + (Object.hasOwn(values, own) ? (values[own] ?? '') : place)
    from = index + place.length
    if (filled.length >= limit) return cut(filled, limit)
  }
  return cut(filled + text.slice(from), limit)
}

/** Never half of a character that takes two places. */
function cut(text: string, limit: number): string {
  const short = text.slice(0, limit)
  return /[\uD800-\uDBFF]$/.test(short) ? short.slice(0, -1) : short
}

/** A text on one line, as subjects are: no break of it ever begins another header. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
