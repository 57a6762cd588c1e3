import { RouteExchange } from './exchange'
import { Moves } from './moves'
import { Placement } from './place'
import { type Model, startOf } from './model'
import { type Neighbours, nearPlaces, nearSteps } from './neighbours'
import { Opening } from './opening'
import { Orders } from './orders'
import { PairPlacement } from './pairs'
import { Random } from './random'
import { Ruin } from './ruin'
import { savingsRoutes } from './savings'
import { State } from './state'

/** Near tasks that may follow one another: fewer with windows, which thin them out; and what idle time between them weighs against travel. */
const NEAR_STEPS = 60
const NEAR_STEPS_TIMED = 36
const IDLE_WEIGHT = 0.2
/** Tasks beside which a place is sought, by travel alone: more of them where there are no windows, and so many iterations are to come for each task. */
const PLACES = 60
const PLACES_DEEP = 100
const DEEP_PLACES = 600
/** Tasks near which strings are taken out. */
const NEAR_PLACES = 120
/** Tasks for which small moves are tried in one iteration: the larger the problem, the more they bring beside a ruin. */
const MOVED_SHARE = 0.02
const LEAST_MOVED = 4
const MOST_MOVED = 40
/** Share of iterations that bring a route of another solution in, where there are such. */
const EXCHANGED = 0.05
/** Share of iterations that bring a vehicle more into use, where each has so many tasks. */
const OPENED = 0.1
const LONG_ROUTES = 12
/** Loads may go beyond capacity for a fine where they fill this share of the vehicles in use, and so many iterations are to come for each task. */
const TIGHT = 0.85
const DEEP = 250
const DEEP_TIMED = 150
/** The first fine of a mean load, in mean legs, and how far it may go from there. */
const FINED = 3
const FINE_RANGE = 100
/** Share of time in which all loads are to fit, at the beginning and at the end of an anneal, and how fast the fine follows. */
const FITTING = [0.7, 0.95] as const
const FINE_STEP = 1.01
const FOLLOWS = 0.02
/** How many left-out tasks are tried again in one iteration. */
const MOST_RETRIED = 10

/** Ruin and recreate under simulated annealing. The caller runs iterations at the temperature it likes, and reads the best at any moment. */
export class Search {
  readonly state: State
  readonly random: Random
  readonly pinned: Uint8Array
  /** Sum of the penalties of tasks left out now. */
  private missing = 0
  private readonly absent: Int32Array
  private absentCount = 0
  private readonly absentBefore: Int32Array
  private readonly ruin: Ruin
  private readonly exchange: RouteExchange
  /** Whether routes of other solutions are brought in. */
  exchanging = false
  private readonly opening: Opening
  private readonly placement: Placement
  private readonly pairs: PairPlacement
  private readonly steps: Neighbours
  private readonly places: Neighbours
  private readonly moves: Moves
  private readonly movesEach: number
  /** Tasks that no vehicle can serve, left aside for good. */
  private readonly hopeless: Uint8Array
  /** The fewest vehicles that the loads may fill, and for how many mean tasks these have room left. */
  readonly fewest: { readonly vehicles: number; readonly slack: number }
  private readonly orders: Orders
  private readonly bestNext: Int32Array
  best = Infinity
  /** What the routes of the best cost. */
  bestPrice = Infinity
  /** The best since the round began. */
  private roundBest = Infinity
  private readonly roundNext: Int32Array
  private firstFine = Infinity
  /** Share of the last moments in which all loads did fit. */
  private fitting: number = FITTING[0]
  /** Iterations done. */
  iterations = 0

