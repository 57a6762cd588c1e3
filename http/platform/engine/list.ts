import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../context'
import { invalid } from '../errors'
import type { Resource, Row } from '../resource'
import { extended } from '../custom/definitions'
import { anchorBefore } from './anchors'
import { column, fieldSql, selectionOf, tableName } from './columns'
import { type ListQuery, type QueryParams, readListQuery, whereOf } from './query'
import { rowsBy } from './record'
import type { Sums } from './sums'
import { COUNT_CAP, type Estimate, estimate, pageAndTotal } from './totals'

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

/**
 * Lists a resource, in three queries: what the planner expects of the whole list; which records its page has, with their total where that is cheap; and those records. What finds a page is
 * planned for its filters; what its records show, with a dozen references, is one statement for all lists of a resource, and is planned once.
 */
export async function list(ctx: Ctx, declared: Resource, params: QueryParams): Promise<ListAnswer> {
  const resource = await extended(ctx, declared)
  const query = readListQuery(ctx, resource, params)
  const expected = await estimate(ctx, resource, query)
  const page = await idsOfPage(ctx, resource, query, expected)
  const { ids, total, capped, sums } = await pageAndTotal(ctx, resource, query, { expected, page })
  return {
    data: await rowsOfPage(ctx, declared, ids),
    last_page: Math.max(1, Math.ceil(total / query.perPage)),
    current_page: query.page,
    total,
    ...(capped ? { total_capped: true } : {}),
    ...(sums ? { sums } : {}),
  }
}

/** SQL: the numbers of a page's records, in the list's order. */
async function idsOfPage(ctx: Ctx, resource: Resource, query: ListQuery, expected: Estimate): Promise<SQL> {
  const { perPage, filtersOfMany } = query
  const offset = (query.page - 1) * perPage
  const filters = filtersOfMany && expected.rows > COUNT_CAP ? filtersOfMany : query.filters
  const start = await startOf(ctx, resource, { ...query, filters }, offset)
  return sql`select t.id from ${tableName(resource)} t ${whereOf(start ? [...filters, start.after] : filters)}
    order by ${orderOf(resource, query, 'rows')} limit ${perPage} offset ${start ? offset - start.rank : offset}`
}

/** Records as a list shows them, in the order of their numbers here. */
async function rowsOfPage(ctx: Ctx, resource: Resource, ids: readonly number[]): Promise<Row[]> {
  if (ids.length === 0) return []
  const rows = await rowsBy(ctx, resource, { name: 'id', values: ids, extent: 'row', limit: ids.length })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
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
