import type { NoticeDocument } from '../../../core/notices/documents'
import { written } from '../../../core/notices/vars'
import { wordOf } from '../../../core/fields/field'
import type { Ctx } from '../../platform/context'
import { loadWhere, typed } from '../../platform/engine/write'
import { type RecordOf, type Resource, resourceNamed, type Row } from '../../platform/resource'
import { may } from '../../platform/rights'
import { shownTime } from '../../platform/shown-time'

const links = new Map<string, (ctx: Ctx, record: Row) => string | undefined>()

/** Says at which address a record of a resource is read without signing in, for templates that name it; none where it has no link. */
export function noticeLink<R extends Resource>(
  resource: R,
  addressOf: (ctx: Ctx, record: RecordOf<R>) => string | undefined,
): void {
  links.set(resource.name, (ctx, record) => (ctx.mail.publicUrl ? addressOf(ctx, typed(resource, record)) : undefined))
}

/** What a document refers to, by its column. */
export type Referred = (record: Row, column: string) => Row | undefined

/** What documents of a kind refer to as far as templates may name it: a query for each column, for all of them together. */
export async function referredOf(ctx: Ctx, document: NoticeDocument, records: readonly Row[]): Promise<Referred> {
  const resource = resourceNamed(document.resource)
  const paths = Object.values(document.vars).flatMap(({ path }) => path)
  const named = paths.filter((path) => path.includes('.')).map((path) => path.split('.')[0] ?? '')
  const columns = [...new Set([...named, ...[document.party, document.seller].flatMap((one) => one?.column ?? [])])]
  const byColumn = new Map<string, ReadonlyMap<number, Row>>()
  for (const column of columns) byColumn.set(column, await rowsOfColumn(ctx, resource, column, records))
  return (record, column) => byColumn.get(column)?.get(Number(record[column]))
}

async function rowsOfColumn(
  ctx: Ctx,
  resource: Resource,
  column: string,
  records: readonly Row[],
): Promise<ReadonlyMap<number, Row>> {
  const ids = [...new Set(records.map((record) => Number(record[column] ?? 0)))].filter((id) => id > 0)
  const rows = await loadWhere(ctx, referTo(resource, column), 'id', ids)
  return new Map(rows.map((row) => [row.id, row]))
}

function referTo(resource: Resource, column: string): Resource {
  const ref = resource.fields[column]?.meta.ref
  if (ref === undefined) throw new Error(`${resource.name}.${column} refers to nothing.`)
  return resourceNamed(ref)
}

/** Whether a field of a resource is told. */
type Told = (resource: Resource, field: string) => boolean

/** What whoever asks may see of what a document refers to: all of what they may read, of others what everybody is shown. */
export const seenBy =
  (ctx: Ctx): Told =>
  (resource, field) =>
    may(ctx, resource, 'read') || resource.display.includes(field) || resource.company === 'member'

/** The values that a template may name of a document, as it writes them. */
export function valuesOf(
  ctx: Ctx,
  document: NoticeDocument,
  record: Row,
  referred: Referred,
  told: Told = () => true,
): Readonly<Record<string, string>> {
  const resource = resourceNamed(document.resource)
  const valueAt = (path: string) => {
    const [column = '', field] = path.split('.')
    if (field === undefined) return { value: record[column], meta: resource.fields[column]?.meta }
    const of = referTo(resource, column)
    return { value: told(of, field) ? referred(record, column)?.[field] : undefined, meta: of.fields[field]?.meta }
  }
  return Object.fromEntries(
    Object.entries(document.vars).map(([name, { kind, path }]) => {
      if (kind === 'link') return [name, links.get(document.resource)?.(ctx, record) ?? '']
      const { value, meta } = path.map(valueAt).find((one) => (one.value ?? '') !== '') ?? { value: null }
      const writing = {
        word: (code: string) => (meta && wordOf(meta, code)) ?? code,
        time: (instant: string) => shownTime(ctx, instant),
      }
      return [name, written(kind, value, writing)]
    }),
  )
}
