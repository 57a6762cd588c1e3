import { type CivilDate, compareDates } from '../br/civil-date'
import { CoreError } from '../errors'
import { type Amount, type Decimal, decimal } from '../money/decimal'
import { amountOf, netPrice, priceDecimals } from './line'

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
  readonly dependencia_list?: readonly PromotionDependency[] | undefined
}

export interface Promotion {
  readonly id: Id
  readonly xNome?: string | undefined
  readonly ativo?: boolean | undefined
  /** First and last day, both included; open when absent. */
  readonly dInicio?: CivilDate | null | undefined
  readonly dFim?: CivilDate | null | undefined
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
  /** Every product of the document. */
  readonly mercadorias: readonly Id[]
  readonly decimal_preco?: number | null | undefined
}

export interface PromotionTrial {
  readonly promocao_id: Id
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

/**
 * The best price for a product in a document: of the promotions that hold for the company, the table, the day, the quantity
 * and the products present, the lowest price wins (the first of equals), and only when it is below the normal price.
 */
export function bestPrice(query: PromotionQuery, promotions: readonly Promotion[]): PromotionResult {
  if (promotions.length > MAX_PROMOTIONS) {
    throw new CoreError('too_many_promotions', `São no máximo ${MAX_PROMOTIONS} promoções.`)
  }
  const normal = amountOf(query.vUnTrib, 'O preço')
  const present = new Set(query.mercadorias.map(String))
  const trials = promotions.flatMap((promotion) =>
    promotion.promocao_mercadoria_list
      .filter((item) => same(item.mercadoria_id, query.mercadoria_id))
      .map((item) => tryItem(query, normal, present, promotion, item)),
  )
  const best = trials.reduce<PromotionTrial | null>((winner, trial) => {
    if (trial.vUnTrib === null) return winner
    return winner?.vUnTrib && winner.vUnTrib.lte(trial.vUnTrib) ? winner : trial
  }, null)
  if (!best?.vUnTrib) {
    return { vUnTrib: normal, promocao_id: null, promocao_mercadoria_id: null, motivo: 'Preço normal.', trials }
  }
  const { vUnTrib, promocao_id, promocao_mercadoria_id, motivo } = best
  return { vUnTrib, promocao_id, promocao_mercadoria_id, motivo, trials }
}

function tryItem(
  query: PromotionQuery,
  normal: Decimal,
  present: ReadonlySet<string>,
  promotion: Promotion,
  item: PromotionItem,
): PromotionTrial {
  const trial = (vUnTrib: Decimal | null, motivo: string): PromotionTrial => ({
    promocao_id: promotion.id,
    promocao_mercadoria_id: item.id,
    vUnTrib,
    motivo,
  })
  const obstacle = promotionObstacle(query, promotion) ?? itemObstacle(query, present, item)
  if (obstacle !== null) return trial(null, obstacle)
  const price = promotionalPrice(query, normal, item)
  if (price.gte(normal)) return trial(null, 'O preço da promoção não é menor que o preço normal.')
  return trial(price, `Promoção ${promotion.xNome ?? String(promotion.id)}.`)
}

function promotionObstacle(query: PromotionQuery, promotion: Promotion): string | null {
  const { dInicio, dFim, empresa_ids = [], tabela_preco_ids = [] } = promotion
  const table = query.tabela_preco_id
  if (promotion.ativo === false) return 'A promoção está inativa.'
  if (dInicio && compareDates(query.date, dInicio) < 0) return 'A promoção ainda não começou.'
  if (dFim && compareDates(query.date, dFim) > 0) return 'A promoção já terminou.'
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

function itemObstacle(query: PromotionQuery, present: ReadonlySet<string>, item: PromotionItem): string | null {
  if (item.qMinima !== undefined && item.qMinima !== null && decimal(query.qTrib).lt(item.qMinima)) {
    return `A quantidade mínima é ${decimal(item.qMinima).toString().replace('.', ',')}.`
  }
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

function promotionalPrice(query: PromotionQuery, normal: Decimal, item: PromotionItem): Decimal {
  const price =
    item.vUnTrib === undefined || item.vUnTrib === null ? normal : amountOf(item.vUnTrib, 'O preço da promoção')
  return netPrice(price, { vDesc: item.vDesc, decimal_preco: priceDecimals(query.decimal_preco) })
}
