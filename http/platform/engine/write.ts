import { type SQL, sql } from 'drizzle-orm'
import { tellChanged } from '../changed'
import { type Ctx, rowsOf } from '../context'
import { notFound } from '../errors'
import { storableJson } from '../parse'
import { type RecordOf, type Resource, resourceNamed, type Row } from '../resource'
import { hasSecrets } from '../secrets'
import { audit } from './audit'
import type { FieldChange } from './mould'
import { column, columnList, tableName } from './columns'
import { visibleFilter, intArray, whereOf } from './query'

type Parent = NonNullable<Resource['parent']>

/**
 * The stored layer: rows in their stored forms, no rights, no validation. Everything above goes through it, so that
 * company, version, audit and the announcement of changes are never forgotten.
 */

/** A stored row typed as its resource's record: the columns selected are exactly the resource's. */
export function typed<R extends Resource>(_resource: R, row: Row): RecordOf<R> {
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return row as RecordOf<R>
}

/** Loads one record of the caller's companies. Throws 404. `lock` holds it until the transaction ends. */
export async function load<R extends Resource>(
  ctx: Ctx,
  resource: R,
  id: number,
  options: { lock?: boolean } = {},
): Promise<RecordOf<R>> {
  const found = await find(ctx, resource, id, options)
  if (!found) throw notFound()
  return found
}

/**
 * As `load`, but undefined when there is none. With a line its document is locked, and first: a save of the document does so too, and
 * neither ever waits for the other with what the other wants.
 */
export async function find<R extends Resource>(
  ctx: Ctx,
  resource: R,
  id: number,
  options: { lock?: boolean } = {},
): Promise<RecordOf<R> | undefined> {
  if (options.lock && resource.parent && !(await lockParent(ctx, resource, resource.parent, id))) return undefined
  const where = whereOf([sql`t.id = ${id}`, ...visibleFilter(ctx, resource)])
  const [row] = await rowsOf(
    ctx,
    sql`select ${columnList(resource, 't')} from ${tableName(resource)} t ${where} ${options.lock ? sql`for update` : sql``}`,
  )
  return row && typed(resource, row)
}

async function lockParent(ctx: Ctx, resource: Resource, parent: Parent, id: number): Promise<boolean> {
  const line = await find(ctx, resource, id)
  if (!line) return false
  await find(ctx, resourceNamed(parent.resource), Number(line[parent.field]), { lock: true })
  return true
}

/** Loads the records whose column has one of the values, in id order. */
export async function loadWhere<R extends Resource>(
  ctx: Ctx,
  resource: R,
  name: string,
  values: readonly number[],
  options: { lock?: boolean } = {},
): Promise<RecordOf<R>[]> {
  if (values.length === 0) return []
  const where = whereOf([sql`${column('t', name)} = any (${intArray(values)}::int[])`, ...visibleFilter(ctx, resource)])
  const rows = await rowsOf(
    ctx,
    sql`select ${columnList(resource, 't')} from ${tableName(resource)} t ${where} order by t.id ${options.lock ? sql`for update` : sql``}`,
  )
  return rows.map((row) => typed(resource, row))
}

/** Inserts rows in one statement and audits them. Columns that no row names take their defaults. */
export async function insertMany<R extends Resource>(
  ctx: Ctx,
  resource: R,
  rows: readonly Row[],
  acao = 'create',
): Promise<RecordOf<R>[]> {
  const stored = await insertRows(ctx, resource, rows)
  await audit(
    ctx,
    stored.map((record) => ({ resource, record, before: undefined, acao })),
  )
  return stored
}

/** As `insertMany`, without the audit entry: for callers that write it themselves, later in the same transaction. `given` numbers are those of rows that were there before. */
export async function insertRows<R extends Resource>(
  ctx: Ctx,
  resource: R,
  rows: readonly Row[],
  ids: 'new' | 'given' = 'new',
): Promise<RecordOf<R>[]> {
  if (rows.length === 0) return []
  const inserted = await rowsOf(ctx, sql`${insertion(ctx, resource, rows, ids)} returning ${columnList(resource, 't')}`)
  return inserted.map((row) => typed(resource, row))
}

/** As `insertRows`, for many rows that nobody needs back. */
export async function addRows(ctx: Ctx, resource: Resource, rows: readonly Row[]): Promise<void> {
  if (rows.length > 0) await ctx.db.execute(insertion(ctx, resource, rows, 'new'))
}

