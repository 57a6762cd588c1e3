import { sql } from 'drizzle-orm'
import { showTaxId } from '../../core/br/tax-id'
import { type Found, found, inOrder, nearest, type Search, text, type Typed } from '../painel/search'
import { type Ctx, rowsOf } from '../platform/context'
import type { Resource } from '../platform/resource'
import { cliente, fornecedor } from './pessoas'

/** People, by name, tax id or telephone. */
export const peopleSearches: readonly Search[] = [
  { resource: cliente, place: 3, find: (ctx, typed) => people(ctx, typed, cliente) },
  { resource: fornecedor, place: 5, find: (ctx, typed) => people(ctx, typed, fornecedor) },
]

async function people(ctx: Ctx, typed: Typed, resource: Resource): Promise<Found[]> {
  const table = sql.raw(`"${resource.name}"`)
  const rows = await rowsOf(
    ctx,
    sql`${nearest(table, 'xNome', typed)} select t.id, t."xNome", t."xFant", t."CNPJ_CPF" ${inOrder(table, 'xNome')}`,
  )
  return rows.map((row) =>
    found(resource, row, {
      title: String(row.xNome),
      subtitle: [text(row.xFant), showTaxId(text(row.CNPJ_CPF))],
    }),
  )
}
