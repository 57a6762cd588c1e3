import { formatCurrency } from '../br/number'
import { type Amount, type Decimal, decimal } from '../money/decimal'
import { pickTable, type TablePrice } from './tables'

/** The price of a product in one table, and what the table is called. */
export interface NamedPrice extends TablePrice<number> {
  readonly descricao: string
  /** The table is the usual one: its price is taken where that of the document's or the customer's table is not. */
  readonly padrao?: boolean | undefined
}

/** A line's price, and what it is held against. All by unit, R$. */
export interface JudgedPrice {
  readonly vUnTrib: Amount
  /** After all discounts, without IPI and ST. */
  readonly vUnLiquido: Amount
  /** What the line's characteristics add to the price: tables and the least price are held against it with that. */
  readonly vAcrescimo?: Amount | null | undefined
  /** What one unit costs, characteristics included; null where it is not known, or not to whoever is told. Nothing is under a cost of zero. */
  readonly custo?: Amount | null | undefined
  /** The least price of the product; zero sets none. */
  readonly vPrecoMinimo?: Amount | null | undefined
  /** The table of the customer; null for a customer of any. */
  readonly tabela_preco_id?: number | null | undefined
  /** The product's prices, in the tables that hold today. */
  readonly prices: readonly NamedPrice[]
  /** What a promotion gives the line for: at that or above, it is of no other table. */
  readonly vPromocao?: Amount | null | undefined
}

/** What can be wrong with a price, from the worst on. */
export type PriceFault =
  | { readonly code: 'no_price' }
  | { readonly code: 'below_cost'; readonly limit: Decimal }
  | { readonly code: 'below_minimum'; readonly limit: Decimal }
  /** `own`: the customer's table, where the product has a price in it. */
  | { readonly code: 'other_table'; readonly table: NamedPrice; readonly own: NamedPrice | undefined }

/**
 * What is wrong with the price of a line: none at all, under what the goods cost or may be sold for, or one of a table that is not the customer's: its
 * net price falls in a cheaper one (`pickTable`), or the product has no price in the customer's.
 */
export function priceFaults(judged: JudgedPrice): readonly PriceFault[] {
  const line = withAddition(judged)
  const net = decimal(line.vUnLiquido)
  if (net.isZero()) return [{ code: 'no_price' }]
  const under = (limit: Amount | null | undefined): limit is Amount =>
    limit !== null && limit !== undefined && decimal(limit).sign() > 0 && net.lt(limit)
  return [
    ...(under(line.custo) ? [{ code: 'below_cost', limit: decimal(line.custo) } as const] : []),
    ...(under(line.vPrecoMinimo) ? [{ code: 'below_minimum', limit: decimal(line.vPrecoMinimo) } as const] : []),
    ...otherTable(net, line),
  ]
}

/** The same, with prices and least price of the product as it was chosen. */
function withAddition(line: JudgedPrice): JudgedPrice {
  const { vAcrescimo, vPrecoMinimo, prices } = line
  if (vAcrescimo === null || vAcrescimo === undefined || decimal(vAcrescimo).isZero()) return line
  const hasLeast = vPrecoMinimo !== null && vPrecoMinimo !== undefined && decimal(vPrecoMinimo).sign() > 0
  return {
    ...line,
    prices: pricesWith(prices, vAcrescimo),
    vPrecoMinimo: hasLeast ? decimal(vPrecoMinimo).plus(vAcrescimo) : null,
  }
}

/** Prices of a product with what characteristics add. */
export const pricesWith = <P extends { readonly vUnTrib: Amount }>(prices: readonly P[], vAcrescimo: Amount): P[] =>
  prices.map((one) => ({ ...one, vUnTrib: decimal(one.vUnTrib).plus(vAcrescimo) }))

