import { DEFAULT_TRAVEL, type TravelGuess, guessMatrices, readMatrices } from './matrices'
import {
  type Break,
  LIMITS,
  type Matrices,
  type Place,
  type PlannedStep,
  type Problem,
  type Task,
  type TaskKind,
  type TimeWindow,
  type Vehicle,
} from './problem'
import {
  type Fields,
  amountsOf,
  byTime,
  coordinatesOf,
  countOr,
  descriptionOf,
  idOf,
  isFields,
  listOf,
  refuse,
  skillsOf,
  windowOf,
  windowsOf,
} from './reading'

const MAX_PRIORITY = 100
const MAX_SPEED_FACTOR = 5
const DEFAULT_PER_HOUR = 3600

/** Gives every place a rank of its own: by matrix index where the request has matrices, else by coordinates. */
class Places {
  readonly list: Place[] = []
  private readonly ranks = new Map<string, number>()

  constructor(private readonly byIndex: boolean) {}

  /** Refuses a place that has no matrix index when others have one, or the other way round. */
  rank(place: Place): number {
    if ((place.index === undefined) !== ((this.list[0] ?? place).index === undefined))
      refuse('Missing location index.', 'O índice na matriz vem em todos os lugares, ou em nenhum.')
    const indexed = place.index !== undefined && (this.byIndex || !place.location)
    const key = indexed ? `#${place.index}` : `@${place.location?.join()}`
    const known = this.ranks.get(key)
    if (known !== undefined) return known
    const rank = this.list.push(place) - 1
    if (rank >= LIMITS.places) refuse('Too many locations.', `O limite é ${LIMITS.places} lugares.`)
    this.ranks.set(key, rank)
    return rank
  }
}

interface Reading {
  readonly places: Places
  readonly dimensions: number
  readonly anyTime: TimeWindow
}

function placeOf(fields: Fields, keys: { index: string; location: string }, what: string): Place | undefined {
  const location = coordinatesOf(fields[keys.location], `Invalid ${keys.location} for ${what}.`)
  const index = fields[keys.index]
  if (index === undefined) return location ? { location } : undefined
  if (typeof index !== 'number' || !Number.isInteger(index) || index < 0) {
    refuse(`Invalid ${keys.index} for ${what}.`, 'O índice na matriz é um inteiro não negativo.')
  }
  return { index, ...(location ? { location } : {}) }
}

function taskOf(value: unknown, kind: TaskKind, reading: Reading, of: Partial<Task> = {}): Task {
  const { fields, id } = idOf(value, kind)
  const what = `${kind} ${id}`
  const place = placeOf(fields, { index: 'location_index', location: 'location' }, what)
  if (!place) refuse(`Invalid location for ${what}.`, 'Informe location ([longitude, latitude]) ou location_index.')
  const priority = countOr(fields, 'priority', 0, 'Invalid priority value.')
  if (priority > MAX_PRIORITY) refuse('Invalid priority value.', `A prioridade vai de 0 a ${MAX_PRIORITY}.`)
  const { dimensions } = reading
  // The older name, which counts only where neither of the newer ones is.
  const old = fields['delivery'] === undefined && fields['pickup'] === undefined && fields['amount'] !== undefined
  return {
    kind,
    id,
    description: descriptionOf(fields),
    place: reading.places.rank(place),
    service: countOr(fields, 'service', 0, 'Invalid service duration.'),
    setup: countOr(fields, 'setup', 0, 'Invalid setup duration.'),
    delivery: amountsOf(fields, old ? 'amount' : 'delivery', dimensions),
    pickup: amountsOf(fields, 'pickup', dimensions),
    skills: skillsOf(fields),
    priority,
    windows: windowsOf(fields, what, reading.anyTime),
    pair: -1,
    ...of,
  }
}

function shipmentOf(value: unknown, rank: number, reading: Reading): readonly [Task, Task] {
  if (!isFields(value)) refuse('Invalid shipment.', 'Cada frete é {amount, pickup, delivery}.')
  if (!isFields(value['pickup'])) refuse('Missing pickup for shipment.', 'Informe a coleta do frete.')
  if (!isFields(value['delivery'])) refuse('Missing delivery for shipment.', 'Informe a entrega do frete.')
  const amount = amountsOf(value, 'amount', reading.dimensions)
  const none = amount.map(() => 0)
  const skills = skillsOf(value)
  const priority = countOr(value, 'priority', 0, 'Invalid priority value.')
  if (priority > MAX_PRIORITY) refuse('Invalid priority value.', `A prioridade vai de 0 a ${MAX_PRIORITY}.`)
  const common = { skills, priority }
  return [
    taskOf(value['pickup'], 'pickup', reading, { ...common, pickup: amount, delivery: none, pair: rank + 1 }),
    taskOf(value['delivery'], 'delivery', reading, { ...common, pickup: none, delivery: amount, pair: rank }),
  ]
}

