import * as v from 'valibot'
import { CoreError } from '../../core/errors'
import { invalid } from '../platform/errors'
import { shortText } from '../platform/inputs'
import { addressesIn } from '../relatorios/mail'

/** Letters about what is owed: whom they go to, and what is written above all else. */

/** What a mail cannot be sent to is no address (R3-080). */
const NO_ADDRESS = 'Digite um e-mail válido.'
const MOST = 20

/** The addresses, parted by commas, semicolons or lines. Throws 422 in the specification's words. */
export function addressesOf(typed: string): readonly string[] {
  try {
    const list = addressesIn(typed)
    if (list !== null && list.length <= MOST) return list
  } catch (error) {
    if (!(error instanceof CoreError)) throw error
  }
  throw invalid({ email: [NO_ADDRESS] })
}

/** What a letter is asked by. */
export const letterInput = v.object({
  email: v.optional(v.nullable(shortText(1_000)), ''),
  texto: v.optional(v.nullable(shortText(2_000)), null),
})

export const QUEUED = { message: 'Email colocado na fila de envio' }

export const NOT_OWED = 'Esta conta não tem saldo a receber.'

export interface Letter {
  readonly to: readonly string[]
  readonly texto: string | null
}
