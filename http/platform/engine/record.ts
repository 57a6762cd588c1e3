import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../context'
import { notFound } from '../errors'
import { FIELD_NOTICES } from '../../../core/fields/field'
import { allResources, type Resource, type Row } from '../resource'
import { answerRow, column, selectionOf, shownTo, type Extent, tableName } from './columns'
import { codeNotices } from './official'
import { visibleFilter, whereOf } from './query'

const LINES_LIMIT = 10_000

/** The resources whose rows are lines of this one, and come and go with it. */
export function linesOf(resource: Resource): readonly Resource[] {
  return allResources().filter((one) => one.parent?.resource === resource.name && !one.parent.apart)
}

/** A record as the API answers it: with its nested lists and the display fields of what it refers to. Throws 404. */
export async function show(ctx: Ctx, resource: Resource, id: number): Promise<Row> {
  const [[record], ...lists] = await Promise.all([
    rowsBy(ctx, resource, { name: 'id', value: id, extent: 'whole', limit: 1 }),
    ...linesOf(resource).map((lines) =>
      rowsBy(ctx, lines, { name: lines.parent?.field ?? 'id', value: id, extent: 'row', limit: LINES_LIMIT }),
    ),
  ])
  if (!record) throw notFound()
  for (const [at, lines] of linesOf(resource).entries()) record[lines.parent?.list ?? lines.name] = lists[at] ?? []
  if (resource.hooks?.present) Object.assign(record, await resource.hooks.present(ctx, record))
  const [told = {}] = await codeNotices(ctx, resource.fields, [{ values: record, day: dayOf(ctx, record) }])
  if (Object.keys(told).length > 0) record[FIELD_NOTICES] = told
  return record
}

/** A rule that has ended was written with the codes of its time. */
function dayOf({ clock }: Ctx, { dFim }: Row): string {
  const today = clock.today()
  return typeof dFim === 'string' && dFim < today ? dFim : today
}

interface Wanted {
  readonly name: string
  readonly value: number
  readonly extent: Extent
  readonly limit: number
}

async function rowsBy(ctx: Ctx, resource: Resource, { name, value, extent, limit }: Wanted): Promise<Row[]> {
  const selection = selectionOf(resource, extent)
  const where = whereOf([sql`${column('t', name)} = ${value}`, ...visibleFilter(ctx, resource)])
  const rows = await rowsOf(
    ctx,
    sql`select ${selection.outer(ctx)} from (
          select ${selection.inner} from ${tableName(resource)} t ${where} order by t.id limit ${limit}
        ) t ${selection.joins} order by t.id`,
  )
  const shown = shownTo(ctx, selection)
  return rows.map((row) => answerRow(shown, row))
}
