import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from './context'

/**
 * Does the part of a step that is another company's, in the caller's transaction: what two companies do together is done in both or in none, whoever of them
 * begins. Rights stay those of the caller; the wall between companies stands again when `work` ends. Only a document that names both companies may ask for it;
 * 'all' finds out which other it is.
 */
export async function inCompanies<T>(
  ctx: Ctx,
  others: readonly number[] | 'all',
  work: (both: Ctx) => Promise<T>,
): Promise<T> {
  const [row] = await rowsOf(ctx, sql`select current_setting('prumo.empresas', true) as now`)
  const now = String(row?.now ?? '')
  if (now === '*' || (others !== 'all' && others.every((id) => now.split(',').includes(String(id)))))
    return work(among(ctx, others))
  // Until the transaction, or the savepoint that it is rolled back to, ends.
  const wall = (companies: string) => ctx.db.execute(sql`select set_config('prumo.empresas', ${companies}, true)`)
  await wall(others === 'all' ? '*' : [...now.split(',').filter(Boolean), ...others].join(','))
  try {
    return await work(among(ctx, others))
  } finally {
    // A transaction that failed takes the setting back by itself, and takes no statement more.
    await wall(now).catch(() => undefined)
  }
}

const among = (ctx: Ctx, others: readonly number[] | 'all'): Ctx =>
  others === 'all'
    ? ctx
    : { ...ctx, actor: { ...ctx.actor, empresas: [...new Set([...ctx.actor.empresas, ...others])] } }
