import { endOf, startOf } from './model'
import type { Placement } from './place'
import type { State } from './state'

/** Puts both halves of a shipment into one route, at the cheapest pair of positions. */
export class PairPlacement {
  private extra = Infinity
  private pickupBehind = -1
  /** The node the delivery goes behind; the pickup itself when it follows directly. */
  private deliveryBehind = -1

  constructor(
    private readonly state: State,
    private readonly placement: Placement,
  ) {}

  /** False when no vehicle can take the shipment now. */
  insert(pickup: number): boolean {
    const { state } = this
    this.extra = Infinity
    this.pickupBehind = -1
    for (let vehicle = 0; vehicle < state.model.vehicles; vehicle++) {
      if ((state.count[vehicle] ?? 0) > 0) this.tryVehicle(pickup, vehicle, 0)
    }
    for (let type = 0; type < state.spareCount.length; type++) {
      const vehicle = state.spare[type]?.[0] ?? 0
      if ((state.spareCount[type] ?? 0) > 0) this.tryVehicle(pickup, vehicle, state.model.fixed[vehicle] ?? 0)
    }
    if (this.pickupBehind < 0) return false
    const delivery = pickup + 1
    state.link(pickup, this.pickupBehind)
    state.link(delivery, this.deliveryBehind)
    return state.retime(state.route[pickup] ?? 0)
  }

  private tryVehicle(pickup: number, vehicle: number, fixed: number): void {
    const { state, placement } = this
    if (!placement.admits(pickup, vehicle) || (state.count[vehicle] ?? 0) + 2 > (state.model.maxTasks[vehicle] ?? 0))
      return
    const end = endOf(state.model, vehicle)
    for (let node = startOf(state.model, vehicle); node !== end; node = state.next[node] ?? 0) {
      if (placement.mayHold(pickup, node)) this.tryBehind(pickup, vehicle, node, fixed)
    }
  }

  private tryBehind(pickup: number, vehicle: number, behind: number, fixed: number): void {
    const { state, placement } = this
    const { cost, side, point } = state.model
    const block = state.model.block[vehicle] ?? 0
    const leg = (from: number, to: number) => cost[block + (point[from] ?? 0) * side + (point[to] ?? 0)] ?? 0
    const delivery = pickup + 1
    const after = state.next[behind] ?? 0
    const reach = leg(behind, pickup) - (state.edge[behind] ?? 0) + fixed
    const together = reach + leg(pickup, delivery) + leg(delivery, after)
    if (together < this.extra && this.fits(pickup, vehicle, behind, pickup)) this.keep(together, behind, pickup)
    const first = reach + leg(pickup, after)
    const end = endOf(state.model, vehicle)
    for (let node = after; node !== end; node = state.next[node] ?? 0) {
      const next = state.next[node] ?? 0
      const extra = first + leg(node, delivery) + leg(delivery, next) - (state.edge[node] ?? 0)
      if (extra < this.extra && placement.mayHold(delivery, node) && this.fits(pickup, vehicle, behind, node))
        this.keep(extra, behind, node)
    }
  }

  private keep(extra: number, pickupBehind: number, deliveryBehind: number): void {
    if (this.placement.looksAway()) return
    this.extra = extra
    this.pickupBehind = pickupBehind
    this.deliveryBehind = deliveryBehind
  }

  private fits(pickup: number, vehicle: number, pickupBehind: number, deliveryBehind: number): boolean {
    const { state } = this
    const { stops } = this.placement.walk
    const end = endOf(state.model, vehicle)
    let length = 0
    for (let node = startOf(state.model, vehicle); node !== end; node = state.next[node] ?? 0) {
      if (node < state.model.tasks) stops[length++] = node
      if (node === pickupBehind) {
        stops[length++] = pickup
        if (deliveryBehind === pickup) stops[length++] = pickup + 1
      }
      if (node === deliveryBehind) stops[length++] = pickup + 1
    }
    return this.placement.walk.feasible(vehicle, length)
  }
}
