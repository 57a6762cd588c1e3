import type { CivilDate } from '../br/civil-date'
import { CoreError } from '../errors'
import { type Amount, type Decimal, decimal } from '../money/decimal'
import { amountOf, netPrice, priceDecimals } from './line'
import { notHolding, type NotHolding, type Validity } from './validity'

export type Id = string | number

/** A product the document must hold. AND joins it to the ones before, OR opens another way to qualify. */
export interface PromotionDependency {
  readonly mercadoria_id: Id
  readonly tipo?: 'AND' | 'OR' | undefined
}

export interface PromotionItem {
  readonly id: Id
  readonly mercadoria_id: Id
  /** The promotional price, or a discount (a fraction) on the normal one. */
  readonly vUnTrib?: Amount | null | undefined
  readonly vDesc?: Amount | null | undefined
  /** Least quantity on the line. */
  readonly qMinima?: Amount | null | undefined
  /** Most of the product in the whole document; with more of it, none is at the promotion's price. */
  readonly qMaxima?: Amount | null | undefined
  readonly dependencia_list?: readonly PromotionDependency[] | undefined
}

/** It runs as its `Validity` says. */
export interface Promotion extends Validity {
  readonly id: Id
  readonly xNome?: string | undefined
  /** Of promotions that come to the same price the highest is named; zero when absent. */
  readonly prioridade?: number | undefined
  /** The companies and price tables it holds for; every one when empty. */
  readonly empresa_ids?: readonly Id[] | undefined
  readonly tabela_preco_ids?: readonly Id[] | undefined
  readonly promocao_mercadoria_list: readonly PromotionItem[]
}

export interface PromotionQuery {
  readonly mercadoria_id: Id
  readonly vUnTrib: Amount
  readonly qTrib: Amount
  readonly empresa_id: Id
  readonly tabela_preco_id?: Id | null | undefined
  readonly date: CivilDate
  /** Every product of the document; as a set, its numbers are text. */
  readonly mercadorias: readonly Id[] | ReadonlySet<string>
  /** How much of the product the whole document holds; the line's own quantity when absent. */
  readonly qDocumento?: Amount | undefined
  readonly decimal_preco?: number | null | undefined
  /** What was found to keep promotions from the document: shared by the queries of its lines. */
  readonly obstacles?: Map<Promotion, string | null>
}

export interface PromotionTrial {
  readonly promocao_id: Id
  readonly xNome: string
  readonly promocao_mercadoria_id: Id
  /** The price it gives, when it applies. */
  readonly vUnTrib: Decimal | null
  /** Why it applies or does not, in words. */
  readonly motivo: string
}

export interface PromotionResult {
  readonly vUnTrib: Decimal
  /** The promotion that gives the price; null when the normal price stands. */
  readonly promocao_id: Id | null
  readonly promocao_mercadoria_id: Id | null
  readonly motivo: string
  /** Every promotion of the product, with its reason. */
  readonly trials: readonly PromotionTrial[]
}

const MAX_PROMOTIONS = 10_000
const same = (a: Id, b: Id): boolean => String(a) === String(b)

/** A product of a promotion, with the promotion, and its amounts read. */
interface PromotionOffer {
  readonly promotion: Promotion
  readonly item: PromotionItem
  /** Null where it is the normal one. */
  readonly price: Decimal | null
  readonly least: Decimal | null
  readonly most: Decimal | null
}

/** What is offered of each product, by its number as text, in the order of the promotions. */
export type PromotionBook = ReadonlyMap<string, readonly PromotionOffer[]>

/** Promotions by product: made once, asked for every line. Throws `too_many_promotions`. */
export function promotionBook(promotions: readonly Promotion[]): PromotionBook {
  if (promotions.length > MAX_PROMOTIONS) {
    throw new CoreError('too_many_promotions', `São no máximo ${MAX_PROMOTIONS} promoções.`)
  }
  const book = new Map<string, PromotionOffer[]>()
  for (const promotion of promotions)
    for (const item of promotion.promocao_mercadoria_list) {
      const offer = {
        promotion,
        item,
        price: told(item.vUnTrib, (price) => amountOf(price, 'O preço da promoção')),
        least: told(item.qMinima, decimal),
        most: told(item.qMaxima, decimal),
      }
      const key = String(item.mercadoria_id)
      const offers = book.get(key)
      if (offers) offers.push(offer)
      else book.set(key, [offer])
    }
  return book
}

const told = (value: Amount | null | undefined, read: (value: Amount) => Decimal): Decimal | null =>
  value === null || value === undefined ? null : read(value)

/** The best price among promotions: as `bestPriceIn`. */
export const bestPrice = (query: PromotionQuery, promotions: readonly Promotion[]): PromotionResult =>
  bestPriceIn(query, promotionBook(promotions))

/**
 * The best price for a product in a document: of the promotions that hold for the company, the table, the day, the quantity
 * and the products present, the lowest price wins (of equals the higher priority, then the first), and only when it is below the normal price.
 */
