import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { parseInput } from '../action'
import { type Ctx, rowsOf } from '../context'
import { invalid } from '../errors'
import type { Resource } from '../resource'
import { extended } from '../custom/definitions'
import { tableName } from './columns'
import { type QueryParams, readListQuery, whereOf } from './query'

/** Rows of one view are counted up to here. */
const COUNT_CAP = 1_000
/** The planner's cost above which a view is not counted unasked: some 20 ms. */
const COUNT_COST = 4_000
const VIEWS = 40

/** The count of one view; `total_capped` says that there are more, null that counting would cost too much. */
export interface ViewCount {
  readonly total: number | null
  readonly total_capped?: true
}

const object = v.optional(v.record(v.string(), v.unknown()), {})
const viewsInput = v.pipe(
  v.array(v.object({ search: v.optional(v.string(), ''), where: object, between: object, custom: object })),
  v.maxLength(VIEWS, `No máximo ${VIEWS} visões.`),
)

/** `visoes=[{"where":…,"between":…,"custom":…,"search":…}, …]`: how many rows each view of a list has, capped. Two queries, whatever the number of views. */
export async function viewCounts(
  ctx: Ctx,
  declared: Resource,
  { visoes = '[]' }: QueryParams,
): Promise<{ readonly data: readonly ViewCount[] }> {
  const resource = await extended(ctx, declared)
  const views = parseInput(viewsInput, parsed(visoes), 'visoes')
  if (views.length === 0) return { data: [] }
  const counts = views.map(({ search, where, between, custom }, at) => {
    const params = {
      search,
      where: JSON.stringify(where),
      between: JSON.stringify(between),
      custom: JSON.stringify(custom),
    }
    const { filters } = readListQuery(ctx, resource, params)
    return sql`(select ${at}::int as i, count(*)::int as n from (select 1 from ${tableName(resource)} t ${whereOf(filters)} limit ${COUNT_CAP + 1}) c)`
  })
  const costs = await costsOf(ctx, counts)
  const cheap = counts.filter((_, at) => (costs[at] ?? Infinity) <= COUNT_COST)
  const rows = cheap.length === 0 ? [] : await rowsOf(ctx, together(cheap))
  const known = new Map(rows.map(({ i, n }) => [Number(i), Number(n)]))
  return { data: counts.map((_, at) => told(known.get(at))) }
}

function told(count: number | undefined): ViewCount {
  if (count === undefined) return { total: null }
  return count > COUNT_CAP ? { total: COUNT_CAP, total_capped: true } : { total: count }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid({ visoes: ['Informe uma lista JSON.'] })
  }
}

const together = (counts: readonly SQL[]): SQL => sql.join([...counts], sql` union all `)

const planOf = v.object({ 'Total Cost': v.number() })
const appended = v.object({ 'Node Type': v.literal('Append'), Plans: v.array(planOf) })

/** What the planner expects each count to cost; nothing where it would go about them otherwise than one by one. */
async function costsOf(ctx: Ctx, counts: readonly SQL[]): Promise<readonly number[]> {
  const [row] = await rowsOf(ctx, sql`explain (format json) ${together(counts)}`)
  const text: unknown = row?.['QUERY PLAN']
  const plan = v.parse(v.array(v.object({ Plan: v.unknown() })), typeof text === 'string' ? JSON.parse(text) : text)[0]
  if (counts.length === 1) return [v.parse(planOf, plan?.Plan)['Total Cost']]
  const whole = v.safeParse(appended, plan?.Plan)
  return whole.success && whole.output.Plans.length === counts.length
    ? whole.output.Plans.map((one) => one['Total Cost'])
    : []
}
