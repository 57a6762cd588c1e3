import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  date,
  type ExtraConfigColumn,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  type PgColumnBuilderBase,
  pgPolicy,
  pgTable,
  type PgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Life } from '../../core/lifecycle/life'
import { APP_ROLE } from '../db/pool'
import type { Ctx } from './context'
import { invalid } from './errors'
import type { Field, FieldKind, FieldMeta, Fields } from '../../core/fields/field'
import { lifeFields, type LifeFields } from '../../core/fields/life'
import { extraField } from '../../core/custom/definition'
import { EXTENSIBLE } from '../../core/custom/extensible'

/** A record as it travels inside the engine: stored forms by column name. Decimals and dates are text. */
export type Row = Record<string, unknown>

/** What a save is about to write: the record before (undefined when it is new) and the values to set, by column. */
export interface Draft {
  readonly before: Row | undefined
  readonly values: Row
  /** The request as it came, for what is not a column; lines of a document have none. */
  readonly input?: Row
  /** Where a line stands among those of its document: `itens.2`. */
  readonly place?: string
}

/** The name of a field of a row in a 422: `itens.2.vDesc` where the row comes with its document, bare where it is saved by itself. */
export const faultName = ({ place }: Draft, field: string): string =>
  place === undefined ? field : `${place}.${field}`

/** Does a draft change a field? Forms send every field: what is only repeated is not a change. */
export const changes = ({ before, values }: Pick<Draft, 'before' | 'values'>, name: string): boolean =>
  values[name] !== undefined && values[name] !== before?.[name]

/** Asks of each row what is wrong with it, by field. Throws 422 that names all of it. */
export function refuseRows<D extends Draft>(
  drafts: readonly D[],
  faultsOf: (draft: D) => Readonly<Record<string, string>> | undefined,
): void {
  const faults = drafts.flatMap((draft) =>
    Object.entries(faultsOf(draft) ?? {}).map(([field, text]) => [faultName(draft, field), [text]] as const),
  )
  if (faults.length > 0) throw invalid(Object.fromEntries(faults))
}

export interface Hooks {
  /** Rules of what a person types in a form or sends to the API: imports, received documents and the program's own records keep what they bring. */
  readonly typed?: (ctx: Ctx, drafts: readonly Draft[], parent?: Row) => Promise<void> | void
  /**
   * Runs once for all the rows of one save, before they are written: checks rules and fills computed fields in `values`.
   * `parent` is the stored parent record of a nested list.
   */
  readonly prepare?: (ctx: Ctx, drafts: readonly Draft[], parent?: Row) => Promise<void> | void
  /** Runs after the rows (and, for a document, its nested lists) are written, in the same transaction. `input` is the request of a single record. */
  readonly after?: (ctx: Ctx, records: readonly Row[], parent?: Row, input?: Row) => Promise<void>
  /**
   * May this record go? Throws when not. `parent` is its stored parent, when it is left out of a nested list. Answers the numbers of others of its
   * resource that it took along.
   */
  readonly remove?: (ctx: Ctx, record: Row, parent?: Row) => Promise<readonly number[] | void> | void
  /** What a record shows beside its columns and lines: its answer is added to the record. */
  readonly present?: (ctx: Ctx, record: Row) => Promise<Row>
}

/** A value that is computed when a record is shown: `sql` sees the row under the alias `t`. */
export interface ComputedColumn {
  readonly meta: FieldMeta
  readonly sql: (ctx: Ctx) => SQL
}

