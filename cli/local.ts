import { sql } from 'drizzle-orm'
import { type Database, openDatabase } from '../http/db/connect'
import { SYSTEM } from '../http/db/pool'
import { type Services, systemCtx } from '../http/platform/app'
import { type Ctx, rowsOf } from '../http/platform/context'
import { readSettings, type Settings } from '../http/settings'
import { bindAfterUpdate, servicesFor } from './setup/services'

/** An open database, and what a server over it would be made of. */
export interface Opened extends Database {
  readonly services: Services
}

/** Opens the database that the environment names, for one command, and lets go of it in the end. */
export async function withDatabase<T>(work: (database: Opened, settings: Settings) => Promise<T>): Promise<T> {
  const settings = readSettings()
  const database = await openDatabase(settings, { max: 4 })
  try {
    const services = servicesFor(database, settings)
    await bindAfterUpdate(database, services)
    return await work({ ...database, services }, settings)
  } finally {
    await database.close()
  }
}

/** Runs work as the program itself, in one transaction, over all companies. */
export function asSystem<T>({ services }: Pick<Opened, 'services'>, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  return services.pool.transaction(SYSTEM, async (db) => {
    const rows = await rowsOf({ db }, sql`select id from empresa order by id`)
    const empresas = rows.map((row) => Number(row.id))
    return work(systemCtx(services, db, empresas, empresas[0] ?? 0))
  })
}
