import { ExactRoute } from './exact'
import { Fleet } from './fleet'
import { type Model, buildModel } from './model'
import { inNearOrder } from './near-order'
import { neededByLoads } from './needed'
import type { Problem, TaskKind } from './problem'
import { Reasons } from './reasons'
import { Schedule } from './schedule'
import { Search } from './search'
import { type Solution, writeRoute, writeSolution } from './solution'
import { loadSteps } from './start'
import type { RouteEvent } from './timetable'

/** How far to go. With `seconds` the caller lends its clock; without, the number of iterations binds and the answer repeats exactly. */
export interface SolveOptions {
  readonly seed?: number
  readonly iterations?: number
  readonly seconds?: number
  /** The caller's clock, in seconds. Needed for `seconds`. */
  readonly now?: () => number
  readonly onProgress?: (progress: Progress) => void
  /** Asked now and then; true ends the search with the best so far. */
  readonly cancelled?: () => boolean
}

export interface Progress {
  /** From 0 to 1. */
  readonly done: number
  readonly iterations: number
  readonly cost: number
  readonly unassigned: number
}

/** What searches of the same problem exchange: the tasks of each vehicle by rank, and penalties and cost together. */
export interface Elite {
  readonly objective: number
  readonly routes: readonly (readonly number[])[]
}

/** A route while the search goes on: who serves what, in order. */
export interface PlannedRoute {
  readonly vehicle: number
  readonly steps: readonly { readonly type: TaskKind; readonly id: number }[]
}

/** Shares of the budget after which searches that run side by side exchange their best. */
export const MEETINGS: readonly number[] = [0.5, 0.7, 0.85]

export const DEFAULT_ITERATIONS = 50_000
const SLICE = 64
/** The share of the budget in which the best is polished at last, and what heat is left for that. */
const POLISHING = 0.03
const POLISHING_HEAT = 0.1
const PROGRESS_EVERY = 4096
/** A search that the caller advances in slices, so that a server or a screen stays awake between them. */
export class Run {
  /** With its tasks in another order than the request's, which `ranks` tells. */
  private readonly problem: Problem
  private readonly ranks: Int32Array
  private readonly search: Search
  private readonly model: Model
  private readonly reasons: Reasons
  private readonly schedule: Schedule
  private round = 0
  private deepened = false
  private polishing = false
  private readonly began: number
  private readonly fleet: Fleet
  private reported = 0

  constructor(
    given: Problem,
    private readonly options: SolveOptions = {},
  ) {
    this.began = options.now?.() ?? 0
    const { problem, ranks } = inNearOrder(given)
    this.problem = problem
    this.ranks = ranks
    this.model = buildModel(problem)
    this.search = new Search(this.model, options.seed ?? 1)
    this.fleet = new Fleet(this.search)
    this.reasons = new Reasons(this.model)
    const warm = loadSteps(this.model, this.search)
    this.search.construct(this.reasons.hopeless(), () => this.done >= 1 || options.cancelled?.() === true)
    const { state } = this.search
    const leg = state.cost / Math.max(1, state.served + state.used)
    this.schedule = new Schedule(this.model, { leg, needed: neededByLoads(this.model), given: warm })
  }

  /** How much of the budget is spent, from 0 to 1. */
  get done(): number {
    const { iterations, seconds, now } = this.options
    const most = iterations ?? (seconds === undefined || !now ? DEFAULT_ITERATIONS : Infinity)
    const spent = seconds === undefined || !now ? 0 : (now() - this.began) / seconds
    return Math.min(1, Math.max(spent, this.search.iterations / most))
  }