export interface ResourceOptions<F extends Fields> {
  /** The entity's name, which is also the table's and the schema's name. */
  readonly name: string
  /** Paths under /api, the first is the main one; its name is one too, where nobody says so: whoever knows what a field refers to can ask for it. */
  readonly paths: readonly [string, ...string[]]
  /** What people call it, singular, for messages and documentation. */
  readonly title: string
  /** The resource name in permissions (`show cliente`); `open` lets every signed-in user read. */
  readonly right: string
  readonly open?: boolean
  /** The number is an official code that comes with a new record; what people call it. */
  readonly givenId?: string
  /** For admin and ceo alone, whatever rights others hold. */
  readonly adminOnly?: boolean
  /** Nobody writes it from outside: ledgers and logs. */
  readonly readOnly?: boolean
  /** It has no table of its own: its rows are some of another resource, shown by a view that a migration makes by hand. A row with these values is one of them. */
  readonly view?: { readonly of: string; readonly where: Readonly<Record<string, string>> }
  /**
   * own: every row belongs to one company; optional: null belongs to all; none: shared by all companies. member: a company itself, or what is
   * part of it: there for the company's users alone, also for one who has made it just now.
   */
  readonly company: 'own' | 'optional' | 'none' | 'member'
  readonly fields: F
  /** Text columns that a search without a field looks into, ignoring case and accents. `ref.column` looks into what is referred to. */
  readonly search: readonly string[]
  /** Columns of this resource that others show when they refer to it. */
  readonly display: readonly string[]
  /** Columns that name one record on their own: where two records may not be equal. */
  readonly unique?: readonly (readonly string[])[]
  readonly indexes?: readonly (readonly string[])[]
  readonly parent?: {
    readonly resource: string
    readonly field: string
    readonly list: string
    /** Too many to come and go with their record: they are listed and saved by themselves. Of `shown` ones the record tells the first, to be read alone. */
    readonly apart?: true | 'shown'
    /** A copy of its record takes it along as it stands, with what the program computed of it. */
    readonly copied?: true
  }
  /** The date that marks a line as removed: lines that are deleted or left out stay, told as such, and may be brought back. */
  readonly removed?: string
  /** Names of nested lists, whose resources name this one as parent. */
  readonly computed?: Readonly<Record<string, ComputedColumn>>
  /** What its hooks take or show beside columns, lists and computed values: for documentation alone. */
  readonly beside?: Fields
  /**
   * Which of its rows exist for the caller, beside the fence of companies: SQL over the alias `t`. It holds wherever a record is listed,
   * exported, shown or changed. The program itself sees all.
   */
  readonly visible?: (ctx: Ctx) => SQL
  /**
   * The field that says who wrote a row, where rows are letters between people: an account of a person's data (LGPD) holds those that they wrote
   * themselves, never what others wrote to them.
   */
  readonly writer?: string
  /** Filters that `custom` may name. */
  readonly custom?: Readonly<Record<string, (value: unknown, ctx: Ctx) => SQL>>
  readonly defaultOrder?: string
  /** It has a logo or a picture of its own: `uploadLogo` and `logo`. */
  readonly logo?: true
  readonly hooks?: Hooks
  /** A document's life. Its dates, reasons and `status` become fields, and nothing is written or done that it forbids. */
  readonly life?: Life
  /** What verbs of the life ask beside the columns, by the names that their conditions use. */
  readonly facts?: (ctx: Ctx, record: Row) => Promise<Row>
  /** Throws while something else works on the document (a calculation that runs): nothing is written or done meanwhile. */
  readonly idle?: (ctx: Ctx, record: Row) => Promise<void>
}

/** What every record has. */
export type BaseRecord = {
  readonly id: number
  readonly versao: number
  readonly criado_em: string
  readonly alterado_em: string
}

/** A stored record of a resource, typed by its fields. */
export type RecordOf<R extends Resource> = { readonly [K in keyof R['fields']]: R['fields'][K]['value'] } & BaseRecord

/** The Drizzle table of a resource; columns are reached by name. */
export type ResourceTable = PgTable & Readonly<Record<string, AnyPgColumn>>

/** One definition: table, validation, rights, search, paths. The engine derives everything else from it. */
export interface Resource<F extends Fields = Fields> extends ResourceOptions<F> {
  readonly table: ResourceTable
}

