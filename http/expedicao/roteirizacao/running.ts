import { sql } from 'drizzle-orm'
import { assertTransition } from '../../../core/lifecycle/lifecycle'
import { roteirizacaoLifecycle } from '../../../core/lifecycle/rota'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import type { Row } from '../../platform/resource'

const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

/** Throws the refusal of an action that a day's plan does not allow by its lifecycle: what the calculation itself asks, and `assertFree` for all others. */
export function assertRoteirizacao(plan: Row, action: string): void {
  assertTransition(roteirizacaoLifecycle, { dhCalculo: text(plan.dhCalculo), dhGeracao: text(plan.dhGeracao) }, action)
}

/** The task that calculates a plan now; undefined when none does. */
export async function runningTask(ctx: Pick<Ctx, 'db'>, id: number): Promise<number | undefined> {
  const [row] = await rowsOf(
    ctx,
    sql`select id from tarefa where model_type = 'roteirizacao' and model_id = ${id} and status in ('na_fila', 'em_andamento') order by id desc limit 1`,
  )
  return row === undefined ? undefined : Number(row.id)
}

/**
 * Throws 400 where a plan does not allow an action: by its lifecycle, or while it is calculated, as what were changed meanwhile the calculation would
 * write over. The plan is locked by whoever asks, so that no calculation begins before what they change is written.
 */
export async function assertFree(ctx: Pick<Ctx, 'db'>, plan: Row, action: string): Promise<void> {
  assertRoteirizacao(plan, action)
  if ((await runningTask(ctx, Number(plan.id))) !== undefined)
    throw badRequest('As rotas estão sendo calculadas: espere o fim, ou cancele o cálculo.', 'running')
}
