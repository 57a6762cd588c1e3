import { type SQL, sql } from 'drizzle-orm'
import { pathOf } from '../../core/access/screens'
import { PLANNED_ANEW } from '../db/pool'
import type { Ctx } from '../platform/context'
import { intArray } from '../platform/engine/query'
import { contains, searchText } from '../platform/engine/search-text'
import type { Resource, Row } from '../platform/resource'

export const LIMITS = { text: 100, words: 6, perKind: 8, all: 30 }
/** Shorter words have no trigram that an index could find them by. */
const TRIGRAM = 3

/** One line of the palette. */
export interface Found {
  readonly resource: string
  readonly id: number
  readonly title: string
  readonly subtitle: string
  readonly path: string
}

/** What was typed, as the kinds of searches want it. */
export interface Typed {
  readonly words: readonly string[]
  readonly text: string
  /** Without the punctuation of codes and tax ids. */
  readonly code: string
  /** Set when it can be a document's number. */
  readonly number: number | undefined
}

/** How records of one kind are found. */
export interface Search {
  readonly resource: Resource
  /** Its place among the kinds, the first come first. */
  readonly place: number
  readonly find: (ctx: Ctx, typed: Typed) => Promise<Found[]>
}

const held = (word: string) => contains(sql`t.busca`, word)

/**
 * The ids of records nearest to what was typed, best first, as a table `x (id, o)`: those found exactly, those whose name begins so, and
 * only when these are few those that hold every word. Each part stops at its limit, so that common words cost no more than rare ones.
 */
export function nearest(
  table: SQL,
  name: string,
  typed: Typed,
  exact: SQL = sql`select null::int as id where false`,
): SQL {
  const own = sql`prumo_busca(t.${sql.raw(`"${name}"`)})`
  const words = typed.words.some((word) => word.length >= TRIGRAM) ? all(typed.words) : sql`false`
  const bare = typed.code !== typed.text && typed.code.length >= TRIGRAM && /\d/.test(typed.code)
  // CNPJ, phones and bar codes are stored bare.
  const wanted = bare ? sql`(${words} or ${held(typed.code)})` : words
  const key = searchText(typed.text)
  return sql`${PLANNED_ANEW}
    with e as (${exact}),
    p as (select t.id from ${table} t where ${own} >= ${key} and ${own} < ${key} || ${LAST}
          order by ${own}, t.id limit ${LIMITS.perKind}),
    c as (select t.id from ${table} t where ${wanted} and (select count(*) from p) < ${LIMITS.perKind} limit ${2 * LIMITS.perKind}),
    x as (select id, min(o) as o from (select id, 0 as o from e union all select id, 1 from p union all select id, 2 from c) found group by id)`
}

const all = (words: readonly string[]) => sql`(${sql.join(words.map(held), sql` and `)})`
/** Sorts after every letter. */
const LAST = '\u{10FFFD}'

/** Joins the nearest ids to their records. */
export const inOrder = (table: SQL, name: string) =>
  sql`from x join ${table} t on t.id = x.id order by x.o, prumo_busca(t.${sql.raw(`"${name}"`)}), t.id limit ${LIMITS.perKind}`

/** The rows `t` of the caller's companies. */
export const mine = (ctx: Ctx) => sql`t.empresa_id = any (${intArray(ctx.actor.empresas)}::int[])`

/** 44 characters, digits but where a CNPJ may hold letters. */
export const isKey = (code: string) => /^[0-9A-Za-z]{44}$/.test(code)

/** A value as it is shown; '' for none. */
export const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** A record as the palette shows it. */
export function found(
  resource: Resource,
  row: Row,
  shown: { readonly title: string; readonly subtitle: readonly string[] },
): Found {
  const subtitle = shown.subtitle.filter((part) => part !== '' && part !== '--').join(' · ')
  return {
    resource: resource.name,
    id: Number(row.id),
    title: shown.title,
    subtitle,
    path: pathOf(resource.name, Number(row.id)),
  }
}
