import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'

/** The task that calculates a plan now; undefined when none does. */
export async function runningTask(ctx: Pick<Ctx, 'db'>, id: number): Promise<number | undefined> {
  const [row] = await rowsOf(
    ctx,
    sql`select id from tarefa where model_type = 'roteirizacao' and model_id = ${id} and status in ('na_fila', 'em_andamento') order by id desc limit 1`,
  )
  return row === undefined ? undefined : Number(row.id)
}

/** Throws 400 while a plan is calculated: what were changed meanwhile, the calculation would write over. */
export async function assertResting(ctx: Pick<Ctx, 'db'>, id: number): Promise<void> {
  if ((await runningTask(ctx, id)) !== undefined)
    throw badRequest('As rotas estão sendo calculadas: espere o fim, ou cancele o cálculo.', 'running')
}
