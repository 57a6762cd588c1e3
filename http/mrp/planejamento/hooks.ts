import { sql } from 'drizzle-orm'
import { addDays, daysBetween } from '../../../core/br/civil-date'
import { assertTransition } from '../../../core/lifecycle/lifecycle'
import { planejamentoLifecycle } from '../../../core/lifecycle/planejamento'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest, invalid } from '../../platform/errors'
import { list } from '../../platform/engine/list'
import { find } from '../../platform/engine/write'
import { type Hooks, resourceNamed, type Row } from '../../platform/resource'
import { explained } from './explain'

const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

/** Throws the refusal of an action that a plan does not allow now. */
export function assertPlano(record: Row, action: string): void {
  assertTransition(
    planejamentoLifecycle,
    { dhGeracao: text(record.dhGeracao), dhExecucao: text(record.dhExecucao) },
    action,
  )
}

/** Days of a plan at most: two years ahead. */
const MAX_DAYS = 730
export const DEFAULT_DAYS = 90
/** Items that come with a plan (C3-010). */
const PAGE = 999

export const headHooks: Hooks = {
  prepare: async (ctx, drafts) => {
    for (const { before, values } of drafts) {
      if (before) assertPlano(before, 'altera')
      else {
        values.dInicio ??= ctx.clock.today()
        values.dFim ??= await endOfForecast(ctx, values, String(values.dInicio))
        if (ctx.actor.id > 0) values.usuario_id = ctx.actor.id
      }
      assertDates({ ...before, ...values })
    }
  },
  // What it made names it as its origin.
  remove: (_ctx, record) => assertPlano(record, 'altera'),
  present: async (ctx, record) => ({ items: await itemsOf(ctx, Number(record.id)) }),
}

async function endOfForecast(ctx: Ctx, values: Row, start: string): Promise<string> {
  const usual = addDays(start, DEFAULT_DAYS - 1)
  if (typeof values.previsao_id !== 'number') return usual
  const forecast = await find(ctx, resourceNamed('previsao'), values.previsao_id)
  const end = text(forecast?.dPrevisaoFim)
  return end !== null && end >= start && daysBetween(start, end) < MAX_DAYS ? end : usual
}

function assertDates(plan: Row): void {
  const [start, end, until] = [text(plan.dInicio), text(plan.dFim), text(plan.dPedidoAte)]
  if (start === null || end === null) throw invalid({ [start === null ? 'dInicio' : 'dFim']: ['Preencha este campo.'] })
  if (end < start) throw invalid({ dFim: ['A data final é anterior à inicial.'] })
  if (daysBetween(start, end) >= MAX_DAYS) throw invalid({ dFim: [`O horizonte vai até ${MAX_DAYS} dias.`] })
  if (until !== null && until < start) throw invalid({ dPedidoAte: ['A data é anterior ao início.'] })
}

/** The items that come with the plan: those to act on first, by date, with their metrics. */
async function itemsOf(ctx: Ctx, id: number): Promise<Row[]> {
  const { data } = await list(ctx, resourceNamed('planejamento_mercadoria'), {
    where: JSON.stringify({ planejamento_id: id }),
    perPage: String(PAGE),
    orderBy: 'data_pedido',
    sortedBy: 'asc',
  })
  const metrics = await rowsOf(
    ctx,
    sql`select id, metricas_avancadas - 'batches' - 'order_dates' - 'critical_points' as metrics
        from planejamento_mercadoria where planejamento_id = ${id} order by data_pedido asc nulls last, id limit ${PAGE}`,
  )
  const byId = new Map(metrics.map((row) => [row.id, row.metrics]))
  return data.map((row) => ({ ...row, metricas_avancadas: byId.get(row.id) ?? null }))
}

export const itemHooks: Hooks = {
  prepare: (_ctx, drafts, parent) => {
    if (!parent) throw invalid({ planejamento_id: ['Selecione um registro válido.'] })
    for (const { before, values } of drafts) {
      if (before?.dhExecucao) throw badRequest('Este item já foi executado.', 'executed')
      if (before && values.mercadoria_id !== undefined && values.mercadoria_id !== before.mercadoria_id)
        throw invalid({ mercadoria_id: ['O produto de um item não muda: inclua outro.'] })
      if (!before) {
        assertPlano(parent, 'addItens')
        values.escolhido = true
      }
    }
  },
  remove: (_ctx, record) => {
    if (record.dhExecucao) throw badRequest('Este item já foi executado.', 'executed')
  },
  present: (ctx, record) => explained(ctx, record),
}
