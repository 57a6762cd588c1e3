import { startOf } from './model'
import type { Placement } from './place'
import type { Random } from './random'
import type { Ruin } from './ruin'
import type { State } from './state'

/** How many tasks are taken out to this end on average, and in one string at most. */
const REMOVED = 20

/**
 * Gives the routes a vehicle more, which single tasks never bring about where routes are long: out to the first alone and back costs far more than any
 * detour, and only with many on board it pays.
 */
export class Opening {
  constructor(
    private readonly state: State,
    private readonly ruin: Ruin,
    private readonly random: Random,
    private readonly placement: Placement,
  ) {}

  /**
   * Takes long strings out and lets one of their tasks, drawn at random, begin the route of a vehicle that is not in use, whatever that costs; the rest
   * is left in `ruin.removed`. Without such a vehicle, or where it may not serve the task, all are left there. The times are still to be brought up to date.
   */
  run(): void {
    const { state, ruin, random, placement } = this
    const { model, spare, spareCount } = state
    ruin.run(REMOVED)
    const type = random.below(spareCount.length)
    if (ruin.count === 0 || state.used >= placement.mostVehicles || spareCount[type] === 0) return
    const vehicle = spare[type]?.[0] ?? 0
    const at = random.below(ruin.count)
    const task = ruin.removed[at] ?? 0
    const fits = (model.demand[task] ?? 0) <= (model.capacity[vehicle] ?? 0)
    // A shipment would have to come whole.
    if ((model.pair[task] ?? 0) >= 0 || !fits || !placement.admits(task, vehicle)) return
    ruin.removed[at] = ruin.removed[--ruin.count] ?? 0
    state.link(task, startOf(model, vehicle))
  }
}
