import { readTaxId } from '../../br/tax-id'
import type { Note } from './note'

/** States whose authorities ask who answers for the program (rejection 972; NT 2018.005). */
export const ASKED_IN: readonly string[] = ['AM', 'MS', 'PE', 'PR', 'SC', 'TO']

/** Must a note of this state name who answers for the program that made it? */
export const asksTechnical = (UF: string): boolean => ASKED_IN.includes(UF)

/** Who answers for the program, as the configuration has it: CNPJ; contact; e-mail; telephone. Undefined where one of the four is missing or none. */
export function technicalIn(text: string | null | undefined): Note['respTec'] {
  const [id = '', xContato = '', email = '', phone = ''] = (text ?? '').split(';').map((part) => part.trim())
  const { valid, digits } = readTaxId(id)
  const fone = phone.replaceAll(/\D/g, '')
  if (!valid || digits.length !== 14 || xContato.length < 2 || !email.includes('@') || fone.length < 6) return undefined
  return { CNPJ: digits, xContato: xContato.slice(0, 60), email: email.slice(0, 60), fone: fone.slice(0, 14) }
}
