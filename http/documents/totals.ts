import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../platform/context'
import { follows } from '../platform/engine/after'
import type { Resource, Row } from '../platform/resource'

/** What the totals of a document are sums of: by column of its head, SQL over the items `i`; and what of the head comes to its total. */
interface Totals {
  readonly items: string
  readonly sums: Readonly<Record<string, string>>
  /** Column of the head that is added to `vTotal`. */
  readonly plus?: string
  /** What else follows from them, and from these other lists of the document. */
  readonly lists?: readonly string[]
  readonly after?: (ctx: Ctx, id: number, totals: Change) => Promise<void>
}

/** `vTotal` as it was, and as it is. */
export interface Change {
  readonly before: string
  readonly after: string
}

const known = new Map<string, Totals>()

/**
 * Says, beside the definition of a document, what its totals are. They follow whenever it or its items are written, and the books prove them by
 * the same words.
 */
export function totals({ name }: Resource, told: Totals): void {
  known.set(name, told)
  follows(name, [told.items, ...(told.lists ?? [])], (ctx, id) => sumUp(ctx, name, id))
}

export const hasTotals = (name: string): boolean => known.has(name)

/** The totals of a document `d` as its items say them: one expression a column, over one row `s`. */
function said(name: string): { readonly columns: readonly (readonly [column: string, value: string])[]; from: string } {
  const told = known.get(name)
  if (!told) throw new Error(`${name} does not tell what its totals are.`)
  const sums = Object.entries(told.sums)
  return {
    columns: sums.map(([column], at) => [
      column,
      `s.c${at}${column === 'vTotal' && told.plus ? ` + d."${told.plus}"` : ''}`,
    ]),
    from: `select ${sums.map(([, sum], at) => `coalesce(${sum}, 0) as c${at}`).join(', ')} from ${told.items} i where i.${name}_id = d.id`,
  }
}

/** Stores the totals of a document, for an action that writes its items itself and audits the document. */
export async function sumUp(ctx: Ctx, name: string, id: number): Promise<void> {
  const { columns, from } = said(name)
  const sets = columns.map(([column, value]) => `"${column}" = ${value}`).join(', ')
  const [row]: Row[] = await rowsOf(
    ctx,
    sql`update ${sql.raw(name)} d set ${sql.raw(sets)}
        from (select d.id, d."vTotal" as before, s.* from ${sql.raw(name)} d cross join lateral (${sql.raw(from)}) s where d.id = ${id}) s
        where d.id = s.id returning s.before, d."vTotal" as after`,
  )
  await known.get(name)?.after?.(ctx, id, { before: String(row?.before ?? '0'), after: String(row?.after ?? '0') })
}

/** The rule of the books for each document that has totals. */
export function totalRules(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...known.keys()].map((name) => {
      const { columns, from } = said(name)
      const wrong = columns.map(([column, value]) => `d."${column}" <> ${value}`).join(' or ')
      return [
        `${name}: totais = soma dos itens`,
        `select count(*) from ${name} d cross join lateral (${from}) s where ${wrong}`,
      ]
    }),
  )
}
