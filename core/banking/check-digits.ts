/** Check digits of FEBRABAN's barcodes, and of the numbers that banks give; `digits` are decimal digits. */

const digitsOf = (digits: string): readonly number[] => [...digits].map(Number)

/** Modulo 10: weights 2, 1, 2, 1 from the right, the digits of each product added up. */
export function mod10(digits: string): number {
  const total = digitsOf(digits)
    .toReversed()
    .map((digit, at) => digit * (at % 2 === 0 ? 2 : 1))
    .reduce((sum, product) => sum + Math.floor(product / 10) + (product % 10), 0)
  return (10 - (total % 10)) % 10
}

/** The sum of digits times weights, from the left, again and again; its rest by 11. */
const weighted11 = (digits: readonly number[], weights: readonly number[]): number =>
  digits.reduce((sum, digit, at) => sum + digit * (weights[at % weights.length] ?? 0), 0) % 11

/** The sum of digits times weights 2 to `highest`, from the right, again and again; its rest by 11. */
const rest11 = (digits: string, highest: number): number =>
  weighted11(
    digitsOf(digits).toReversed(),
    Array.from({ length: highest - 1 }, (_, at) => at + 2),
  )

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

/** Modulo 11 with weights 2 to 9, where 10 and 11 are 0 (Santander, Caixa, Sicredi, Unicred, Ailos). */
export const mod11 = (digits: string): string => String(mod11Collection(digits))

/** Modulo 11 of Safra: weights 2 to 9; rest 0 gives 1, rest 1 gives 0. */
export function mod11Safra(digits: string): string {
  const rest = rest11(digits, 9)
  return String(rest === 0 ? 1 : rest === 1 ? 0 : 11 - rest)
}

/** Modulo 11 of Banco do Brasil: weights 9 to 2 from the right, the rest itself; 10 is X. */
export function mod11Brasil(digits: string): string {
  const rest = weighted11(digitsOf(digits).toReversed(), [9, 8, 7, 6, 5, 4, 3, 2])
  return rest === 10 ? 'X' : String(rest)
}

/** Modulo 11 of Bradesco: weights 2 to 7; 10 is P, 11 is 0. */
export function mod11Bradesco(digits: string): string {
  const digit = 11 - rest11(digits, 7)
  return digit === 10 ? 'P' : String(digit % 11)
}

/** Modulo 11 of Sicoob: weights 3, 1, 9, 7 from the left; rests 0 and 1 give 0. */
export function mod11Sicoob(digits: string): string {
  const rest = weighted11(digitsOf(digits), [3, 1, 9, 7])
  return String(rest < 2 ? 0 : 11 - rest)
}

/** The two digits of Banrisul: modulo 10, then modulo 11 with weights 2 to 7 over number and first digit; a first digit that leaves rest 1 goes up by one. */
export function banrisulDigits(digits: string): string {
  let first = mod10(digits)
  let rest = rest11(`${digits}${first}`, 7)
  while (rest === 1) {
    first = (first + 1) % 10
    rest = rest11(`${digits}${first}`, 7)
  }
  return `${first}${rest === 0 ? 0 : 11 - rest}`
}
