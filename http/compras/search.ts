import { sql } from 'drizzle-orm'
import { formatCurrency } from '../../core/br/number'
import { type Found, found, isKey, LIMITS, mine, type Search, text, type Typed } from '../painel/search'
import { type Ctx, rowsOf } from '../platform/context'
import { nfeCompra } from './nfe_compra/nfe-compra'

/** Suppliers' invoices, by their key. */
export const buyingSearches: readonly Search[] = [{ resource: nfeCompra, place: 7, find: invoices }]

async function invoices(ctx: Ctx, { code }: Typed): Promise<Found[]> {
  if (!isKey(code)) return []
  const rows = await rowsOf(
    ctx,
    sql`select t.id, t."nNF", t."xNome", t."vNF" from nfe_compra t where t.chave = ${code} and ${mine(ctx)} limit ${LIMITS.perKind}`,
  )
  return rows.map((row) =>
    found(nfeCompra, row, {
      title: `NF-e ${String(row.nNF)}`,
      subtitle: [text(row.xNome), formatCurrency(text(row.vNF) || '0')],
    }),
  )
}
