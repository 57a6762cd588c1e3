import { type Amount, decimal, type Decimal, roundHalfUp, sum, ZERO } from '../money/decimal'

/** Amounts of an item of an entry that its cost is made of. */
export const COSTS = ['vProd', 'vFrete', 'vSeg', 'vOutro', 'vIPI', 'vICMSST', 'vDesc'] as const
export type CostName = (typeof COSTS)[number]
export type Costs = Readonly<Record<CostName, Amount>>
type Shares = Readonly<Record<CostName, Decimal>>

const CENT = decimal('0.01')

/** What costs come to: the discount is taken off. */
export const costOf = (costs: Costs): Decimal =>
  sum(COSTS.map((name) => (name === 'vDesc' ? decimal(costs[name]).neg() : costs[name])))

/**
 * The costs of a part of an item's goods: each its share, and all of them together the share of the whole, to the cent. What is left for the other part is the rest of each, so
 * that no cent is made or lost.
 */
export function sharesOf(costs: Costs, { part, whole }: { readonly part: Amount; readonly whole: Amount }): Shares {
  if (decimal(part).cmp(whole) >= 0) return every(costs, (cost) => decimal(cost))
  const share = (cost: Amount): Decimal =>
    decimal(part).isZero() ? ZERO : roundHalfUp(decimal(cost).times(part).div(whole))
  const shares: Record<CostName, Decimal> = { ...every(costs, share) }
  const wanted = share(costOf(costs))
  for (let off = wanted.minus(costOf(shares)); !off.isZero(); off = wanted.minus(costOf(shares))) {
    const name = largest(shares)
    shares[name] = off.sign() > 0 ? shares[name].plus(CENT) : shares[name].minus(CENT)
  }
  return shares
}

const every = (costs: Costs, change: (cost: Amount) => Decimal): Record<CostName, Decimal> => ({
  vProd: change(costs.vProd),
  vFrete: change(costs.vFrete),
  vSeg: change(costs.vSeg),
  vOutro: change(costs.vOutro),
  vIPI: change(costs.vIPI),
  vICMSST: change(costs.vICMSST),
  vDesc: change(costs.vDesc),
})

/** The largest of what is added: a cent more or less is least there. */
const largest = (shares: Shares): CostName =>
  COSTS.filter((name) => name !== 'vDesc').reduce((best, name) => (shares[name].gt(shares[best]) ? name : best))

/** What is left of costs beside a part of them. */
export const restOf = (costs: Costs, shares: Shares): Shares => {
  const names = [...COSTS]
  const left = every(costs, (cost) => decimal(cost))
  for (const name of names) left[name] = left[name].minus(shares[name])
  return left
}
