import { CallerGone, faultIn, isAway, isDiskFull, LockHeld, PoolBusy } from '../db/faults'
import { ApiError } from './errors'

/** Seconds after which a caller may ask again. */
const SOON = { 'Retry-After': '5' }

/** What is refused because the database, or others who use it, stand in the way: nothing of it is the caller's fault, and the same call may do later. */
export function outageOf(error: unknown): ApiError | undefined {
  if (faultIn(error, PoolBusy))
    return new ApiError(503, 'busy', 'O servidor está ocupado. Tente de novo em alguns instantes.', undefined, SOON)
  const held = faultIn(error, LockHeld)
  if (held) return new ApiError(409, 'locked', heldBy(held), undefined, SOON)
  if (faultIn(error, CallerGone)) return new ApiError(503, 'gone', 'A chamada foi interrompida por quem a fez.')
  if (isDiskFull(error)) return diskFull()
  if (isAway(error))
    return new ApiError(
      503,
      'database_away',
      'O banco de dados não está respondendo. Se você gravava algo, confira se ficou gravado e tente de novo em alguns instantes.',
      undefined,
      SOON,
    )
  return undefined
}

export const diskFull = (): ApiError =>
  new ApiError(
    503,
    'disk_full',
    'O disco do banco de dados está cheio: nada pode ser gravado até que se libere espaço no servidor. Avise quem cuida dele.',
    undefined,
    { 'Retry-After': '30' },
  )

function heldBy({ holder }: LockHeld): string {
  if (holder === undefined) return 'Outra pessoa está alterando este registro. Tente de novo em alguns instantes.'
  if (holder === null) return 'Uma tarefa do sistema está alterando este registro. Tente de novo em alguns instantes.'
  return `${holder} está alterando este registro. Tente de novo em alguns instantes.`
}
