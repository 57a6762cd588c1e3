import { type BomLines, prepareBom } from '../mrp/bom'
import { type Amount, decimal, type Decimal, ZERO } from '../money/decimal'

/** What products cost by what they are made of: the costs of what is bought, rolled up level by level. */

/** A component of a product. */
export interface CostedLine {
  readonly product: number
  readonly component: number
  /** For one of the product, loss included. */
  readonly quantity: Amount
  /** What one costs in this product alone, where somebody said so; a component that is made costs what it comes to. */
  readonly cost?: Amount | null
}

export interface CostedProduct {
  readonly id: number
  readonly name: string
  /** What one costs where it is not made; also the cost that it has now. */
  readonly cost: Amount
  /** What the work on one costs. */
  readonly labour: Amount
}

/** What one of a product comes to. */
export interface RolledUp {
  readonly id: number
  /** What the bought things in it cost, at every level. */
  readonly material: Decimal
  /** The work on it, and on all that it is made of. */
  readonly labour: Decimal
  readonly total: Decimal
  /** It has components. */
  readonly isMade: boolean
}

const COST_DECIMALS = 10

/**
 * Costs of all products, those that are made of others last. What has no components costs what it says. Each cost is rounded to 10 decimals once, where it
 * is made. Throws `bom_cycle` naming the cycle.
 */
export function rollUp(
  products: readonly CostedProduct[],
  lines: readonly CostedLine[],
): ReadonlyMap<number, RolledUp> {
  const index = new Map(products.map(({ id }, at) => [id, at]))
  const known = lines.filter(({ product, component }) => index.has(product) && index.has(component))
  const { order } = prepareBom(structureOf(products, known, index), (at) => products[at]?.name ?? String(at))
  const below = Map.groupBy(known, ({ product }) => product)
  const costs = new Map<number, RolledUp>()
  for (let at = order.length - 1; at >= 0; at--) {
    const product = products[order[at] ?? 0]
    if (product) costs.set(product.id, costOf(product, below.get(product.id) ?? [], costs))
  }
  return costs
}

function structureOf(
  products: readonly CostedProduct[],
  lines: readonly CostedLine[],
  index: ReadonlyMap<number, number>,
): BomLines {
  return {
    items: products.length,
    parent: Int32Array.from(lines, ({ product }) => index.get(product) ?? 0),
    child: Int32Array.from(lines, ({ component }) => index.get(component) ?? 0),
    factor: new Float64Array(lines.length),
  }
}

function costOf(
  { id, cost, labour }: CostedProduct,
  lines: readonly CostedLine[],
  costs: ReadonlyMap<number, RolledUp>,
): RolledUp {
  if (lines.length === 0) return { id, material: decimal(cost), labour: ZERO, total: decimal(cost), isMade: false }
  let [material, work] = [ZERO, decimal(labour)]
  for (const line of lines) {
    const one = costs.get(line.component)
    if (one === undefined) continue
    material = material.plus(boughtFor(line, one).times(line.quantity))
    if (!one.labour.isZero()) work = work.plus(one.labour.times(line.quantity))
  }
  const rounded = { material: material.round(COST_DECIMALS), labour: work.round(COST_DECIMALS) }
  return { id, ...rounded, total: rounded.material.plus(rounded.labour), isMade: true }
}

const boughtFor = ({ cost }: CostedLine, { material, isMade }: RolledUp): Decimal =>
  isMade || cost === null || cost === undefined ? material : decimal(cost)

/** What one of a component comes to in a line. */
const costIn = (line: CostedLine, one: RolledUp): Decimal => boughtFor(line, one).plus(one.labour)

/** A line of a structure that is opened level by level. */
export interface Level {
  /** 1 for what the product itself is made of. */
  readonly depth: number
  readonly line: CostedLine
  /** For one of the product that was opened. */
  readonly quantity: Decimal
  readonly cost: Decimal
}

/** All that a product is made of, each component under what it is part of; at most so many lines, then the rest is left out. */
export function opened(
  id: number,
  lines: readonly CostedLine[],
  { costs, most }: { readonly costs: ReadonlyMap<number, RolledUp>; readonly most: number },
): readonly Level[] {
  const below = Map.groupBy(lines, ({ product }) => product)
  const levels: Level[] = []
  const open = (product: number, quantity: Decimal, depth: number): void => {
    for (const line of below.get(product) ?? []) {
      if (levels.length >= most) return
      const whole = quantity.times(line.quantity).round(COST_DECIMALS)
      const one = costs.get(line.component)
      levels.push({ depth, line, quantity: whole, cost: one === undefined ? ZERO : whole.times(costIn(line, one)) })
      open(line.component, whole, depth + 1)
    }
  }
  open(id, decimal(1), 1)
  return levels
}
