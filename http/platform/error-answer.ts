import { CoreError } from '../../core/errors'
import { pgCode, pgError } from '../db/faults'
import { duplicate } from './engine/distinct'
import { ApiError, forbidden } from './errors'
import { log } from './log'
import { outageOf } from './outage'

/** The call that failed, for the log. */
interface Failed {
  readonly method: string
  readonly path: string
  readonly requestId: string
}

/** The one answer to whatever was thrown, inside the frame of calls or outside it: what it means, or that it is a fault of ours, which the log tells. */
export function errorAnswer(error: unknown, { method, path, requestId }: Failed): Response {
  const answer = toApiError(error)
  if (!answer) {
    log.error('Falha em {method} {path} ({requestId}): {error}', { method, path, requestId, error: describe(error) })
    const message = `Ocorreu uma falha. Informe o código ${requestId} ao suporte.`
    return Response.json({ code: 'internal', message, request_id: requestId }, { status: 500 })
  }
  const body = {
    code: answer.code,
    message: answer.message,
    ...(answer.errors
      ? { errors: answer.errors, error: true, error_description: Object.values(answer.errors).flat() }
      : {}),
    request_id: requestId,
  }
  return Response.json(body, { status: answer.status, headers: { ...answer.headers } })
}

/** A defect for the log: where it happened, never what was asked. A failed query's own message would carry its parameters. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const cause = pgError(error)
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return [cause ? `${cause.code} ${cause.message}` : `${error.name}: ${error.message.slice(0, 500)}`, ...frames].join(
    '\n',
  )
}

const UNIQUE = '23505'
const FOREIGN_KEY = '23503'
const RESTRICT = '23001'
/** Row-level security said no: the row would be another company's. */
const NOT_ALLOWED = '42501'
const CHECK = '23514'
const TIMEOUT = '57014'
const OVERFLOW = '22003'
/** A value that cannot be what it is taken for: a date that is none, a number with letters. A division by zero is of this class too, and is ours. */
const DATA_EXCEPTION = /^22(?!012)/
const unfit = () => new ApiError(422, 'invalid_value', 'Um dos valores informados não é válido.')
/** A transaction met others on the same records, each time it was tried. */
const DEADLOCK = '40P01'
const SERIALIZATION = '40001'

/** What a thrown value means for the caller; undefined when it is a defect. */
export function toApiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error
  if (error instanceof CoreError) return new ApiError(error.fields ? 422 : 400, error.code, error.message, error.fields)
  const outage = outageOf(error)
  if (outage) return outage
  const cause = pgError(error)
  switch (pgCode(error)) {
    case UNIQUE:
      return duplicate(cause?.constraint_name)
    case FOREIGN_KEY:
    case RESTRICT:
      return new ApiError(400, 'in_use', 'Este registro está em uso ou se refere a outro que não existe.')
    case NOT_ALLOWED:
      return forbidden('Você não tem acesso a esta empresa.')
    case CHECK:
      return new ApiError(
        400,
        'rule',
        cause?.constraint_name?.includes('estoque')
          ? 'Estoque insuficiente.'
          : 'Os valores informados não são permitidos.',
      )
    case TIMEOUT:
      return new ApiError(503, 'timeout', 'A consulta demorou demais. Use um filtro mais preciso.')
    case OVERFLOW:
      return new ApiError(422, 'too_big', 'Valor grande demais.')
    case DEADLOCK:
    case SERIALIZATION:
      return new ApiError(409, 'conflict', 'Outra pessoa está alterando este registro. Tente de novo.')
    default:
      return DATA_EXCEPTION.test(pgCode(error) ?? '') ? unfit() : undefined
  }
}
