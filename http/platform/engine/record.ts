import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../context'
import { notFound } from '../errors'
import { FIELD_NOTICES } from '../../../core/fields/field'
import { allResources, type Resource, type Row } from '../resource'
import { extended } from '../custom/definitions'
import { answerRow, column, selectionOf, shownTo, type Extent, tableName } from './columns'
import { codeNotices } from './official'
import { intArray, visibleFilter, whereOf } from './query'

const LINES_LIMIT = 10_000

/** The resources whose rows are lines of this one, and come and go with it. */
export function linesOf(resource: Resource): readonly Resource[] {
  return allResources().filter((one) => one.parent?.resource === resource.name && !one.parent.apart)
}

/** A record as the API answers it: with its nested lists, at any depth, and the display fields of what it refers to. Throws 404. */
export async function show(ctx: Ctx, resource: Resource, id: number): Promise<Row> {
  const [[record], lists] = await Promise.all([
    rowsBy(ctx, resource, { name: 'id', values: [id], extent: 'whole', limit: 1 }),
    listsBy(ctx, resource, [id]),
  ])
  if (!record) throw notFound()
  Object.assign(record, lists.get(id))
  if (resource.hooks?.present) Object.assign(record, await resource.hooks.present(ctx, record))
  const [told = {}] = await codeNotices(ctx, resource.fields, [{ values: record, day: dayOf(ctx, record) }])
  if (Object.keys(told).length > 0) record[FIELD_NOTICES] = told
  return record
}

/** The nested lists of some records, by the number of the record: one query a list, however many records there are. */
async function listsBy(ctx: Ctx, resource: Resource, ids: readonly number[]): Promise<ReadonlyMap<number, Row>> {
  const found = await Promise.all(
    linesOf(resource).map(async (lines) => {
      const name = lines.parent?.field ?? 'id'
      const rows = await rowsBy(ctx, lines, { name, values: ids, extent: 'row', limit: LINES_LIMIT })
      const below =
        rows.length === 0
          ? new Map<number, Row>()
          : await listsBy(
              ctx,
              lines,
              rows.map(({ id }) => Number(id)),
            )
      for (const row of rows) Object.assign(row, below.get(Number(row.id)))
      return [lines.parent?.list ?? lines.name, Map.groupBy(rows, (row) => Number(row[name]))] as const
    }),
  )
  return new Map(ids.map((id) => [id, Object.fromEntries(found.map(([list, rows]) => [list, rows.get(id) ?? []]))]))
}

/** A rule that has ended was written with the codes of its time. */
function dayOf({ clock }: Ctx, { dFim }: Row): string {
  const today = clock.today()
  return typeof dFim === 'string' && dFim < today ? dFim : today
}

interface Wanted {
  readonly name: string
  readonly values: readonly number[]
  readonly extent: Extent
  readonly limit: number
}

/** The rows of a resource whose field has one of some values, as the API answers them, by their number. Those that do not exist for the caller are left out. */
export async function rowsBy(ctx: Ctx, declared: Resource, { name, values, extent, limit }: Wanted): Promise<Row[]> {
  const resource = await extended(ctx, declared)
  const selection = selectionOf(resource, extent)
  const where = whereOf([sql`${column('t', name)} = any (${intArray(values)}::int[])`, ...visibleFilter(ctx, resource)])
  const rows = await rowsOf(
    ctx,
    sql`select ${selection.outer(ctx)} from (
          select ${selection.inner} from ${tableName(resource)} t ${where} order by t.id limit ${limit}
        ) t ${selection.joins} order by t.id`,
  )
  const shown = shownTo(ctx, selection)
  return rows.map((row) => answerRow(shown, row))
}
