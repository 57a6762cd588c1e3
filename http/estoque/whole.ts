import { sql } from 'drizzle-orm'
import { isWhole } from '../../core/stock/unit'
import { type Ctx, rowsOf } from '../platform/context'
import { invalid } from '../platform/errors'
import { intArray } from '../platform/engine/query'
import { type Draft, faultName, type Resource } from '../platform/resource'

interface Fraction {
  readonly draft: Draft
  readonly field: string
  /** The product, or the unit, that it is a quantity of. */
  readonly id: number
}

/** Which of these are counted in a unit without decimals, by id, with what it is called. */
async function wholeUnits(
  ctx: Ctx,
  of: 'mercadoria' | 'unidade',
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const wanted = sql`${intArray([...new Set(ids)])}::int[]`
  const rows = await rowsOf(
    ctx,
    of === 'unidade'
      ? sql`select id, un from unidade where decimal = 0 and id = any (${wanted})`
      : sql`select m.id, u.un from mercadoria m join unidade u on u.id = m.unidade_id where u.decimal = 0 and m.id = any (${wanted})`,
  )
  return new Map(rows.map((row) => [Number(row.id), String(row.un)]))
}

/** What is said of half a piece. */
export const wholeMessage = (un: string): string => `A unidade ${un} não tem decimais: informe uma quantidade inteira.`

/**
 * A quantity in a unit without decimals is whole: half a piece is neither sold, ordered nor made. What stands already, and is not changed, stays. Throws 422,
 * naming each quantity at fault.
 */
export async function assertWhole(ctx: Ctx, resource: Resource, drafts: readonly Draft[]): Promise<void> {
  const errors: Record<string, string[]> = {}
  for (const [field, { meta }] of Object.entries(resource.fields)) {
    const { unitOf } = meta
    if (unitOf === undefined) continue
    const of = resource.fields[unitOf]?.meta.ref === 'unidade' ? 'unidade' : 'mercadoria'
    const fractions = drafts.flatMap((draft) => fractionOf(draft, field, unitOf) ?? [])
    const units = await wholeUnits(
      ctx,
      of,
      fractions.map((one) => one.id),
    )
    for (const { draft, id } of fractions) {
      const un = units.get(id)
      if (un !== undefined) errors[faultName(draft, field)] = [wholeMessage(un)]
    }
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

function fractionOf(draft: Draft, field: string, unitOf: string): Fraction | undefined {
  const { before, values } = draft
  const changed = [field, unitOf].some(
    (name) => values[name] !== undefined && String(values[name] ?? '') !== String(before?.[name] ?? ''),
  )
  const quantity = values[field] ?? before?.[field]
  const id = Number(values[unitOf] ?? before?.[unitOf] ?? 0)
  if (!changed || id === 0 || quantity === null || quantity === undefined || isWhole(String(quantity))) return undefined
  return { draft, field, id }
}