function insertion(ctx: Ctx, resource: Resource, rows: readonly Row[], ids: 'new' | 'given'): SQL {
  const author = authorOf(ctx, resource)
  const signed = rows.map((row) => ({ ...author, ...row }))
  const names = [...new Set(signed.flatMap((row) => Object.keys(row)))].filter(
    (name) => isWritable(resource, name) || (name === 'id' && ids === 'given'),
  )
  const now = ctx.clock.now()
  const complete = signed.map((row) => ({
    ...Object.fromEntries(names.map((name) => [name, row[name] ?? resource.fields[name]?.initial ?? null])),
    criado_em: now,
    alterado_em: now,
  }))
  const columns = sql.raw([...names, 'criado_em', 'alterado_em'].map((name) => `"${name}"`).join(', '))
  return sql`insert into ${tableName(resource)} as t (${columns})
          select ${columns} from jsonb_populate_recordset(null::${tableName(resource)}, ${storableJson(complete)}::jsonb)`
}

/** Who makes a record, where its fields ask that. */
function authorOf({ actor }: Ctx, { fields }: Resource): Row {
  const asked = Object.entries(fields).filter(([, { meta }]) => meta.author === true)
  return actor.id > 0 ? Object.fromEntries(asked.map(([name]) => [name, actor.id])) : {}
}

/** Numbers of records that are about to be inserted: for what has to name its record before it is stored, such as a secret. */
export async function reserveIds(ctx: Ctx, resource: Resource, count: number): Promise<number[]> {
  if (count === 0) return []
  const rows = await rowsOf(
    ctx,
    sql`select nextval(pg_get_serial_sequence(${`"${resource.name}"`}, 'id'))::int as id from generate_series(1, ${count}::int)`,
  )
  return rows.map((row) => Number(row.id))
}

type Edit = Row & { readonly id: number }

/** Writes columns of stored rows in one statement and raises their version, without audit. Every edit names the same columns. */
export function updateRows<R extends Resource>(ctx: Ctx, resource: R, edits: readonly Edit[]): Promise<RecordOf<R>[]> {
  return setColumns(ctx, resource, edits, [sql`versao = t.versao + 1`, sql`alterado_em = ${ctx.clock.now()}`])
}

/** As `updateRows` for what the program derives (totals, balances): whoever edits the record meanwhile does not meet a new version. */
export function patchRows<R extends Resource>(ctx: Ctx, resource: R, edits: readonly Edit[]): Promise<RecordOf<R>[]> {
  return setColumns(ctx, resource, edits, [])
}

async function setColumns<R extends Resource>(
  ctx: Ctx,
  resource: R,
  edits: readonly Edit[],
  more: readonly SQL[],
): Promise<RecordOf<R>[]> {
  const [first] = edits
  if (!first) return []
  const names = Object.keys(first).filter((name) => name !== 'id' && isWritable(resource, name))
  const sets = [...names.map((name) => sql.raw(`"${name}" = s."${name}"`)), ...more]
  const updated = await rowsOf(
    ctx,
    sql`update ${tableName(resource)} t set ${sql.join(sets, sql`, `)}
        from jsonb_populate_recordset(null::${tableName(resource)}, ${storableJson(edits)}::jsonb) s
        where t.id = s.id returning ${columnList(resource, 't')}`,
  )
  if (updated.length !== edits.length) throw notFound()
  return updated.map((row) => typed(resource, row))
}

/** Sets the same values in many rows and raises their versions, without audit, and without reading them back. Throws 404 where one is not there. */
export async function setRows(ctx: Ctx, resource: Resource, ids: readonly number[], values: Row): Promise<void> {
  if (ids.length === 0) return
  const names = Object.keys(values).filter((name) => isWritable(resource, name))
  const sets = [
    ...names.map((name) => sql.raw(`"${name}" = s."${name}"`)),
    sql`versao = t.versao + 1`,
    sql`alterado_em = ${ctx.clock.now()}`,
  ]
  const [row] = await rowsOf(
    ctx,
    sql`with done as (update ${tableName(resource)} t set ${sql.join(sets, sql`, `)}
          from jsonb_populate_record(null::${tableName(resource)}, ${storableJson(values)}::jsonb) s where t.id = any (${intArray(ids)}::int[]) returning t.id)
        select count(*)::int as n from done`,
  )
  if (row?.n !== new Set(ids).size) throw notFound()
}

/** A column of the resource that a statement may set. */
function isWritable(resource: Resource, name: string): boolean {
  if (name === 'id') return resource.givenId !== undefined || hasSecrets(resource)
  return Object.hasOwn(resource.fields, name) && resource.fields[name]?.meta.generated === undefined
}

