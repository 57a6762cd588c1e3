import { sql } from 'drizzle-orm'
import type { RoutePlan } from '../../../core/routing/scenario'
import { type Ctx, rowsOf } from '../../platform/context'

/** The routes of a plan as they stand, or undefined before its first calculation. What the table holds was written by `storePlan`. */
export async function planOf(ctx: Pick<Ctx, 'db'>, id: number): Promise<RoutePlan | undefined> {
  const [row] = await rowsOf(ctx, sql`select plano from roteirizacao_plano where roteirizacao_id = ${id}`)
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return row?.plano as RoutePlan | undefined
}

/** Keeps the routes of a plan. */
export async function storePlan(ctx: Pick<Ctx, 'db'>, id: number, plan: RoutePlan): Promise<void> {
  await ctx.db.execute(
    sql`insert into roteirizacao_plano (roteirizacao_id, plano) values (${id}, ${JSON.stringify(plan)}::jsonb)
        on conflict (roteirizacao_id) do update set plano = excluded.plano`,
  )
}
