import * as v from 'valibot'
import { daysBetween } from '../../../core/br/civil-date'
import { action } from '../../platform/action'
import { badRequest } from '../../platform/errors'
import { identifier, nothing } from '../../platform/inputs'
import { job, startJob } from '../../platform/jobs/job'
import { computeForecasts, type Generation, loadGeneration, storeForecasts } from './generate'
import { previsao } from './previsao'

/** Generates in the background what is too big to wait for. */
export const gerarPrevisoesJob = job('mrp.previsao', {
  title: 'Gerar previsões',
  input: v.object({ previsao_id: identifier }),
  run: async ({ input, transaction, progress }) => {
    const work = await transaction((ctx) => loadGeneration(ctx, input.previsao_id))
    const total = work.products.length
    const results = await computeForecasts(work, (done) => progress({ done, total, note: 'Calculando previsões' }))
    return { itens_gerados: await transaction((ctx) => storeForecasts(ctx, work, results)) }
  },
})

const DAYS_OF = { day: 1, week: 7, month: 30 } as const
/** Products times periods of history that a caller waits for: about a second. */
const WAITED_FOR = 6_000

function size({ products, periodo, dates }: Generation): number {
  const days = daysBetween(dates.dHistoricoIni, dates.dHistoricoFim) + 1
  return products.length * Math.ceil(days / DAYS_OF[periodo])
}

/**
 * Generates the forecasts of all products from the history, keeping what was written over cells (inventory E3-102, T3-035). Answers
 * `itens_gerados`; or, when that would take long, the `tarefa_id` of a task that does it. Throws 400 `no_items`.
 */
export const gerarPrevisoes = action(previsao, 'gerarPrevisoes', {
  on: 'record',
  right: 'edit',
  summary: 'Gera as previsões dos produtos a partir do histórico de vendas; o que foi alterado à mão fica.',
  input: nothing,
  answer: v.object({ itens_gerados: v.nullable(v.number()), tarefa_id: v.nullable(v.number()) }),
  run: async ({ ctx, record }) => {
    const work = await loadGeneration(ctx, record.id)
    if (work.products.length === 0) throw badRequest('Inclua produtos antes de gerar a previsão.', 'no_items')
    if (size(work) > WAITED_FOR) {
      const about = {
        model_type: 'previsao',
        model_id: record.id,
        title: `Gerar previsão ${record.descricao ?? record.id}`,
      }
      const { tarefa_id } = await startJob(ctx, gerarPrevisoesJob, { previsao_id: record.id }, about)
      return { itens_gerados: null, tarefa_id }
    }
    const results = await computeForecasts(work, () => Promise.resolve())
    return { itens_gerados: await storeForecasts(ctx, work, results), tarefa_id: null }
  },
})
