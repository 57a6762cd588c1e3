import { Random } from './random'

/** Kinds of rule that a random problem may have. */
export interface Features {
  readonly windows?: boolean
  readonly manyWindows?: boolean
  readonly skills?: boolean
  readonly priorities?: boolean
  readonly pickups?: boolean
  readonly shipments?: boolean
  readonly breaks?: boolean
  readonly setup?: boolean
  readonly limits?: boolean
  readonly costs?: boolean
  readonly asymmetric?: boolean
  readonly coordinates?: boolean
  readonly openEnds?: boolean
  readonly dimensions?: number
  /** Share of what the tasks need that the vehicles hold, in each dimension. */
  readonly room?: number
}

export const EVERY_FEATURE: Features = {
  windows: true,
  manyWindows: true,
  skills: true,
  priorities: true,
  pickups: true,
  shipments: true,
  breaks: true,
  setup: true,
  limits: true,
  costs: true,
  asymmetric: true,
  openEnds: true,
  dimensions: 2,
}

const DAY = 10_000

/** A random VROOM problem with `tasks` stops; every size and time is drawn from the seed. */
export function randomProblem(seed: number, tasks: number, vehicles: number, features: Features) {
  const random = new Random(seed)
  const chance = (share: number, feature: boolean | undefined) => feature === true && random.unit() < share
  const dimensions = features.dimensions ?? 1
  const places = tasks + 2
  const points = Array.from({ length: places }, () => [random.below(1000), random.below(1000)] as const)
  const matrix = (detour: number) =>
    points.map(([x1, y1], row) =>
      points.map(([x2, y2], column) => {
        const straight = Math.hypot(x1 - x2, y1 - y2)
        const noise = features.asymmetric && row !== column ? random.below(200) : 0
        return Math.round(straight * detour) + noise
      }),
    )
  const place = (index: number, name: string): Record<string, number | number[]> =>
    features.coordinates
      ? { [name]: [-46.6 + (points[index]?.[0] ?? 0) / 5000, -23.5 + (points[index]?.[1] ?? 0) / 5000] }
      : { [name === 'location' ? 'location_index' : `${name}_index`]: index }
  const window = (width: number) => {
    const from = random.below(DAY)
    return [from, from + width + random.below(width)]
  }
  const amounts = () => Array.from({ length: dimensions }, () => 1 + random.below(9))
  const windows = () => {
    if (!chance(0.6, features.windows)) return {}
    if (!chance(0.5, features.manyWindows)) return { time_windows: [window(1500)] }
    const [from = 0, to = 0] = window(600)
    return {
      time_windows: [
        [from, to],
        [to + 500 + random.below(2000), to + 4000],
      ],
    }
  }
  const stop = (id: number) => ({
    id,
    ...place(2 + ((id - 1) % Math.max(1, chance(0.2, features.setup) ? 2 : tasks)), 'location'),
    service: random.below(300),
    ...(chance(0.5, features.setup) ? { setup: random.below(300) } : {}),
    ...windows(),
  })
  const about = () => ({
    ...(chance(0.4, features.skills) ? { skills: [1 + random.below(2)] } : {}),
    ...(features.priorities ? { priority: random.below(3) * 10 } : {}),
  })
  const jobs = []
  const shipments = []
  for (let id = 1; id <= tasks; id++) {
    if (id < tasks && chance(0.4, features.shipments)) {
      shipments.push({ amount: amounts(), pickup: stop(id), delivery: stop(id + 1), ...about() })
      id++
    } else jobs.push({ ...stop(id), [chance(0.4, features.pickups) ? 'pickup' : 'delivery']: amounts(), ...about() })
  }
  const fleet = randomFleet(random, features, { tasks, vehicles, place, window, amounts })
  const matrices = { car: { durations: matrix(1), distances: matrix(1.2) } }
  return { vehicles: fleet, jobs, shipments, ...(features.coordinates ? {} : { matrices }) }
}

interface Drawing {
  readonly tasks: number
  readonly vehicles: number
  readonly place: (index: number, name: string) => Record<string, number | number[]>
  readonly window: (width: number) => number[]
  readonly amounts: () => number[]
}

function randomFleet(random: Random, features: Features, { tasks, vehicles, place, window, amounts }: Drawing) {
  const chance = (share: number, feature: boolean | undefined) => feature === true && random.unit() < share
  const room = Math.ceil((features.room ?? 0.9) * 5 * (tasks / vehicles))
  const rest = () => ({
    breaks: [
      {
        id: 1,
        service: 100 + random.below(500),
        time_windows: [window(1500)],
        ...(chance(0.3, true) ? { max_load: amounts().map((one) => one * 2) } : {}),
      },
    ],
  })
  const costs = () => ({
    fixed: random.below(500),
    per_hour: 1800 + random.below(4000),
    per_km: random.below(500),
    per_task_hour: random.below(2) * 900,
  })
  return Array.from({ length: vehicles }, (_, at) => ({
    id: at + 1,
    ...(chance(0.2, features.openEnds) ? {} : place(0, 'start')),
    ...place(chance(0.3, features.openEnds) ? 1 : 0, 'end'),
    capacity: amounts().map(() => room + random.below(4)),
    ...(features.windows ? { time_window: [random.below(1000), DAY + random.below(DAY / 2)] } : {}),
    ...(features.skills ? { skills: at % 2 === 0 ? [1, 2] : [1] } : {}),
    ...(chance(0.5, features.breaks) ? rest() : {}),
    ...(chance(0.3, features.limits) ? { max_tasks: 1 + random.below(Math.max(1, tasks - 1)) } : {}),
    ...(chance(0.3, features.limits) ? { max_travel_time: 1000 + random.below(4000) } : {}),
    ...(chance(0.3, features.limits) ? { max_distance: 1000 + random.below(5000) } : {}),
    ...(chance(0.5, features.costs) ? { costs: costs() } : {}),
    ...(chance(0.4, features.costs) ? { speed_factor: 0.5 + random.below(20) / 10 } : {}),
  }))
}

export type RandomProblem = ReturnType<typeof randomProblem>