  /** Goes on for a few iterations; false when the budget is spent or the caller asked to stop. */
  advance(): boolean {
    const { search, options } = this
    const { done } = this
    this.fleet.step(done)
    if (done >= 1 || search.idle || options.cancelled?.() === true) return false
    // What it costs to serve some of the tasks says nothing of the heat.
    const price = search.leftOut > 0 ? search.bestPrice : search.price
    const heat = this.schedule.at(done, search.iterations, price, search.bestPrice)
    if (this.round !== this.schedule.round) this.nextRound()
    if (this.schedule.depth > 0 && !this.deepened) this.deepen()
    search.adaptFine(this.schedule.progress)
    if (!this.polishing && done > 1 - POLISHING) this.polish()
    search.survey()
    const temperature = this.polishing ? heat * POLISHING_HEAT : heat
    for (let at = 0; at < SLICE; at++) search.iterate(temperature)
    if (options.onProgress && search.iterations - this.reported >= PROGRESS_EVERY) {
      this.reported = search.iterations
      options.onProgress(this.progress(done))
    }
    return true
  }

  /** Once cooling begins it is known how far the search will come, and how full the vehicles are. */
  private deepen(): void {
    this.deepened = true
    this.search.deepen(this.schedule.depth)
  }

  /** At the end the search goes on from its best, and hardly a dearer way is kept: what is left to be mended near it is. */
  private polish(): void {
    this.polishing = true
    this.search.adopt(this.search.bestRoutes())
  }

  private nextRound(): void {
    this.round = this.schedule.round
    this.search.endRound()
    if (!this.schedule.joining) return
    this.search.adopt(this.search.bestRoutes())
    this.search.exchanging = true
  }

  /** Where the search stands; `done` of the budget. */
  progress(done: number = this.done): Progress {
    const served = new Uint8Array(this.model.tasks)
    let unassigned = served.length
    for (const stops of this.search.bestRoutes()) {
      unassigned -= stops.length
      for (const task of stops) served[task] = 1
    }
    const cost = Math.round((this.search.best - this.search.missingFrom(served)) / this.model.scale)
    return { done, iterations: this.search.iterations, cost, unassigned }
  }

  /** The best routes so far, for another search of the same problem to go on from. */
  elite(): Elite {
    return { objective: this.search.best, routes: this.search.bestRoutes() }
  }

  /** Goes on from what another search of the same problem found, when that is better than anything found here. */
  meet({ objective, routes }: Elite): void {
    if (objective < this.search.best) this.search.adopt(routes)
  }

  /** The best routes so far, by the ids of the request. */
  routes(): PlannedRoute[] {
    const { vehicles, tasks } = this.problem
    return this.search.bestRoutes().flatMap((stops, rank) => {
      const steps = stops.flatMap((task) => {
        const one = tasks[task]
        return one ? [{ type: one.kind, id: one.id }] : []
      })
      return steps.length === 0 ? [] : [{ vehicle: vehicles[rank]?.id ?? 0, steps }]
    })
  }

  /** The best solution so far. */
  solution(): Solution {
    const { model, problem } = this
    const routes = this.search.bestRoutes()
    const walk = new ExactRoute(model)
    const written = routes.flatMap((stops, vehicle) => {
      if (stops.length === 0) return []
      const route = writeRoute(problem, vehicle, routeEvents(walk, vehicle, stops))
      return route ? [route] : []
    })
    const served = new Set(routes.flat())
    const leftOut = [...this.ranks].flatMap((task) =>
      served.has(task) ? [] : [{ task, reason: this.reasons.of(task, routes) }],
    )
    return writeSolution(problem, written, leftOut)
  }
}

/** A route with its breaks where they end it earliest. */
function routeEvents(walk: ExactRoute, vehicle: number, stops: readonly number[]): RouteEvent[] {
  walk.stops.set(stops)
  walk.feasible(vehicle, stops.length)
  const events: RouteEvent[] = []
  let pauses = 0
  for (const [at, count] of walk.breaksTaken(vehicle, stops.length).entries()) {
    for (let rank = 0; rank < count; rank++) events.push({ kind: 'break', rank: pauses++ })
    const stop = stops[at]
    if (stop !== undefined) events.push({ kind: 'task', rank: stop })
  }
  return events
}

/**
 * Solves a vehicle routing problem: most priority served first, then most tasks, then least cost (VROOM's ranking). Answers the best found within
 * the budget; the same problem, seed and number of iterations always give the same answer.
 */
export function solve(problem: Problem, options: SolveOptions = {}): Solution {
  const run = new Run(problem, options)
  let going = true
  while (going) going = run.advance()
  return run.solution()
}