function breakOf(value: unknown, reading: Reading, vehicle: number): Break {
  const { fields, id } = idOf(value, 'break')
  const what = `break ${id} of vehicle ${vehicle}`
  const service = countOr(fields, 'service', 0, 'Invalid service duration.')
  const windows = windowsOf(fields, what, reading.anyTime)
  const maxLoad = fields['max_load'] === undefined ? undefined : amountsOf(fields, 'max_load', reading.dimensions)
  return { id, service, windows, description: descriptionOf(fields), ...(maxLoad ? { maxLoad } : {}) }
}

function costsOf(fields: Fields): Vehicle['costs'] {
  const costs = fields['costs'] ?? {}
  if (!isFields(costs)) refuse('Invalid costs.', 'Os custos são {fixed, per_hour, per_km, per_task_hour}.')
  const of = (key: string, absent: number) => countOr(costs, key, absent, `Invalid ${key} in costs.`)
  return {
    fixed: of('fixed', 0),
    perHour: of('per_hour', DEFAULT_PER_HOUR),
    perKm: of('per_km', 0),
    perTaskHour: of('per_task_hour', 0),
  }
}

/** When the service of a step must begin: at, from, or up to a moment. */
function boundsOf(step: Fields): TimeWindow | undefined {
  const of = (key: string) => countOr(step, key, Number.NaN, `Invalid ${key} value.`)
  const [at, after, before] = [of('service_at'), of('service_after'), of('service_before')]
  if (!Number.isNaN(at)) return { from: at, to: at }
  if (Number.isNaN(after) && Number.isNaN(before)) return undefined
  return { from: Number.isNaN(after) ? 0 : after, to: Number.isNaN(before) ? Infinity : before }
}

function stepsOf(fields: Fields, vehicle: number): readonly PlannedStep[] | undefined {
  const steps = listOf(fields, 'steps', 2 * LIMITS.tasks, `Invalid steps for vehicle ${vehicle}.`)
  if (!steps) return undefined
  return steps.flatMap((step): PlannedStep[] => {
    if (!isFields(step)) refuse(`Invalid step in steps for vehicle ${vehicle}.`, 'Cada passo é {type, id}.')
    const { type, id } = step
    const bounds = boundsOf(step)
    if (type === 'start' || type === 'end') {
      if (bounds) refuse(`Invalid step in steps for vehicle ${vehicle}.`, 'A saída e a chegada não têm hora marcada.')
      return []
    }
    if (type !== 'job' && type !== 'pickup' && type !== 'delivery' && type !== 'break') {
      refuse(`Invalid type in steps for vehicle ${vehicle}.`, 'Os tipos são start, job, pickup, delivery, break e end.')
    }
    if (typeof id !== 'number')
      refuse(`Invalid id in steps for vehicle ${vehicle}.`, 'Cada passo diz o id de sua tarefa.')
    return [{ kind: type, id, pinned: step['pinned'] === true, ...(bounds ? { bounds } : {}) }]
  })
}

function vehicleOf(value: unknown, reading: Reading): Vehicle {
  const { fields, id } = idOf(value, 'vehicle')
  const what = `vehicle ${id}`
  const start = placeOf(fields, { index: 'start_index', location: 'start' }, what)
  const end = placeOf(fields, { index: 'end_index', location: 'end' }, what)
  if (!start && !end) refuse(`No start or end specified for ${what}.`, 'O veículo sai de um lugar ou chega a um.')
  const profile = fields['profile'] === '' ? 'car' : (fields['profile'] ?? 'car')
  if (typeof profile !== 'string' || profile.length > 100)
    refuse(`Invalid profile for ${what}.`, 'O perfil é um texto.')
  const speedFactor = fields['speed_factor'] ?? 1
  if (typeof speedFactor !== 'number' || !(speedFactor >= 0.01 && speedFactor <= MAX_SPEED_FACTOR)) {
    refuse('Invalid speed_factor value.', `O fator de velocidade vai de 0,01 a ${MAX_SPEED_FACTOR}.`)
  }
  const limit = (key: string) => countOr(fields, key, Infinity, `Invalid ${key} value.`)
  const list = listOf(fields, 'breaks', LIMITS.breaks, `Invalid breaks for ${what}.`) ?? []
  const breaks = list.map((one) => breakOf(one, reading, id))
  noTwins(breaks, 'break')
  return {
    id,
    description: descriptionOf(fields),
    profile,
    start: start ? reading.places.rank(start) : -1,
    end: end ? reading.places.rank(end) : -1,
    capacity: amountsOf(fields, 'capacity', reading.dimensions),
    skills: skillsOf(fields),
    window: fields['time_window'] === undefined ? reading.anyTime : windowOf(fields['time_window']),
    breaks: breaks.toSorted((a, b) => byTime(a.windows[0] ?? reading.anyTime, b.windows[0] ?? reading.anyTime)),
    maxTasks: limit('max_tasks'),
    maxTravelTime: limit('max_travel_time'),
    maxDistance: limit('max_distance'),
    speedFactor,
    costs: costsOf(fields),
    steps: stepsOf(fields, id),
  }
}

