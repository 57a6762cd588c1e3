import { type SQL, sql } from 'drizzle-orm'
import { AT_START, SUPPLY } from '../../../core/fields/producao/ordem-producao'
import { entradaLife } from '../../../core/lifecycle/entrada'
import { ordemProducaoLife } from '../../../core/lifecycle/ordem-producao'
import { pedidoCompraLife } from '../../../core/lifecycle/pedido-compra'
import { solicitacaoLife } from '../../../core/lifecycle/solicitacao'
import { vendaLife } from '../../../core/lifecycle/venda'
import { inStates } from '../../platform/in-states'
import { addDays, daysBetween } from '../../../core/br/civil-date'
import { bankHolidays } from '../../../core/br/business-days'
import { horizonDates } from '../../../core/forecast/spans'
import { PERIODS } from '../../../core/forecast/periods'
import type { ForecastCell } from '../../../core/mrp/forecast-demand'
import { DEFAULT_LEAD_TIME, type FirmOrder, type PlanDemand } from '../../../core/mrp/plan-input'
import type { PlanSources, SourceItem } from '../../../core/mrp/plan-sources'
import type { BomLine } from '../../../core/mrp/problem'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { find } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { resourceNamed, type Row } from '../../platform/resource'
import { inForce } from '../../estoque/mercadoria-insumo'
import { localHolidays } from '../../financeiro/feriado'
import { isMade } from '../../producao/ordem_producao/made-for'
import { drawnByItem, isFinished, sumOfParts } from '../../producao/ordem_producao/sums'
import { lotRuleOf } from '../lot-rule'

/** What a plan is made from, and what its items are called. */
export interface Loaded {
  readonly sources: PlanSources
  /** By item code: what people call it, and who usually supplies it. */
  readonly names: ReadonlyMap<string, string>
  readonly suppliers: ReadonlyMap<string, number>
}

const MAX_PRODUCTS = 500_000
const MAX_LINES = 1_000_000

/** Reads everything a plan needs, in a handful of queries whatever the number of products. The caller's transaction sees one moment. */
export async function loadSources(ctx: Ctx, plan: Row): Promise<Loaded> {
  const [start, end] = [String(plan.dInicio), String(plan.dFim)]
  const empresa = Number(plan.empresa_id)
  const source: Source = { ctx, plan, empresa, start, end }
  const products = await loadProducts(source)
  const sigma = new Map<string, number>()
  const forecast = await loadForecast(source, sigma)
  const history = await loadHistory(source)
  const items = products.map((row) => itemOf(row, { plan, sigma, history }))
  const yields = new Map(items.map(({ code, yield: good }) => [code, good ?? 1]))
  const produced = await loadProduction(source)
  const bought = await loadPurchases(source)
  return {
    sources: {
      start,
      days: daysBetween(start, end) + 1,
      calendar: { holidays: await holidaysOf(ctx, empresa, start, end) },
      items,
      bom: await loadBom(source),
      sales: await loadSales(source),
      demands: produced.demands,
      forecast,
      orders: [
        ...bought.arrived,
        ...[...bought.ordered, ...produced.orders].map((one) => ({
          ...one,
          quantity: one.quantity * (yields.get(one.item) ?? 1),
        })),
      ],
    },
    names: new Map(products.map((row) => [String(row.id), String(row.name)])),
    suppliers: new Map(
      products.flatMap((row) => (row.fornecedor_id === null ? [] : [[String(row.id), Number(row.fornecedor_id)]])),
    ),
  }
}

interface Source {
  readonly ctx: Ctx
  readonly plan: Row
  readonly empresa: number
  readonly start: string
  readonly end: string
  /** These products alone. */
  readonly only?: readonly number[]
}

/** SQL: is the product of a row one of those that are asked for? */
const asked = ({ only }: Source, column: string): SQL =>
  only === undefined ? sql`true` : sql`${sql.raw(column)} = any (${intArray(only)}::int[])`

