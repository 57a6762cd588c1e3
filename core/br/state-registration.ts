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

/** The registration as the fiscal layouts take it: digits (and the P of a rural producer of SP), no punctuation. */
export function bareRegistration(input: string): string {
  return input.replace(/[.\-/\s]/g, '').toUpperCase()
}

function punctuate(bare: string, rule: StateRule): string {
  const digits = bare.padStart(rule.mask.replace(/[^#P]/g, '').length, '0')
  let index = 0
  return rule.mask.replace(/[#P]/g, () => digits[index++] ?? '')
}
