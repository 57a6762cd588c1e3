import { type SQL, sql } from 'drizzle-orm'
import { gtin14, gtinForms } from '../../../core/br/gtin'
import { type Ctx, rowsOf } from '../../platform/context'
import { column, columnList, tableName } from '../../platform/engine/columns'
import { typed } from '../../platform/engine/write'
import type { RecordOf, Resource, Row } from '../../platform/resource'
import type { ImportKind } from './kind'

/** The record that a row is of, by any of the kind's keys. */
export interface Matches {
  readonly record: RecordOf<Resource> | undefined
  /** The row's own keys, as texts that are equal for equal rows. */
  readonly keys: readonly string[]
  readonly error?: string
}

type Records = Map<string, RecordOf<Resource>[]>

/** Finds the stored record of each row: a query a key, however many rows. `lock` holds them until the transaction ends. */
export async function findRecords(ctx: Ctx, kind: ImportKind, rows: readonly Row[], lock: boolean): Promise<Matches[]> {
  const byKey: Records[] = []
  for (const key of kind.keys) byKey.push(await recordsBy(ctx, kind, { key, rows, lock }))
  return rows.map((row) => matchOf(kind, byKey, row))
}

function matchOf(kind: ImportKind, byKey: readonly Records[], row: Row): Matches {
  const keys = kind.keys.flatMap((key) => keyText(kind, key, row) ?? [])
  const hits = new Map<number, RecordOf<Resource>>()
  for (const [at, key] of kind.keys.entries()) {
    const text = keyText(kind, key, row)
    const records = text === undefined ? [] : (byKey[at]?.get(text) ?? [])
    if (records.length > 1)
      return { record: undefined, keys, error: `Há ${records.length} registros com ${named(kind, key, row)}.` }
    for (const record of records) hits.set(record.id, record)
    if (text !== undefined && key[0] === 'id' && records.length === 0)
      return {
        record: undefined,
        keys,
        error: `Não há ${kind.resource.title.toLowerCase()} com o código ${String(row.id)}.`,
      }
  }
  if (hits.size > 1)
    return {
      record: undefined,
      keys,
      error: `Esta linha é de mais de um registro (códigos ${[...hits.keys()].join(' e ')}).`,
    }
  return { record: [...hits.values()][0], keys }
}

function named(kind: ImportKind, key: readonly string[], row: Row): string {
  return key
    .map((name) => `${kind.columns.find(({ field }) => field === name)?.label ?? name} ${String(row[name])}`)
    .join(', ')
}

/** What is empty is like nothing else, but for what the kind says may be: there it is like what is empty, too. */
function keyText({ mayLack = [] }: ImportKind, key: readonly string[], row: Row): string | undefined {
  const isLost = (name: string) => (row[name] ?? null) === null && !mayLack.includes(name)
  if (key.some(isLost)) return undefined
  return `${key.join('+')}=${key.map((name) => comparable(name, row[name] ?? '')).join('\u001F')}`
}

/** A value as rows are compared by it: bar codes filled to 14 digits. */
const comparable = (name: string, value: unknown): string => (name === 'cEAN' ? gtin14(String(value)) : String(value))

interface Asked {
  readonly key: readonly string[]
  readonly rows: readonly Row[]
  readonly lock: boolean
}

async function recordsBy(ctx: Ctx, kind: ImportKind, { key, rows, lock }: Asked): Promise<Records> {
  const { resource } = kind
  const wanted = rows.filter((row) => keyText(kind, key, row) !== undefined)
  const found: Records = new Map()
  if (wanted.length === 0) return found
  const stored = await rowsOf(
    ctx,
    sql`select ${columnList(resource, 't')} from ${tableName(resource)} t
        where ${sql.join(
          key.map((name) => isOneOf(resource, name, wanted)),
          sql` and `,
        )} order by t.id ${lock ? sql`for update` : sql``}`,
  )
  for (const row of stored) {
    const record = typed(resource, row)
    const text = keyText(kind, key, record) ?? ''
    found.set(text, [...(found.get(text) ?? []), record])
  }
  return found
}

/** As an array of one parameter, so that the index is used however many rows there are. */
function isOneOf(resource: Resource, name: string, rows: readonly Row[]): SQL {
  const told = [...new Set(rows.map((row) => row[name] ?? null))]
  const given = told.filter((one) => one !== null)
  const values = JSON.stringify(name === 'cEAN' ? given.flatMap((one) => gtinForms(String(one))) : given)
  const type = typeOf(resource, name)
  const among = sql`${column('t', name)} = any ((select array(select x::${type} from jsonb_array_elements_text(${values}::jsonb) x))::${type}[])`
  return given.length === told.length ? among : sql`(${among} or ${column('t', name)} is null)`
}

function typeOf(resource: Resource, name: string): SQL {
  const kind = resource.fields[name]?.meta.kind
  if (name === 'id' || kind === 'ref') return sql`int`
  return kind === 'date' ? sql`date` : sql`text`
}
