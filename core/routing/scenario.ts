import { LIMITS } from './problem'
import type { Solution, SolutionStep } from './solution'

/** A place: longitude and latitude in degrees. */
type LonLat = readonly [number, number]

/** Seconds from midnight, both ends included. */
export type DayWindow = readonly [from: number, to: number]

/** One delivery of a day's plan. */
export interface ScenarioDelivery {
  readonly id: number
  readonly venda_id: number
  readonly place: LonLat
  /** Grams and volumes. */
  readonly load: readonly [grams: number, volumes: number]
  readonly serviceMinutes: number
  /** When the customer receives; empty: all day. */
  readonly windows: readonly DayWindow[]
  /** What its vehicle must have: ids. */
  readonly skills: readonly number[]
  /** 0 to 100: who is left out last. */
  readonly priority: number
  /** Where it stands now, when it stands in a route. */
  readonly at?: { readonly vehicle: number; readonly order: number; readonly locked: boolean } | undefined
}

/** One vehicle of a day's plan. Money in cents. */
export interface ScenarioVehicle {
  readonly id: number
  readonly name: string
  /** What it can carry; undefined: any amount. */
  readonly grams?: number | undefined
  readonly volumes?: number | undefined
  /** When it runs on that day, in order; empty: the whole journey. */
  readonly windows: readonly DayWindow[]
  /** What it has of what deliveries ask for: ids. */
  readonly skills: readonly number[]
  readonly fixedCost: number
  readonly costPerHour: number
  readonly costPerKm: number
  readonly maxStops?: number | undefined
  readonly maxMetres?: number | undefined
}

/** What the plan aims at. Cost, where it is asked for, leads alone; time and distance together weigh a kilometre as two minutes. */
export interface Objective {
  readonly km: boolean
  readonly time: boolean
  readonly cost: boolean
}

export interface Scenario {
  readonly depot: LonLat
  readonly journey: DayWindow
  readonly objective: Objective
  readonly deliveries: readonly ScenarioDelivery[]
  readonly vehicles: readonly ScenarioVehicle[]
  /** Leaves the routes that stand out of account, but for what is locked. */
  readonly fromScratch: boolean
}

/** Travel between the depot (rank 0) and the deliveries (in their order): seconds and metres. */
export interface ScenarioTravel {
  readonly durations: readonly (readonly number[])[]
  readonly distances: readonly (readonly number[])[]
}

/** The places of a scenario in the order of its travel. */
export function scenarioPlaces({ depot, deliveries }: Scenario): LonLat[] {
  return [depot, ...deliveries.map((one) => one.place)]
}

const ANY_AMOUNT = 2_000_000_000
const SECONDS_PER_KM = 120

/** A scenario as a problem in VROOM's JSON: times are seconds from midnight, loads are grams and volumes. */
export function scenarioProblem(scenario: Scenario, { durations, distances }: ScenarioTravel) {
  return {
    vehicles: scenario.vehicles.map((one) => vehicleOf(scenario, one)),
    jobs: scenario.deliveries.map((one, rank) => ({
      id: one.id,
      location: one.place,
      location_index: rank + 1,
      service: Math.round(one.serviceMinutes * 60),
      delivery: one.load,
      priority: one.priority,
      ...(one.skills.length > 0 ? { skills: one.skills } : {}),
      ...(one.windows.length > 0 ? { time_windows: apart(one.windows) } : {}),
    })),
    matrices: { car: { durations, distances } },
  }
}

/** Windows in order; those that touch or overlap are one, as the format knows them only apart. */
function apart(windows: readonly DayWindow[]): DayWindow[] {
  const whole: DayWindow[] = []
  for (const [from, to] of windows.toSorted((a, b) => a[0] - b[0])) {
    const last = whole.at(-1)
    if (last && from <= last[1]) whole[whole.length - 1] = [last[0], Math.max(last[1], to)]
    else whole.push([from, to])
  }
  return whole
}

function vehicleOf(scenario: Scenario, one: ScenarioVehicle) {
  const { window, breaks } = hoursOf(one.windows, scenario.journey)
  const steps = stepsOf(scenario, one.id)
  return {
    id: one.id,
    profile: 'car',
    description: one.name,
    start: scenario.depot,
    start_index: 0,
    end: scenario.depot,
    end_index: 0,
    capacity: [one.grams ?? ANY_AMOUNT, one.volumes ?? ANY_AMOUNT],
    time_window: window,
    ...(one.skills.length > 0 ? { skills: one.skills } : {}),
    ...(breaks.length > 0 ? { breaks } : {}),
    costs: costsOf(scenario.objective, one),
    ...(one.maxStops === undefined ? {} : { max_tasks: one.maxStops }),
    ...(one.maxMetres === undefined ? {} : { max_distance: one.maxMetres }),
    ...(steps.length > 0 ? { steps } : {}),
  }
}

