import { isDigits } from './characters'

/** Lengths of the GS1 keys that end in a check digit: GTIN-8, 12, 13, 14, GSIN (17) and SSCC (18). */
const KEY_LENGTHS = new Set([8, 12, 13, 14, 17, 18])

/**
 * The check digit that ends `value`, which already has a digit in its place (that last digit is ignored). Weights 3 and 1 from the right.
 * `value` must be digits only. Source: GS1 General Specifications, section 7.9.1.
 */
export function checkDigitOf(value: string): string {
  let sum = 0
  for (let at = value.length - 2, weight = 3; at >= 0; at--, weight = 4 - weight) {
    sum += weight * (value.charCodeAt(at) - 48)
  }
  return String((10 - (sum % 10)) % 10)
}

/** The last digit is the check digit of the ones before it. `value` must be digits only. */
export function endsInCheckDigit(value: string): boolean {
  return checkDigitOf(value) === value.charAt(value.length - 1)
}

/** Judges the check digit of a GTIN, GSIN or SSCC. `correctDigit` is absent when the text is not digits of such a length. */
export function checkDigit(value: string): { ok: boolean; correctDigit?: string } {
  if (!KEY_LENGTHS.has(value.length) || !isDigits(value)) return { ok: false }
  const correctDigit = checkDigitOf(value)
  return { ok: value.endsWith(correctDigit), correctDigit }
}

/** A GTIN of 8, 12, 13 or 14 digits with a right check digit. */
export function isGtin(value: string): boolean {
  return value.length <= 14 && checkDigit(value).ok
}

/** Appends the check digit: `withCheckDigit('789835741001')` gives 13 digits. `body` must be digits only. */
export function withCheckDigit(body: string): string {
  return body + checkDigitOf(`${body}0`)
}