function noTwins(items: readonly { readonly id: number }[], what: string): void {
  const seen = new Set<number>()
  for (const { id } of items) {
    if (seen.has(id)) refuse(`Duplicate ${what} id: ${id}.`, 'Cada id aparece uma vez em seu tipo.')
    seen.add(id)
  }
}

/** Matrices between the ranks of places, taken from the request's by location index, or guessed from coordinates. */
function profileMatrices(problem: Fields, profile: string, places: readonly Place[], guess: TravelGuess): Matrices {
  const given = readMatrices(problem, profile)
  if (!given) {
    if (places.some((place) => !place.location)) {
      refuse(`Invalid profile: ${profile}.`, 'Sem matriz do perfil, todos os lugares precisam de coordenadas.')
    }
    return guessMatrices(places, guess)
  }
  const index = places.map((place) => {
    if (place.index === undefined)
      refuse('Missing location index.', 'Com matrizes, todos os lugares dizem seu location_index.')
    if (place.index >= given.size)
      refuse(`location_index exceeding matrix size for ${profile} profile.`, `Índice ${place.index}.`)
    return place.index
  })
  const size = places.length
  const pick = (from: Float64Array): Float64Array => {
    const to = new Float64Array(size * size)
    for (let row = 0; row < size; row++) {
      const base = (index[row] ?? 0) * given.size
      for (let column = 0; column < size; column++) to[row * size + column] = from[base + (index[column] ?? 0)] ?? 0
    }
    return to
  }
  return {
    size,
    durations: pick(given.durations),
    ...(given.distances ? { distances: pick(given.distances) } : {}),
    ...(given.costs ? { costs: pick(given.costs) } : {}),
  }
}

function checkCosts(vehicles: readonly Vehicle[], profiles: ReadonlyMap<string, Matrices>): void {
  for (const { id, costs, maxDistance, profile } of vehicles) {
    const own = profiles.get(profile)
    if (own?.costs && (costs.perHour !== DEFAULT_PER_HOUR || costs.perKm !== 0)) {
      refuse('Custom costs are incompatible with using a per_hour or per_km value.', `Veículo ${id}.`)
    }
    if (!own?.distances && (costs.perKm > 0 || maxDistance < Infinity)) {
      refuse(`Missing distances matrix for ${profile} profile.`, `O veículo ${id} tem custo ou limite por distância.`)
    }
  }
}

/**
 * Reads VROOM's problem JSON. Amounts and times are whole numbers, places are `[longitude, latitude]` or matrix indices. Refuses what VROOM
 * refuses, with its words, as a CoreError `input_error`.
 */
export function readProblem(input: unknown, guess: TravelGuess = DEFAULT_TRAVEL): Problem {
  if (!isFields(input)) refuse('Invalid problem.', 'O problema é um objeto com vehicles e jobs ou shipments.')
  const vehicleList = listOf(input, 'vehicles', LIMITS.vehicles, 'Invalid vehicles.') ?? []
  if (vehicleList.length === 0) refuse('No vehicle defined.', 'Informe ao menos um veículo.')
  const jobs = listOf(input, 'jobs', LIMITS.tasks, 'Invalid jobs.') ?? []
  const shipments = listOf(input, 'shipments', LIMITS.tasks / 2, 'Invalid shipments.') ?? []
  if (jobs.length + shipments.length === 0) refuse('No task defined.', 'Informe jobs ou shipments.')
  if (jobs.length + 2 * shipments.length > LIMITS.tasks)
    refuse('Too many tasks.', `O limite é ${LIMITS.tasks} paradas.`)
  const first = isFields(vehicleList[0]) ? vehicleList[0] : {}
  const dimensions = listOf(first, 'capacity', LIMITS.dimensions, 'Invalid capacity array.')?.length ?? 0
  const places = new Places(input['matrices'] !== undefined || input['matrix'] !== undefined)
  const reading: Reading = { places, dimensions, anyTime: { from: 0, to: Infinity } }
  const tasks = jobs.map((job) => taskOf(job, 'job', reading))
  noTwins(tasks, 'job')
  for (const shipment of shipments) tasks.push(...shipmentOf(shipment, tasks.length, reading))
  for (const kind of ['pickup', 'delivery'])
    noTwins(
      tasks.filter((task) => task.kind === kind),
      kind,
    )
  const vehicles = vehicleList.map((vehicle) => vehicleOf(vehicle, reading))
  noTwins(vehicles, 'vehicle')
  const names = new Set(vehicles.map(({ profile }) => profile))
  const profiles = new Map([...names].map((name) => [name, profileMatrices(input, name, places.list, guess)]))
  checkCosts(vehicles, profiles)
  return { tasks, vehicles, places: places.list, dimensions, profiles }
}
