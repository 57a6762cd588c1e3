import { LIMITS, type Matrices, type Place } from './problem'
import { type Fields, isFields, refuse } from './reading'

const EARTH_METRES = 6_371_000

/** How travel is guessed from coordinates: road metres per metre of the great circle, and speed. */
export interface TravelGuess {
  readonly roadFactor: number
  readonly speedKmh: number
}

/** The urban default: 1.3 times the great circle at 30 km/h. */
export const DEFAULT_TRAVEL: TravelGuess = { roadFactor: 1.3, speedKmh: 30 }

/** Metres of the great circle between two points [longitude, latitude] (haversine, mean radius of the Earth). */
export function greatCircle(from: readonly [number, number], to: readonly [number, number]): number {
  const radians = Math.PI / 180
  const halfLatitude = Math.sin(((to[1] - from[1]) * radians) / 2)
  const halfLongitude = Math.sin(((to[0] - from[0]) * radians) / 2)
  const chord =
    halfLatitude * halfLatitude +
    Math.cos(from[1] * radians) * Math.cos(to[1] * radians) * halfLongitude * halfLongitude
  return 2 * EARTH_METRES * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** Metres as the crow flies along places in their order, whole; 0 for fewer than two. Against it the kilometres that were driven teach how roads wind. */
export const straightMetres = (places: readonly (readonly [number, number])[]): number =>
  Math.round(places.slice(1).reduce((sum, to, at) => sum + greatCircle(places[at] ?? to, to), 0))

/** Whole seconds and metres between all places, rounded to the nearest, from their coordinates. */
export function guessMatrices(places: readonly Place[], guess: TravelGuess): Matrices {
  const size = places.length
  const durations = new Float64Array(size * size)
  const distances = new Float64Array(size * size)
  for (const [row, from] of places.entries()) {
    for (const [column, to] of places.entries()) {
      if (!from.location || !to.location || row === column) continue
      const metres = greatCircle(from.location, to.location) * guess.roadFactor
      distances[row * size + column] = Math.floor(metres + 0.5)
      durations[row * size + column] = Math.floor((metres * 3.6) / guess.speedKmh + 0.5)
    }
  }
  return { size, durations, distances }
}

function readMatrix(value: unknown, what: string, profile: string): { size: number; values: Float64Array } | undefined {
  if (value === undefined) return undefined
  if (!Array.isArray(value)) refuse('Invalid matrix.', `A matriz ${what} de ${profile} é uma lista de linhas.`)
  const size = value.length
  if (size === 0) refuse(`Empty ${what} matrix for ${profile} profile.`, 'Informe ao menos uma linha.')
  if (size > LIMITS.places) refuse('Invalid matrix.', `A matriz tem ${size} linhas; o limite é ${LIMITS.places}.`)
  const values = new Float64Array(size * size)
  for (let row = 0; row < size; row++) {
    const line: unknown = value[row]
    if (!Array.isArray(line)) refuse('Invalid matrix line.', `A linha ${row} de ${what} não é uma lista.`)
    if (line.length !== size)
      refuse('Unexpected matrix line length.', `A linha ${row} de ${what} não tem ${size} valores.`)
    for (let column = 0; column < size; column++) {
      const entry: unknown = line[column]
      if (typeof entry !== 'number' || !Number.isInteger(entry) || entry < 0 || entry > LIMITS.value) {
        refuse('Invalid matrix entry.', `${what}[${row}][${column}] não é um inteiro não negativo.`)
      }
      values[row * size + column] = entry
    }
  }
  return { size, values }
}

/** The matrices that a request brings for a profile, or nothing. */
export function readMatrices(problem: Fields, profile: string): Matrices | undefined {
  const given = problem['matrices']
  if (given !== undefined && !isFields(given)) refuse('Invalid matrices.', 'As matrizes vêm por perfil: {"car": {…}}.')
  const own =
    given?.[profile] ?? (profile === 'car' && problem['matrix'] ? { durations: problem['matrix'] } : undefined)
  if (own === undefined) return undefined
  if (!isFields(own)) refuse('Invalid matrices.', `As matrizes de ${profile} são {durations, distances, costs}.`)
  const durations = readMatrix(own['durations'], 'durations', profile)
  if (!durations) refuse(`Missing durations matrix for ${profile} profile.`, 'A matriz de tempos é obrigatória.')
  const distances = readMatrix(own['distances'], 'distances', profile)
  const costs = readMatrix(own['costs'], 'costs', profile)
  for (const other of [distances, costs]) {
    if (other && other.size !== durations.size)
      refuse('Inconsistent matrices sizes.', `As matrizes de ${profile} têm o mesmo tamanho.`)
  }
  return { size: durations.size, durations: durations.values, distances: distances?.values, costs: costs?.values }
}
