import { type SQL, sql } from 'drizzle-orm'
import { maySee } from '../../../core/access'
import { groupedBy } from '../../../core/fields/group'
import type { FieldMeta } from '../../../core/fields/field'
import { type Ctx, rowsOf } from '../context'
import { invalid } from '../errors'
import { type Resource, resourceNamed, type Row } from '../resource'
import { extended } from '../custom/definitions'
import { column, fieldSql, tableName, toJson } from './columns'
import { fieldOf, type ListQuery, planning, type QueryParams, readListQuery, whereOf } from './query'
import { type Sums, summedColumns, sumColumns, sumsOf } from './sums'

/** Groups that are answered: the largest by the first sum of money, else by rows; months by time. */
const GROUP_LIMIT = 200

export interface Group {
  /** The value that its rows share: an id, a code, `2026-11` of a date; null where they have none. */
  readonly valor: unknown
  /** What a reference shows of it. */
  readonly objeto?: Row
  readonly registros: number
  readonly sums: Sums
}

interface Groups {
  readonly data: readonly Group[]
  /** How many groups there are in all. */
  readonly grupos: number
}

/** The value that rows are gathered by: a date by its month, in the company's time zone. */
function keyOf(field: string, meta: FieldMeta): SQL {
  const own = fieldSql('t', field, meta)
  if (meta.kind !== 'date' && meta.kind !== 'datetime') return own
  return meta.within === undefined ? sql`to_char(${own}, 'YYYY-MM')` : sql`left(${own}, 7)`
}

/**
 * A list gathered by one of its fields, with counts and sums, under the list's own filters, rights and fence of companies: one query. Throws 422 for
 * a field that nothing can be gathered by.
 */
export async function groups(ctx: Ctx, declared: Resource, params: QueryParams): Promise<Groups> {
  const resource = await extended(ctx, declared)
  const query = readListQuery(ctx, resource, params)
  const field = params.por ?? ''
  const meta = fieldOf({ ctx, resource }, field, 'por')
  if (!groupedBy(meta)) throw invalid({ por: [`Não se agrupa por este campo: ${field}.`] })
  const shown = displayed(ctx, meta)
  const rows = await rowsOf(ctx, groupQuery(ctx, resource, query, { field, meta, shown }))
  const byKey = Map.groupBy(rows, (row) => String(row.chave))
  const data = [...byKey.values()].map((own): Group => {
    const [first = {}] = own
    return {
      valor: toJson(meta.kind === 'ref' || meta.kind === 'integer' ? 'integer' : 'text', first.chave),
      ...(shown && first.chave !== null ? { objeto: { id: first.chave, ...displayOf(shown, first) } } : {}),
      registros: own.reduce((all, { n }) => all + Number(n), 0),
      sums: sumsOf(query.sums, own),
    }
  })
  return { data, grupos: Number(rows[0]?.grupos ?? 0) }
}

interface Displayed {
  readonly to: Resource
  readonly names: readonly string[]
}

/** What a reference shows of its record to the caller. */
function displayed({ actor }: Ctx, { ref }: FieldMeta): Displayed | undefined {
  if (ref === undefined) return undefined
  const to = resourceNamed(ref)
  return { to, names: to.display.filter((name) => maySee(actor, to.fields[name]?.meta ?? {})) }
}

const displayOf = ({ to, names }: Displayed, row: Row): Row =>
  Object.fromEntries(names.map((name, at) => [name, toJson(to.fields[name]?.meta.kind ?? 'integer', row[`d${at}`])]))

interface By {
  readonly field: string
  readonly meta: FieldMeta
  readonly shown: Displayed | undefined
}

/** A row for each group and unit, of the groups that are answered. */
function groupQuery(ctx: Ctx, resource: Resource, query: ListQuery, { field, meta, shown }: By): SQL {
  const { sums } = query
  const columns = sql.join([sql`${keyOf(field, meta)} as chave`, ...summedColumns(ctx, sums)], sql`, `)
  const unit = sums.unit ? sql`, ${sums.unit.word}` : sql``
  const money = sums.summed.findIndex((one) => one.meta.unitOf === undefined)
  const largest = money < 0 ? sql`sum(g.n)` : sql`sum(${sql.raw(`g.s${money}`)})`
  const byTime = meta.kind === 'date' || meta.kind === 'datetime'
  const order = byTime ? sql`g.chave desc nulls last` : sql`${largest} desc, g.chave nulls last`
  const names = shown?.names ?? []
  const display = names.map((name, at) => sql`, ${column('r', name)} as ${sql.raw(`d${at}`)}`)
  return sql`${planning(query)}with g as (
      select c.chave, ${sumColumns(sums)} from (
        select ${columns} from ${tableName(resource)} t ${whereOf(query.filters)}
      ) c ${sums.unit?.join ?? sql``} group by c.chave${unit}
    ), k as (
      select g.chave, row_number() over (order by ${order}) as nr, count(*) over () as grupos from g group by g.chave order by nr limit ${GROUP_LIMIT}
    )
    select g.*, k.grupos${sql.join(display, sql``)} from k join g on g.chave is not distinct from k.chave
    ${shown ? sql`left join ${tableName(shown.to)} r on r.id = k.chave` : sql``} order by k.nr`
}
