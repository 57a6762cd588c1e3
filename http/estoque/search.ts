import { sql } from 'drizzle-orm'
import { formatCurrency } from '../../core/br/number'
import {
  type Found,
  found,
  inOrder,
  isKey,
  LIMITS,
  mine,
  nearest,
  type Search,
  text,
  type Typed,
} from '../painel/search'
import { type Ctx, rowsOf } from '../platform/context'
import { entrada } from './entrada/entrada'
import { isOneCode } from './gtin'
import { mercadoria } from './mercadoria'

/** Products, by name, code or reference; entries, by their number, their note's or its key. */
export const stockSearches: readonly Search[] = [
  { resource: mercadoria, place: 4, find: products },
  { resource: entrada, place: 6, find: entries },
]

async function products(ctx: Ctx, typed: Typed): Promise<Found[]> {
  const table = sql`mercadoria`
  const exact = sql`select id from mercadoria where codigo = ${typed.text} or ${isOneCode(sql`"cEAN"`, [typed.code])}
    union select mercadoria_id from mercadoria_ean_auxiliar where ${isOneCode(sql`"cEAN"`, [typed.code])}
    union select mercadoria_id from mercadoria_codigo where ${isOneCode(sql`codigo`, [typed.code])}
    union (select mercadoria_id from mercadoria_referencia where prumo_busca(referencia) = prumo_busca(${typed.text}) limit 20)`
  const rows = await rowsOf(
    ctx,
    sql`${nearest(table, 'xProd', typed, exact)} select t.id, t."xProd", t.codigo, t."cEAN" ${inOrder(table, 'xProd')}`,
  )
  return rows.map((row) =>
    found(mercadoria, row, {
      title: String(row.xProd),
      subtitle: [text(row.codigo), text(row.cEAN)],
    }),
  )
}

async function entries(ctx: Ctx, { number, code }: Typed): Promise<Found[]> {
  const key = isKey(code)
  if (number === undefined && !key) return []
  const wanted = key ? sql`t.busca like '%' || ${code} || '%'` : sql`(t.id = ${number} or t."nNF" = ${number})`
  const rows = await rowsOf(
    ctx,
    sql`select t.id, t."nNF", t."vTotal", coalesce(f."xNome", c."xNome") as "xNome" from entrada t
        left join fornecedor f on f.id = t.fornecedor_id left join cliente c on c.id = t.cliente_id
        where ${wanted} and ${mine(ctx)} order by t.id desc limit ${LIMITS.perKind}`,
  )
  return rows.map((row) =>
    found(entrada, row, {
      title: `Entrada ${String(row.id)}`,
      subtitle: [
        text(row.xNome),
        row.nNF === null ? '' : `NF ${String(row.nNF)}`,
        formatCurrency(text(row.vTotal) || '0'),
      ],
    }),
  )
}
