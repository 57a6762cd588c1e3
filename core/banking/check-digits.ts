/** Check digits of FEBRABAN's barcodes; `digits` are decimal digits. */

const digitsOf = (digits: string): readonly number[] => [...digits].map(Number)

/** Modulo 10: weights 2, 1, 2, 1 from the right, the digits of each product added up. */
export function mod10(digits: string): number {
  const total = digitsOf(digits)
    .toReversed()
    .map((digit, at) => digit * (at % 2 === 0 ? 2 : 1))
    .reduce((sum, product) => sum + Math.floor(product / 10) + (product % 10), 0)
  return (10 - (total % 10)) % 10
}

/** The sum of digits times weights 2 to `highest`, from the right, again and again; its rest by 11. */
function rest11(digits: string, highest: number): number {
  const weights = highest - 1
  const total = digitsOf(digits)
    .toReversed()
    .reduce((sum, digit, at) => sum + digit * (2 + (at % weights)), 0)
  return total % 11
}

/** The general digit of a boleto's barcode: modulo 11 with weights 2 to 9; what would be 0, 10 or 11 is 1. */
export function mod11Boleto(digits: string): number {
  const digit = 11 - rest11(digits, 9)
  return digit > 9 ? 1 : digit
}

/** A digit of a collection slip whose value says modulo 11: rests 0 and 1 give 0, rest 10 gives 1. */
export function mod11Collection(digits: string): number {
  const rest = rest11(digits, 9)
  return rest < 2 ? 0 : 11 - rest
}
