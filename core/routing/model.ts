import { CoreError } from '../errors'
import { FOREVER, type Matrices, type Problem, type Task, type TimeWindow, type Vehicle } from './problem'

/** Longest travel, service or setup of one leg that the arrays tell, seconds: of what takes longer only a walk over the route knows how long. */
const LONGEST = FOREVER / 2
const LARGEST_COST = 1_000_000_000
/** Cells of all matrices of a problem, which cost some 30 bytes each. */
const MOST_CELLS = 50_000_000

/**
 * A problem as flat arrays. Nodes are tasks (0…n−1), then the starts of all vehicles, then their ends. Times count from `base`. Vehicles with
 * the same profile, speed and unit costs share a class: a block of the matrices; those alike in everything share a type.
 */
export interface Model {
  readonly problem: Problem
  readonly tasks: number
  readonly vehicles: number
  readonly nodes: number
  readonly base: number
  /** Row and column of a node in a matrix block; tasks have their own rank. */
  readonly point: Int32Array
  readonly side: number
  /** Where the matrix block of a vehicle begins. */
  readonly block: Int32Array
  /** Cost in units of 1/scale from row to column, and the same transposed. */
  readonly scale: number
  readonly cost: Int32Array
  readonly costBack: Int32Array
  readonly time: Int32Array
  readonly timeBack: Int32Array
  readonly open: Int32Array
  readonly close: Int32Array
  readonly service: Int32Array
  /** What a task takes of the vehicle for the whole trip, in the first dimension. */
  readonly demand: Float64Array
  readonly capacity: Float64Array
  readonly maxTasks: Int32Array
  readonly fixed: Float64Array
  readonly type: Int32Array
  readonly types: readonly (readonly number[])[]
  /** `allowed[type × tasks + task]` is 1 where the vehicle has the skills. */
  readonly allowed: Uint8Array
  readonly penalty: Float64Array
  readonly pair: Int32Array
  readonly timed: boolean
  /** Skills or a number of tasks bind. */
  readonly gated: boolean
  /** Something binds that only a walk over the whole route can tell. */
  readonly exact: boolean
}

export const startOf = (model: Pick<Model, 'tasks'>, vehicle: number): number => model.tasks + vehicle
export const endOf = (model: Pick<Model, 'tasks' | 'vehicles'>, vehicle: number): number =>
  model.tasks + model.vehicles + vehicle

interface TravelClass {
  readonly matrices: Matrices
  readonly vehicle: Vehicle
}

const unitCost = ({ costs }: Vehicle): boolean => costs.perHour === 3600 && costs.perKm === 0 && costs.perTaskHour === 0

/** Seconds of travel of a vehicle over a leg that takes `duration` at speed factor 1, to the nearest second. */
export const travelSeconds = (duration: number, vehicle: Vehicle): number =>
  vehicle.speedFactor === 1 ? duration : Math.round(duration / vehicle.speedFactor)

/** Seconds of travel of a vehicle between two nodes, however long. */
export function secondsBetween(model: Model, vehicle: number, from: number, to: number): number {
  const seconds =
    model.time[(model.block[vehicle] ?? 0) + (model.point[from] ?? 0) * model.side + (model.point[to] ?? 0)] ?? 0
  const own = model.problem.vehicles[vehicle]
  const matrices = own && model.problem.profiles.get(own.profile)
  if (seconds < LONGEST || !matrices) return seconds
  const cell = placeOf(model, from) * matrices.size + placeOf(model, to)
  return travelSeconds(matrices.durations[cell] ?? 0, own)
}

function placeOf({ tasks, vehicles, problem }: Model, node: number): number {
  if (node < tasks) return problem.tasks[node]?.place ?? -1
  const vehicle = problem.vehicles[(node - tasks) % vehicles]
  return (node < tasks + vehicles ? vehicle?.start : vehicle?.end) ?? -1
}

/** What the leg costs: travel by the hour, distance by the km, or the request's own cost matrix. */
export function legCost(matrices: Matrices, cell: number, vehicle: Vehicle): number {
  if (matrices.costs) return matrices.costs[cell] ?? 0
  const { perHour, perKm } = vehicle.costs
  const seconds = travelSeconds(matrices.durations[cell] ?? 0, vehicle)
  const metres = perKm === 0 ? 0 : (matrices.distances?.[cell] ?? 0)
  return (perHour === 3600 ? seconds : (seconds * perHour) / 3600) + (metres * perKm) / 1000
}

/** Groups items by a key; answers the group of each and the members of each group. */
function group<T>(items: readonly T[], keyOf: (item: T) => string): { of: Int32Array; members: number[][] } {
  const ranks = new Map<string, number>()
  const members: number[][] = []
  const of = Int32Array.from(items, (item, at) => {
    const key = keyOf(item)
    const rank = ranks.get(key) ?? ranks.set(key, ranks.size).size - 1
    ;(members[rank] ??= []).push(at)
    return rank
  })
  return { of, members }
}

