import { type SQL, sql } from 'drizzle-orm'
import { maySee } from '../../../core/access'
import type { Ctx } from '../context'
import type { FieldMeta } from '../../../core/fields/field'
import { type Draft, type Resource, resourceNamed, type Row } from '../resource'

/** One value of an answer: where it comes from and how its stored form becomes JSON. */
interface Shown {
  readonly key: string
  /** Name of the column in the query's answer. */
  readonly as: string
  readonly kind: FieldMeta['kind']
  /** Set when the value belongs to the display object of a reference. */
  readonly object?: string
  /** A right that it asks beside that on its record. */
  readonly right?: string | undefined
}

/** How the rows of a resource are asked for and answered: own columns, computed ones and the display fields of references. */
export interface Selection {
  readonly inner: SQL
  readonly outer: (ctx: Ctx) => SQL
  readonly joins: SQL
  readonly shown: readonly Shown[]
}

const BASE: readonly Shown[] = [
  { key: 'id', as: 'id', kind: 'integer' },
  { key: 'versao', as: 'versao', kind: 'integer' },
  { key: 'criado_em', as: 'criado_em', kind: 'datetime' },
  { key: 'alterado_em', as: 'alterado_em', kind: 'datetime' },
]

export const column = (alias: string, name: string): SQL => sql.raw(`${alias}."${name}"`)

/** SQL of a field of a row under an alias: its column, or its value among the custom ones. Days and times of these are texts that sort as they read. */
export const fieldSql = (alias: string, name: string, meta: Pick<FieldMeta, 'within' | 'kind'>): SQL =>
  meta.within === undefined ? column(alias, name) : sql.raw(customText(alias, meta))

/** The text of that of a custom field: what its index is made of, too. */
export function customText(alias: string, { within, kind }: Pick<FieldMeta, 'within' | 'kind'>): string {
  if (kind === 'json') return `(${alias}."extra" -> '${within}')`
  return `(${alias}."extra" ->> '${within}')${CASTS[kind] ?? ''}`
}

const CASTS: Readonly<Partial<Record<FieldMeta['kind'], string>>> = {
  integer: '::integer',
  ref: '::integer',
  decimal: '::numeric',
  boolean: '::boolean',
  date: ' collate "C"',
  datetime: ' collate "C"',
}

export const tableName = (resource: Resource): SQL => sql.raw(`"${resource.name}"`)

/** Names of the stored columns that an answer may show, in order. */
export function storedColumns(resource: Resource): readonly string[] {
  return [...BASE.map((one) => one.key), ...Object.keys(resource.fields)]
}

/** The list of stored columns with an alias, for `select` and `returning`. */
export function columnList(resource: Resource, alias: string): SQL {
  return sql.raw(
    storedColumns(resource)
      .map((name) => `${alias}."${name}"`)
      .join(', '),
  )
}

/** Whole, or as one of many, in a list or as a line of its document: without what is too big for that. */
export type Extent = 'whole' | 'row'

const cache = { whole: new WeakMap<Resource, Selection>(), row: new WeakMap<Resource, Selection>() }

/** The selection of a resource, made once. */
export function selectionOf(resource: Resource, extent: Extent = 'whole'): Selection {
  const known = cache[extent].get(resource)
  if (known) return known
  const made = makeSelection(resource, extent)
  cache[extent].set(resource, made)
  return made
}

function makeSelection(resource: Resource, extent: Extent): Selection {
  const own = Object.entries(resource.fields).filter(
    ([, { meta }]) => !meta.secret && !(extent === 'row' && meta.large),
  )
  const refs = own.flatMap(([name, { meta }], at) =>
    meta.ref === undefined
      ? []
      : [{ name, object: objectName(resource, name), alias: `r${at}`, to: resourceNamed(meta.ref) }],
  )
  const computed = Object.entries(resource.computed ?? {})
  const display = refs.flatMap(({ object, alias, to }) =>
    ['id', ...to.display].map((name) => ({
      key: name,
      as: `${alias}_${name}`,
      object,
      from: `${alias}."${name}"`,
      kind: kindOf(to, name),
      right: to.fields[name]?.meta.right,
    })),
  )
  const names = [...BASE.map(({ key }) => key), ...own.map(([name]) => name)]
  const plain = names.map((name) => `t."${name}"`)
  const custom = own.filter(([, { meta }]) => meta.within !== undefined)
  const stored = names.filter((name) => !custom.some((one) => one[0] === name)).map((name) => `t."${name}"`)
  return {
    inner: sql.join(
      [
        sql.raw(stored.join(', ')),
        ...custom.map(([name, { meta }]) => sql`${fieldSql('t', name, meta)} as ${sql.raw(`"${name}"`)}`),
      ],
      sql`, `,
    ),
    outer: (ctx) =>
      sql.join(
        [
          sql.raw([...plain, ...display.map((one) => `${one.from} as "${one.as}"`)].join(', ')),
          ...computed.map(([name, { sql: expression }]) => sql`${expression(ctx)} as ${sql.raw(`"${name}"`)}`),
        ],
        sql`, `,
      ),
    joins: sql.raw(
      refs.map(({ name, alias, to }) => `left join "${to.name}" ${alias} on ${alias}.id = t."${name}"`).join(' '),
    ),
    shown: [
      ...BASE,
      ...own.map(([name, { meta }]) => ({ ...placeOf(name, meta), as: name, kind: meta.kind, right: meta.right })),
      ...computed.map(([name, { meta }]) => ({ key: name, as: name, kind: meta.kind, right: meta.right })),
      ...display.map(({ key, as, object, kind, right }) => ({ key, as, object, kind, right })),
    ],
  }
}