function otherTable(net: Decimal, { tabela_preco_id, prices, vPromocao }: JudgedPrice): readonly PriceFault[] {
  if (tabela_preco_id === null || tabela_preco_id === undefined || prices.length === 0) return []
  if (vPromocao !== null && vPromocao !== undefined && net.gte(vPromocao)) return []
  const own = prices.find((one) => one.tabela_preco_id === tabela_preco_id)
  if (own && net.gte(own.vUnTrib)) return []
  const picked = pickTable(net, prices).tabela_preco_id
  const table = prices.find((one) => one.tabela_preco_id === picked)
  return !table || table === own ? [] : [{ code: 'other_table', table, own }]
}

/** Where a line's price comes from: the price of a table, somebody's hand, or a promotion. */
export const FROM_TABLE = 0
export const TYPED = 1
export const FROM_PROMOTION = 2
export type PriceOrigin = typeof FROM_TABLE | typeof TYPED | typeof FROM_PROMOTION

export interface ToldOrigin {
  readonly origin: PriceOrigin
  /** `preço da tabela Varejo`, `preço digitado (na tabela Varejo, R$ 10,00)`. */
  readonly text: string
}

/** What a promotion's price is told by: `promoção Black Friday, na tabela Varejo R$ 100,00`. */
export function promotionOrigin(xNome: string, normal: NamedPrice | null): ToldOrigin {
  const text = `promoção ${xNome}${normal === null ? '' : `, na tabela ${normal.descricao} ${money(normal.vUnTrib)}`}`
  return { origin: FROM_PROMOTION, text }
}

/** Where a price comes from, held against that of its table: the line's own, else the customer's. */
export function priceOrigin(
  vUnTrib: Amount,
  tabela_preco_id: number | null | undefined,
  prices: readonly NamedPrice[],
): ToldOrigin {
  const same = prices.filter((one) => decimal(one.vUnTrib).eq(vUnTrib))
  const from = same.find((one) => one.tabela_preco_id === tabela_preco_id) ?? same[0]
  if (from) return { origin: FROM_TABLE, text: `preço da tabela ${from.descricao}` }
  const own = prices.find((one) => one.tabela_preco_id === tabela_preco_id)
  return {
    origin: TYPED,
    text: own ? `preço digitado (na tabela ${own.descricao}, ${money(own.vUnTrib)})` : 'preço digitado',
  }
}

/** A price in reais, with as many decimals as it has, two at least. */
function money(price: Amount): string {
  const exact = decimal(price)
  return formatCurrency(exact, exact.round(2, 'half-up').eq(exact) ? 2 : 4)
}

/** Words of the faults that everybody may read: they do not tell a cost from a minimum. */
const WORDS = {
  no_price: 'sem preço',
  below_cost: 'abaixo do mínimo',
  below_minimum: 'abaixo do mínimo',
  other_table: 'outra tabela',
} as const satisfies Readonly<Record<PriceFault['code'], string>>

export interface ToldFault {
  readonly word: string
  readonly why: string
}

/** A fault in a word, and its why. `knowsCost`: to somebody who may know what goods cost. */
export function tellFault(fault: PriceFault, net: Amount, knowsCost: boolean): ToldFault {
  const word = WORDS[fault.code]
  switch (fault.code) {
    case 'no_price':
      return { word, why: 'o preço é zero' }
    case 'below_cost':
      return knowsCost
        ? { word: 'abaixo do custo', why: `líquido ${money(net)}, custo ${money(fault.limit)}` }
        : { word, why: 'preço abaixo do mínimo' }
    case 'below_minimum':
      return { word, why: `líquido ${money(net)}, mínimo ${money(fault.limit)}` }
    case 'other_table':
      return {
        word,
        why: fault.own
          ? `preço da tabela ${fault.table.descricao}, a do cliente é ${fault.own.descricao}: ${money(fault.own.vUnTrib)}`
          : `preço da tabela ${fault.table.descricao}: não há preço na do cliente`,
      }
  }
}

/** The faults as they are kept with the line, for everybody: `abaixo do mínimo, outra tabela (Atacado)`; null for none. */
export function keptFaults(faults: readonly PriceFault[]): string | null {
  const words = faults.map((fault) =>
    fault.code === 'other_table' ? `${WORDS.other_table} (${fault.table.descricao})` : WORDS[fault.code],
  )
  return words.length === 0 ? null : [...new Set(words)].join(', ')
}
