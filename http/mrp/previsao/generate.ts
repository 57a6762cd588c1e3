import { backtest } from '../../../core/forecast/backtest'
import { readCells, regenerate } from '../../../core/forecast/cells'
import { type GeneratedItem, generateForecast } from '../../../core/forecast/generate'
import { CYCLE, type Period } from '../../../core/forecast/periods'
import { runsOf } from '../../../core/forecast/stockouts'
import type { Ctx } from '../../platform/context'
import { conflict } from '../../platform/errors'
import { load, loadWhere, update } from '../../platform/engine/write'
import { othersTurn } from '../../platform/others-turn'
import type { Row } from '../../platform/resource'
import { type DemandHistory, demandHistory } from './history'
import { decimalsOf, periodOf, stored, writeItems } from './hooks'
import { previsao, previsaoItem } from './previsao'

/** Everything that the forecast of a list of products is computed from. */
export interface Generation {
  readonly previsao_id: number
  readonly versao: number
  readonly periodo: Period
  readonly dates: {
    readonly dPrevisaoIni: string
    readonly dPrevisaoFim: string
    readonly dHistoricoIni: string
    readonly dHistoricoFim: string
  }
  readonly products: readonly { readonly id: number; readonly decimals: number; readonly demand: DemandHistory }[]
}

/** What was computed for a product, as it is stored. */
export interface Result {
  readonly mercadoria_id: number
  readonly bases: readonly { readonly dPrevisao: string; readonly qBase: number }[]
  readonly columns: Row
}

/** Loads the products of a forecast with their past. Throws 404. */
export async function loadGeneration(ctx: Ctx, previsao_id: number): Promise<Generation> {
  const head = await load(ctx, previsao, previsao_id)
  const items = await loadWhere(ctx, previsaoItem, 'previsao_id', [previsao_id])
  const ids = items.map((item) => item.mercadoria_id)
  const decimals = await decimalsOf(ctx, ids)
  const span = { from: head.dHistoricoIni, to: head.dHistoricoFim }
  const past = await demandHistory(ctx, { empresa_id: head.empresa_id, ids, span })
  return {
    previsao_id,
    versao: head.versao,
    periodo: periodOf(head),
    dates: {
      dPrevisaoIni: head.dPrevisaoIni,
      dPrevisaoFim: head.dPrevisaoFim,
      dHistoricoIni: head.dHistoricoIni,
      dHistoricoFim: head.dHistoricoFim,
    },
    products: ids.map((id) => ({
      id,
      decimals: decimals.get(id) ?? 0,
      demand: past.get(id) ?? { history: [], stockouts: [] },
    })),
  }
}

/** Products that are computed in one go; between two goes other work of the process has its turn. */
const STEP = 10

/** Computes the forecasts. `tell` hears how many are done. */
export async function computeForecasts(work: Generation, tell: (done: number) => Promise<void>): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < work.products.length; at += STEP) {
    const products = work.products.slice(at, at + STEP)
    // Without growth: the factor is applied to what is stored, exactly, now and whenever it changes.
    const { items } = generateForecast({
      periodo: work.periodo,
      ...work.dates,
      growth_factor: 1,
      items: products.map(({ id, decimals, demand }) => ({ code: String(id), decimals, ...demand })),
    })
    items.forEach((item, index) => {
      const product = products[index]
      if (product) results.push(resultOf(work.periodo, product.id, item, product.demand))
    })
    await tell(Math.min(at + STEP, work.products.length))
    await othersTurn()
  }
  return results
}

function resultOf(periodo: Period, mercadoria_id: number, item: GeneratedItem, demand: DemandHistory): Result {
  const tested = backtest(item.used, { m: CYCLE[periodo], h: item.previsao.length })
  return {
    mercadoria_id,
    bases: item.previsao.map(({ dPrevisao, qBase }) => ({ dPrevisao, qBase })),
    columns: {
      metodo: item.method,
      classe: item.class,
      xMotivo: item.reason,
      xAviso: item.notice,
      sigma_diario: item.sigmaDaily.toFixed(6),
      analise: {
        inicio: item.starts[0] ?? null,
        historico: item.sold,
        usado: [...item.sold.slice(0, item.skipped), ...item.used].map((value) => Math.round(value * 10_000) / 10_000),
        estimados: item.estimated,
        atipicos: item.outliers,
        rupturas: runsOf(demand.stockouts).slice(0, RUNS_KEPT),
        dias_sem_estoque: demand.stockouts.length,
        minimo: item.previsao.map((one) => one.lower),
        maximo: item.previsao.map((one) => one.upper),
        erros: item.errors,
        medidas: tested,
      },
    },
  }
}

const RUNS_KEPT = 100

/**
 * Stores what was computed, in the caller's transaction: cells that somebody wrote over, even meanwhile, keep what was written. Throws 409 when the
 * view, the horizon or the history changed since the computation began.
 */
export async function storeForecasts(ctx: Ctx, work: Generation, results: readonly Result[]): Promise<number> {
  const head = await load(ctx, previsao, work.previsao_id, { lock: true })
  const names = ['dPrevisaoIni', 'dPrevisaoFim', 'dHistoricoIni', 'dHistoricoFim'] as const
  if (periodOf(head) !== work.periodo || names.some((name) => head[name] !== work.dates[name]))
    throw conflict('A visão ou as datas mudaram enquanto a previsão era gerada: gere de novo.')
  const items = await loadWhere(ctx, previsaoItem, 'previsao_id', [head.id], { lock: true })
  const byProduct = new Map(results.map((one) => [one.mercadoria_id, one]))
  const decimals = new Map(work.products.map((one) => [one.id, one.decimals]))
  const touched = items.filter((item) => byProduct.has(item.mercadoria_id))
  const changes = touched.map((item) => {
    const result = byProduct.get(item.mercadoria_id)
    const cells = regenerate(readCells(item.previsao), result?.bases ?? [], {
      growth: head.growth_factor,
      decimals: decimals.get(item.mercadoria_id) ?? 0,
    })
    return { id: item.id, ...result?.columns, ...stored(cells) }
  })
  await writeItems(ctx, touched, changes, 'gerarPrevisoes')
  await update(ctx, previsao, head, { dhGeracao: ctx.clock.now() }, 'gerarPrevisoes')
  return changes.length
}
