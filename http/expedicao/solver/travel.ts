import { counted } from '../../../core/br/number'
import { sql } from 'drizzle-orm'
import { DEFAULT_TRAVEL, greatCircle, type TravelGuess } from '../../../core/routing/matrices'
import type { LonLat } from '../../../core/routing/polyline'
import { legKey, placeKey } from '../../../core/routing/ways'
import { type Pool, SYSTEM } from '../../db/pool'
import { type Ctx, rowsOf } from '../../platform/context'
import { NO_WAY, OSRM_PLACES, osrmTable, OsrmFailed } from './osrm'
import { FRESH, keepRoads } from './roads'

/** Travel between places by rank, as VROOM wants it: whole seconds and metres. */
export interface Travel {
  readonly durations: readonly (readonly number[])[]
  readonly distances: readonly (readonly number[])[]
  /** Where it comes from. */
  readonly source: 'osrm' | 'straight'
  /** What whoever reads the plan should know, in Portuguese. */
  readonly notices: readonly string[]
}

/** What stands in a matrix where there is no way: two days, farther than any route. */
const UNREACHABLE = 172_800
const BLOCK = OSRM_PLACES / 2

/** Straight lines by a factor, at one speed. */
export function straightTravel(
  places: readonly LonLat[],
  { roadFactor, speedKmh }: TravelGuess = DEFAULT_TRAVEL,
): Travel {
  const distances = places.map((from) => places.map((to) => Math.round(greatCircle(from, to) * roadFactor)))
  const durations = distances.map((row) => row.map((metres) => Math.round((metres * 3.6) / speedKmh)))
  return { durations, distances, source: 'straight', notices: [] }
}

/** Above this many places the roads that are kept are not looked up: a table of them would be too big. */
export const REMEMBERED_PLACES = 150

/** Travel by the roads that are kept, asking no server: straight lines where none is. */
export async function rememberedTravel(
  ctx: Pick<Ctx, 'db'>,
  places: readonly LonLat[],
  guess: TravelGuess,
): Promise<Pick<Travel, 'durations' | 'distances'>> {
  const straight = straightTravel(places, guess)
  if (places.length > REMEMBERED_PLACES) return straight
  const keys = places.map(placeKey)
  const roads = await pairsAmong(ctx, [...new Set(keys)])
  const look = (part: 0 | 1, otherwise: Travel['durations']) =>
    keys.map((from, row) =>
      keys.map((to, column) => {
        const road = roads.get(legKey(from, to))?.[part]
        return road === undefined || road === NO_WAY ? (otherwise[row]?.[column] ?? 0) : road
      }),
    )
  return { durations: look(0, straight.durations), distances: look(1, straight.distances) }
}

/** What is asked of the server, and what it is kept in. */
export interface Roads {
  readonly pool: Pool
  readonly osrmUrl: string | undefined
  readonly guess: TravelGuess
}

/**
 * Travel between places: of an OSRM server where there is one, in blocks, each pair of places asked once in half a year; else, and where it does not
 * answer, by straight lines, which a notice then tells.
 */
export async function travelBetween(places: readonly LonLat[], { pool, osrmUrl, guess }: Roads): Promise<Travel> {
  if (!osrmUrl) return straightTravel(places, guess)
  try {
    return await roadTravel(places, { pool, osrmUrl })
  } catch (error) {
    if (!(error instanceof OsrmFailed)) throw error
    const notice = `Distâncias em linha reta (× ${guess.roadFactor}, ${guess.speedKmh} km/h): ${error.message}`
    return { ...straightTravel(places, guess), notices: [notice] }
  }
}

async function roadTravel(
  places: readonly LonLat[],
  { pool, osrmUrl }: { readonly pool: Pool; readonly osrmUrl: string },
): Promise<Travel> {
  const keys = places.map(placeKey)
  const distinct = new Map(keys.map((key, at) => [key, places[at] ?? [0, 0]] satisfies [string, LonLat]))
  const known = await knownPairs(pool, [...distinct.keys()])
  await askMissing([...distinct], known, { pool, osrmUrl })
  const look = (part: 0 | 1) =>
    keys.map((from) => keys.map((to) => (from === to ? 0 : reachable(known.get(legKey(from, to))?.[part]))))
  const gaps = [...known.values()].filter(([seconds]) => seconds === NO_WAY).length
  const notices =
    gaps > 0 ? [`Há ${counted(gaps, 'trecho', 'trechos')} sem caminho por estrada: confira os endereços.`] : []
  return { durations: look(0), distances: look(1), source: 'osrm', notices }
}

const reachable = (value: number | undefined): number => (value === undefined || value === NO_WAY ? UNREACHABLE : value)

type Pairs = Map<string, readonly [seconds: number, metres: number]>

const knownPairs = (pool: Pool, keys: readonly string[]): Promise<Pairs> =>
  pool.read(SYSTEM, (db) => pairsAmong({ db }, keys))

async function pairsAmong(ctx: Pick<Ctx, 'db'>, keys: readonly string[]): Promise<Pairs> {
  const rows = await rowsOf(
    ctx,
    sql`select de, para, segundos, metros from trecho_rota t where de = any (${sqlTexts(keys)}::text[]) and para = any (${sqlTexts(keys)}::text[])
        and ${FRESH}`,
  )
  return new Map(
    rows.map((row) => [legKey(String(row.de), String(row.para)), [Number(row.segundos), Number(row.metros)]]),
  )
}

const sqlTexts = (keys: readonly string[]): string => `{${keys.map((key) => `"${key}"`).join(',')}}`

/** Asks for the blocks in which some pair is not known, and keeps what comes. */
async function askMissing(
  places: readonly (readonly [string, LonLat])[],
  known: Pairs,
  { pool, osrmUrl }: { readonly pool: Pool; readonly osrmUrl: string },
): Promise<void> {
  const blocks = chunks(places)
  for (const from of blocks)
    for (const to of blocks) {
      const missing = from.some(([a]) => to.some(([b]) => a !== b && !known.has(legKey(a, b))))
      if (!missing) continue
      const table = await osrmTable(osrmUrl, from.map(placeOf), to.map(placeOf))
      const found = from.flatMap(([de], row) =>
        to.map(([para], column) => {
          const at = row * to.length + column
          return { de, para, segundos: table.durations[at] ?? NO_WAY, metros: table.distances[at] ?? NO_WAY }
        }),
      )
      for (const one of found) known.set(legKey(one.de, one.para), [one.segundos, one.metros])
      await keepRoads(pool, found)
    }
}

const placeOf = ([, place]: readonly [string, LonLat]): LonLat => place

function chunks<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / BLOCK) }, (_, at) => list.slice(at * BLOCK, (at + 1) * BLOCK))
}
