import { sql } from 'drizzle-orm'
import { addDays } from '../../../core/br/civil-date'
import type { Dated } from '../../../core/forecast/periods'
import type { Span } from '../../../core/forecast/spans'
import { daysWithoutStock } from '../../../core/forecast/stockouts'
import { CAME_BACK } from '../../estoque/demand'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'

/** What is known of a product's past. */
export interface DemandHistory {
  /** Sold by day, less what came back; a day may be below zero. */
  readonly history: readonly Dated[]
  /** Days on which there was nothing to sell. */
  readonly stockouts: readonly string[]
}

/** Whose past, and which. */
export interface Past {
  readonly empresa_id: number
  readonly ids: readonly number[]
  readonly span: Span
}

/**
 * The demand of products in a company by day: lines of sales that were dispatched (or invoiced, where the operation moves no stock) and not
 * cancelled, on that day, less the goods that customers sent back, on the day they came. Three queries, whatever the number of products.
 */
export async function demandHistory(ctx: Ctx, past: Past): Promise<ReadonlyMap<number, DemandHistory>> {
  const { ids, span } = past
  const sold = byProduct(await soldByDay(ctx, past))
  const returned = byProduct(await returnedByDay(ctx, past))
  const movements = byProduct((await controlsStock(ctx, past.empresa_id)) ? await movedByDay(ctx, past) : [])
  return new Map(
    ids.map((id) => {
      const sales = sold.get(id) ?? []
      const days = new Set(sales.map((one) => one.date))
      const stockouts = daysWithoutStock({ movements: movements.get(id) ?? [], sold: days, span })
      return [id, { history: [...sales, ...(returned.get(id) ?? [])], stockouts }]
    }),
  )
}

interface DayRow {
  readonly mercadoria_id: number
  readonly date: string
  readonly quantity: number
}

function byProduct(rows: readonly DayRow[]): ReadonlyMap<number, Dated[]> {
  const lists = new Map<number, Dated[]>()
  for (const { mercadoria_id, date, quantity } of rows) {
    const list = lists.get(mercadoria_id) ?? []
    list.push({ date, quantity })
    lists.set(mercadoria_id, list)
  }
  return lists
}

async function dayRows(ctx: Ctx, query: ReturnType<typeof sql>): Promise<DayRow[]> {
  const rows = await rowsOf(ctx, query)
  return rows.map((row) => ({
    mercadoria_id: Number(row.mercadoria_id),
    date: String(row.dia),
    quantity: Number(row.quantidade),
  }))
}

/** Sales `v` that count, in the company and the span: the instant at which they were final. */
export const finalSales = ({ empresa_id, span }: Omit<Past, 'ids'>) => sql`
  v.empresa_id = ${empresa_id} and v."dhCancelamento" is null
  and ((v."dhFechamento" >= ${span.from}::date and v."dhFechamento" < ${addDays(span.to, 1)}::date)
    or (v."dhFechamento" is null and v."dhFaturamento" >= ${span.from}::date and v."dhFaturamento" < ${addDays(span.to, 1)}::date))`

function soldByDay(ctx: Ctx, past: Past): Promise<DayRow[]> {
  return dayRows(
    ctx,
    sql`select l.mercadoria_id, coalesce(v."dhFechamento", v."dhFaturamento")::date::text as dia, sum(l."qTrib") as quantidade
        from venda v join venda_mercadoria l on l.venda_id = v.id
        where ${finalSales(past)} and l.mercadoria_id = any (${intArray(past.ids)}::int[])
        group by 1, 2`,
  )
}

function returnedByDay(ctx: Ctx, { empresa_id, ids, span }: Past): Promise<DayRow[]> {
  return dayRows(
    ctx,
    sql`select m.mercadoria_id, m.criado_em::date::text as dia, -sum(m."qTrib") as quantidade from movimento_estoque m
        where m.empresa_id = ${empresa_id} and ${CAME_BACK} and m.mercadoria_id = any (${intArray(ids)}::int[])
          and m.criado_em >= ${span.from}::date and m.criado_em < ${addDays(span.to, 1)}::date
        group by 1, 2`,
  )
}

/** The ledger by day; what came before the span is one sum, on the day before it. */
function movedByDay(ctx: Ctx, { empresa_id, ids, span }: Past): Promise<DayRow[]> {
  return dayRows(
    ctx,
    sql`select m.mercadoria_id, greatest(m.criado_em::date, ${span.from}::date - 1)::text as dia, sum(m."qTrib") as quantidade
        from movimento_estoque m
        where m.empresa_id = ${empresa_id} and m.mercadoria_id = any (${intArray(ids)}::int[]) and m.criado_em < ${addDays(span.to, 1)}::date
        group by 1, 2`,
  )
}

/** Only where every movement is booked does an empty shelf say something. */
async function controlsStock(ctx: Ctx, empresa_id: number): Promise<boolean> {
  const [row] = await rowsOf(ctx, sql`select controla_estoque from empresa where id = ${empresa_id}`)
  return row?.controla_estoque === true
}