/** What open documents bring and take of some products, by the names of their lines (`venda:12:34`): everything that a plan would count, unless it is told. */
export async function loadAhead(
  ctx: Ctx,
  { empresa, start, only }: Pick<Source, 'empresa' | 'start'> & { readonly only: readonly number[] },
) {
  const source: Source = { ctx, plan: {}, empresa, start, end: start, only }
  const [sold, bought, produced] = [await loadSales(source), await loadPurchases(source), await loadProduction(source)]
  return { comes: [...bought.arrived, ...bought.ordered, ...produced.orders], goes: [...sold, ...produced.demands] }
}

/** The national and local holidays around the horizon: a year before it too, where lead times reach. */
async function holidaysOf(ctx: Ctx, empresa: number, start: string, end: string): Promise<string[]> {
  const [from, to] = [Number(start.slice(0, 4)) - 1, Number(end.slice(0, 4))]
  const national = Array.from({ length: to - from + 1 }, (_, at) => bankHolidays(from + at)).flatMap((year) =>
    year.map(({ date }) => date),
  )
  return [...national, ...(await localHolidays(ctx, empresa, `${from}-01-01`, `${to}-12-31`))]
}

async function limited(ctx: Ctx, query: ReturnType<typeof sql>, limit: number, what: string): Promise<Row[]> {
  const rows = await rowsOf(ctx, sql`${query} limit ${limit + 1}`)
  if (rows.length > limit) throw badRequest(`O planejamento lê até ${limit} ${what}.`, 'too_large')
  return rows
}

/** Products with their stock (in places that are not blocked, less what documents hold of it), planning data and usual supplier: the preferred one, else the only one. */
function loadProducts({ ctx, empresa }: Source): Promise<Row[]> {
  return limited(
    ctx,
    sql`select m.id, coalesce(nullif(m.codigo, '') || ' ', '') || m."xProd" as name, u.decimal, m.q_minimo, m.custo, s."vCustoMedio",
          coalesce(e.q, 0) as estoque, coalesce(p.fornecedor_id, f.fornecedor_id) as fornecedor_id,
          p.acao, p.prazo, p."tpPrazo", p.q_seguranca, p."tpLote", p."qLote", p."qLoteMin", p."qLoteMultiplo", p."qLoteMax",
          p."qDiasLote", p."vPedido", p."vEstocagem", p."pRendimento"
        from mercadoria m
        left join unidade u on u.id = m.unidade_id
        left join mercadoria_saldo s on s.mercadoria_id = m.id and s.empresa_id = ${empresa}
        left join mercadoria_planejamento p on p.mercadoria_id = m.id and p.empresa_id = ${empresa}
        left join (select a.mercadoria_id, sum(a."qDisp" - a."qReservado") as q from mercadoria_armazenamento a
                   join armazenamento l on l.id = a.armazenamento_id and not l.bloqueado
                   where a.empresa_id = ${empresa} group by 1) e on e.mercadoria_id = m.id
        left join (select mercadoria_id, min(fornecedor_id) as fornecedor_id from mercadoria_fornecedor
                   group by 1 having min(fornecedor_id) = max(fornecedor_id)) f on f.mercadoria_id = m.id
        order by m.id`,
    MAX_PRODUCTS,
    'mercadorias',
  )
}

const amount = (value: unknown): number | undefined =>
  value === null || value === undefined ? undefined : Number(value)

const SOURCES: Readonly<Record<string, 'make' | 'buy'>> = { comprar: 'buy', produzir: 'make' }

interface ItemContext {
  readonly plan: Row
  readonly sigma: ReadonlyMap<string, number>
  readonly history: ReadonlyMap<string, readonly number[]>
}

