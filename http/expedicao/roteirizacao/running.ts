import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import type { Row } from '../../platform/resource'

/** The task that calculates a plan now; undefined when none does. */
export async function runningTask(ctx: Pick<Ctx, 'db'>, id: number): Promise<number | undefined> {
  const [row] = await rowsOf(
    ctx,
    sql`select id from tarefa where model_type = 'roteirizacao' and model_id = ${id} and status in ('na_fila', 'em_andamento') order by id desc limit 1`,
  )
  return row === undefined ? undefined : Number(row.id)
}

/**
 * Throws 400 while a plan is calculated, as what were changed meanwhile the calculation would write over. The plan is locked by whoever asks, so
 * that no calculation begins before what they change is written.
 */
export async function assertIdle(ctx: Pick<Ctx, 'db'>, plan: Row): Promise<void> {
  if ((await runningTask(ctx, Number(plan.id))) !== undefined)
    throw badRequest('As rotas estão sendo calculadas: espere o fim, ou cancele o cálculo.', 'running')
}