function taskCost(task: Task, samePlace: boolean, vehicle: Vehicle): number {
  const { perTaskHour } = vehicle.costs
  return perTaskHour === 0 ? 0 : ((task.service + (samePlace ? 0 : task.setup)) * perTaskHour) / 3600
}

interface Blocks {
  readonly side: number
  readonly scale: number
  readonly cost: Int32Array
  readonly costBack: Int32Array
  readonly time: Int32Array
  readonly timeBack: Int32Array
}

function isSymmetric(from: Int32Array, side: number): boolean {
  for (let base = 0; base < from.length; base += side * side) {
    for (let row = 0; row < side; row++) {
      for (let column = 0; column < row; column++)
        if (from[base + row * side + column] !== from[base + column * side + row]) return false
    }
  }
  return true
}

/** The transposed blocks; the same array where it is its own transpose. */
function transpose(from: Int32Array, side: number): Int32Array {
  if (isSymmetric(from, side)) return from
  const to = new Int32Array(from.length)
  for (let base = 0; base < from.length; base += side * side) {
    for (let row = 0; row < side; row++) {
      for (let column = 0; column < side; column++)
        to[base + column * side + row] = from[base + row * side + column] ?? 0
    }
  }
  return to
}

/** One block of travel times, in whole seconds. */
function fillTimes(
  time: Int32Array,
  base: number,
  places: readonly number[],
  { matrices, vehicle }: TravelClass,
): void {
  const { durations, size } = matrices
  const plain = vehicle.speedFactor === 1
  const columns = Int32Array.from(places)
  const side = columns.length
  for (let row = 0, at = base; row < side; row++) {
    const from = columns[row] ?? -1
    for (let column = 0; column < side; column++, at++) {
      const to = columns[column] ?? -1
      const duration = from < 0 || to < 0 ? 0 : (durations[from * size + to] ?? 0)
      const seconds = plain ? duration : travelSeconds(duration, vehicle)
      time[at] = seconds < LONGEST ? seconds : LONGEST
    }
  }
}

/** The matrices between tasks and terminals, one block a class. Rows beyond the tasks are `terminals`, by rank of place (-1: nowhere). */
function buildBlocks(problem: Problem, classes: readonly TravelClass[], terminals: readonly number[]): Blocks {
  const places = [...problem.tasks.map(({ place }) => place), ...terminals]
  const side = places.length
  if (classes.length * side * side > MOST_CELLS)
    throw new CoreError(
      'too_large',
      `São ${classes.length} tipos de veículo entre ${side} lugares: mais do que cabe na memória. Junte veículos de mesmo perfil, velocidade e custo.`,
    )
  const simple = classes.every(({ matrices, vehicle }) => !matrices.costs && unitCost(vehicle))
  const exactCost = new Float64Array(simple ? 0 : classes.length * side * side)
  const time = new Int32Array(classes.length * side * side)
  let largest = 1
  for (const [rank, one] of classes.entries()) {
    const { matrices, vehicle } = one
    fillTimes(time, rank * side * side, places, one)
    if (simple) continue
    for (let row = 0, at = rank * side * side; row < side; row++) {
      const from = places[row] ?? -1
      for (let column = 0; column < side; column++, at++) {
        const to = places[column] ?? -1
        const cell = from < 0 || to < 0 ? -1 : from * matrices.size + to
        const task = problem.tasks[column]
        const value =
          (cell < 0 ? 0 : legCost(matrices, cell, vehicle)) + (task ? taskCost(task, from === to, vehicle) : 0)
        exactCost[at] = value
        if (value > largest) largest = value
      }
    }
  }
  const timeBack = transpose(time, side)
  if (simple) return { side, scale: 1, cost: time, costBack: timeBack, time, timeBack }
  const scale = Math.min(100, LARGEST_COST / largest)
  const cost = Int32Array.from(exactCost, (value) => Math.round(value * scale))
  return { side, scale, cost, costBack: transpose(cost, side), time, timeBack }
}