function itemOf(row: Row, { plan, sigma, history }: ItemContext): SourceItem {
  const code = String(row.id)
  const average = Number(row.vCustoMedio ?? 0)
  const cost = average > 0 ? average : Number(row.custo ?? 0)
  return {
    code,
    onHand: plan.usa_estoque === false ? 0 : Number(row.estoque),
    leadTime: amount(row.prazo) ?? DEFAULT_LEAD_TIME,
    leadTimeIn: row.tpPrazo === 'uteis' ? 'working' : 'calendar',
    safetyStock: amount(row.q_seguranca) ?? Number(row.q_minimo ?? 0),
    lot: row.tpLote === null ? undefined : lotRuleOf(row),
    yield: row.pRendimento === null ? 1 : Number(row.pRendimento) / 100,
    decimals: amount(row.decimal),
    source: SOURCES[String(row.acao)],
    phantom: row.acao === 'nenhuma',
    unitCost: cost > 0 ? cost : undefined,
    sigmaDaily: sigma.get(code),
    sold: history.get(code),
    soldDays: history.has(code) ? Number(plan.dias_historico) : undefined,
  }
}

async function loadBom({ ctx }: Source): Promise<BomLine[]> {
  const rows = await limited(
    ctx,
    sql`select mercadoria_id, mercadoria_insumo_id, quantidade, "pPerda", "tpPerda", "qDefasagem" from mercadoria_insumo i where ${inForce('i', ctx.clock.today())} order by id`,
    MAX_LINES,
    'linhas de composição',
  )
  return rows.map((row) => ({
    parent: String(row.mercadoria_id),
    child: String(row.mercadoria_insumo_id),
    qty: Number(row.quantidade),
    scrap: Number(row.pPerda) / 100,
    scrapRule: row.tpPerda === 1 ? 'multiply' : 'divide',
    offset: Number(row.qDefasagem),
  }))
}

/** Sales that still have to leave: neither dispatched, invoiced nor cancelled, of operations that move stock; due when promised, else at once. */
async function loadSales(source: Source): Promise<PlanDemand[]> {
  const { ctx, plan, empresa } = source
  if (plan.usa_vendas === false) return []
  const rows = await limited(
    ctx,
    sql`select v.id, l.id as item_id, l.mercadoria_id, l."qTrib",
          coalesce(v."dEntrega", v."dhEntrega"::date, v."dhAbertura"::date, v.criado_em::date)::text as due
        from venda v join tipo_entrada_saida t on t.id = v.tipo_entrada_saida_id and t.movimenta_estoque
        join venda_mercadoria l on l.venda_id = v.id
        where v.empresa_id = ${empresa} and ${inStates(vendaLife, ['aberta', 'bloqueada'], 'v')} and ${asked(source, 'l.mercadoria_id')} order by l.id`,
    MAX_LINES,
    'itens de vendas em aberto',
  )
  const chosen = await loadChosen(source)
  return [...rows, ...chosen].map((row) => ({
    id: `venda:${Number(row.id)}:${Number(row.item_id)}`,
    item: String(row.mercadoria_id),
    date: String(row.due),
    quantity: Number(row.qTrib),
  }))
}

/**
 * What the chosen characteristics of those lines draw beside the composition, while no production order makes the line: needed when making it has to
 * begin.
 */
function loadChosen(source: Source): Promise<Row[]> {
  const { ctx, empresa } = source
  const lead = sql`coalesce((select p.prazo from mercadoria_planejamento p where p.mercadoria_id = l.mercadoria_id and p.empresa_id = l.empresa_id), ${DEFAULT_LEAD_TIME})`
  return limited(
    ctx,
    sql`select v.id, l.id as item_id, x.mercadoria_id, x.quantidade * l."qTrib" as "qTrib",
          (coalesce(v."dEntrega", v."dhEntrega"::date, v."dhAbertura"::date, v.criado_em::date) - ${lead})::text as due
        from venda v join tipo_entrada_saida t on t.id = v.tipo_entrada_saida_id and t.movimenta_estoque
        join venda_mercadoria l on l.venda_id = v.id
        join venda_mercadoria_crt c on c.venda_mercadoria_id = l.id
        join venda_mercadoria_crt_insumo x on x.venda_mercadoria_crt_id = c.id
        where v.empresa_id = ${empresa} and ${inStates(vendaLife, ['aberta', 'bloqueada'], 'v')}
          and not ${isMade} and ${asked(source, 'x.mercadoria_id')} order by x.id`,
    MAX_LINES,
    'insumos de características de vendas em aberto',
  )
}