  constructor(
    readonly model: Model,
    seed: number,
  ) {
    this.random = new Random(seed)
    this.state = new State(model)
    this.pinned = new Uint8Array(model.tasks)
    this.absent = new Int32Array(model.tasks)
    this.hopeless = new Uint8Array(model.tasks)
    this.fewest = fewestVehicles(model)
    this.absentBefore = new Int32Array(model.tasks)
    this.ruin = new Ruin(this.state, nearPlaces(model, NEAR_PLACES), this.random, this.pinned)
    this.exchange = new RouteExchange(this.state, this.ruin, this.random)
    this.steps = nearSteps(model, model.timed ? NEAR_STEPS_TIMED : NEAR_STEPS, IDLE_WEIGHT)
    this.places = nearSteps(model, model.timed ? PLACES : PLACES_DEEP, 0)
    this.placement = new Placement(this.state, this.places, this.random)
    this.placement.width = Math.min(this.places.width, PLACES)
    this.opening = new Opening(this.state, this.ruin, this.random, this.placement)
    this.pairs = new PairPlacement(this.state, this.placement)
    this.moves = new Moves(this.state, this.steps, this.random, this.pinned, this.placement)
    this.movesEach = this.moves.usable ? Math.min(MOST_MOVED, Math.max(LEAST_MOVED, model.tasks * MOVED_SHARE)) : 0
    this.orders = new Orders(model, this.random)
    this.bestNext = this.state.next.slice()
    this.roundNext = this.state.next.slice()
  }

  /** Penalties, fines and cost together: what is minimised. */
  get objective(): number {
    return this.missing + this.price
  }

  /** Cost of the present routes, with the fines for overload. */
  get price(): number {
    return this.state.cost + this.state.fines
  }

  /**
   * Builds a first solution around what is already routed. Tasks that no vehicle can serve are left aside for good; those still to be placed when
   * `expired` says so are left out for the search to try.
   */
  construct(hopeless: Uint8Array, expired: () => boolean): void {
    const { state, model, ruin } = this
    this.hopeless.set(hopeless)
    this.moves.pins = this.pinned.includes(1)
    if (state.served === 0) this.join(hopeless)
    ruin.count = 0
    for (let task = 0; task < model.tasks; task++) {
      const second = (model.pair[task] ?? 0) >= 0 && (model.pair[task] ?? 0) < task
      if (second || (state.route[task] ?? 0) >= 0 || hopeless[task] === 1) continue
      ruin.removed[ruin.count++] = task
    }
    this.orders.farFirst(ruin.removed, ruin.count)
    this.placement.blinks = false
    state.begin()
    for (let at = 0; at < ruin.count; at++) {
      const task = ruin.removed[at] ?? 0
      if (expired() || !this.insert(task)) this.leaveOut(task)
    }
    this.placement.blinks = true
    this.keepBest()
  }

  private join(hopeless: Uint8Array): void {
    for (const { vehicle, stops } of savingsRoutes(this.model, this.steps, hopeless)) this.fill(vehicle, stops)
  }

  private insert(task: number): boolean {
    const { state, placement, pairs, model } = this
    if ((model.pair[task] ?? 0) >= 0) return pairs.insert(task)
    if (!placement.find(task)) return false
    state.link(task, placement.behind)
    state.retimeAround(task)
    return true
  }

  private leaveOut(task: number): void {
    this.absent[this.absentCount++] = task
    this.missing += this.weight(task)
  }

  private weight(task: number): number {
    const pair = this.model.pair[task] ?? 0
    return (this.model.penalty[task] ?? 0) + (pair < 0 ? 0 : (this.model.penalty[pair] ?? 0))
  }

  /** True when there is nothing to search: no task in a route and none that could be. */
  get idle(): boolean {
    return this.state.used === 0 && this.absentCount === 0
  }

