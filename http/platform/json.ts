/** JSON of strangers, made harmless: what would break a conversion or a query further in is left out where it comes in. */

/** Names under which an object tells how it is converted: with one of them `String(value)` throws, or lies. */
const TRAPS: ReadonlySet<string> = new Set(['toString', 'valueOf', 'toJSON', 'constructor', '__proto__'])
/** Texts without any of these, or an escape that could write them, need no second look. */
const SUSPECT = /\\u|"(?:toString|valueOf|toJSON|constructor|__proto__)"/

/** NUL is no letter of any text, nor is half a surrogate pair: PostgreSQL stores neither. */
function disarm(key: string, value: unknown): unknown {
  if (TRAPS.has(key)) return undefined
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value
}

/** Parses a text of a request. Throws SyntaxError. */
export function readJson(text: string): unknown {
  return SUSPECT.test(text) ? JSON.parse(text, disarm) : JSON.parse(text)
}

/** The same for what was parsed already: for parts whose own names have to stay as they came. */
export function disarmed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(disarmed)
  if (typeof value !== 'object' || value === null) return disarm('', value)
  const safe = Object.entries(value).filter(([key]) => !TRAPS.has(key))
  return Object.fromEntries(safe.map(([key, one]) => [key, disarmed(one)]))
}