function costsOf({ km, time, cost }: Objective, { fixedCost, costPerHour, costPerKm }: ScenarioVehicle) {
  const most = (cents: number): number => Math.min(LIMITS.value, cents)
  if (cost) return { fixed: most(fixedCost), per_hour: most(costPerHour), per_km: most(costPerKm) }
  return { fixed: 0, per_hour: km && !time ? 0 : 3600, per_km: km ? SECONDS_PER_KM : 0 }
}

/** The hours of one vehicle within the journey; what lies between two windows is a break. A vehicle whose hours miss the journey has none of it. */
function hoursOf(windows: readonly DayWindow[], [from, to]: DayWindow) {
  const own = windows
    .map(([a, b]) => [Math.max(a, from), Math.min(b, to)] as const)
    .filter(([a, b]) => a < b)
    .toSorted((a, b) => a[0] - b[0])
  if (windows.length === 0) return { window: [from, to] as const, breaks: [] }
  const [first, last] = [own[0], own.at(-1)]
  if (!first || !last) return { window: [from, from] as const, breaks: [] }
  const breaks = own.slice(1).map(([begin], at) => {
    const ended = own[at]?.[1] ?? begin
    return { id: at + 1, time_windows: [[ended, ended]], service: begin - ended }
  })
  return { window: [first[0], last[1]] as const, breaks }
}

/** The stops that a vehicle begins with: all of its route, or what is locked. */
function stepsOf({ deliveries, fromScratch }: Scenario, vehicle: number) {
  return deliveries
    .filter(({ at }) => at?.vehicle === vehicle && (at.locked || !fromScratch))
    .toSorted((a, b) => (a.at?.order ?? 0) - (b.at?.order ?? 0))
    .map(({ id, at }) => ({ type: 'job' as const, id, pinned: at?.locked === true }))
}

/** A stop as a planner's screen shows it. Times in seconds from midnight, `distance` in metres since the start. */
export interface PlanStep {
  readonly type: 'start' | 'job' | 'break' | 'end'
  readonly id?: number
  readonly location?: readonly [number, number]
  readonly arrival: number
  readonly duration: number
  readonly distance: number
  readonly service: number
  readonly waiting_time: number
  readonly load: readonly number[]
  readonly violations: readonly string[]
  readonly deliverables: readonly { readonly id: number; readonly venda_id: number }[]
}

export interface PlanRoute {
  readonly vehicle: number
  readonly cost: number
  readonly distance: number
  readonly duration: number
  readonly waiting_time: number
  readonly service: number
  readonly delivery: readonly number[]
  readonly steps: readonly PlanStep[]
  readonly jobSteps: readonly PlanStep[]
  readonly violations: readonly string[]
}

/** A day's plan (N3-001, `solution`). */
export interface RoutePlan {
  readonly routes: readonly PlanRoute[]
  readonly unassigned: readonly { readonly id: number; readonly venda_id: number; readonly reason: string }[]
  readonly summary: {
    readonly cost: number
    readonly distance: number
    readonly duration: number
    readonly routes: number
  }
}

/** The steps of a route that are deliveries. */
export const jobStepsOf = (steps: readonly PlanStep[]): PlanStep[] => steps.filter(({ type }) => type === 'job')

/** A solution as the planner's screen takes it, each stop with what is delivered there. */
export function routePlan({ deliveries }: Pick<Scenario, 'deliveries'>, solution: Solution): RoutePlan {
  const sales = new Map(deliveries.map(({ id, venda_id }) => [id, venda_id]))
  const routes = solution.routes.map((route): PlanRoute => {
    const steps = route.steps.map((step) => stepOf(step, sales))
    const { vehicle, cost, duration, waiting_time, service, delivery } = route
    return {
      vehicle,
      cost,
      distance: route.distance ?? 0,
      duration,
      waiting_time,
      service,
      delivery,
      steps,
      jobSteps: jobStepsOf(steps),
      violations: causes(route.violations),
    }
  })
  const { cost, duration, distance = 0 } = solution.summary
  return {
    routes,
    unassigned: solution.unassigned.map(({ id, reason }) => ({ id, venda_id: sales.get(id) ?? 0, reason })),
    summary: { cost, duration, distance, routes: routes.length },
  }
}

const causes = (violations: readonly { readonly cause: string }[]): string[] => [
  ...new Set(violations.map(({ cause }) => cause)),
]

function stepOf(step: SolutionStep, sales: ReadonlyMap<number, number>): PlanStep {
  const sale = step.id === undefined ? undefined : sales.get(step.id)
  const isJob = step.type === 'job' && step.id !== undefined
  return {
    type: step.type === 'start' || step.type === 'end' || step.type === 'break' ? step.type : 'job',
    ...(step.id === undefined ? {} : { id: step.id }),
    ...(step.location ? { location: step.location } : {}),
    arrival: step.arrival,
    duration: step.duration,
    distance: step.distance ?? 0,
    service: step.service,
    waiting_time: step.waiting_time,
    load: step.load,
    violations: causes(step.violations),
    deliverables: isJob && step.id !== undefined ? [{ id: step.id, venda_id: sale ?? 0 }] : [],
  }
}
