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

/** The UPC-A of the 8 digits of a UPC-E; '' when they cannot be one. GS1 General Specifications, section 5.2.2.4.2. */
export function expandUpcE(value: string): string {
  if (!/^[01]\d{7}$/.test(value)) return ''
  const system = value.charAt(0)
  const [a = '', b = '', c = '', d = '', e = '', last = ''] = value.slice(1, 7)
  const check = value.charAt(7)
  if (last <= '2') return `${system}${a}${b}${last}0000${c}${d}${e}${check}`
  if (last === '3') return `${system}${a}${b}${c}00000${d}${e}${check}`
  if (last === '4') return `${system}${a}${b}${c}${d}00000${e}${check}`
  return `${system}${a}${b}${c}${d}${e}0000${last}${check}`
}

/**
 * The GTIN that a bar code holds: itself, or the UPC-A of a UPC-E, which its 8 digits are taken for where they do not close as an EAN-8. Null for any
 * other text.
 */
export function readGtin(text: string): string | null {
  const code = text.trim()
  if (isGtin(code)) return code
  const expanded = expandUpcE(code)
  return isGtin(expanded) ? expanded : null
}

const LENGTHS = [8, 12, 13, 14]

/** A GTIN as it is compared: filled to 14 digits with zeros, as GS1 keeps every GTIN. Any other text stays as it is. */
export function gtin14(text: string): string {
  return readGtin(text)?.padStart(14, '0') ?? text.trim()
}

/** The texts under which a code may be stored: a GTIN with and without the zeros before it; any other text as it is. */
export function gtinForms(text: string): string[] {
  const code = readGtin(text)
  if (code === null) return [text.trim()]
  const bare = code.replace(/^0+/, '')
  return LENGTHS.filter((length) => length >= bare.length).map((length) => bare.padStart(length, '0'))
}
