import type { Record } from './engine'
import type { ReadPlan } from './plan-input'

/** A firm order that comes too late: to which day it would have to be brought forward, and for how much that lacks then. */
export interface Forward {
  /** Its place in `ReadPlan.firm`. */
  readonly order: number
  readonly from: number
  readonly to: number
  readonly short: number
}

/** What is on order by item, the earliest first. */
function ordersByItem({ firm, index }: ReadPlan): Map<number, number[]> {
  const byItem = new Map<number, number[]>()
  firm.forEach(({ item }, order) => {
    const at = index.get(item)
    if (at === undefined) return
    const known = byItem.get(at)
    if (known) known.push(order)
    else byItem.set(at, [order])
  })
  const of = (order: number) => firm[order]?.bucket ?? 0
  const id = (order: number) => firm[order]?.id ?? ''
  for (const orders of byItem.values()) orders.sort((a, b) => of(a) - of(b) || (id(a) < id(b) ? -1 : 1))
  return byItem
}

/**
 * Before a new order is planned for what lacks, the firm orders that come later are brought forward, whole, the earliest first: what is on order already is
 * not ordered again. Moves the scheduled receipts of an item's record, and tells each move; answers whether there was one. Orders past the
 * horizon are moved too.
 */
export function bringingForward(plan: ReadPlan): {
  readonly moves: readonly Forward[]
  readonly move: (item: number, record: Record) => boolean
} {
  const moves: Forward[] = []
  const byItem = ordersByItem(plan)
  const { onHand } = plan.problem
  const move = (item: number, record: Record): boolean => {
    const orders = byItem.get(item)
    if (orders === undefined) return false
    const before = moves.length
    let stock = onHand[item] ?? 0
    let next = 0
    for (let day = 0; day < record.gross.length; day++) {
      const due = record.gross[day] ?? 0
      stock += (record.scheduled[day] ?? 0) - due
      const wanted = record.safety[day] ?? 0
      while (wanted - stock > 1e-9 * (1 + due)) {
        while (next < orders.length && (plan.firm[orders[next] ?? 0]?.bucket ?? 0) <= day) next += 1
        const order = orders[next]
        const firm = order === undefined ? undefined : plan.firm[order]
        if (order === undefined || !firm) break
        next += 1
        moves.push({ order, from: firm.bucket, to: day, short: wanted - stock })
        if (firm.bucket < plan.days)
          record.scheduled[firm.bucket] = (record.scheduled[firm.bucket] ?? 0) - firm.quantity
        record.scheduled[day] = (record.scheduled[day] ?? 0) + firm.quantity
        stock += firm.quantity
      }
    }
    return moves.length > before
  }
  return { moves, move }
}