type Empty = Readonly<Record<never, never>>
type FieldsOf<L extends Life | undefined> = L extends Life<infer D, string, string, infer R> ? LifeFields<D, R> : Empty

const registry = new Map<string, Resource>()

/** Defines a resource and makes it known by its name. `id`, `versao`, `criado_em`, `alterado_em` are always there; `busca` where it can be searched. */
export function resource<const F extends Fields, const L extends Life | undefined = undefined>(
  options: ResourceOptions<F> & { readonly life?: L },
): Resource<F & FieldsOf<L>> {
  if (registry.has(options.name)) throw new Error(`Resource ${options.name} is defined twice.`)
  const fields = withLife(options)
  const { name, paths } = options
  assertOnce({ ...options, fields })
  const defined = {
    ...options,
    paths: paths.includes(name) ? paths : ([...paths, name] as const),
    fields,
    table: tableOf({ ...options, fields }),
  }
  registry.set(options.name, defined)
  return defined
}

/** No index is asked for that every reference has by itself: each write would keep it twice. */
function assertOnce({ name, fields, indexes = [] }: ResourceOptions<Fields>): void {
  const twice = indexes.find(([ref = '', ...rest]) => fields[ref]?.meta.ref !== undefined && rest.join() === 'id')
  if (twice) throw new Error(`${name}: the reference ${String(twice[0])} has this index by itself.`)
}

/** The fields of a document, with those of its life at their end, and the column of what companies add. */
function withLife<F extends Fields, L extends Life | undefined>({
  name,
  fields,
  life,
}: ResourceOptions<F> & { readonly life?: L }): F & FieldsOf<L> {
  const all: Fields = {
    ...fields,
    ...(life ? lifeFields(life) : {}),
    ...(Object.hasOwn(EXTENSIBLE, name) ? { extra: extraField } : {}),
  }
  // Exactly the names of both: what `LifeFields` says of a life is what `lifeFields` makes of it.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return all as F & FieldsOf<L>
}

/** Finds a resource by its name; throws for a name that nobody defined, which is a defect. */
export function resourceNamed(name: string): Resource {
  const found = registry.get(name)
  if (!found) throw new Error(`No resource is called ${name}.`)
  return found
}

/** Every resource that has been defined so far. */
export function allResources(): readonly Resource[] {
  return [...registry.values()]
}

/** What the database calls the index of columns that name one record on their own. */
export const uniqueIndexName = (resource: string, names: readonly string[]): string =>
  `${resource}_${names.join('_')}_uk`

/** The columns of a resource's own text that a plain search looks into. */
export function ownSearch(options: Pick<ResourceOptions<Fields>, 'search'>): readonly string[] {
  return options.search.filter((name) => !name.includes('.'))
}

const instant = () => timestamp({ mode: 'string', withTimezone: true, precision: 0 }).defaultNow().notNull()

function tableOf(options: ResourceOptions<Fields>): ResourceTable {
  const searched = ownSearch(options)
  const columns: Record<string, PgColumnBuilderBase> = {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    versao: integer().default(1).notNull(),
    criado_em: instant(),
    alterado_em: instant(),
    ...Object.fromEntries(Object.entries(options.fields).map(([name, field]) => [name, columnOf(field)])),
    ...(searched.length > 0 ? { busca: text().generatedAlwaysAs(searchText(searched)) } : {}),
  }
  return asResourceTable(pgTable(options.name, columns, (own) => constraints(options, own)))
}

/** What the kinds of column builders have in common. */
interface Buildable extends PgColumnBuilderBase {
  notNull(): Buildable
  default(value: SQL): Buildable
}

const COLUMNS: Readonly<Record<FieldKind, (meta: FieldMeta) => Buildable>> = {
  text: () => text(),
  integer: () => integer(),
  ref: () => integer(),
  decimal: ({ decimals, digits }) => numeric({ precision: digits ?? 15, scale: decimals ?? 2 }),
  boolean: () => boolean(),
  date: () => date({ mode: 'string' }),
  datetime: () => timestamp({ mode: 'string', withTimezone: true, precision: 0 }),
  json: () => jsonb(),
}

