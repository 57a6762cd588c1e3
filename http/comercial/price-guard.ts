import { type SQL, sql } from 'drizzle-orm'
import { passes } from '../../core/access'
import { decimal } from '../../core/money/decimal'
import { FROM_PROMOTION, keptFaults, type NamedPrice, priceFaults, priceOrigin } from '../../core/pricing/guard'
import { basePrice } from '../../core/pricing/made-to-order'
import type { PromotedLine } from '../../core/pricing/promoted'
import type { Ctx } from '../platform/context'
import type { Draft, Row } from '../platform/resource'
import { tableHolds } from './tabela_preco/holding'

/** SQL of a product's prices `m` in the tables that hold today, as `pricesOf` reads them: part of the one query that loads the products of lines. */
export const holdingPrices = (ctx: Pick<Ctx, 'clock'>): SQL => sql`(select json_agg(json_build_object(
    'id', p.tabela_preco_id, 'price', p."vUnTrib"::text, 'name', t.descricao, 'usual', t.padrao) order by p.id)
  from mercadoria_preco p join tabela_preco t on t.id = p.tabela_preco_id where p.mercadoria_id = m.id and ${tableHolds(ctx, 't')})`

/** SQL of a price table's number where it holds today, else null. */
export const holdingTable = (ctx: Pick<Ctx, 'clock'>, id: SQL): SQL =>
  sql`(select t.id from tabela_preco t where t.id = ${id} and ${tableHolds(ctx, 't')})`

/** SQL of the table that a document's prices are held against: its customer's, else its own, where that holds; the usual one where neither does; null where there is none of them. */
export const tableOfCustomer = (ctx: Pick<Ctx, 'clock'>, customers: SQL, own: SQL): SQL =>
  sql`coalesce(${holdingTable(ctx, customers)}, ${holdingTable(ctx, own)}, case when coalesce(${customers}, nullif(${own}, 0)) is not null then
    (select t.id from tabela_preco t where t.padrao and ${tableHolds(ctx, 't')} order by t.id limit 1) end)`

interface StoredPrice {
  readonly id: number
  readonly price: string
  readonly name: string
  readonly usual: boolean
}

const isStored = (value: unknown): value is StoredPrice =>
  typeof value === 'object' && value !== null && 'id' in value && 'price' in value && 'name' in value

export const pricesOf = (product: Row): readonly NamedPrice[] =>
  (Array.isArray(product.prices) ? product.prices : [])
    .filter(isStored)
    .map(({ id, price, name, usual }) => ({ tabela_preco_id: id, vUnTrib: price, descricao: name, padrao: usual }))

const number = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value))
const amount = (value: unknown): string => String(value ?? '0')

interface Priced {
  readonly line: Row
  readonly vUnLiquido: string
  readonly vCustoUn: unknown
  readonly product: Row
  /** What promotions give the line. */
  readonly promoted: PromotedLine | undefined
}

/** What is kept of a line's price: its origin, what is wrong with it, and whether that blocks the sale. */
export interface Verdict {
  readonly origemPreco: number
  readonly promocao_id: number | null
  readonly xPromocao: string | null
  readonly vPromocao: string | null
  readonly xAvisoPreco: string | null
  readonly blocks: boolean
}

/**
 * Judges the price of a line that is written. What is wrong with it blocks the sale, unless whoever wrote it may release blocked sales. Who only
 * repeats a price, or raises it, leaves that as it was.
 */
export function judgePrice(
  ctx: Ctx,
  { before }: Draft,
  { line, vUnLiquido, vCustoUn, product, promoted }: Priced,
): Verdict {
  const prices = pricesOf(product)
  const tabela_preco_id = number(product.tabela_preco_id)
  const faults = priceFaults({
    vUnTrib: amount(line.vUnTrib),
    vUnLiquido,
    custo: amount(vCustoUn),
    vAcrescimo: amount(line.vAcrescimo),
    vPrecoMinimo: amount(product.vPrecoMinimo),
    tabela_preco_id,
    prices,
    vPromocao: promoted?.vPromocao,
  })
  const xAvisoPreco = keptFaults(faults)
  const base = basePrice({ vUnTrib: amount(line.vUnTrib), vAcrescimo: amount(line.vAcrescimo) })
  const { origin } = priceOrigin(base, number(line.tabela_preco_id) ?? tabela_preco_id, prices)
  const isRepeated =
    before !== undefined &&
    before.mercadoria_id === line.mercadoria_id &&
    before.xAvisoPreco === xAvisoPreco &&
    decimal(vUnLiquido).gte(amount(before.vUnLiquido))
  const blocked = isRepeated ? blockedBy(before) : !passes(ctx.actor, 'specialSale')
  const verdict = { origemPreco: origin, ...NO_PROMOTION, ...promotionKept(before, line, promoted) }
  return { ...verdict, xAvisoPreco, blocks: xAvisoPreco !== null && blocked }
}

const NO_PROMOTION = { promocao_id: null, xPromocao: null, vPromocao: null } as const

type Given = Pick<Verdict, 'origemPreco' | keyof typeof NO_PROMOTION>

/** The promotion that a line's price is of, as it is kept with it; undefined for another price. */
function promotionKept(before: Row | undefined, line: Row, promoted: PromotedLine | undefined): Given | undefined {
  if (promoted?.isKept && before)
    return {
      origemPreco: FROM_PROMOTION,
      promocao_id: number(before.promocao_id),
      xPromocao: String(before.xPromocao ?? ''),
      vPromocao: amount(before.vPromocao),
    }
  const { promotion, vUnTrib } = promoted ?? {}
  if (!promotion || !vUnTrib?.eq(amount(line.vUnTrib))) return undefined
  const { promocao_id, xNome } = promotion
  return {
    origemPreco: FROM_PROMOTION,
    promocao_id: Number(promocao_id),
    xPromocao: xNome,
    vPromocao: vUnTrib.toFixed(4),
  }
}

/** Does a stored line block its sale by its price? */
const blockedBy = ({ xAvisoPreco, xMotivoBloqueio }: Row): boolean =>
  xAvisoPreco !== null && String(xMotivoBloqueio ?? '').startsWith(String(xAvisoPreco))
