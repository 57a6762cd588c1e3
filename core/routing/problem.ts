/** A time window in seconds, both ends included; it bounds the start of the task. */
export interface TimeWindow {
  readonly from: number
  readonly to: number
}

export type TaskKind = 'job' | 'pickup' | 'delivery'

/** One stop. A shipment is two tasks, its pickup directly followed by its delivery. */
export interface Task {
  readonly kind: TaskKind
  readonly id: number
  readonly description?: string
  /** Rank of its place in `Problem.places`. */
  readonly place: number
  readonly service: number
  readonly setup: number
  readonly delivery: readonly number[]
  readonly pickup: readonly number[]
  readonly skills: readonly number[]
  readonly priority: number
  readonly windows: readonly TimeWindow[]
  /** Rank of the other half of a shipment, -1 for a job. */
  readonly pair: number
}

export interface Break {
  readonly id: number
  readonly description?: string
  readonly service: number
  readonly windows: readonly TimeWindow[]
  readonly maxLoad?: readonly number[]
}

/** What a vehicle was asked to begin with: a task, in this order. A pinned one never leaves the vehicle nor the order of the pinned ones. */
export interface PlannedStep {
  readonly kind: TaskKind | 'break'
  readonly id: number
  readonly pinned: boolean
  /** Within which its service must begin, where the request says so. Counts where a written route is timed. */
  readonly bounds?: TimeWindow
}

export interface Vehicle {
  readonly id: number
  readonly description?: string
  readonly profile: string
  /** Ranks in `Problem.places`; -1 where the vehicle may start (or end) anywhere. */
  readonly start: number
  readonly end: number
  readonly capacity: readonly number[]
  readonly skills: readonly number[]
  readonly window: TimeWindow
  readonly breaks: readonly Break[]
  readonly maxTasks: number
  readonly maxTravelTime: number
  readonly maxDistance: number
  readonly speedFactor: number
  /** Money per use, per hour of travel, per km and per hour of setup and service. */
  readonly costs: {
    readonly fixed: number
    readonly perHour: number
    readonly perKm: number
    readonly perTaskHour: number
  }
  readonly steps?: readonly PlannedStep[]
}

/** A place as the request names it: an index into the matrices, coordinates [longitude, latitude], or both. */
export interface Place {
  readonly index?: number
  readonly location?: readonly [number, number]
}

/** Travel between places, row major, `size` places a side: seconds at speed factor 1, metres (when known) and a cost of its own (when given). */
export interface Matrices {
  readonly size: number
  readonly durations: Float64Array
  readonly distances?: Float64Array
  readonly costs?: Float64Array
}

export interface Problem {
  readonly tasks: readonly Task[]
  readonly vehicles: readonly Vehicle[]
  readonly places: readonly Place[]
  /** How many kinds of load there are. */
  readonly dimensions: number
  readonly profiles: ReadonlyMap<string, Matrices>
}

/** A time no plan reaches: 2^29 s. Stands for "no window" and "no limit on travel". */
export const FOREVER = 536_870_912

/** Limits of one request. */
export const LIMITS = {
  tasks: 3000,
  vehicles: 2000,
  dimensions: 16,
  windows: 50,
  breaks: 10,
  skills: 200,
  places: 4000,
  /** Longest duration, distance or cost of one matrix entry, and largest time, amount and cost. */
  value: 4_294_967_295,
} as const