/** Where times count from: the earliest opening, or later when openings lie further apart than the arrays can tell. */
function baseTime({ vehicles, tasks }: Problem): number {
  const windows = [
    ...vehicles.map(({ window }) => window),
    ...tasks.flatMap((task) => task.windows),
    ...vehicles.flatMap(({ breaks }) => breaks.flatMap((one) => one.windows)),
  ]
  const earliest = windows.reduce((least, { from }) => Math.min(least, from), Infinity)
  const latest = windows.reduce((most, { from }) => Math.max(most, from), 0)
  return Math.max(earliest, latest - LONGEST)
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** What leaving a task out weighs: more than any travel it could save, by priority first and by count of tasks next. */
function penalties(problem: Problem, blocks: Blocks): Float64Array {
  const { tasks, vehicles } = problem
  let longest = 0
  const { cost } = blocks
  for (let at = 0; at < cost.length; at++) {
    const value = cost[at] ?? 0
    if (value > longest) longest = value
  }
  const fixed = vehicles.reduce((most, { costs }) => Math.max(most, costs.fixed), 0) * blocks.scale
  const most = tasks.reduce((high, { priority }) => Math.max(high, priority), 0)
  const count = tasks.length + 1
  const weight = Math.min((2 * longest + fixed) * count + 1, 4e15 / (count * (most * count + 1)))
  return Float64Array.from(tasks, ({ priority }) => weight * (priority * count + 1))
}

const anyTime = (window: TimeWindow, base: number): boolean => window.from <= base && window.to === Infinity

function needsWalk({ tasks, vehicles, dimensions }: Problem, time: Int32Array, base: number): boolean {
  // Where the day ends sooner than that, a leg of such length never fits.
  const far = vehicles.some(({ window }) => window.to - base >= LONGEST) && time.includes(LONGEST)
  return (
    far ||
    dimensions > 1 ||
    tasks.some((task) => task.windows.length > 1 || task.setup > 0 || task.pair >= 0 || sum(task.pickup) > 0) ||
    vehicles.some((one) => one.breaks.length > 0 || one.maxTravelTime < Infinity || one.maxDistance < Infinity)
  )
}

/** Lays a problem out for the search. */
export function buildModel(problem: Problem): Model {
  const { tasks, vehicles } = problem
  const n = tasks.length
  const nodes = n + 2 * vehicles.length
  const base = baseTime(problem)
  const classes = group(vehicles, ({ profile, speedFactor, costs }) =>
    JSON.stringify([profile, speedFactor, costs.perHour, costs.perKm, costs.perTaskHour]),
  )
  // What no task asks for sets no vehicles apart.
  const asked = new Set(tasks.flatMap(({ skills }) => skills))
  const types = group(vehicles, (one) => {
    const skills = one.skills.filter((skill) => asked.has(skill)).toSorted((a, b) => a - b)
    return JSON.stringify({ ...one, skills, id: 0, description: '', steps: [] })
  })
  const terminals = [...new Set(vehicles.flatMap(({ start, end }) => [start, end]))]
  const travel = classes.members.flatMap(([first]) => {
    const vehicle = vehicles[first ?? 0]
    const matrices = vehicle && problem.profiles.get(vehicle.profile)
    return vehicle && matrices ? [{ vehicle, matrices }] : []
  })
  const blocks = buildBlocks(problem, travel, terminals)
  const clip = (time: number) => Math.max(0, Math.min(FOREVER, time - base))
  const ends = (of: (vehicle: Vehicle) => number) => vehicles.map(of)
  const both = [...ends(({ start }) => start), ...ends(({ end }) => end)]
  const hull = [
    ...tasks.map(({ windows }) => ({ from: windows[0]?.from ?? 0, to: windows.at(-1)?.to ?? Infinity })),
    ...vehicles.map(({ window }) => window),
    ...vehicles.map(({ window }) => window),
  ]
  const allowed = new Uint8Array(types.members.length * n)
  for (const [type, [first]] of types.members.entries()) {
    const skills = new Set(vehicles[first ?? 0]?.skills)
    for (const [rank, task] of tasks.entries())
      allowed[type * n + rank] = task.skills.every((one) => skills.has(one)) ? 1 : 0
  }
  return {
    problem,
    tasks: n,
    vehicles: vehicles.length,
    nodes,
    base,
    point: Int32Array.from([...tasks.keys(), ...both.map((place) => n + terminals.indexOf(place))]),
    block: classes.of.map((rank) => rank * blocks.side * blocks.side),
    ...blocks,
    open: Int32Array.from(hull, ({ from }) => clip(from)),
    close: Int32Array.from(hull, ({ to }) => clip(to)),
    service: Int32Array.from({ length: nodes }, (_, node) => Math.min(LONGEST, tasks[node]?.service ?? 0)),
    demand: Float64Array.from(tasks, (task) => (task.pair < 0 ? (task.delivery[0] ?? 0) : 0)),
    capacity: Float64Array.from(vehicles, ({ capacity }) => capacity[0] ?? 0),
    maxTasks: Int32Array.from(vehicles, ({ maxTasks }) => Math.min(FOREVER, maxTasks)),
    fixed: Float64Array.from(vehicles, ({ costs }) => costs.fixed * blocks.scale),
    type: types.of,
    types: types.members,
    allowed,
    penalty: penalties(problem, blocks),
    pair: Int32Array.from(tasks, ({ pair }) => pair),
    timed: !hull.every((window) => anyTime(window, base)) || vehicles.some(({ breaks }) => breaks.length > 0),
    gated: vehicles.some(({ maxTasks }) => maxTasks < n) || allowed.includes(0),
    exact: needsWalk(problem, blocks.time, base),
  }
}
