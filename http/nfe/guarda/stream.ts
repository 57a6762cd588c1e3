import { TIME_ZONE } from '../../../core/br/time-zone'
import { type Context, type Services, systemCtx, withCtx } from '../../platform/app'
import { Download, fileResponse } from '../../platform/download'
import { bodyOf, takePlace } from '../../platform/stream'
import type { Reader } from './numbers'

/** Questions of the caller, each on a connection that is given back at once: whoever reads slowly holds none. */
export const readerOf =
  (services: Services, c: Context): Reader =>
  (work) =>
    withCtx(services, c, 'read', work)

/** Questions of the program itself, in one company. */
export const companyReader =
  (services: Services, empresa_id: number): Reader =>
  (work) =>
    services.pool.read({ empresas: [empresa_id], timeZone: TIME_ZONE }, (db) =>
      work(systemCtx(services, db, [empresa_id], empresa_id)),
    )

/** A file on its way, while it is made. */
export interface Zip {
  readonly name: string
  readonly pieces: AsyncGenerator<Uint8Array, void>
}

/** A ZIP on its way to somebody who has a place among those who download. Throws 429 where there is none. */
export async function zipResponse(
  services: Services,
  who: number | string,
  make: () => Promise<Zip>,
): Promise<Response> {
  const leave = takePlace(services, who)
  try {
    const { name, pieces } = await make()
    return fileResponse(new Download(name, 'zip', bodyOf(untilOver(pieces, leave))))
  } catch (error) {
    leave()
    throw error
  }
}

async function* untilOver(pieces: AsyncGenerator<Uint8Array, void>, over: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces
  } finally {
    over()
  }
}
