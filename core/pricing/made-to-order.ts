import { type Amount, type Decimal, decimal, ZERO } from '../money/decimal'
import { priceDecimals } from './line'

/** What a chosen characteristic draws for one unit of the product. */
export interface ChosenSupply {
  readonly quantidade: Amount
  /** What one unit of it costs; null where that is not known, or not to whoever is told. */
  readonly vCusto: Amount | null
}

/** A characteristic that was chosen for a line. All amounts are for one unit of the product, R$. */
export interface Choice {
  /** What it costs beside its supplies. */
  readonly custo_un: Amount | null
  /** What it adds to the price, whatever its supplies are; null where it adds what it costs. */
  readonly vAcrescimoFixo: Amount | null
  readonly insumos: readonly ChosenSupply[]
}

/** What characteristics add to one unit: to its cost, exact, and to its price. */
export interface Added {
  readonly custo: Decimal
  readonly vAcrescimo: Decimal
}

/**
 * What one chosen characteristic adds to a unit. Cost: its own and Σ quantity × cost of its supplies, exact. Price: its own addition, else that cost;
 * half up to the line's `decimal_preco`, so that what is shown of each adds up.
 */
export function choiceAdds({ custo_un, vAcrescimoFixo, insumos }: Choice, decimal_preco?: number | null): Added {
  const custo = insumos.reduce(
    (sum, { quantidade, vCusto }) => sum.plus(decimal(quantidade).times(vCusto ?? ZERO)),
    decimal(custo_un ?? ZERO),
  )
  return { custo, vAcrescimo: decimal(vAcrescimoFixo ?? custo).round(priceDecimals(decimal_preco), 'half-up') }
}

/** What all characteristics of a line add to a unit of it. */
export function choicesAdd(choices: readonly Choice[], decimal_preco?: number | null): Added {
  return choices.reduce(
    (sum, choice) => {
      const { custo, vAcrescimo } = choiceAdds(choice, decimal_preco)
      return { custo: sum.custo.plus(custo), vAcrescimo: sum.vAcrescimo.plus(vAcrescimo) }
    },
    { custo: ZERO, vAcrescimo: ZERO },
  )
}

/** A unit price, and how much of it characteristics add. */
export interface PriceWithChoices {
  readonly vUnTrib: Amount
  readonly vAcrescimo: Amount
}

/** The price of the product without what characteristics add: what tables and promotions are held against. Negative where it was typed under that. */
export const basePrice = ({ vUnTrib, vAcrescimo }: PriceWithChoices): Decimal => decimal(vUnTrib).minus(vAcrescimo)

/** The price of a line whose characteristics add something else now: its base and that, never under zero. */
export function priceWith(line: PriceWithChoices, vAcrescimo: Amount): Decimal {
  const price = basePrice(line).plus(vAcrescimo)
  return price.sign() < 0 ? ZERO : price
}

/** A group of characteristics that a product has. */
export interface ChoiceGroup {
  readonly id: number
  readonly descricao: string
  readonly obrigatorio: boolean
}

/** The groups in which something has to be chosen and nothing is, by their names. */
export function missingGroups(groups: readonly ChoiceGroup[], chosen: readonly number[]): readonly string[] {
  const has = new Set(chosen)
  return groups.filter(({ id, obrigatorio }) => obrigatorio && !has.has(id)).map(({ descricao }) => descricao)
}
