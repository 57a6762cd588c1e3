import { type SQL, sql } from 'drizzle-orm'
import { maySee } from '../../../core/access'
import { RECORD_FIELDS, type FieldMeta, type Fields } from '../../../core/fields/field'
import { showValue } from '../../../core/fields/show'
import { PAST } from '../../../core/lifecycle/past'
import { type Ctx, rowsOf } from '../context'
import { allResources, type Resource, type Row } from '../resource'
import { tableName, toJson } from './columns'
import { customName, type Defined, everyCustomField, EXTRA, seesCustom } from '../custom/definitions'
import { linesOf } from './record'
import { intArray } from './query'

/**
 * The history of a record as people read it: who did what, the labels of fields, the words of codes, names of records in place of their numbers. It is
 * told here, so that screens, the terminal and whoever asks the API say the same.
 */

const LIMIT = 500
const TEXT_LIMIT = 200
/** Said where nothing was, or nothing is. */
const NOTHING = '–'

/** A change as it is stored. */
interface Stored {
  readonly campo: string
  readonly de: unknown
  readonly para: unknown
  /** What is known of its field, where that is a company's own. */
  readonly meta?: FieldMeta
}

interface Entry {
  readonly row: Row
  readonly resource: Resource | undefined
  readonly changes: readonly Stored[]
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

function storedChanges(campos: unknown): readonly Stored[] {
  const told: readonly unknown[] = Array.isArray(campos) ? campos : []
  return told.flatMap((one) => (isObject(one) ? [{ campo: String(one.campo), de: one.de, para: one.para }] : []))
}

/** Changes of what companies add, one a field, by its definition; of what the caller may not see none. */
function unfolded({ actor }: Ctx, defined: readonly Defined[], change: Stored): readonly Stored[] {
  if (change.campo !== EXTRA) return [change]
  const of = (value: unknown, id: number) => (isObject(value) ? (value[id] ?? null) : null)
  return defined.flatMap((one) => {
    const { custom, field } = one
    const [de, para] = [of(change.de, custom.id), of(change.para, custom.id)]
    if ((de === null && para === null) || !seesCustom(actor, one)) return []
    return [{ campo: customName(custom.key), de, para, meta: field.meta }]
  })
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** What somebody did, by the life of what it was done to or by the words of what is done to any record; undefined for what has no word. */
export function pastOf(resource: Resource | undefined, acao: string): string | undefined {
  const past = resource?.life?.verbs[acao]?.past ?? (Object.hasOwn(PAST, acao) ? PAST[acao] : undefined)
  // What becomes of a document's maker is written down as a sentence.
  return past ?? (acao.includes(' ') ? capital(acao) : undefined)
}

/** As `pastOf`; of what was done by earlier versions, and has no word any more, only that something was. */
export const actionText = (resource: Resource | undefined, acao: string): string => pastOf(resource, acao) ?? 'Alterou'

/** What is known of a field of a resource, or of what its forms take beside its columns. */
function metaOf(resource: Resource | undefined, campo: string): FieldMeta | undefined {
  const known: Fields = { ...RECORD_FIELDS, ...resource?.beside, ...resource?.fields }
  return Object.hasOwn(known, campo) ? known[campo]?.meta : undefined
}

/** The resource whose records a field names: by the number of one, or by a list of numbers. */
const namesOf = (meta: FieldMeta | undefined): string | undefined => meta?.ref ?? meta?.listOf

const idsOf = (value: unknown): number[] =>
  (Array.isArray(value) ? value : [value]).map(Number).filter((id) => Number.isInteger(id) && id > 0)

type Names = ReadonlyMap<string, string>
const keyOf = (resource: string, id: unknown): string => `${resource} ${String(id)}`

/** What the first column of its display says of each record; one query for all. */
async function namesFor(ctx: Ctx, entries: readonly Entry[]): Promise<Names> {
  const wanted = new Map<string, Set<number>>()
  for (const { resource, changes } of entries)
    for (const { campo, de, para, meta } of changes) {
      const named = namesOf(meta ?? metaOf(resource, campo))
      if (named !== undefined) wanted.set(named, new Set([...(wanted.get(named) ?? []), ...idsOf(de), ...idsOf(para)]))
    }
  const parts = [...wanted].flatMap(([name, ids]) => {
    const query = nameQuery(ctx, resourceOf(name), [...ids])
    return query === undefined ? [] : [query]
  })
  if (parts.length === 0) return new Map()
  const rows = await rowsOf(ctx, sql.join(parts, sql` union all `))
  return new Map(rows.map(({ recurso, id, nome }) => [keyOf(String(recurso), id), String(nome)]))
}

const resourceOf = (name: string): Resource | undefined => allResources().find((one) => one.name === name)

/** Texts alone name a record; a document is told by what it is called and its number. */
function nameQuery({ actor }: Ctx, resource: Resource | undefined, ids: readonly number[]): SQL | undefined {
  const column = resource?.display.find((name) => {
    const meta = resource.fields[name]?.meta
    return meta?.kind === 'text' && meta.words === undefined && maySee(actor, meta)
  })
  if (resource === undefined || column === undefined || resource.life || ids.length === 0) return undefined
  const name = sql.identifier(column)
  return sql`select ${resource.name} as recurso, id, ${name} as nome from ${tableName(resource)} where id = any (${intArray(ids)}::int[]) and ${name} <> ''`
}

function recordName(names: Names, resource: string, id: unknown): string {
  const title = resourceOf(resource)?.title
  return names.get(keyOf(resource, id)) ?? `${title ?? 'Registro'} nº ${String(id)}`
}

function valueText(names: Names, meta: FieldMeta | undefined, value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING
  if (meta?.ref !== undefined) return recordName(names, meta.ref, value)
  if (meta?.listOf !== undefined && Array.isArray(value)) {
    const { listOf } = meta
    return (
      idsOf(value.map((one: unknown) => (isObject(one) ? one.id : one)))
        .map((id) => recordName(names, listOf, id))
        .join(', ') || NOTHING
    )
  }
  if (meta?.format === 'recurso') return resourceOf(String(value))?.title ?? NOTHING
  const shape: Pick<FieldMeta, 'kind'> = meta ?? { kind: typeof value === 'object' ? 'json' : 'text' }
  return showValue(shape, value).slice(0, TEXT_LIMIT) || NOTHING
}

/** A change that the caller may see, in words. A field that the resource no longer has is told by its change alone. */
function told(ctx: Ctx, names: Names, { resource, changes }: Entry): Row[] {
  return changes.flatMap(({ meta: own, ...change }) => {
    const meta = own ?? metaOf(resource, change.campo)
    if (!maySee(ctx.actor, { right: meta?.right })) return []
    const label = meta?.label ?? (/[_\d]|[a-z][A-Z]/.test(change.campo) ? 'Outro campo' : capital(change.campo))
    const [de_texto, para_texto] = [valueText(names, meta, change.de), valueText(names, meta, change.para)]
    return [{ ...change, rotulo: label, de_texto, para_texto }]
  })
}

/** Which entries `a` tell of a record, of its lines, and of what hangs on those, whether they are still there or not. */
export function entriesOf(resource: Resource, id: number): SQL {
  const { name } = resource
  const own = sql`(a.recurso = ${name} and a.registro_id = ${id}) or (a.pai = ${name} and a.pai_id = ${id})`
  const deep = linesOf(resource)
    .filter((lines) => linesOf(lines).length > 0)
    .map((lines) => lines.name)
  if (deep.length === 0) return own
  return sql`a.id in (
    with recursive line (recurso, registro_id) as (
      select recurso, registro_id from auditoria where pai = ${name} and pai_id = ${id} and ${JSON.stringify(deep)}::jsonb ? recurso
      union select u.recurso, u.registro_id from line l join auditoria u on u.pai = l.recurso and u.pai_id = l.registro_id)
    select id from auditoria where recurso = ${name} and registro_id = ${id}
    union select id from auditoria where pai = ${name} and pai_id = ${id}
    union select u.id from line l join auditoria u on u.pai = l.recurso and u.pai_id = l.registro_id)`
}

/** The rows of the trail, with who they are by, under the alias `a`. */
export const TRAIL = sql`select a.id, a.dh, a.acao, a.recurso, a.registro_id, prumo_campos(a.campos, a.compacto) as campos, u.id as user_id, u.name as user_name
  from auditoria a left join "user" u on u.id = a.user_id`

/** Rows of the trail as people read them, each with what its record is called; two queries, however many, and one for each resource that companies add to. */
export async function toldRows(ctx: Ctx, rows: readonly Row[]): Promise<Row[]> {
  const resources = new Set(rows.flatMap((row) => resourceOf(String(row.recurso)) ?? []))
  const defined = new Map<Resource, readonly Defined[]>()
  for (const one of resources) defined.set(one, await everyCustomField(ctx, one))
  const entries = rows.map((row): Entry => {
    const resource = resourceOf(String(row.recurso))
    const own = (resource && defined.get(resource)) ?? []
    const changes = storedChanges(row.campos).flatMap((change) => unfolded(ctx, own, change))
    return { row, resource, changes }
  })
  const names = await namesFor(ctx, entries)
  return entries.map((entry) => {
    const { row } = entry
    return {
      id: Number(row.id),
      dh: toJson('datetime', row.dh),
      user: row.user_id === null ? null : { id: row.user_id, name: row.user_name },
      acao: row.acao,
      acao_texto: actionText(entry.resource, String(row.acao)),
      recurso: row.recurso,
      registro_id: row.registro_id,
      registro_texto: recordName(names, String(row.recurso), row.registro_id),
      campos: told(ctx, names, entry),
    }
  })
}

/** Who changed what of a record and of its lines, newest first, at most 500 entries. */
export async function history(ctx: Ctx, resource: Resource, id: number): Promise<{ data: Row[] }> {
  const rows = await rowsOf(ctx, sql`${TRAIL} where ${entriesOf(resource, id)} order by a.id desc limit ${LIMIT}`)
  const data = await toldRows(ctx, rows)
  // Which line it was; nothing of the record itself.
  return { data: data.map((one) => (one.recurso === resource.name ? { ...one, registro_texto: null } : one)) }
}
