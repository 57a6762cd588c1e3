/** Tax ids: CPF and CNPJ, the latter numeric or, since July 2026, alphanumeric (Receita Federal, IN RFB 2.229/2024). */

export type TaxIdKind = 'cpf' | 'cnpj'

export interface TaxId {
  readonly valid: boolean
  readonly kind: TaxIdKind
  /** The id without punctuation. Letters of a CNPJ stay. */
  readonly digits: string
  /** With the punctuation of its kind when its length is right, else as `digits`. */
  readonly formatted: string
}

const CPF = /^\d{11}$/
const CNPJ = /^[0-9A-Z]{12}\d{2}$/
const ONE_CHARACTER = /^(.)\1*$/
const MAX_LENGTH = 40

/** The id without the punctuation people type (dots, slash, dash, spaces), letters in capitals; every other character stays and makes it invalid. */
export function bareTaxId(input: string): string {
  return input
    .slice(0, MAX_LENGTH)
    .replace(/[.\-/\s]/g, '')
    .replace(/[a-z]/g, (letter) => letter.toUpperCase())
}

/** True for a CPF with right check digits, with or without punctuation. One digit repeated is never valid. */
export function isCpf(input: string): boolean {
  const id = bareTaxId(input)
  return CPF.test(id) && !ONE_CHARACTER.test(id) && id.endsWith(cpfCheckDigits(id.slice(0, 9)))
}

/**
 * True for a CNPJ with right check digits, with or without punctuation: twelve digits or letters and two digits.
 * One character repeated is never valid.
 */
export function isCnpj(input: string): boolean {
  const id = bareTaxId(input)
  return CNPJ.test(id) && !ONE_CHARACTER.test(id) && id.endsWith(cnpjCheckDigits(id.slice(0, 12)))
}

/** The two check digits of the nine digits of a CPF. */
export function cpfCheckDigits(base: string): string {
  const first = checkDigit(base, 10)
  return `${first}${checkDigit(`${base}${first}`, 11)}`
}

/** The two check digits of the twelve characters of a CNPJ. */
export function cnpjCheckDigits(base: string): string {
  const first = checkDigit(base, 9)
  return `${first}${checkDigit(`${base}${first}`, 9)}`
}

/** Modulo 11 over character codes less 48, weights from 2 on the right up to `maxWeight` and round again. */
function checkDigit(base: string, maxWeight: number): number {
  let added = 0
  for (let index = 0; index < base.length; index += 1) {
    const weight = 2 + ((base.length - 1 - index) % (maxWeight - 1))
    added += (base.charCodeAt(index) - 48) * weight
  }
  const rest = added % 11
  return rest < 2 ? 0 : 11 - rest
}

/** Reads a tax id. Without `kind`, up to eleven characters are taken for a CPF and more for a CNPJ. */
export function readTaxId(input: string, kind?: TaxIdKind): TaxId {
  const digits = bareTaxId(input)
  const found = kind ?? (digits.length <= 11 ? 'cpf' : 'cnpj')
  const valid = found === 'cpf' ? isCpf(input) : isCnpj(input)
  return { valid: valid && input.length <= MAX_LENGTH, kind: found, digits, formatted: punctuate(digits, found) }
}

/**
 * Is this the tax id that a number without its leading zeros was? Up to eight digits close as CPF and as CNPJ alike: one that is a head office's CNPJ
 * (0001 before the check digits) is taken for that.
 */
export function provesTaxId(id: string, zeros: number): boolean {
  const isHeadOffice = zeros > 0 && id.length === 11 && id.slice(5, 9) === '0001' && isCnpj(id.padStart(14, '0'))
  return readTaxId(id).valid && !isHeadOffice
}

function punctuate(id: string, kind: TaxIdKind): string {
  if (kind === 'cpf') return id.length === 11 ? formatCpf(id) : id
  return id.length === 14 ? formatCnpj(id) : id
}

/** Eleven digits as 000.000.000-00. */
export function formatCpf(id: string): string {
  return `${id.slice(0, 3)}.${id.slice(3, 6)}.${id.slice(6, 9)}-${id.slice(9)}`
}

/** Fourteen characters as 00.000.000/0000-00. */
export function formatCnpj(id: string): string {
  return `${id.slice(0, 2)}.${id.slice(2, 5)}.${id.slice(5, 8)}/${id.slice(8, 12)}-${id.slice(12)}`
}

/** The tax id as lists and prints show it: eleven digits as CPF, else as CNPJ, nothing as '--' (document 1, section 5). */
export function showTaxId(id: string | null | undefined): string {
  const bare = bareTaxId(id ?? '')
  if (bare === '') return '--'
  return punctuate(bare, bare.length === 11 ? 'cpf' : 'cnpj')
}

/** As `showTaxId`, with the middle of a CPF hidden: 000.***.***-00. A company's number is public and stays whole. */
export function showTaxIdMasked(id: string | null | undefined): string {
  const bare = bareTaxId(id ?? '')
  return bare.length === 11 ? `${bare.slice(0, 3)}.***.***-${bare.slice(9)}` : showTaxId(bare)
}