function columnOf({ meta, initial }: Field): PgColumnBuilderBase {
  if (meta.generated !== undefined) return integer().generatedAlwaysAs(sql.raw(meta.generated)).notNull()
  const column = COLUMNS[meta.kind](meta)
  if (initial === undefined) return meta.required ? column.notNull() : column
  return column.default(literal(initial)).notNull()
}

const literal = (value: string | number | boolean) =>
  sql.raw(typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value))

/** The table has exactly the columns that the fields name; the builder's own type cannot say so for names made at run time. */
function asResourceTable(table: unknown): ResourceTable {
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return table as ResourceTable
}

const quoted = (name: string) => sql.raw(`"${name}"`)

function searchText(names: readonly string[]): SQL {
  const parts = names.map((name) => sql`coalesce(${quoted(name)}, '')`)
  return sql`prumo_busca(${sql.join(parts, sql` || ' ' || `)})`
}

function constraints(options: ResourceOptions<Fields>, own: Readonly<Record<string, ExtraConfigColumn>>) {
  const refs = Object.entries(options.fields).flatMap(([name, { meta }]) =>
    meta.ref === undefined ? [] : [{ name, to: meta.ref, trace: meta.trace === true }],
  )
  const many = (names: readonly string[]) => nonEmpty(names.map((name) => own[name] ?? sql.raw(`"${name}"`)))
  const searched = ownSearch(options)
  return [
    ...refs.map((ref) => foreignKeyOf(options, ref)),
    ...refs.map(({ name }) => index(`${options.name}_${name}_ix`).on(...many([name, 'id']))),
    ...(options.unique ?? []).map((names) => uniqueIndex(uniqueIndexName(options.name, names)).on(...many(names))),
    ...(options.indexes ?? []).map((names) => index(`${options.name}_${names.join('_')}_ix`).on(...many(names))),
    ...searched
      .slice(0, 1)
      .flatMap((name) => [
        index(`${options.name}_busca_ix`).using('gin', sql`${quoted('busca')} gin_trgm_ops`),
        index(`${options.name}_${name}_ordem_ix`).on(sql`prumo_busca(${quoted(name)})`, ...many(['id'])),
      ]),
    ...(options.company === 'own' || options.company === 'optional' ? [companyPolicy(options)] : []),
  ]
}

interface Ref {
  readonly name: string
  readonly to: string
  readonly trace: boolean
}

/** Both tables are found by name when the key is asked for, after all definitions: they may refer to each other. */
function foreignKeyOf(options: ResourceOptions<Fields>, { name, to, trace }: Ref) {
  const own = resourceNamed(options.name).table[name]
  const target = resourceNamed(to).table.id
  if (!own || !target) throw new Error(`${options.name}.${name} cannot refer to ${to}.`)
  return foreignKey({ name: `${options.name}_${name}_fk`, columns: [own], foreignColumns: [target] }).onDelete(
    name === options.parent?.field ? 'cascade' : trace ? 'set null' : 'restrict',
  )
}

/** Rows of other companies do not exist: the same filter as the engine's, held by the database. */
function companyPolicy(options: ResourceOptions<Fields>) {
  const told = `(select current_setting('prumo.empresas', true))`
  const mine = `"empresa_id" = any ((select string_to_array(nullif(current_setting('prumo.empresas', true), '*'), ','))::int[])`
  const shared = options.company === 'optional' ? ' or "empresa_id" is null' : ''
  const rule = sql.raw(`${told} = '*'${shared} or ${mine}`)
  return pgPolicy(`${options.name}_empresa`, { to: APP_ROLE, using: rule, withCheck: rule })
}

function nonEmpty<T>([head, ...tail]: readonly T[]): [T, ...T[]] {
  if (head === undefined) throw new Error('An index needs a column.')
  return [head, ...tail]
}
