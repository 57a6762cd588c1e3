import { TIME_ZONE } from '../../core/br/time-zone'
import { type Context, longReads, type Services, systemCtx, withCtx } from './app'
import type { Ctx } from './context'

/** Runs a question on a connection of its own, which is given back afterwards: whoever reads slowly holds none. */
export type Reader = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>

/** Questions of the caller. */
export const readerOf =
  (services: Services, c: Context): Reader =>
  (work) =>
    withCtx(services, c, 'survey', work)

/** Questions of the program itself, in one company. */
export const companyReader =
  (services: Services, empresa_id: number): Reader =>
  (work) =>
    longReads(services).read({ empresas: [empresa_id], timeZone: TIME_ZONE }, (db) =>
      work(systemCtx(services, db, [empresa_id], empresa_id)),
    )
