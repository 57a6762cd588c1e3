/** Texts of a CSV file that a spreadsheet would take for a number or a formula, and what keeps it from that. */

const FORMULA = /^[=+@\-\t\r']/
/** `="0041"`, as other programs guard the zeros of a code. */
const AS_FORMULA = /^\s*=\s*"((?:[^"]|"")*)"\s*$/
/** An apostrophe before what is guarded so, here and elsewhere; others are apostrophes. */
const APOSTROPHE = /^'(?=[=+@\-\t\r']|\d+$)/

/** The text with an apostrophe before what would run. */
export const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** The text that was meant, without its guard: what `guarded` made, and `="…"`. */
export function unguarded(text: string): string {
  const inside = AS_FORMULA.exec(text)?.[1]
  return inside === undefined ? text.replace(APOSTROPHE, '') : inside.replaceAll('""', '"')
}