  /** One trial: ruin, recreate, and keep it when it is not worse than now by more than a draw at this temperature. True on a new best. */
  iterate(temperature: number): boolean {
    const { state, ruin, random } = this
    this.iterations++
    if (this.movesEach > 0 && this.state.used > 1) this.move(temperature)
    const before = this.objective
    const limit = before - temperature * Math.log(1 - random.unit())
    const absentBefore = this.absentCount
    const missingBefore = this.missing
    for (let at = 0; at < absentBefore; at++) this.absentBefore[at] = this.absent[at] ?? 0
    state.begin()
    const exchanged = this.exchanging && random.unit() < EXCHANGED && this.exchange.run()
    const long = state.served >= LONG_ROUTES * state.used
    if (!exchanged && long && random.unit() < OPENED) this.opening.run()
    else if (!exchanged) ruin.run()
    const kept = this.mend() && this.recreate(limit)
    if (!kept) {
      state.undo()
      this.missing = missingBefore
      this.absentCount = absentBefore
      for (let at = 0; at < absentBefore; at++) this.absent[at] = this.absentBefore[at] ?? 0
      return false
    }
    return this.keepBest()
  }

  /** Measures what changes little from one iteration to the next. */
  survey(): void {
    this.placement.survey()
  }

  private move(temperature: number): void {
    if (this.moves.run(this.movesEach, temperature)) this.keepBest()
  }

  /** After the ruin: times of what is left, and whether leaving tasks out broke a route (travel may be longer without a stop). */
  private mend(): boolean {
    const { state, model, placement } = this
    for (let at = 0; at < state.touchedCount; at++) {
      const vehicle = state.touched[at] ?? 0
      if (!state.retime(vehicle)) return false
      if (model.exact && (state.count[vehicle] ?? 0) > 0 && !placement.holds(vehicle)) return false
    }
    return true
  }

  private recreate(limit: number): boolean {
    const { ruin } = this
    this.retryAbsent()
    this.orders.sort(ruin.removed, ruin.count)
    for (let at = 0; at < ruin.count; at++) {
      const task = ruin.removed[at] ?? 0
      if (!this.insert(task)) this.leaveOut(task)
      if (this.objective > limit && !this.mayFall(at)) return false
    }
    return this.objective < limit
  }

  /** True while left-out tasks that are still to be tried may bring the sum down. */
  private mayFall(at: number): boolean {
    return this.retried > 0 && at < this.ruin.count - 1
  }

  private retried = 0

  private retryAbsent(): void {
    const { ruin, random } = this
    this.retried = Math.min(MOST_RETRIED, this.absentCount)
    for (let count = 0; count < this.retried; count++) {
      const at = random.below(this.absentCount)
      const task = this.absent[at] ?? 0
      this.absent[at] = this.absent[--this.absentCount] ?? 0
      ruin.removed[ruin.count++] = task
      this.missing -= this.weight(task)
    }
  }

  /** Remembers the present routes when they are the best so far, of all or of this round; true for the best of all. */
  private keepBest(): boolean {
    const { objective, state } = this
    if (objective >= this.roundBest || state.overload > 0) return false
    this.roundBest = objective
    this.roundNext.set(state.next)
    if (objective >= this.best) return false
    this.best = objective
    this.bestPrice = state.cost
    this.bestNext.set(state.next)
    return true
  }

  /** Lets the best routes of the round that ends be brought into others, and begins another. */
  endRound(): void {
    this.exchange.add(this.routesOf(this.roundNext))
    this.roundBest = Infinity
  }

  /** Settles what depends on how many iterations are to come for each task. */
  deepen(depth: number): void {
    if (depth >= DEEP_PLACES) this.placement.width = this.places.width
    this.soften(depth)
  }

  /** From now on loads may go beyond capacity for a fine, where they nearly fill the vehicles: between full ones hardly a stop could move. */
  private soften(depth: number): void {
    const { state, model } = this
    if (depth < (model.timed ? DEEP_TIMED : DEEP) || model.exact || this.absentCount > 0) return
    const load = model.demand.reduce((sum, one) => sum + one, 0)
    const room = model.capacity.reduce((sum, one, vehicle) => sum + ((state.count[vehicle] ?? 0) > 0 ? one : 0), 0)
    if (load === 0 || load < TIGHT * room) return
    const leg = state.cost / (state.served + state.used)
    this.firstFine = (FINED * leg * state.served) / load
    state.fine = this.firstFine
  }

