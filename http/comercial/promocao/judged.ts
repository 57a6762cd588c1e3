import { sql } from 'drizzle-orm'
import { decimal } from '../../../core/money/decimal'
import {
  normalPrice,
  type PromotableLine,
  type PromotedLine,
  promotedLines,
  tableOfPrices,
} from '../../../core/pricing/promoted'
import { promotionBook } from '../../../core/pricing/promotions'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import type { Draft, Row } from '../../platform/resource'
import { pricesOf } from '../price-guard'
import { promotionsOf } from './offers'

const number = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value))
const amount = (value: unknown): string => String(value ?? '0')

/** Where a document stands for promotions: its company, the table of its prices, today. `products`: as they came with its lines. */
export const placeOf = (ctx: Ctx, document: Row | undefined, products: ReadonlyMap<number, Row>) => {
  const { own_table, tabela_preco_id } = [...products.values()][0] ?? {}
  return {
    empresa_id: number(document?.empresa_id) ?? ctx.actor.empresa_id,
    tabela_preco_id: tableOfPrices(number(own_table), number(tabela_preco_id)),
    date: ctx.clock.today(),
  }
}

/** A stored line, or one that is written, as its promotions see it. */
export function promotable(line: Row, before: Row | undefined, product: Row, table: number | null): PromotableLine {
  const isSame = (name: string): boolean => decimal(amount(before?.[name])).eq(amount(line[name]))
  return {
    mercadoria_id: Number(line.mercadoria_id),
    qTrib: amount(line.qTrib),
    vUnTrib: amount(line.vUnTrib),
    vAcrescimo: amount(line.vAcrescimo),
    vNormal: normalPrice(pricesOf(product), table)?.vUnTrib ?? null,
    promocao_id: number(before?.promocao_id),
    vPromocao: before?.vPromocao === null || before?.vPromocao === undefined ? null : amount(before.vPromocao),
    isWritten:
      before !== undefined && before.mercadoria_id === line.mercadoria_id && isSame('qTrib') && isSame('vUnTrib'),
    decimal_preco: number(line.decimal_preco ?? product.decimal_preco),
  }
}

/**
 * What promotions give each of the lines that are written, all lines of their document taken together. The offers came with the products; a line that
 * is saved without its document costs one query more.
 */
export async function promotedDrafts(
  ctx: Ctx,
  kind: 'orcamento' | 'venda',
  drafts: readonly Draft[],
  { products, parent }: { readonly products: ReadonlyMap<number, Row>; readonly parent: Row | undefined },
): Promise<ReadonlyMap<Draft, PromotedLine>> {
  const promotions = [...products].flatMap(([id, product]) => promotionsOf(id, product.offers))
  const place = placeOf(ctx, parent, products)
  const known = drafts.flatMap((draft) => {
    const line: Row = { ...draft.before, ...draft.values }
    const product = products.get(Number(line.mercadoria_id))
    return product ? [{ draft, line: promotable(line, draft.before, product, place.tabela_preco_id) }] : []
  })
  if (promotions.length === 0 && known.every(({ line }) => line.vPromocao === null)) return new Map()
  const others = promotions.length === 0 ? [] : await othersOf(ctx, kind, drafts, parent)
  const found = promotedLines([...known.map(({ line }) => line), ...others], place, promotionBook(promotions))
  return new Map(
    known.flatMap(({ draft }, at) => {
      const one = found[at]
      return one ? [[draft, one] as const] : []
    }),
  )
}

/** The stored lines of a document beside those that are written; none where its list comes whole. */
async function othersOf(
  ctx: Ctx,
  kind: 'orcamento' | 'venda',
  drafts: readonly Draft[],
  parent: Row | undefined,
): Promise<readonly PromotableLine[]> {
  if (!parent || drafts.every(({ place }) => place !== undefined)) return []
  const written = drafts.flatMap(({ before }) => (before ? [Number(before.id)] : []))
  const rows = await rowsOf(
    ctx,
    sql`select mercadoria_id, "qTrib"::text as "qTrib" from ${sql.raw(`${kind}_mercadoria`)}
        where ${sql.raw(`${kind}_id`)} = ${Number(parent.id)} and id <> all (${intArray(written)}::int[])`,
  )
  return rows.map((row) => ({
    mercadoria_id: Number(row.mercadoria_id),
    qTrib: amount(row.qTrib),
    vUnTrib: '0',
    vNormal: null,
  }))
}
