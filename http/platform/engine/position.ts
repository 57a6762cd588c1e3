import { type SQL, sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../context'
import { badRequest } from '../errors'
import type { Resource } from '../resource'
import { extended } from '../custom/definitions'
import { tableName } from './columns'
import { keyOf } from './list'
import { planning, type QueryParams, readListQuery, whereOf } from './query'

/** Rows before a record that are counted; what stands further down is not looked for. */
const FURTHEST = 100_000

/**
 * How many rows of a list (its filters and its order alike) stand before a record: where a screen scrolls to stand on it. Null for a record that the
 * list does not find, or that stands beyond 100,000 others. Throws 400 for a `registro` that is no number. Two queries.
 */
export async function position(ctx: Ctx, declared: Resource, params: QueryParams): Promise<{ posicao: number | null }> {
  const resource = await extended(ctx, declared)
  const id = Number(params.registro)
  if (!Number.isSafeInteger(id) || id <= 0) throw badRequest('Informe o registro.')
  const query = readListQuery(ctx, resource, params)
  const { filters, orderBy, descending } = query
  const key = keyOf(resource, orderBy)
  const ask = async (statement: SQL) => (await rowsOf(ctx, sql`${planning(query)}${statement}`))[0]
  const where = (more: SQL) => sql`${tableName(resource)} t ${whereOf([...filters, more])}`
  const own = await ask(sql`select (${key})::text as k from ${where(sql`t.id = ${id}`)}`)
  if (!own) return { posicao: null }
  const earlier = before({ key, of: own.k === null ? null : String(own.k), id, sign: descending ? sql`>` : sql`<` })
  const counted = await ask(sql`select count(*) as n from (select 1 from ${where(earlier)} limit ${FURTHEST + 1}) c`)
  const n = Number(counted?.n)
  return { posicao: n > FURTHEST ? null : n }
}

interface Place {
  readonly key: SQL
  /** What the record is ordered by, as text. */
  readonly of: string | null
  readonly id: number
  readonly sign: SQL
}

/** What comes before a record: rows without a value stand last, either way. */
const before = ({ key, of, id, sign }: Place): SQL =>
  of === null ? sql`(${key} is not null or t.id ${sign} ${id})` : sql`(${key}, t.id) ${sign} (${of}, ${id})`
