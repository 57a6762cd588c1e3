import { sql } from 'drizzle-orm'
import { planejamentoLife } from '../../../core/lifecycle/planejamento'
import { assertVerb } from '../../../core/lifecycle/standing'
import { formatNumber } from '../../../core/br/number'
import { type PlanRow } from '../../../core/mrp/plan-rows'
import type { Ctx } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { announce, load, update } from '../../platform/engine/write'
import type { RecordOf } from '../../platform/resource'
import type { PlanAnswer } from './compute'
import type { Loaded } from './load'
import { documentOf } from './explain'
import { planejamento, planejamentoMercadoria } from './planejamento'

interface Planned {
  readonly answer: PlanAnswer
  readonly loaded: Loaded
  readonly chosen: ReadonlySet<string>
  readonly ms: { readonly leitura: number; readonly calculo: number }
}

/** Rows written by one statement. */
const CHUNK = 2_000
/** What a quantity's column holds: more comes from a composition or a sale that lies. */
const MOST = 99_999_999_999

/** Writes a plan's items in the place of the ones before, with the sources they came from. */
export async function storePlan(ctx: Ctx, id: number, planned: Planned): Promise<{ itens_gerados: number }> {
  const started = performance.now()
  const head = await load(ctx, planejamento, id, { lock: true })
  assertVerb(planejamentoLife, head, 'gerarPlanejamento')
  const { answer, ms } = planned
  const rows = answer.rows.map((row) => storedRow(head, row, planned))
  await ctx.db.execute(sql`delete from planejamento_mercadoria where planejamento_id = ${id}`)
  for (let from = 0; from < rows.length; from += CHUNK) await insertRows(ctx, rows.slice(from, from + CHUNK))
  await ctx.db.execute(sql`
    insert into planejamento_dados (planejamento_id, empresa_id, dados)
    values (${id}, ${head.empresa_id}, decode(${Buffer.from(answer.packed).toString('base64')}, 'base64'))
    on conflict (planejamento_id) do update set dados = excluded.dados`)
  await update(
    ctx,
    planejamento,
    head,
    {
      dhGeracao: ctx.clock.now(),
      itens_gerados: rows.length,
      itens_acao: rows.filter((row) => row.tipo_acao !== 0).length,
      resumo: {
        ...answer.ms,
        ...ms,
        gravacao: Math.round(performance.now() - started),
        fora_do_horizonte: answer.beyond,
      },
    },
    'gerarPlanejamento',
  )
  await announce(ctx, planejamentoMercadoria, id)
  return { itens_gerados: rows.length }
}

const COLUMNS = [
  'planejamento_id',
  'empresa_id',
  'mercadoria_id',
  'escolhido',
  'nivel',
  'falta',
  'quantidade',
  'tipo_acao',
  'data_pedido',
  'data_necessidade',
  'dias_atraso',
  'xAntecipar',
  'realizar',
  'fornecedor_id',
  'q_estoque',
  'q_demanda',
  'q_minimo',
  'pRisco',
  'risco',
  'dias_cobertura',
  'cobertura',
  'metricas_avancadas',
] as const

const LISTED = 3
const LONGEST = 300

/** The orders that come too late, as the plan's lists tell them: which, from when to when, and what lacks then. */
function forwardText(forward: PlanRow['forward']): string | null {
  if (forward.length === 0) return null
  const told = forward
    .slice(0, LISTED)
    .map(
      ({ id, from, to, short }) =>
        `${documentOf(id).texto}: de ${dateText(from)} para ${dateText(to)}, quando faltam ${formatNumber(short, 4).replace(/,?0+$/, '')}`,
    )
  const more = forward.length - told.length
  return [...told, ...(more > 0 ? [`e mais ${more}`] : [])].join('; ').slice(0, LONGEST)
}

const dateText = (date: string): string => date.split('-').toReversed().join('/')

type StoredRow = { readonly [name in (typeof COLUMNS)[number]]: unknown }

async function insertRows(ctx: Ctx, rows: readonly StoredRow[]): Promise<void> {
  const columns = sql.raw(COLUMNS.map((name) => `"${name}"`).join(', '))
  await ctx.db.execute(sql`
    insert into planejamento_mercadoria (${columns})
    select ${columns} from jsonb_populate_recordset(null::planejamento_mercadoria, ${JSON.stringify(rows)}::jsonb)`)
}

function storedRow(head: RecordOf<typeof planejamento>, row: PlanRow, { loaded, chosen }: Planned): StoredRow {
  const { summary, demand_analysis } = row.metrics
  const quantity = (value: number): number => {
    if (Math.abs(value) <= MOST) return value
    const name = loaded.names.get(row.item) ?? row.item
    throw badRequest(`${name}: uma quantidade de ${value} passa do que o planejamento guarda.`, 'invalid_quantity')
  }
  const until = head.dPedidoAte
  return {
    planejamento_id: head.id,
    empresa_id: head.empresa_id,
    mercadoria_id: Number(row.item),
    escolhido: chosen.has(row.item),
    nivel: row.lowLevelCode,
    falta: quantity(row.falta),
    quantidade: quantity(row.quantidade),
    tipo_acao: row.tipo_acao,
    data_pedido: row.data_pedido,
    data_necessidade: row.data_necessidade,
    dias_atraso: row.days_late,
    xAntecipar: forwardText(row.forward),
    realizar: row.tipo_acao !== 0 && (until === null || (row.data_pedido !== null && row.data_pedido <= until)),
    fornecedor_id: row.tipo_acao === 1 ? (loaded.suppliers.get(row.item) ?? null) : null,
    q_estoque: quantity(summary.initial_stock),
    q_demanda: quantity(demand_analysis.total_demand),
    q_minimo: quantity(summary.minimum_stock),
    pRisco: row.probability,
    risco: row.metrics.extended_analytics.risk_analysis.stockout_risk.level,
    dias_cobertura: row.coverage === null ? null : Math.min(row.coverage, 999_999),
    cobertura: row.coverage_status,
    metricas_avancadas: row.metrics,
  }
}
