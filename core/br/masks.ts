import { keepNumberCharacters } from './number'

/**
 * Input masks: what a field shows after each key. They take whatever is in the field, keep what belongs and punctuate it;
 * a masked text masked again does not change.
 */

const MAX_TYPED = 100

/** Puts characters into a pattern as far as they go: # takes one, anything else is written before the next. */
function fill(characters: string, pattern: string): string {
  let written = ''
  let index = 0
  for (const place of pattern) {
    if (index >= characters.length) break
    written += place === '#' ? (characters[index++] ?? '') : place
  }
  return written
}

const digits = (typed: string, most: number): string => typed.slice(0, MAX_TYPED).replace(/\D/g, '').slice(0, most)

/** 000.000.000-00 */
export function maskCpf(typed: string): string {
  return fill(digits(typed, 11), '###.###.###-##')
}

/** 00.000.000/0000-00, letters in capitals; the two check digits take digits only. */
export function maskCnpj(typed: string): string {
  const kept = typed
    .slice(0, MAX_TYPED)
    .toUpperCase()
    .replace(/[^\dA-Z]/g, '')
  return fill(kept.slice(0, 12) + kept.slice(12).replace(/\D/g, '').slice(0, 2), '##.###.###/####-##')
}

/** CPF up to eleven digits; CNPJ beyond them or as soon as there is a letter. */
export function maskTaxId(typed: string): string {
  const kept = typed.slice(0, MAX_TYPED).replace(/[^\da-z]/gi, '')
  return kept.length > 11 || /[a-z]/i.test(kept) ? maskCnpj(kept) : maskCpf(kept)
}

/** 00000-000 */
export function maskCep(typed: string): string {
  return fill(digits(typed, 8), '#####-###')
}

/**
 * (00) 0000-0000, or (00) 00000-0000 from the eleventh digit on; 0800 000 0000 and 4004-0000 by how they begin. A leading +55 goes, a foreign number
 * keeps its `+`.
 */
export function maskPhone(typed: string): string {
  const all = digits(typed, MAX_TYPED)
  const plus = /^\s*\+/.test(typed)
  if (plus && !all.startsWith('55')) return `+${all.slice(0, 15)}`
  const kept = (plus ? all.slice(2) : all).slice(0, 11)
  if (/^0(?:[3589]00|30[34])/.test(kept)) return fill(kept, '#### ### ####')
  if (/^(?:300|40)/.test(kept)) return fill(kept.slice(0, 8), '####-####')
  return fill(kept, kept.length > 10 ? '(##) #####-####' : '(##) ####-####')
}

/** Up to 14 digits. */
export function maskEan(typed: string): string {
  return digits(typed, 14)
}

/** 0000.00.00 */
export function maskNcm(typed: string): string {
  return fill(digits(typed, 8), '####.##.##')
}

/** dd/mm/aaaa. Words and signs (`h`, `+7`) stay as typed: they are read when the field is left. */
export function maskDate(typed: string): string {
  return /^[\d/]*$/.test(typed) ? fill(digits(typed, 8), '##/##/####') : typed.slice(0, MAX_TYPED)
}

/** A vehicle plate in capitals: ABC-1234 of the old form, ABC1D23 of the Mercosul one. */
export function maskPlate(typed: string): string {
  const kept = typed
    .slice(0, MAX_TYPED)
    .toUpperCase()
    .replace(/[^\dA-Z]/g, '')
    .slice(0, 7)
  return /^[A-Z]{3}\d{2}/.test(kept) ? `${kept.slice(0, 3)}-${kept.slice(3)}` : kept
}

/** Money while typed: thousands are parted, the decimals cut at `decimals`, the comma stays as soon as it is typed. */
export function maskMoney(typed: string, decimals = 2): string {
  const kept = keepNumberCharacters(typed).replaceAll('.', '')
  const [whole = '', fraction] = kept.split(',')
  const plain = whole.replace(/^0+(?=\d)/, '')
  const grouped = plain.replace(/\B(?=(?:\d{3})+$)/g, '.')
  if (fraction === undefined || decimals === 0) return grouped
  return `${grouped === '' ? '0' : grouped},${fraction.slice(0, decimals)}`
}
