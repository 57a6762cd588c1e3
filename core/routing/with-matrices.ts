import { DEFAULT_TRAVEL, guessMatrices, type TravelGuess } from './matrices'
import type { Place } from './problem'

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isObject) : [])

/**
 * A problem in VROOM's JSON that names places by coordinates alone, with matrices guessed from them: for engines that would ask a road server. One that has
 * matrices comes back as it is, one with the older `matrix` under its newer name. What is wrong in it stays wrong: reading it tells.
 */
export function withMatrices(problem: Json, guess: TravelGuess = DEFAULT_TRAVEL): Json {
  if (isObject(problem.matrices)) return problem
  const { matrix: durations, ...newer } = problem
  if (durations !== undefined) return { ...newer, matrices: { car: { durations } } }
  return withGuesses(problem, guess)
}

function withGuesses(problem: Json, guess: TravelGuess): Json {
  const places: Place[] = []
  const ranks = new Map<string, number>()
  const rankOf = (location: unknown): number | undefined => {
    if (!Array.isArray(location) || location.length !== 2 || !location.every((part) => typeof part === 'number')) return
    const [lon, lat]: number[] = location
    const key = `${lon},${lat}`
    const rank = ranks.get(key) ?? ranks.size
    if (rank === ranks.size && lon !== undefined && lat !== undefined) places.push({ location: [lon, lat] })
    ranks.set(key, rank)
    return rank
  }
  const placed = (one: Json, from: string, to: string): Json => {
    const rank = rankOf(one[from])
    return rank === undefined ? one : { ...one, [to]: rank }
  }
  const stop = (one: unknown) => (isObject(one) ? placed(one, 'location', 'location_index') : one)
  const jobs = listOf(problem.jobs).map(stop)
  const shipments = listOf(problem.shipments).map((one) => ({
    ...one,
    pickup: stop(one.pickup),
    delivery: stop(one.delivery),
  }))
  const vehicles = listOf(problem.vehicles).map((one) =>
    placed(placed(one, 'start', 'start_index'), 'end', 'end_index'),
  )
  const { size, durations, distances } = guessMatrices(places, guess)
  const rows = (flat: Float64Array) =>
    Array.from({ length: size }, (_, row) => [...flat.subarray(row * size, (row + 1) * size)])
  const matrix = { durations: rows(durations), ...(distances ? { distances: rows(distances) } : {}) }
  const profiles = new Set(vehicles.map((one) => (typeof one.profile === 'string' ? one.profile : 'car')))
  const matrices = Object.fromEntries([...profiles].map((name) => [name, matrix]))
  return {
    ...problem,
    ...(problem.jobs === undefined ? {} : { jobs }),
    ...(problem.shipments === undefined ? {} : { shipments }),
    vehicles,
    matrices,
  }
}
