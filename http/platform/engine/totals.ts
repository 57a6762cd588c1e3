import { type SQL, sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../context'
import type { Resource, Row } from '../resource'
import { extended } from '../custom/definitions'
import { tableName } from './columns'
import { type ListQuery, planning, type QueryParams, readListQuery, whereOf } from './query'
import { type Sums, type SumsAsked, summedColumns, sumColumns, sumsOf } from './sums'

/** Rows are counted one by one up to here; beyond it the planner's estimate is told. */
export const COUNT_CAP = 10_000
/** An estimate above this is taken as it is: counting to the cap would only confirm that there are more. */
const SURELY_MORE = 100_000
/** Planner costs above which rows are not counted one by one: some 10 ms where more than the cap are expected anyway, some 200 ms where not. */
const COUNT_COST = { beyondCap: 1_500, belowCap: 40_000 }

/** What the planner thinks of counting a list. */
export interface Estimate {
  readonly rows: number
  readonly cost: number
}

/** How many rows a list has, exactly or as the planner expects; its sums come with an exact count alone. */
export interface Total {
  readonly total: number
  readonly capped: boolean
  readonly sums?: Sums
}

/** The rows of a list as they are counted and summed. */
function counted(ctx: Ctx, resource: Resource, query: ListQuery): SQL {
  const columns = summedColumns(ctx, query.sums)
  const selected = columns.length === 0 ? sql`1` : sql.join([...columns], sql`, `)
  return sql`select ${selected} from ${tableName(resource)} t ${whereOf(query.filters)}`
}

/** Counts and sums over rows `c`; a row for each unit where quantities are asked for. */
function summing(asked: SumsAsked, rows: SQL): SQL {
  const { unit } = asked
  return sql`select ${sumColumns(asked)} from (${rows}) c ${unit ? sql`${unit.join} group by ${unit.word} order by ${unit.word}` : sql``}`
}

function totalOfRows(query: ListQuery, rows: readonly Row[]): { readonly total: number; readonly sums?: Sums } {
  const total = rows.reduce((all, { n }) => all + Number(n), 0)
  return query.sums.summed.length === 0 ? { total } : { total, sums: sumsOf(query.sums, rows) }
}

interface Page {
  readonly expected: Estimate
  /** SQL: the numbers of its records. */
  readonly page: SQL
}

/**
 * The numbers of a page's records, and the count of its list with the sums that it is asked for, in one query: exact while that is cheap by the planner's estimate, else what that expects,
 * without sums.
 */
export async function pageAndTotal(
  ctx: Ctx,
  resource: Resource,
  query: ListQuery,
  { expected, page }: Page,
): Promise<Total & { readonly ids: readonly number[] }> {
  const dear = expected.cost > (expected.rows > COUNT_CAP ? COUNT_COST.beyondCap : COUNT_COST.belowCap)
  const isCounted = expected.rows <= SURELY_MORE && !dear
  const ids = sql`array(${page}) as ids`
  const whole = isCounted
    ? sql`select s.*, ${ids} from (${summing(query.sums, sql`${counted(ctx, resource, query)} limit ${COUNT_CAP + 1}`)}) s`
    : sql`select ${ids}`
  const rows = await rowsOf(ctx, sql`${planning(query)}${whole}`)
  const first = rows[0]?.ids
  const found = { ids: Array.isArray(first) ? first.map(Number) : [] }
  if (!isCounted) return { ...found, total: Math.max(1, expected.rows), capped: true }
  const known = totalOfRows(query, rows)
  return known.total > COUNT_CAP
    ? { ...found, total: Math.max(known.total, expected.rows), capped: true }
    : { ...found, ...known, capped: false }
}

/** The exact count and sums of a whole list, whatever they cost: for whoever asks for them. One query. */
export async function wholeTotals(
  ctx: Ctx,
  declared: Resource,
  params: QueryParams,
): Promise<{ readonly total: number; readonly sums: Sums }> {
  const resource = await extended(ctx, declared)
  const query = readListQuery(ctx, resource, params)
  const rows = await rowsOf(ctx, sql`${planning(query)}${summing(query.sums, counted(ctx, resource, query))}`)
  return { sums: {}, ...totalOfRows(query, rows) }
}

/** What the planner expects of counting and summing a list. Counting stops at the cap, and so does its cost. */
export async function estimate(ctx: Ctx, resource: Resource, query: ListQuery): Promise<Estimate> {
  const [row] = await rowsOf(ctx, sql`explain (format json) ${counted(ctx, resource, query)}`)
  const text = JSON.stringify(row?.['QUERY PLAN'] ?? '')
  const [rows, whole] = [
    Number(/"Plan Rows":\s*(\d+)/.exec(text)?.[1] ?? 0),
    Number(/"Total Cost":\s*([\d.]+)/.exec(text)?.[1] ?? 0),
  ]
  return { rows, cost: rows > COUNT_CAP ? (whole * COUNT_CAP) / rows : whole }
}
