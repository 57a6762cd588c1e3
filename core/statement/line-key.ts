import type { StatementLine } from './statement'

const MAX_KEY = 200

/** What a line is known by but its order: the bank's number (its memo where there is none), day and amount. */
const identity = ({ fitid, memo, data, valor }: StatementLine): string =>
  `${data} ${valor} ${fitid || memo}`.slice(0, MAX_KEY)

/**
 * Keys by which the lines of one file, in its order, are known again within their account: twins of a file have an ordinal, so that they stay two and are still
 * known when the next file brings them again.
 */
export function lineKeys(lines: readonly StatementLine[]): string[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const own = identity(line)
    const ordinal = (seen.get(own) ?? 0) + 1
    seen.set(own, ordinal)
    return `${own} #${ordinal}`
  })
}

const digits = (text: string): string => text.replaceAll(/\D/g, '').replace(/^0+/, '')

/** A number shorter than this says nothing at the end of another. */
const LEAST_TOLD = 4

/** An account by what a register and a file say of it: a number with or without its check digit, zeros before it, a bank of 3 or 4 digits. */
export interface AccountNumbers {
  readonly banco: string
  readonly conta: string
}

/**
 * Is a file of that account: null where either says too little to tell. The register may leave the check digit out, the file may carry the agency before
 * the number.
 */
export function isSameAccount(register: AccountNumbers, file: AccountNumbers): boolean | null {
  const [own, other] = [digits(register.conta), digits(file.conta)]
  if (own === '' || other === '') return null
  const [bank, otherBank] = [digits(register.banco), digits(file.banco)]
  if (bank !== '' && otherBank !== '' && bank !== otherBank) return false
  if (own === other || own.slice(0, -1) === other) return true
  return own.length >= LEAST_TOLD && (other.endsWith(own) || other.slice(0, -1).endsWith(own))
}
