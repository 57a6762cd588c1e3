import { type SQL, sql } from 'drizzle-orm'
import { PLANNED_ANEW } from '../../db/pool'
import { type Ctx, rowsOf } from '../context'
import { invalid } from '../errors'
import type { Resource, Row } from '../resource'
import { extended } from '../custom/definitions'
import { anchorBefore } from './anchors'
import { answerRow, column, fieldSql, selectionOf, shownTo, tableName } from './columns'
import { type ListQuery, type QueryParams, readListQuery, whereOf } from './query'
import type { Sums } from './sums'
import { COUNT_CAP, type Estimate, estimate, totalOf } from './totals'

/**
 * The answer of a list. `total_capped` says that `total` is the planner's estimate: counting would cost more than the page itself. `sums` are those
 * that it was asked for, over all that it finds; an estimated list has none.
 */
export interface ListAnswer {
  readonly data: readonly Row[]
  readonly last_page: number
  readonly current_page: number
  readonly total: number
  readonly total_capped?: true
  readonly sums?: Sums
}

/** Pages that start beyond this row are reached from an anchor instead of being counted off from the first row. */
const DEEP_OFFSET = 5_000

/** Lists a resource: one request, at most three queries. */
export async function list(ctx: Ctx, declared: Resource, params: QueryParams): Promise<ListAnswer> {
  const resource = await extended(ctx, declared)
  const query = readListQuery(ctx, resource, params)
  const offset = (query.page - 1) * query.perPage
  const [rows, expected] = await rowsAndEstimate(ctx, resource, query, offset)
  const { total, capped, sums } = await totalOf(ctx, resource, query, expected)
  const shown = shownTo(ctx, selectionOf(resource, 'row'))
  return {
    data: rows.map((row) => answerRow(shown, row)),
    last_page: Math.max(1, Math.ceil(total / query.perPage)),
    current_page: query.page,
    total,
    ...(capped ? { total_capped: true } : {}),
    ...(sums ? { sums } : {}),
  }
}

/** The page, and what the planner expects of the whole list: asked together, or first where how to ask for the page depends on it. */
async function rowsAndEstimate(
  ctx: Ctx,
  resource: Resource,
  query: ListQuery,
  offset: number,
): Promise<readonly [Row[], Estimate]> {
  if (!query.filtersOfMany) return Promise.all([pageRows(ctx, resource, query, offset), estimate(ctx, resource, query)])
  const expected = await estimate(ctx, resource, query)
  const filters = expected.rows > COUNT_CAP ? query.filtersOfMany : query.filters
  return [await pageRows(ctx, resource, { ...query, filters }, offset), expected]
}

async function pageRows(ctx: Ctx, resource: Resource, query: ListQuery, offset: number): Promise<Row[]> {
  const selection = selectionOf(resource, 'row')
  const order = orderOf(resource, query, 'rows')
  const start = await startOf(ctx, resource, query, offset)
  const filters = start ? [...query.filters, start.after] : query.filters
  return rowsOf(
    ctx,
    sql`${planning(query)}select ${selection.outer(ctx)} from (
      select ${selection.inner} from ${tableName(resource)} t ${whereOf(filters)}
      order by ${order} limit ${query.perPage} offset ${start ? offset - start.rank : offset}
    ) t ${selection.joins} order by ${orderOf(resource, query, 'page')}`,
  )
}

/** The query of a whole list, its first `limit` rows: what an export reads. The filters and the order are a list's. */
export function wholeList(ctx: Ctx, resource: Resource, params: QueryParams, limit: number): SQL {
  const query = readListQuery(ctx, resource, params)
  const selection = selectionOf(resource, 'row')
  const order = orderOf(resource, query, 'rows')
  return sql`select ${selection.outer(ctx)} from (
      select ${selection.inner} from ${tableName(resource)} t ${whereOf(query.filters)} order by ${order} limit ${limit}
    ) t ${selection.joins} order by ${orderOf(resource, query, 'page')}`
}

/** Where a list is ordered: among the stored rows, or among those of its page, whose custom fields are columns. */
type Ordered = 'rows' | 'page'

function orderOf(resource: Resource, { orderBy, descending }: ListQuery, at: Ordered): SQL {
  const direction = descending ? sql`desc` : sql`asc`
  if (orderBy === 'id') return sql`t.id ${direction}`
  // Where nothing can be empty nothing is said of it: an index is read backwards then.
  const empty = neverNull(resource, orderBy) ? sql`` : sql` nulls last`
  return sql`${orderKey(resource, orderBy, at)} ${direction}${empty}, t.id ${direction}`
}

/** Where a deep page begins. A column that may be empty has no anchors: such a list is only paged to its cap. */
async function startOf(ctx: Ctx, resource: Resource, query: ListQuery, offset: number) {
  if (offset <= DEEP_OFFSET) return undefined
  if (!neverNull(resource, query.orderBy)) {
    if (offset > COUNT_CAP)
      throw invalid({ page: [`Nesta ordem a lista vai até a linha ${COUNT_CAP}: use um filtro ou ordene por id.`] })
    return undefined
  }
  return anchorBefore(ctx, {
    table: tableName(resource),
    key: keyOf(resource, query.orderBy),
    where: whereOf(query.filters),
    descending: query.descending,
    offset,
  })
}

const TIMESTAMPS = new Set(['id', 'versao', 'criado_em', 'alterado_em'])

function neverNull(resource: Resource, name: string): boolean {
  const field = resource.fields[name]
  return TIMESTAMPS.has(name) || field?.meta.required === true || field?.initial !== undefined
}

/** What a list is ordered by, before the id. */
export const keyOf = (resource: Resource, name: string): SQL =>
  name === 'id' ? sql`t.id` : orderKey(resource, name, 'rows')

/** Text is ordered as people expect it, without case and accents; a reference by its id. */
function orderKey(resource: Resource, name: string, at: Ordered): SQL {
  const meta = resource.fields[name]?.meta
  const own = meta && at === 'rows' ? fieldSql('t', name, meta) : column('t', name)
  return meta?.kind === 'text' ? sql`prumo_busca(${own})` : own
}

const planning = (query: ListQuery): SQL => (query.searches ? PLANNED_ANEW : sql``)
