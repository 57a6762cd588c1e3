import { invalid } from '../platform/errors'

const LENGTH = { min: 8, max: 200 }

/** Hashes a new password (argon2id). Throws 422 when it is too short or too long, or when its confirmation differs. */
export async function newPasswordHash(
  typed: { readonly password: unknown; readonly again: unknown },
  names: { readonly password: string; readonly again: string },
): Promise<string> {
  const { password, again } = typed
  if (password !== again) throw invalid({ [names.again]: ['As senhas não coincidem.'] })
  if (typeof password !== 'string' || password.trim() === '')
    throw invalid({ [names.password]: ['Preencha este campo.'] })
  if (password.length < LENGTH.min)
    throw invalid({ [names.password]: [`A senha precisa de ao menos ${LENGTH.min} caracteres.`] })
  if (password.length > LENGTH.max)
    throw invalid({ [names.password]: [`A senha pode ter no máximo ${LENGTH.max} caracteres.`] })
  return Bun.password.hash(password, { algorithm: 'argon2id' })
}