  /** Raises or lowers the fine, so that loads fit as often as they should at this progress of an anneal. */
  adaptFine(progress: number): void {
    const { state, firstFine } = this
    if (state.fine === Infinity) return
    this.fitting += FOLLOWS * ((state.overload > 0 ? 0 : 1) - this.fitting)
    const wanted = FITTING[0] + (FITTING[1] - FITTING[0]) * progress
    const fine = this.fitting > wanted ? state.fine / FINE_STEP : state.fine * FINE_STEP
    state.fine = Math.min(firstFine * FINE_RANGE, Math.max(firstFine / FINE_RANGE, fine))
  }

  /** Tasks left out now that some vehicle could serve. */
  get leftOut(): number {
    return this.absentCount
  }

  /** Penalties of the tasks that are not among the served, but for those left aside for good. */
  missingFrom(served: Uint8Array): number {
    let total = 0
    for (let task = 0; task < this.model.tasks; task++)
      if (served[task] === 0 && this.hopeless[task] === 0) total += this.model.penalty[task] ?? 0
    return total
  }

  /** Takes the emptiest routes out until `most` vehicles are in use, and lets none be added. False when something pinned forbids it. */
  closeRoutes(most: number): boolean {
    const { state, model, pinned, placement } = this
    if (pinned.includes(1)) return false
    state.begin()
    while (state.used > most) {
      let emptiest = -1
      for (let vehicle = 0; vehicle < model.vehicles; vehicle++) {
        const emptier = emptiest < 0 || (state.free[vehicle] ?? 0) > (state.free[emptiest] ?? 0)
        if ((state.count[vehicle] ?? 0) > 0 && emptier) emptiest = vehicle
      }
      const start = startOf(model, emptiest)
      for (let task = state.next[start] ?? 0; task < model.tasks; task = state.next[start] ?? 0) {
        state.unlink(task)
        this.leaveOut(task)
      }
    }
    placement.mostVehicles = most
    return true
  }

  openRoutes(): void {
    this.placement.mostVehicles = Infinity
  }

  /** Goes on from other routes, the tasks of each vehicle in order, which must keep every rule and all that is pinned. */
  adopt(routes: readonly (readonly number[])[]): void {
    const { state, model } = this
    state.reset()
    this.absentCount = 0
    this.missing = 0
    for (const [vehicle, stops] of routes.entries()) this.fill(vehicle, stops)
    for (let task = 0; task < model.tasks; task++) {
      const second = (model.pair[task] ?? -1) >= 0 && (model.pair[task] ?? -1) < task
      if (!second && (state.route[task] ?? 0) < 0 && this.hopeless[task] === 0) this.leaveOut(task)
    }
    this.keepBest()
  }

  private fill(vehicle: number, stops: readonly number[]): void {
    let behind = startOf(this.model, vehicle)
    for (const task of stops) {
      this.state.link(task, behind)
      behind = task
    }
    this.state.retime(vehicle)
  }

  /** The tasks of each vehicle in the best solution, in order. */
  bestRoutes(): number[][] {
    return this.routesOf(this.bestNext)
  }

  private routesOf(next: Int32Array): number[][] {
    const { tasks, vehicles } = this.model
    return Array.from({ length: vehicles }, (_, vehicle) => {
      const stops: number[] = []
      for (let node = next[tasks + vehicle] ?? 0; node < tasks; node = next[node] ?? 0) stops.push(node)
      return stops
    })
  }
}

/** How many vehicles the loads need at least, and for how many mean tasks these have room left. */
function fewestVehicles({ demand, capacity, pair, tasks }: Model): { vehicles: number; slack: number } {
  const load = demand.reduce((sum, one) => sum + one, 0)
  // With shipments a vehicle is filled more than once a trip.
  if (load === 0 || pair.some((other) => other >= 0)) return { vehicles: 0, slack: Infinity }
  let [room, vehicles] = [0, 0]
  for (const one of capacity.toSorted().reverse()) {
    if (room >= load) break
    room += one
    vehicles++
  }
  return { vehicles, slack: ((room - load) * tasks) / load }
}