/** What was sold a day, of the days on which something was: the past that the risk is drawn from. */
async function loadHistory({ ctx, plan, empresa, start }: Source): Promise<Map<string, number[]>> {
  const rows = await rowsOf(
    ctx,
    sql`select mercadoria_id, string_agg(q::float8::text, ',') as sold from (
          select l.mercadoria_id, v."dhAbertura"::date as day, sum(l."qTrib") as q
          from venda v join tipo_entrada_saida t on t.id = v.tipo_entrada_saida_id and t.movimenta_estoque
          join venda_mercadoria l on l.venda_id = v.id
          where v.empresa_id = ${empresa} and v."dhCancelamento" is null
            and v."dhAbertura" >= ${addDays(start, -Number(plan.dias_historico))}::date and v."dhAbertura" < ${start}::date
          group by 1, 2) d group by 1`,
  )
  // In an order of their own, so that the same past gives the same risk however the database came upon it.
  const quantities = (text: unknown) =>
    String(text)
      .split(',')
      .map(Number)
      .sort((a, b) => a - b)
  return new Map(rows.map((row) => [String(row.mercadoria_id), quantities(row.sold)]))
}

/** The cells of the chosen forecast with the days that each one spans. */
async function loadForecast({ ctx, plan }: Source, sigma: Map<string, number>): Promise<ForecastCell[]> {
  if (typeof plan.previsao_id !== 'number') return []
  const head = await find(ctx, resourceNamed('previsao'), plan.previsao_id)
  if (!head) throw badRequest('A previsão escolhida não existe mais.', 'no_forecast')
  const period = PERIODS.find((one) => one === head.periodo) ?? 'month'
  const until = String(head.dPrevisaoFim)
  const dates = horizonDates({ from: String(head.dPrevisaoIni), to: until }, period)
  const ends = new Map(
    dates.map((date, at) => [date, at + 1 < dates.length ? addDays(dates[at + 1] ?? until, -1) : until]),
  )
  const rows = await rowsOf(
    ctx,
    sql`select i.mercadoria_id, i.sigma_diario, c.cell->>'dPrevisao' as day, c.cell->>'qPrevista' as q
        from previsao_item i cross join jsonb_array_elements(coalesce(i.previsao, '[]')) as c (cell)
        where i.previsao_id = ${plan.previsao_id} order by i.id`,
  )
  return rows.flatMap((row) => {
    const item = String(row.mercadoria_id)
    if (row.sigma_diario !== null) sigma.set(item, Number(row.sigma_diario))
    const from = String(row.day)
    const to = ends.get(from)
    return to === undefined || Number(row.q) === 0 ? [] : [{ item, from, to, quantity: Number(row.q) }]
  })
}

/** Goods on their way: open purchase orders, requests that are not refused nor ordered yet, and entries that are not finalised. */
async function loadPurchases(source: Source): Promise<Purchases> {
  const { ctx, plan, empresa, start } = source
  const mine = asked(source, 'l.mercadoria_id')
  if (plan.usa_compras === false) return { ordered: [], arrived: [] }
  const due = (expression: string) => sql`coalesce(${sql.raw(expression)}, ${start}::date)::text as due`
  const rows = await limited(
    ctx,
    sql`select 'pedido:' || p.id || ':' || l.id as id, l.mercadoria_id, l."qTrib" as q,
          ${due(`l."dPrevista", p."dPrevista", p."dEmissao" + coalesce((select d.prazo from mercadoria_planejamento d where d.mercadoria_id = l.mercadoria_id and d.empresa_id = l.empresa_id), ${DEFAULT_LEAD_TIME})`)}
        from pedido_compra p join pedido_compra_mercadoria l on l.pedido_compra_id = p.id
        where p.empresa_id = ${empresa} and ${inStates(pedidoCompraLife, ['aberto', 'fechado'], 'p')} and ${mine}
        union all
        select 'solicitacao:' || s.id || ':' || l.id, l.mercadoria_id, l.quantidade, ${due('l."dNecessidade", s."dNecessidade"')}
        from solicitacao_mercadoria l join solicitacao s on s.id = l.solicitacao_id
        where l.empresa_id = ${empresa} and l.status in (0, 1) and ${inStates(solicitacaoLife, ['aberta'], 's')} and ${mine}
        union all
        select 'entrada:' || e.id || ':' || l.id, l.mercadoria_id, l."qTrib", ${start}
        from entrada e join tipo_entrada_saida t on t.id = e.tipo_entrada_saida_id and t.movimenta_estoque
        join entrada_mercadoria l on l.entrada_id = e.id
        where e.empresa_id = ${empresa} and ${inStates(entradaLife, ['aberta', 'recebida'], 'e')} and ${mine}`,
    MAX_LINES,
    'itens de compras em aberto',
  )
  return {
    ordered: rows.filter((row) => !String(row.id).startsWith('entrada:')).map(orderOf),
    arrived: rows.filter((row) => String(row.id).startsWith('entrada:')).map(orderOf),
  }
}

