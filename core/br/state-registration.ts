import { STATE_RULES, type StateRule } from './state-registration-rules'
import { type Uf, findUf } from './uf'

/**
 * State registrations (inscrição estadual) of the 27 UFs: lengths, prefixes and check digits as published by the state
 * treasuries and gathered by SINTEGRA.
 */
export interface StateRegistration {
  readonly valid: boolean
  /** With the state's punctuation when valid, else what was typed without spaces around it. */
  readonly formatted: string
}

const MAX_LENGTH = 40
const EXEMPT = 'ISENTO'

/** Reads a state registration. `ISENTO` is valid everywhere: it is what an exempt taxpayer's register holds. */
export function readStateRegistration(uf: string, input: string): StateRegistration {
  const typed = input.trim().slice(0, MAX_LENGTH)
  if (typed.toUpperCase() === EXEMPT) return { valid: true, formatted: EXEMPT }
  const state = findUf(uf)
  if (!state || input.trim().length > MAX_LENGTH) return { valid: false, formatted: typed }
  const bare = bareRegistration(typed)
  const rule = STATE_RULES[state.sigla].find((one) => one.shape.test(bare))
  if (!rule || !rule.check(bare)) return { valid: false, formatted: typed }
  return { valid: true, formatted: punctuate(bare, rule) }
}

/** True for a registration number with right check digits in its state. */
export function isStateRegistration(uf: Uf, input: string): boolean {
  return readStateRegistration(uf, input).valid
}

/**
 * Forms whose numbers are in use though the published rule refuses them, or about which publications differ: older prefixes of CE and GO, the 14 digits
 * of PE and RO, rural producers of SP, the older form of TO.
 */
const DISPUTED: Partial<Record<Uf, RegExp>> = {
  CE: /^(?!06)\d{9}$/,
  GO: /^\d{9}$/,
  PE: /^\d{14}$/,
  RO: /^\d{14}$/,
  SP: /^P\d{12}$/,
  TO: /^\d{11}$/,
}

/** What is said of a registration that cannot be of its state; null when it can, where the state's rule is disputed, and without a known state. */
export function stateRegistrationFault(uf: string | null | undefined, input: string | null | undefined): string | null {
  const state = findUf(uf ?? '')
  if (!state || !input || readStateRegistration(state.sigla, input).valid) return null
  if (DISPUTED[state.sigla]?.test(bareRegistration(input))) return null
  return `Inscrição estadual inválida para ${state.sigla}.`
}

const MOST_ZEROS = 2

/** A registration whose leading zeros a spreadsheet took, with those that its state's check digits prove; any other as it is. */
export function withLostZeros(uf: string | null | undefined, input: string): string {
  const state = findUf(uf ?? '')
  if (!state || !/^\d+$/.test(input) || readStateRegistration(state.sigla, input).valid) return input
  for (let zeros = 1; zeros <= MOST_ZEROS; zeros++) {
    const filled = '0'.repeat(zeros) + input
    if (readStateRegistration(state.sigla, filled).valid) return filled
  }
  return input
}

/** The registration as the fiscal layouts take it: digits (and the P of a rural producer of SP), no punctuation. */
export function bareRegistration(input: string): string {
  return input.replace(/[.\-/\s]/g, '').toUpperCase()
}

function punctuate(bare: string, rule: StateRule): string {
  const digits = bare.padStart(rule.mask.replace(/[^#P]/g, '').length, '0')
  let index = 0
  return rule.mask.replace(/[#P]/g, () => digits[index++] ?? '')
}
