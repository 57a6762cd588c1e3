import { CoreError } from '../errors'
import { type Amount, decimal, type Decimal, roundHalfUp, sum, ZERO } from '../money/decimal'

/**
 * What goods that are made cost. Each goods line of an order has an account in process: what goes in (supplies, hours) equals what comes out (goods,
 * by-products, loss) and what is still in it, to the cent, after every part.
 */

const QUANTITY_DECIMALS = 4
const UNIT_COST_DECIMALS = 10
const MINUTES_AN_HOUR = 60

/** What has been made before a part, and what was planned. */
export interface Progress {
  /** Planned, `qTrib` of the line. */
  readonly planned: Amount
  /** Good ones before this part. */
  readonly made: Amount
  /** All that was begun before this part, spoilt ones included. */
  readonly processed: Amount
}

/** What a part brings: good ones, usual scrap that the good ones carry, and scrap by accident, which is loss. */
export interface Output {
  readonly good: Amount
  readonly scrap: Amount
  readonly accident: Amount
  /** Nothing more will be made of the line. */
  readonly closes: boolean
}

/** All that a part worked on. */
export const processedIn = ({ good, scrap, accident }: Output): Decimal => sum([good, scrap, accident].map(decimal))

/** Whether the account is emptied by a part: it reaches the plan, or says that nothing more will come. */
export const isLast = ({ planned, made }: Progress, { good, closes }: Output): boolean =>
  closes || decimal(good).plus(made).gte(planned)

/** What a part draws of a supply: its share of the plan by all that was processed so far, less what has left; never below zero. */
export function drawnBy(supply: { readonly planned: Amount; readonly left: Amount }, at: Progress, part: Output) {
  const processed = processedIn(part).plus(at.processed)
  const due = decimal(supply.planned).times(processed).div(at.planned).round(QUANTITY_DECIMALS)
  const rest = due.minus(supply.left)
  return rest.sign() > 0 ? rest : ZERO
}

/** What a quantity of a supply that left together is worth when it is given back: its share, and all of it with the last of it. */
export function givenBack(left: { readonly quantity: Amount; readonly value: Amount }, quantity: Amount): Decimal {
  const back = decimal(quantity)
  if (back.sign() <= 0 || back.gt(left.quantity))
    throw new CoreError('invalid_quantity', 'Só pode voltar o que saiu para a ordem.')
  return roundHalfUp(decimal(left.value).times(back).div(left.quantity))
}

/** What work costs: minutes at so much an hour, rounded once a row. */
export const hoursCost = (minutes: Amount, perHour: Amount): Decimal =>
  roundHalfUp(decimal(minutes).times(perHour).div(MINUTES_AN_HOUR))

/** A by-product: at a value of its own for one, or at a percentage of what the part cost. */
export interface ByProduct {
  readonly quantity: Amount
  readonly unitCost?: Amount | null
  readonly percent?: Amount | null
}

/** What waits in process, and how much of that is work: the rest is material. */
export interface Account {
  readonly value: Decimal
  readonly labour: Decimal
}

export const EMPTY_ACCOUNT: Account = { value: ZERO, labour: ZERO }

export interface PartCost {
  /** What it took from the account. */
  readonly share: Decimal
  /** Its supplies and its share: what comes out as goods, by-products or loss. */
  readonly cost: Decimal
  /** How much of the cost is work. */
  readonly labour: Decimal
  readonly loss: Decimal
  readonly byProducts: readonly Decimal[]
  /** What the good ones are worth, all together. */
  readonly goods: Decimal
  /** For one, 10 decimals; null where none is good. */
  readonly unitCost: Decimal | null
  readonly account: Account
}

interface Costed {
  readonly at: Progress
  readonly part: Output
  /** The account before the part, with the hours that were booked since, less what was given back. */
  readonly account: Account
  /** What the part itself drew, at the value that left. */
  readonly supplies: Amount
  readonly byProducts: readonly ByProduct[]
}

/**
 * What a part costs. It takes its share of the account by what was still to be made, all of it where it is the last. A part with nothing good waits in
 * process; where it is the last, everything is loss. Throws `byproduct_exceeds_cost`, `invalid_quantity`.
 */
export function costPart({ at, part, account, supplies, byProducts }: Costed): PartCost {
  assertOutput(part)
  const good = decimal(part.good)
  const drawn = roundHalfUp(supplies)
  const last = isLast(at, part)
  if (good.isZero() && !last) {
    if (byProducts.length > 0)
      throw new CoreError('nothing_made', 'Subprodutos vêm com as mercadorias: informe quantas ficaram boas.')
    return { ...NOTHING, account: { ...account, value: account.value.plus(drawn) } }
  }
  const of = (amount: Decimal) => (last ? amount : shareOf(amount, good, at))
  const [share, labour] = [of(account.value), of(account.labour)]
  const cost = drawn.plus(share)
  const loss = good.isZero() ? cost : lossOf(cost, part)
  const values = byProducts.map((one) => byProductValue(one, cost.minus(loss)))
  const goods = cost.minus(loss).minus(sum(values))
  if (goods.sign() < 0 || percentOf(byProducts).gt(100))
    throw new CoreError('byproduct_exceeds_cost', 'Os subprodutos valem mais do que tudo o que foi gasto.')
  return {
    share,
    cost,
    labour,
    loss,
    byProducts: values,
    goods,
    unitCost: good.isZero() ? null : goods.div(good).round(UNIT_COST_DECIMALS),
    account: { value: account.value.minus(share), labour: account.labour.minus(labour) },
  }
}

const NOTHING = { share: ZERO, cost: ZERO, labour: ZERO, loss: ZERO, byProducts: [], goods: ZERO, unitCost: null }

const shareOf = (amount: Decimal, good: Decimal, { planned, made }: Progress): Decimal =>
  roundHalfUp(amount.times(good).div(decimal(planned).minus(made)))

function lossOf(cost: Decimal, { good, accident }: Output): Decimal {
  const spoilt = decimal(accident)
  return spoilt.isZero() ? ZERO : roundHalfUp(cost.times(spoilt).div(spoilt.plus(good)))
}

const percentOf = (byProducts: readonly ByProduct[]): Decimal =>
  sum(byProducts.map(({ percent }) => decimal(percent ?? 0)))

function byProductValue({ quantity, unitCost, percent }: ByProduct, cost: Decimal): Decimal {
  if (percent !== null && percent !== undefined) return roundHalfUp(cost.times(percent).div(100))
  return roundHalfUp(decimal(quantity).times(unitCost ?? 0))
}

function assertOutput(part: Output): void {
  const parts = [part.good, part.scrap, part.accident].map(decimal)
  if (parts.some((one) => one.sign() < 0)) throw new CoreError('invalid_quantity', 'Quantidade inválida.')
}

/** Good ones of all that was processed, in percent, 4 decimals; nothing where nothing was. */
export function yieldOf(good: Amount, processed: Amount): Decimal {
  const all = decimal(processed)
  return all.isZero() ? ZERO : decimal(good).times(100).div(all).round(QUANTITY_DECIMALS)
}