/** What was ordered comes in less what of it is no good; what has arrived is counted as it is. */
interface Purchases {
  readonly ordered: FirmOrder[]
  readonly arrived: FirmOrder[]
}

const orderOf = (row: Row): FirmOrder => ({
  id: String(row.id),
  item: String(row.mercadoria_id),
  date: String(row.due),
  quantity: Number(row.q),
})

/** SQL over goods `l` of an order: what has been made of them, and that more is still made. */
const MADE = sql.raw(sumOfParts('p."qBoa"', 'l'))
const GOES_ON = sql`not ${sql.raw(isFinished('l'))}`

/** SQL over an order `o` and a supply `i` of it: what has left for it; what left as the order began is not drawn again, even where some of it came back. */
const OUT = sql`greatest(coalesce(u.q, 0), case when o."tpBaixa" = ${AT_START} and o."dhInicio" is not null then i."qSolicitada" else 0 end)`
const DRAWN = sql.raw(drawnByItem('case when o."dhInicio" is not null then o.id end'))

/** Open production orders: what they will make, and what they still have to draw, by the insumos of each order itself. */
async function loadProduction(source: Source): Promise<{ orders: FirmOrder[]; demands: PlanDemand[] }> {
  const { ctx, plan, empresa, start } = source
  if (plan.usa_producao === false) return { orders: [], demands: [] }
  const made = await limited(
    ctx,
    sql`select 'ordem:' || o.id || ':' || l.id as id, l.mercadoria_id, l."qTrib" - ${MADE} as q,
          coalesce(o."dFimPrevisto", o."dInicioPrevisto", ${start}::date)::text as due
        from ordem_producao o join ordem_producao_mercadoria l on l.ordem_producao_id = o.id
        where ${GOES_ON} and o.empresa_id = ${empresa} and ${inStates(ordemProducaoLife, ['aberta', 'em_producao'], 'o')} and ${asked(source, 'l.mercadoria_id')}`,
    MAX_LINES,
    'itens de ordens de produção em aberto',
  )
  const drawn = await limited(
    ctx,
    sql`select 'ordem:' || o.id || ':' || l.id as id, i.mercadoria_id, i."qPlanejada" - ${OUT} as q,
          coalesce(o."dInicioPrevisto", ${start}::date)::text as due
        from ordem_producao o join ordem_producao_mercadoria l on l.ordem_producao_id = o.id
        join ordem_producao_mercadoria_insumo i on i.ordem_producao_mercadoria_id = l.id and i."tpItem" = ${SUPPLY}
        left join lateral ${DRAWN} u on u.item_id = i.id
        where i."qPlanejada" > ${OUT} and ${GOES_ON} and o.empresa_id = ${empresa} and ${inStates(ordemProducaoLife, ['aberta', 'em_producao'], 'o')} and ${asked(source, 'i.mercadoria_id')} order by i.id`,
    MAX_LINES,
    'insumos de ordens de produção em aberto',
  )
  return { orders: made.map(orderOf), demands: drawn.map(orderOf) }
}
