import type { CivilDate } from '../br/civil-date'
import { formatCurrency } from '../br/number'
import { type Amount, type Decimal, decimal, ZERO } from '../money/decimal'
import { type NamedPrice } from './guard'
import { basePrice } from './made-to-order'
import { bestPriceIn, type Id, type Promotion, type PromotionBook, type PromotionTrial } from './promotions'
import { holdsOn } from './validity'

/** A line of a document, as its promotions see it. */
export interface PromotableLine {
  readonly mercadoria_id: Id
  readonly qTrib: Amount
  readonly vUnTrib: Amount
  /** What its characteristics add to `vUnTrib`; promotions judge the price without it. */
  readonly vAcrescimo?: Amount | null | undefined
  /** Its price without promotions; null where the product has none, which no promotion lowers. */
  readonly vNormal: Amount | null
  /** The promotion that its price was taken from (null where that was deleted since), and that price; no price where none gave it. */
  readonly promocao_id?: Id | null | undefined
  readonly vPromocao?: Amount | null | undefined
  /** It is stored with this product, quantity and price. */
  readonly isWritten?: boolean | undefined
  readonly decimal_preco?: number | null | undefined
}

/** What promotions are asked for: the same for all lines of a document. */
export interface PromotionPlace {
  readonly empresa_id: Id
  readonly tabela_preco_id?: Id | null | undefined
  readonly date: CivilDate
}

/** The promotion that gives a price. */
export interface GivenPromotion {
  readonly promocao_id: Id
  readonly xNome: string
  readonly dFim: CivilDate | null
}

/** What becomes of a line's price. */
export interface PromotedLine {
  /** The price that the line should have: a typed one stays. */
  readonly vUnTrib: Decimal
  /** The promotion that gives this price; null when none does. */
  readonly promotion: GivenPromotion | null
  /** Its promotion has ended, and the line keeps the price that it was written with. */
  readonly isKept: boolean
  /** The lowest price that promotions allow this line, whoever typed another; null without one. */
  readonly vPromocao: Decimal | null
  /** Every promotion of the product, with its reason. */
  readonly trials: readonly PromotionTrial[]
}

/**
 * Why the other promotions of a line's product do not give its price, one a sentence without its end: what one asks for that the document has not, or
 * the price that it would come to.
 */
export function lostPromotions({ promotion, trials, vPromocao }: PromotedLine): readonly string[] {
  const won = (trial: PromotionTrial): boolean =>
    promotion !== null &&
    String(trial.promocao_id) === String(promotion.promocao_id) &&
    trial.vUnTrib?.eq(vPromocao ?? -1) === true
  return trials.flatMap((trial) => (won(trial) ? [] : [`${trial.xNome}: ${lossOf(trial)}`]))
}

function lossOf({ vUnTrib, motivo }: PromotionTrial): string {
  if (vUnTrib !== null) return `daria ${formatCurrency(vUnTrib, vUnTrib.round(2).eq(vUnTrib) ? 2 : 4)}`
  return `${motivo.slice(0, 1).toLowerCase()}${motivo.slice(1).replace(/\.$/, '')}`
}

/** The table that a document's prices are of: its own, else its customer's; null for one that does not hold. */
export const tableOfPrices = (own: number | null, customers: number | null): number | null => own ?? customers

type TablesPrice = Pick<NamedPrice, 'tabela_preco_id' | 'vUnTrib' | 'padrao'>

/** What a product costs without promotions, of its prices in the tables that hold: in this table, else in the usual one, else in its first; null without a price. */
export function normalPrice<P extends TablesPrice>(prices: readonly P[], tabela_preco_id: number | null): P | null {
  const own = prices.find((one) => one.tabela_preco_id === tabela_preco_id)
  return own ?? prices.reduce<P | null>((best, one) => (best && !goesBefore(one, best) ? best : one), null)
}

const goesBefore = (one: TablesPrice, other: TablesPrice): boolean =>
  one.padrao === other.padrao ? one.tabela_preco_id < other.tabela_preco_id : one.padrao === true

/**
 * The prices of a document's lines by its promotions, all together: which of them ask for others, and how much of a product there is. A price that
 * somebody typed stays; one that is the normal one or a promotion's follows. A line that is written keeps the price of a promotion that has ended,
 * unless another gives a better one.
 */
export function promotedLines(
  lines: readonly PromotableLine[],
  place: PromotionPlace,
  book: PromotionBook,
): readonly PromotedLine[] {
  const quantities = new Map<string, Decimal>()
  for (const { mercadoria_id, qTrib } of lines) {
    const key = String(mercadoria_id)
    quantities.set(key, (quantities.get(key) ?? ZERO).plus(qTrib))
  }
  const around = { ...place, mercadorias: new Set(quantities.keys()), obstacles: new Map<Promotion, string | null>() }
  return lines.map((line) => {
    const qDocumento = quantities.get(String(line.mercadoria_id)) ?? ZERO
    return promoted(line, { ...around, qDocumento }, book)
  })
}

interface Around extends PromotionPlace {
  readonly mercadorias: ReadonlySet<string>
  readonly qDocumento: Decimal
  readonly obstacles: Map<Promotion, string | null>
}

function promoted(line: PromotableLine, around: Around, book: PromotionBook): PromotedLine {
  const added = decimal(line.vAcrescimo ?? ZERO)
  const price = basePrice({ vUnTrib: line.vUnTrib, vAcrescimo: added })
  const asItIs: PromotedLine = {
    vUnTrib: decimal(line.vUnTrib),
    promotion: null,
    isKept: false,
    vPromocao: null,
    trials: [],
  }
  if (line.vNormal === null) return asItIs
  const { mercadoria_id, qTrib, vNormal, decimal_preco } = line
  const best = bestPriceIn({ ...around, mercadoria_id, qTrib, vUnTrib: vNormal, decimal_preco }, book)
  const told = offerOf(book, mercadoria_id, best.promocao_id)
  const offered = told === undefined ? null : best.vUnTrib
  const result = { ...asItIs, vPromocao: offered?.plus(added) ?? null, trials: best.trials }
  const given = isGiven(line)
  if (!given && !price.eq(vNormal) && !(offered !== null && price.eq(offered))) return result
  if (given && hasEnded(line, around.date, book) && !(offered !== null && offered.lt(price)))
    return { ...result, isKept: true, vPromocao: decimal(line.vUnTrib) }
  return { ...result, vUnTrib: best.vUnTrib.plus(added), promotion: told === undefined ? null : givenBy(told) }
}

/** Is the price of a line the one that its promotion gave? */
const isGiven = ({ vPromocao, vUnTrib }: PromotableLine): boolean =>
  vPromocao !== null && vPromocao !== undefined && decimal(vUnTrib).eq(vPromocao)

/** Has the promotion of a written line ended, or is it gone? */
function hasEnded({ mercadoria_id, promocao_id, isWritten }: PromotableLine, date: CivilDate, book: PromotionBook) {
  if (isWritten !== true) return false
  const offer = offerOf(book, mercadoria_id, promocao_id ?? null)
  return offer === undefined || !holdsOn(offer, date)
}

function offerOf(book: PromotionBook, mercadoria_id: Id, promocao_id: Id | null) {
  if (promocao_id === null) return undefined
  return book.get(String(mercadoria_id))?.find(({ promotion }) => String(promotion.id) === String(promocao_id))
    ?.promotion
}

const givenBy = (promotion: NonNullable<ReturnType<typeof offerOf>>): GivenPromotion => ({
  promocao_id: promotion.id,
  xNome: promotion.xNome ?? String(promotion.id),
  dFim: promotion.dFim ?? null,
})
