import { sql } from 'drizzle-orm'
import { formatCurrency } from '../../core/br/number'
import { formatDate } from '../../core/br/date-text'
import { type Found, found, mine, type Search, text, type Typed } from '../painel/search'
import { type Ctx, rowsOf } from '../platform/context'
import type { Resource } from '../platform/resource'
import { orcamento } from './orcamento/orcamento'
import { venda } from './venda/venda'

/** Sales and quotes, by their number. */
export const sellingSearches: readonly Search[] = [
  {
    resource: venda,
    place: 1,
    find: (ctx, typed) => documentsByNumber(ctx, typed, { resource: venda, label: 'Venda' }),
  },
  {
    resource: orcamento,
    place: 2,
    find: (ctx, typed) => documentsByNumber(ctx, typed, { resource: orcamento, label: 'Orçamento' }),
  },
]

interface DocumentKind {
  readonly resource: Resource
  readonly label: string
}

/** Documents of customers, by their number. */
export async function documentsByNumber(
  ctx: Ctx,
  { number }: Typed,
  { resource, label }: DocumentKind,
): Promise<Found[]> {
  if (number === undefined) return []
  const rows = await rowsOf(
    ctx,
    sql`select t.id, t."vTotal", t.criado_em, c."xNome" from ${sql.raw(`"${resource.name}"`)} t left join cliente c on c.id = t.cliente_id
        where t.id = ${number} and ${mine(ctx)}`,
  )
  return rows.map((row) =>
    found(resource, row, {
      title: `${label} ${String(row.id)}`,
      subtitle: [text(row.xNome), formatDate(text(row.criado_em)), formatCurrency(text(row.vTotal) || '0')],
    }),
  )
}
