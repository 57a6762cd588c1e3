import { sql } from 'drizzle-orm'
import { jobStepsOf, type PlanRoute, type RoutePlan } from '../../../core/routing/scenario'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'

/** A plan as it is kept: without the steps that its routes tell twice. */
type KeptPlan = Omit<RoutePlan, 'routes'> & { readonly routes: readonly Omit<PlanRoute, 'jobSteps'>[] }

const keptOf = (plan: RoutePlan): KeptPlan => ({
  ...plan,
  routes: plan.routes.map((route) => ({ ...route, jobSteps: undefined })),
})

const planIn = (kept: KeptPlan): RoutePlan => ({
  ...kept,
  routes: kept.routes.map((route) => ({ ...route, jobSteps: jobStepsOf(route.steps) })),
})

/** The routes of plans as they stand, by plan; one that was never calculated has none. What the table holds was written by `storePlan`. */
export async function plansOf(ctx: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<ReadonlyMap<number, RoutePlan>> {
  const rows = await rowsOf(
    ctx,
    sql`select roteirizacao_id as id, plano from roteirizacao_plano where roteirizacao_id = any (${intArray(ids)}::int[])`,
  )
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return new Map(rows.map((row) => [Number(row.id), planIn(row.plano as KeptPlan)]))
}

/** The routes of a plan as they stand, or undefined before its first calculation. */
export async function planOf(ctx: Pick<Ctx, 'db'>, id: number): Promise<RoutePlan | undefined> {
  return (await plansOf(ctx, [id])).get(id)
}

/** Keeps the routes of a plan. */
export async function storePlan(ctx: Pick<Ctx, 'db'>, id: number, plan: RoutePlan): Promise<void> {
  await ctx.db.execute(
    sql`insert into roteirizacao_plano (roteirizacao_id, plano) values (${id}, ${JSON.stringify(keptOf(plan))}::jsonb)
        on conflict (roteirizacao_id) do update set plano = excluded.plano`,
  )
}