/** Changes a record and audits it under the action's name. Answers the record as it now stands. */
export async function update<R extends Resource>(
  ctx: Ctx,
  resource: R,
  record: RecordOf<R>,
  values: Partial<Record<keyof R['fields'] & string, unknown>>,
  acao = 'update',
): Promise<RecordOf<R>> {
  const [changed] = await updateRows(ctx, resource, [{ ...values, id: record.id }])
  if (!changed) throw notFound()
  await audit(ctx, [{ resource, record: changed, before: record, acao }])
  await announce(ctx, resource, changed.id)
  return changed
}

/**
 * Changes many records in one statement and audits each, beside what it was `before`, under the action's name. Nobody is told: who changes many says so once.
 * Every edit names the same columns. Answers the records as they now stand.
 */
export async function updateMany<R extends Resource>(
  ctx: Ctx,
  resource: R,
  before: readonly Row[],
  edits: readonly Edit[],
  acao = 'update',
): Promise<RecordOf<R>[]> {
  const changed = await updateRows(ctx, resource, edits)
  const known = new Map(before.map((one) => [Number(one.id), one]))
  await audit(
    ctx,
    changed.map((record) => ({ resource, record, before: known.get(record.id), acao })),
  )
  return changed
}

/** Inserts one record, audits and announces it. */
export async function insert<R extends Resource>(
  ctx: Ctx,
  resource: R,
  values: Row,
  acao = 'create',
): Promise<RecordOf<R>> {
  const [record] = await insertMany(ctx, resource, [values], acao)
  if (!record) throw notFound()
  await announce(ctx, resource, record.id)
  return record
}

/** Told of records that are about to be deleted, in the transaction: may refuse, and forgets what names them. */
type DeleteListener = (ctx: Ctx, resource: Resource, records: readonly Row[]) => Promise<void>

const deleteListeners: DeleteListener[] = []

/** Calls back before every deletion from now on: for what has to follow from any, wherever it was asked for. */
export function beforeDelete(listener: DeleteListener): void {
  deleteListeners.push(listener)
}

/** Tells that records go; those that the database takes with their document are told too. */
export async function tellDeletion(ctx: Ctx, resource: Resource, records: readonly Row[]): Promise<void> {
  for (const listener of deleteListeners) await listener(ctx, resource, records)
}

/** Deletes rows and audits what they held, and what else is told of them. */
export async function deleteRows(
  ctx: Ctx,
  resource: Resource,
  records: readonly Row[],
  campos: readonly FieldChange[] = [],
): Promise<void> {
  if (records.length === 0) return
  await tellDeletion(ctx, resource, records)
  const ids = records.map((record) => Number(record.id))
  await ctx.db.execute(sql`delete from ${tableName(resource)} where id = any (${intArray(ids)}::int[])`)
  await audit(
    ctx,
    records.map((record) => ({ resource, record, before: record, acao: 'delete', campos })),
  )
}

/** Tells every server process, once the transaction commits, that a record changed; of one that is gone, `gone` is what it was. */
export async function announce(ctx: Ctx, resource: Resource, id: number, gone?: Row): Promise<void> {
  await tellChanged(ctx.db, resource, id, gone)
}

/** The columns in which a record says what it belongs to: the other's resource by name, and its number. */
interface Owner {
  readonly type: string
  readonly id: string
}
const belongings = new Map<Resource, Owner>()

/** Makes the records of a resource (attachments, hours of the week) go with what they belong to. */
export function belongs(resource: Resource, owner: Owner): void {
  belongings.set(resource, owner)
}

/** Records of a resource that belong to any of these, locked, in id order. */
export async function belongingsOf<R extends Resource>(
  ctx: Ctx,
  resource: R,
  name: string,
  ids: readonly number[],
): Promise<RecordOf<R>[]> {
  const owner = belongings.get(resource)
  if (!owner || ids.length === 0) return []
  const rows = await rowsOf(
    ctx,
    sql`select ${columnList(resource, 't')} from ${tableName(resource)} t
        where ${column('t', owner.type)} = ${name} and ${column('t', owner.id)} = any (${intArray(ids)}::int[]) order by t.id for update`,
  )
  return rows.map((row) => typed(resource, row))
}

/** Deletes what belongs to records that go; answers how much that was. */
export async function deleteBelongings(ctx: Ctx, resource: Resource, ids: readonly number[]): Promise<number> {
  let count = 0
  for (const other of belongings.keys()) {
    const rows = await belongingsOf(ctx, other, resource.name, ids)
    await deleteRows(ctx, other, rows)
    count += rows.length
  }
  return count
}
