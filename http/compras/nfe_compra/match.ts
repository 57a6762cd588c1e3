import { sql } from 'drizzle-orm'
import { gtin14, isGtin } from '../../../core/br/gtin'
import type { NfeItem } from '../../../core/fiscal/nfe-types'
import { ownersOf } from '../../estoque/gtin'
import { type Ctx, rowsOf } from '../../platform/context'

/** Why an item of an invoice is taken to be a product. */
export type MatchReason = 'codigo' | 'ean' | 'descricao'

/** The product that an item seems to be, and how many of our units one of the invoice's holds. */
export interface Match {
  readonly mercadoria_id: number
  readonly xProd: string
  readonly motivo: MatchReason
  readonly fatorConversao: string
}

/** A text list as one parameter. */
const list = (values: readonly string[]) => JSON.stringify([...new Set(values)])

/** The bar codes of an item that pass their check digit. */
export function gtinsOf(item: Pick<NfeItem, 'cEAN' | 'cEANTrib'>): string[] {
  return [item.cEANTrib, item.cEAN].filter((code) => code !== null).filter(isGtin)
}

/** Matches items by the supplier's code, then bar code, then description: one query each, whatever the number of items. */
export async function matchItems(
  ctx: Ctx,
  fornecedor_id: number,
  items: readonly NfeItem[],
): Promise<ReadonlyMap<number, Match>> {
  const [codes, eans, names] = await Promise.all([
    byCode(ctx, fornecedor_id, items),
    byEan(ctx, items),
    byName(ctx, items),
  ])
  const found = new Map<number, Match>()
  for (const item of items) {
    const match =
      codes.get(item.cProd) ??
      gtinsOf(item)
        .map((code) => eans.get(gtin14(code)))
        .find(Boolean) ??
      names.get(item.xProd.trim())
    if (match) found.set(item.nItem, match)
  }
  return found
}

async function byCode(ctx: Ctx, fornecedor_id: number, items: readonly NfeItem[]): Promise<Map<string, Match>> {
  const rows = await rowsOf(
    ctx,
    sql`select f.codigo as key, m.id, m."xProd", f."fatorConversao"::text as fator from mercadoria_fornecedor f join mercadoria m on m.id = f.mercadoria_id
        where f.fornecedor_id = ${fornecedor_id} and f.codigo in (select jsonb_array_elements_text(${list(items.map((one) => one.cProd))}::jsonb))`,
  )
  return matches(rows, 'codigo')
}

/** By GTIN filled to 14 digits: with and without the zeros before it, it is one code. */
async function byEan(ctx: Ctx, items: readonly NfeItem[]): Promise<Map<string, Match>> {
  const owners = await ownersOf(ctx, items.flatMap(gtinsOf))
  return matches(
    owners.map(({ gtin, id, xProd }) => ({ key: gtin, id, xProd, fator: '1' })),
    'ean',
  )
}

async function byName(ctx: Ctx, items: readonly NfeItem[]): Promise<Map<string, Match>> {
  const wanted = list(items.map((one) => one.xProd.trim()))
  const rows = await rowsOf(
    ctx,
    sql`select distinct on (key) key, m.id, m."xProd", '1' as fator from (select jsonb_array_elements_text(${wanted}::jsonb) as key) w
        join mercadoria m on prumo_busca(m."xProd") = prumo_busca(key) order by key, m.id`,
  )
  return matches(rows, 'descricao')
}

function matches(rows: readonly Record<string, unknown>[], motivo: MatchReason): Map<string, Match> {
  return new Map(
    rows.map((row) => [
      String(row.key),
      { mercadoria_id: Number(row.id), xProd: String(row.xProd), motivo, fatorConversao: String(row.fator) },
    ]),
  )
}
