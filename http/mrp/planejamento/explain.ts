import { pathOf } from '../../../core/access/screens'
import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { planCompany, type PlanPeg, type PlanResult } from '../../../core/mrp/plan'
import { planInputOf, type PlanSources, sourcesOfItem } from '../../../core/mrp/plan-sources'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { resourceNamed, type Row } from '../../platform/resource'

/** The sources that a plan was made from; undefined when it was never generated. */
export async function sourcesOf(ctx: Ctx, planejamento_id: number): Promise<PlanSources | undefined> {
  const [row] = await rowsOf(
    ctx,
    sql`select encode(dados, 'base64') as base64 from planejamento_dados where planejamento_id = ${planejamento_id}`,
  )
  if (!row) return undefined
  const sources: PlanSources = JSON.parse(gunzipSync(Buffer.from(String(row.base64), 'base64')).toString('utf8'))
  return sources
}

/**
 * What an item of a plan shows when it is opened: its whole metrics, evolution and demands covered included, each lot with what it is for, and
 * the demands by name. Worked out again from the sources kept with the plan, so it is what the plan was made of, whatever changed since.
 */
export async function explained(ctx: Ctx, record: Row): Promise<Row> {
  const code = String(record.mercadoria_id)
  const sources = await sourcesOf(ctx, Number(record.planejamento_id))
  const item = sources?.items.find((one) => one.code === code)
  if (!sources || !item) return {}
  const { plan, lots } = planAgain(sources, code, true)
  const own = plan.items.find((one) => one.item === code)
  const names = await demandNames(ctx, pegsOf(lots))
  const peg = (one: PlanPeg) => ({ ...one, ...names(one, code) })
  return {
    metricas_avancadas: {
      ...own?.metricas_avancadas,
      demands_covered: (own?.metricas_avancadas?.demands_covered ?? []).map(peg),
    },
    prazo: item.leadTime ?? null,
    tpPrazo: item.leadTimeIn === 'working' ? 'uteis' : 'corridos',
    estoque_seguranca: typeof item.safetyStock === 'number' ? item.safetyStock : 0,
    lotes: lots.slice(0, MOST_LOTS).map((lot) => ({
      quantity: lot.quantity,
      release_quantity: lot.release_quantity,
      date: lot.date,
      data_pedido: lot.data_pedido,
      days_late: lot.days_late,
      falta: lot.falta,
      demands_covered: (lot.demands_covered ?? []).map(peg),
      other_demands: lot.other_demands ?? 0,
    })),
    recebimentos: plan.firm
      .filter((one) => one.item === code)
      .slice(0, MOST_LOTS)
      .map((one) => ({ ...one, ...documentOf(one.id) })),
  }
}

const MOST_LOTS = 200

/** The plan around an item, worked out from its sources, and the lots of the item with what each is for. */
function planAgain(sources: PlanSources, code: string, metrics: boolean) {
  const plan = planCompany({ ...planInputOf(sourcesOfItem(sources, code)), pegging: 'full', metrics })
  return { plan, lots: plan.orders.filter((one) => one.item === code) }
}

const pegsOf = (lots: PlanResult['orders']): readonly PlanPeg[] => lots.flatMap((one) => one.demands_covered ?? [])

/** A demand that lots of a plan serve, by name. */
interface Served extends Document {
  readonly date: string
}

/** The demands that the lots of some items of a plan serve, item by item; none where the plan keeps no sources of them. */
export async function demandsOf(ctx: Ctx, planejamento_id: number, codes: readonly string[]): Promise<Served[]> {
  const sources = await sourcesOf(ctx, planejamento_id)
  if (!sources) return []
  const planned = new Set(sources.items.map((one) => one.code))
  const pegs = codes
    .filter((code) => planned.has(code))
    .flatMap((code) => pegsOf(planAgain(sources, code, false).lots.slice(0, MOST_LOTS)))
  const names = await demandNames(ctx, pegs)
  return pegs.map((one) => {
    const { texto, caminho } = names(one)
    return { texto, caminho, date: one.date }
  })
}

/** Documents by what the planner calls them. */
export const DOCUMENTS: Readonly<Record<string, string>> = {
  venda: 'venda',
  pedido: 'pedido_compra',
  solicitacao: 'solicitacao',
  entrada: 'entrada',
  ordem: 'ordem_producao',
}

interface Document {
  readonly texto: string
  /** Address of the document's screen; null for a forecast. */
  readonly caminho: string | null
}

/** The document behind the name of a demand or an order: `venda:12:34`, `previsao:2026-12-01`. */
export function documentOf(id: string): Document {
  const [kind = '', number = ''] = id.split(':')
  const known = DOCUMENTS[kind]
  if (known !== undefined) return { texto: `${resourceNamed(known).title} ${number}`, caminho: pathOf(known, number) }
  return { texto: kind === 'previsao' ? `Previsão de ${number.split('-').toReversed().join('/')}` : id, caminho: null }
}

/** How the demands that lots serve are called: sales with their customer, and the product sold where it is another one than the lots are of. */
async function demandNames(
  ctx: Ctx,
  pegs: readonly PlanPeg[],
): Promise<(peg: PlanPeg, code?: string) => Document & Row> {
  const sales = pegs.flatMap(({ id }) => (id.startsWith('venda:') ? [Number(id.split(':')[1])] : []))
  const products = [...new Set(pegs.map((one) => Number(one.item)))].filter(Number.isInteger)
  const [customers, goods] = [
    await rowsOf(
      ctx,
      sql`select id, "cliente_xNome" as name from venda where id = any (${intArray([...new Set(sales)])}::int[])`,
    ),
    await rowsOf(ctx, sql`select id, "xProd" as name from mercadoria where id = any (${intArray(products)}::int[])`),
  ]
  const customer = new Map(customers.map((row) => [String(row.id), row.name]))
  const product = new Map(goods.map((row) => [String(row.id), row.name]))
  return (peg, code) => {
    const document = documentOf(peg.id)
    const name = peg.id.startsWith('venda:') ? customer.get(peg.id.split(':')[1] ?? '') : undefined
    return {
      ...document,
      texto: typeof name === 'string' ? `${document.texto} · ${name}` : document.texto,
      mercadoria: peg.item === code ? null : (product.get(peg.item) ?? null),
    }
  }
}
