import { counted } from '../../../core/br/number'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { CoreError } from '../../../core/errors'
import { planejamentoLife } from '../../../core/lifecycle/planejamento'
import { assertVerb } from '../../../core/lifecycle/standing'
import { action } from '../../platform/action'
import { begun } from '../../platform/answers'
import { type Ctx, rowsOf } from '../../platform/context'
import { invalid } from '../../platform/errors'
import { load, loadWhere, patchRows } from '../../platform/engine/write'
import { flag, identifier } from '../../platform/inputs'
import { job, type Progress, startJob } from '../../platform/jobs/job'
import { assertMay } from '../../platform/rights'
import { computeApart } from './compute'
import { type Loaded, loadSources } from './load'
import { planejamento, planejamentoMercadoria } from './planejamento'
import { storePlan } from './store'

/** How the steps of a plan share the bar of its progress. */
const STEPS = { read: 15, planned: 70, stored: 100 }
/** The largest plan that was tried takes a minute. */
const LONGEST_SECONDS = 3600

interface Work {
  readonly transaction: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
  readonly progress: (now: Progress) => Promise<void>
  readonly signal?: AbortSignal
}

/**
 * Makes a plan: reads its sources at one moment, plans in a thread of its own, and writes the items in one transaction. Whatever goes
 * wrong, the plan stays as it was.
 */
export async function generatePlan(work: Work, id: number): Promise<{ itens_gerados: number }> {
  const { transaction, progress, signal } = work
  await progress({ done: 0, total: STEPS.stored, note: 'Lendo vendas, estoque, compras e produção' })
  const started = performance.now()
  const { loaded, chosen, until } = await transaction((ctx) => readPlan(ctx, id))
  const read = performance.now()
  await progress({ done: STEPS.read, total: STEPS.stored, note: 'Calculando' })
  const answer = await computeApart(
    { sources: loaded.sources, until, chosen },
    {
      seconds: LONGEST_SECONDS,
      onProgress: ({ done, total }) => {
        const share = Math.round(STEPS.read + ((STEPS.planned - STEPS.read) * done) / total)
        // A cancelled task is noticed by the signal; here it would only be told twice.
        progress({
          done: share,
          total: STEPS.stored,
          note: `Calculando ${done} de ${counted(total, 'mercadoria', 'mercadorias')}`,
        }).catch(() => undefined)
      },
      signal,
    },
  ).catch((error: unknown) => {
    throw error instanceof CoreError ? new CoreError(error.code, named(error.message, loaded.names)) : error
  })
  signal?.throwIfAborted()
  await progress({
    done: STEPS.planned,
    total: STEPS.stored,
    note: `Gravando ${counted(answer.rows.length, 'item', 'itens')}`,
  })
  const planned = performance.now()
  return transaction((ctx) =>
    storePlan(ctx, id, {
      answer,
      loaded,
      chosen: new Set(chosen ?? []),
      ms: { leitura: Math.round(read - started), calculo: Math.round(planned - read) },
    }),
  )
}

/** The plan and its sources, all as they were at one moment. */
async function readPlan(
  ctx: Ctx,
  id: number,
): Promise<{ loaded: Loaded; chosen: string[] | null; until: string | undefined }> {
  const plan = await load(ctx, planejamento, id)
  assertVerb(planejamentoLife, plan, 'gerarPlanejamento')
  const chosen = plan.escopo === 1 ? await chosenItems(ctx, id) : null
  if (chosen?.length === 0) throw invalid({ items: ['Nenhum item selecionado.'] })
  return { loaded: await loadSources(ctx, plan), chosen, until: plan.dPedidoAte ?? undefined }
}

async function chosenItems(ctx: Ctx, id: number): Promise<string[]> {
  const rows = await rowsOf(
    ctx,
    sql`select mercadoria_id from planejamento_mercadoria where planejamento_id = ${id} and escolhido order by mercadoria_id`,
  )
  return rows.map((row) => String(row.mercadoria_id))
}

/** The planner knows products by their numbers: people know them by name. */
function named(message: string, names: ReadonlyMap<string, string>): string {
  const nameOf = (code: string) => names.get(code) ?? code
  return message
    .replaceAll(/'(\d+)'/g, (_, code: string) => `'${nameOf(code)}'`)
    .replaceAll(/(?<=ciclo: |→ )\d+/g, (code) => nameOf(code))
}

/** The same work as a task that shows how far it is and can be cancelled. */
export const planJob = job('mrp.planejamento', {
  title: 'Gerar planejamento',
  input: v.object({ planejamento_id: identifier }),
  run: ({ input, transaction, progress, signal }) =>
    generatePlan({ transaction: (work) => transaction(atOneMoment(work)), progress, signal }, input.planejamento_id),
})

/** All queries of the transaction see the database as it is at the first of them. */
function atOneMoment<T>(work: (ctx: Ctx) => Promise<T>): (ctx: Ctx) => Promise<T> {
  return async (ctx) => {
    await ctx.db.execute(sql`set transaction isolation level repeatable read`)
    return work(ctx)
  }
}

const input = v.object({ segundo_plano: v.optional(flag, false) })

/** Generates the items of a plan (T3-036): at once, or with `segundo_plano` as a task whose result has `itens_gerados`. */
export const gerarPlanejamento = action(planejamento, 'gerarPlanejamento', {
  on: 'record',
  right: 'edit',
  summary: 'Calcula o que falta, quanto e quando pedir; com segundo_plano, como tarefa acompanhada.',
  input,
  answer: v.union([v.object({ itens_gerados: v.number() }), begun]),
  verb: 'gerarPlanejamento',
  run: async ({ ctx, record, input: { segundo_plano } }) => {
    assertMay(ctx, planejamentoMercadoria, 'edit')
    if (record.escopo === 1) {
      const own = await loadWhere(ctx, planejamentoMercadoria, 'planejamento_id', [record.id])
      if (!own.some((one) => one.escolhido)) throw invalid({ items: ['Nenhum item selecionado.'] })
    }
    if (!segundo_plano)
      return generatePlan({ transaction: (work) => work(ctx), progress: () => Promise.resolve() }, record.id)
    const about = { model_type: planejamento.name, model_id: record.id, title: `Planejamento ${record.id}` }
    const { tarefa_id } = await startJob(ctx, planJob, { planejamento_id: record.id }, about)
    await patchRows(ctx, planejamento, [{ id: record.id, tarefa_id }])
    return { tarefa_id }
  },
})