export function bestPriceIn(query: PromotionQuery, book: PromotionBook): PromotionResult {
  const normal = amountOf(query.vUnTrib, 'O preço')
  const present = query.mercadorias instanceof Set ? query.mercadorias : new Set([...query.mercadorias].map(String))
  const tried = (book.get(String(query.mercadoria_id)) ?? []).map((offer) => ({
    trial: tryItem(query, normal, present, offer),
    priority: offer.promotion.prioridade ?? 0,
  }))
  const trials = tried.map(({ trial }) => trial)
  let best: (typeof tried)[number] | undefined
  for (const one of tried) if (one.trial.vUnTrib !== null && (!best || goesBefore(one, best))) best = one
  if (!best?.trial.vUnTrib) {
    return { vUnTrib: normal, promocao_id: null, promocao_mercadoria_id: null, motivo: 'Preço normal.', trials }
  }
  const { vUnTrib, promocao_id, promocao_mercadoria_id, motivo } = best.trial
  return { vUnTrib, promocao_id, promocao_mercadoria_id, motivo, trials }
}

interface Tried {
  readonly trial: PromotionTrial
  readonly priority: number
}

function goesBefore(one: Tried, other: Tried): boolean {
  const [price, best] = [one.trial.vUnTrib, other.trial.vUnTrib]
  if (price === null || best === null) return price !== null
  return price.lt(best) || (price.eq(best) && one.priority > other.priority)
}

function tryItem(
  query: PromotionQuery,
  normal: Decimal,
  present: ReadonlySet<string>,
  offer: PromotionOffer,
): PromotionTrial {
  const { promotion, item } = offer
  const trial = (vUnTrib: Decimal | null, motivo: string): PromotionTrial => ({
    promocao_id: promotion.id,
    xNome: promotion.xNome ?? String(promotion.id),
    promocao_mercadoria_id: item.id,
    vUnTrib,
    motivo,
  })
  const obstacle = standing(query, promotion) ?? itemObstacle(query, present, offer)
  if (obstacle !== null) return trial(null, obstacle)
  const price = netPrice(offer.price ?? normal, {
    vDesc: item.vDesc,
    decimal_preco: priceDecimals(query.decimal_preco),
  })
  if (price.gte(normal)) return trial(null, 'O preço da promoção não é menor que o preço normal.')
  return trial(price, `Promoção ${promotion.xNome ?? String(promotion.id)}.`)
}

/** What keeps a promotion from a document, found once for all of its lines. */
function standing(query: PromotionQuery, promotion: Promotion): string | null {
  const found = query.obstacles?.get(promotion)
  if (found !== undefined) return found
  const obstacle = promotionObstacle(query, promotion)
  query.obstacles?.set(promotion, obstacle)
  return obstacle
}

const NOT_RUNNING: Readonly<Record<NotHolding, string>> = {
  inactive: 'A promoção está inativa.',
  early: 'A promoção ainda não começou.',
  expired: 'A promoção já terminou.',
}

function promotionObstacle(query: PromotionQuery, promotion: Promotion): string | null {
  const { empresa_ids = [], tabela_preco_ids = [] } = promotion
  const table = query.tabela_preco_id
  const over = notHolding(promotion, query.date)
  if (over !== null) return NOT_RUNNING[over]
  if (empresa_ids.length > 0 && !empresa_ids.some((id) => same(id, query.empresa_id))) {
    return 'A promoção não vale para esta empresa.'
  }
  if (
    tabela_preco_ids.length > 0 &&
    !tabela_preco_ids.some((id) => table !== undefined && table !== null && same(id, table))
  ) {
    return 'A promoção não vale para esta tabela de preço.'
  }
  return null
}

const quantity = (amount: Amount): string => decimal(amount).toString().replace('.', ',')

function itemObstacle(
  { qTrib, qDocumento }: PromotionQuery,
  present: ReadonlySet<string>,
  { item, least, most }: PromotionOffer,
): string | null {
  if (least?.gt(qTrib)) return `A quantidade mínima é ${quantity(least)}.`
  if (most?.lt(qDocumento ?? qTrib)) return `A quantidade máxima no documento é ${quantity(most)}.`
  return dependenciesMet(item.dependencia_list ?? [], present) ? null : 'Faltam produtos que a promoção exige.'
}

/** True when the document holds every product of at least one alternative; AND binds tighter than OR. Nothing asked is met. */
export function dependenciesMet(list: readonly PromotionDependency[], present: ReadonlySet<string>): boolean {
  if (list.length === 0) return true
  let alternative = true
  for (const [index, { mercadoria_id, tipo = 'AND' }] of list.entries()) {
    if (index > 0 && tipo === 'OR') {
      if (alternative) return true
      alternative = true
    }
    alternative &&= present.has(String(mercadoria_id))
  }
  return alternative
}
