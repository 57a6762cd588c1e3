import { sql } from 'drizzle-orm'
import { SYSTEM } from '../db/pool'
import { begin } from '../documents/effect'
import { clockOf, type Services, systemCtx } from '../platform/app'
import { rowsOf } from '../platform/context'
import { backgroundJob } from '../platform/jobs/job'
import { credits } from './credits'

const AT_ONCE = 500

/** What is left of credits whose day has passed is worth nothing any more: one step a credit. Answers how many there were. */
export async function expireDue(services: Services): Promise<number> {
  return services.pool.transaction(SYSTEM, async (db) => {
    const due = await rowsOf(
      { db },
      sql`select id, empresa_id, cliente_id from cliente_credito where "vSaldo" > 0 and "dValidade" < ${clockOf(services).today()}
          order by id limit ${AT_ONCE} for update skip locked`,
    )
    for (const { id, empresa_id, cliente_id } of due) {
      const ctx = systemCtx(services, db, [Number(empresa_id)], Number(empresa_id))
      const did = await begin(ctx, {
        documento: 'cliente',
        documento_id: Number(cliente_id),
        empresa_id: Number(empresa_id),
        passo: 'vence',
      })
      await did.post(credits.expire([Number(id)]))
    }
    return due.length
  })
}

/** Every night, and when a server starts. */
export const expireJob = backgroundJob(
  'credito.vence',
  async (_, { services, signal }) => {
    while (!signal.aborted && (await expireDue(services)) === AT_ONCE);
  },
  { schedule: '17 3 * * *' },
)
