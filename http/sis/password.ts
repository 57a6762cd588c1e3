import { isCommonPassword } from '../../core/access/common-password'
import { invalid } from '../platform/errors'

const LENGTH = { min: 8, max: 200 }

/** Hashes a new password (argon2id). `about` is what is known of its owner. Throws 422 when it is too short or too long, one that is tried first, or when its confirmation differs. */
export async function newPasswordHash(
  typed: { readonly password: unknown; readonly again: unknown; readonly about: readonly string[] },
  names: { readonly password: string; readonly again: string },
): Promise<string> {
  const { password, again, about } = typed
  if (password !== again) throw invalid({ [names.again]: ['As senhas não coincidem.'] })
  if (typeof password !== 'string' || password.trim() === '')
    throw invalid({ [names.password]: ['Preencha este campo.'] })
  if (password.length < LENGTH.min)
    throw invalid({ [names.password]: [`A senha precisa de ao menos ${LENGTH.min} caracteres.`] })
  if (password.length > LENGTH.max)
    throw invalid({ [names.password]: [`A senha pode ter no máximo ${LENGTH.max} caracteres.`] })
  if (isCommonPassword(password, about))
    throw invalid({
      [names.password]: [
        'Esta senha é das primeiras que alguém tentaria. Use uma frase, ou palavras que não digam nada de você.',
      ],
    })
  return Bun.password.hash(password, { algorithm: 'argon2id' })
}
