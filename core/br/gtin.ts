/** True for a GTIN of 8, 12, 13 or 14 digits whose last one closes the others (GS1 General Specifications, 7.9). */
export function isGtin(digits: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) return false
  let added = 0
  for (let fromRight = 1; fromRight < digits.length; fromRight += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - fromRight) - 48
    added += fromRight % 2 === 1 ? digit * 3 : digit
  }
  return (10 - (added % 10)) % 10 === digits.charCodeAt(digits.length - 1) - 48
}
