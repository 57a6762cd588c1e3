import { sql } from 'drizzle-orm'
import { SYSTEM } from '../../db/pool'
import { clockOf } from '../../platform/app'
import { type Ctx, rowsOf } from '../../platform/context'
import { backgroundJob } from '../../platform/jobs/job'
import { blankCopies } from './copies'

const AT_ONCE = 1000

/**
 * Lets documents go of anonymised people whose legal period is over: what they show of the person is emptied. Answers how many people. The caller sees
 * the documents of all companies: a person's are let go of together.
 */
export async function purge(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<{ expurgados: number }> {
  const due = await rowsOf(
    ctx,
    sql`select id, recurso, registro_id from lgpd where acao = 'anonimiza' and not expurgado and guarda_ate <= ${ctx.clock.today()}
        order by id limit ${AT_ONCE} for update skip locked`,
  )
  for (const { id, recurso, registro_id } of due) {
    await blankCopies(ctx, { recurso: String(recurso), id: Number(registro_id) }, 'released')
    await ctx.db.execute(sql`update lgpd set expurgado = true where id = ${Number(id)}`)
  }
  return { expurgados: due.length }
}

/** Nobody has to remember it: every night, and when a server starts. */
export const purgeJob = backgroundJob(
  'lgpd.expurga',
  async (_, { services, signal }) => {
    const next = () => services.pool.transaction(SYSTEM, (db) => purge({ db, clock: clockOf(services) }))
    while (!signal.aborted && (await next()).expurgados === AT_ONCE);
  },
  { schedule: '41 3 * * *' },
)
