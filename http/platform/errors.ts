/** Messages of one field, by field name; nested lists use `lista.0.campo`. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>

/** An answer that is not a success, in the API's one shape. Thrown anywhere below a route. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 419 | 422 | 429 | 503,
    readonly code: string,
    message: string,
    readonly errors?: FieldErrors,
    readonly headers?: Readonly<Record<string, string>>,
  ) {
    super(message)
  }
}

export const notFound = () => new ApiError(404, 'not_found', 'Registro não encontrado.')
export const forbidden = (message = 'Você não tem permissão para esta ação.') => new ApiError(403, 'forbidden', message)
export const unauthenticated = () => new ApiError(401, 'unauthenticated', 'Por segurança, faça login novamente.')
/** A session that was there and has ended: 419 for an update (which keeps what was typed), 401 for anything else. */
export const sessionEnded = () => new ApiError(419, 'session_expired', 'Por segurança, faça login novamente.')
export const conflict = (message: string) => new ApiError(409, 'conflict', message)
export const badRequest = (message: string, code = 'bad_request') => new ApiError(400, code, message)

/** A 422: `message` is the first of the field messages. */
export function invalid(errors: FieldErrors): ApiError {
  const first = Object.values(errors)[0]?.[0] ?? 'Dados inválidos.'
  return new ApiError(422, 'validation', first, errors)
}

/** The same refusal where its fields are those of a line: `itens.2.` before each. Anything else is answered as it is. */
export function refusedAt(place: string, error: unknown): unknown {
  if (!(error instanceof ApiError) || error.errors === undefined) return error
  const { status, code, message, headers } = error
  const fields = Object.entries(error.errors).map(([name, faults]) => [`${place}.${name}`, faults] as const)
  return new ApiError(status, code, message, Object.fromEntries(fields), headers)
}
