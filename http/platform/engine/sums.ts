import { type SQL, sql } from 'drizzle-orm'
import { maySee } from '../../../core/access'
import { lacksRight } from '../../../core/access/why-not'
import type { FieldMeta } from '../../../core/fields/field'
import { sum as added } from '../../../core/money/decimal'
import type { Ctx } from '../context'
import { forbidden, invalid } from '../errors'
import { type Resource, resourceNamed, type Row } from '../resource'
import { column, fieldSql, tableName, toJson } from './columns'

/** The sum of a quantity in one unit. */
interface UnitSum {
  readonly unidade: string
  readonly soma: unknown
}

/** Sums by field: a number of money, one of each unit of a quantity. Units are never added to each other. */
export type Sums = Readonly<Record<string, unknown>>

interface Summed {
  readonly name: string
  readonly meta: FieldMeta
  readonly value: (ctx: Ctx) => SQL
}

/** Which sums a list is asked for, and where its quantities say their unit. */
export interface SumsAsked {
  readonly summed: readonly Summed[]
  /** SQL of what says the unit of a row (alias `t`), and how its word is come by (alias `c`, column `of`). */
  readonly unit: { readonly of: SQL; readonly join: SQL; readonly word: SQL } | undefined
}

const LIMIT = 20

/** Fields whose sums a list tells: those that the definition lets add up, among the columns and what is computed beside them. */
function summedField(resource: Resource, name: string): Summed | undefined {
  const own = Object.hasOwn(resource.fields, name) ? resource.fields[name]?.meta : undefined
  if (own?.summed) return { name, meta: own, value: () => fieldSql('t', name, own) }
  const computed = Object.hasOwn(resource.computed ?? {}, name) ? resource.computed?.[name] : undefined
  return computed?.meta.summed ? { name, meta: computed.meta, value: computed.sql } : undefined
}

/** Reads `sums=vTotal,vSaldo`. Throws 422 for what does not add up, 403 for what the caller may not see. */
export function readSums({ actor }: Pick<Ctx, 'actor'>, resource: Resource, text: string | undefined): SumsAsked {
  const names = [...new Set((text ?? '').split(',').filter((name) => name !== ''))]
  if (names.length > LIMIT) throw invalid({ sums: [`No máximo ${LIMIT} somas.`] })
  const summed = names.map((name) => {
    const found = summedField(resource, name)
    if (!found) throw invalid({ sums: [`Este campo não é somado: ${name.slice(0, 60)}.`] })
    if (!maySee(actor, found.meta))
      throw forbidden(`Você não tem permissão para esta ação (${lacksRight(`show ${found.meta.right}`)}).`)
    return found
  })
  const units = [...new Set(summed.flatMap(({ meta }) => meta.unitOf ?? []))]
  if (units.length > 1) throw new Error(`${resource.name}: its quantities say their unit in more than one place.`)
  return { summed, unit: units[0] === undefined ? undefined : unitOf(resource, units[0]) }
}

/** The unit of a quantity: what its field refers to, or the unit of what it refers to. */
function unitOf(resource: Resource, field: string): SumsAsked['unit'] {
  const to = resourceNamed(resource.fields[field]?.meta.ref ?? '')
  const of = column('t', field)
  const through = Object.entries(to.fields).find(([, { meta }]) => meta.ref === 'unidade')?.[0]
  const join =
    to.name === 'unidade'
      ? sql`left join ${tableName(to)} u on u.id = c.of`
      : sql`left join ${tableName(to)} p on p.id = c.of left join "unidade" u on u.id = ${column('p', through ?? 'id')}`
  return { of, join, word: sql`coalesce(u.un, '')` }
}

/** The columns that sums are made of, for a query of the list's rows: `s0`, `s1`, … and `of`, which says the unit. */
export function summedColumns(ctx: Ctx, { summed, unit }: SumsAsked): readonly SQL[] {
  return [
    ...summed.map(({ value }, at) => sql`${value(ctx)} as ${sql.raw(`s${at}`)}`),
    ...(unit ? [sql`${unit.of} as of`] : []),
  ]
}

/** The sums over rows `c` of those columns, as columns of an answer with a row for each unit. */
export function sumColumns({ summed, unit }: SumsAsked): SQL {
  const parts = summed.map((_, at) => sql.raw(`coalesce(sum(c.s${at}), 0) as s${at}`))
  return sql.join([sql`count(*)::int as n`, ...parts, ...(unit ? [sql`${unit.word} as unidade`] : [])], sql`, `)
}

/** What an answer with a row for each unit comes to: money over all of them, quantities one by one, none where there is none. */
export function sumsOf({ summed }: SumsAsked, rows: readonly Row[]): Sums {
  return Object.fromEntries(
    summed.map(({ name, meta }, at) => {
      const key = `s${at}`
      if (meta.unitOf === undefined)
        return [name, toJson(meta.kind, added(rows.map((row) => String(row[key] ?? '0'))).toString())]
      return [name, rows.map((row) => unitSum(row, key, meta)).filter(({ soma }) => soma !== 0)]
    }),
  )
}

const unitSum = (row: Row, key: string, { kind }: FieldMeta): UnitSum => ({
  unidade: String(row.unidade ?? ''),
  soma: toJson(kind, row[key]),
})