/** Where an answer has a field: a custom one within what companies add. */
function placeOf(name: string, { within }: FieldMeta): Pick<Shown, 'key' | 'object'> {
  return within === undefined ? { key: name } : { object: 'extra', key: name.slice(name.indexOf('.') + 1) }
}

function kindOf(resource: Resource, name: string): FieldMeta['kind'] {
  return resource.fields[name]?.meta.kind ?? 'integer'
}

/** `cliente_id` shows its record as `cliente`; as `cliente_ref` where a field of the resource has that name, or where a company added it. */
export function objectName(resource: Resource, field: string): string {
  if (resource.fields[field]?.meta.within !== undefined) return `${field}_ref`
  const short = field.replace(/_id$/, '')
  return short === field || Object.hasOwn(resource.fields, short) ? `${short}_ref` : short
}

/** What the caller is answered of a selection: without what asks a right that they lack. */
export const shownTo = ({ actor }: Pick<Ctx, 'actor'>, { shown }: Selection): readonly Shown[] =>
  shown.filter((one) => maySee(actor, one))

/** Turns a row of a query into the JSON that the API answers. */
export function answerRow(shown: readonly Shown[], row: Row): Row {
  const answer: Row = {}
  for (const { key, as, kind, object } of shown) {
    const value = toJson(kind, row[as])
    if (object === undefined) answer[key] = value
    else if (key === 'id') putAt(answer, object, value === null ? null : { id: value })
    else addTo(answer, object, { [key]: value })
  }
  return answer
}

const CUSTOM_OBJECT = 'extra'

/** Puts what a reference shows into an answer; of a custom one into what companies add. */
function putAt(answer: Row, object: string, value: Row | null): void {
  const [first = '', inner] = object.split('.')
  if (inner === undefined) answer[object] = value
  else addTo(answer, first, { [inner]: value })
}

/** Adds to an object of an answer, or to one within it. What a reference shows is added to its record alone, and to nothing where there is none. */
function addTo(answer: Row, object: string, more: Row): void {
  const [first = '', inner] = object.split('.')
  if (first === CUSTOM_OBJECT) answer[first] ??= {}
  const outer = answer[first]
  const target = inner === undefined ? outer : isRow(outer) ? outer[inner] : undefined
  if (isRow(target)) Object.assign(target, more)
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null

/** Stored form to JSON: decimals become numbers, date-times lose their zone, which is the company's. */
export function toJson(kind: FieldMeta['kind'], value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (kind === 'decimal') return Number(value)
  if (kind === 'datetime') return String(value).slice(0, 19)
  return value
}

/** Whether two values of a field say something else: `1` and `1.0000` of a number are the same, of a text they are not. */
export const differs = (kind: FieldMeta['kind'], one: unknown, other: unknown): boolean =>
  JSON.stringify(toJson(kind, one)) !== JSON.stringify(toJson(kind, other))

/** The fields of a draft that say something else than what is stored; of a new record all that it names. */
export const fieldsThatDiffer = (fields: Resource['fields'], { before, values }: Draft): string[] =>
  Object.keys(values).filter((name) => {
    const field = fields[name]
    return field !== undefined && (before === undefined || differs(field.meta.kind, before[name], values[name]))
  })

/** A stored record as JSON, without references and without what companies add: for nested writes and events. */
export function answerStored(resource: Resource, row: Row): Row {
  const answer: Row = {}
  for (const one of BASE) answer[one.key] = toJson(one.kind, row[one.key])
  for (const [name, { meta }] of Object.entries(resource.fields))
    if (!meta.secret && meta.format !== 'extra') answer[name] = toJson(meta.kind, row[name])
  return answer
}
