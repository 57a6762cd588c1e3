import { sql } from 'drizzle-orm'
import type { LonLat } from '../../../core/routing/polyline'
import { legKey, placeKey } from '../../../core/routing/ways'
import { type Pool, SYSTEM } from '../../db/pool'
import { rowsOf } from '../../platform/context'
import { log } from '../../platform/log'
import { OSRM_PLACES, OsrmFailed, osrmWays } from './osrm'
import { FRESH, keepRoads } from './roads'

interface Leg {
  readonly de: string
  readonly para: string
  readonly places: readonly [LonLat, LonLat]
}

const legsOf = (route: readonly LonLat[]): Leg[] =>
  route.slice(1).flatMap((to, at) => {
    const from = route[at] ?? to
    const [de, para] = [placeKey(from), placeKey(to)]
    return de === para ? [] : [{ de, para, places: [from, to] }]
  })

const nameOf = ({ de, para }: Pick<Leg, 'de' | 'para'>): string => legKey(de, para)

/**
 * How the roads along routes run, by `lon,lat;lon,lat` of both ends with five decimals, as encoded polylines. Each leg is asked of the OSRM server once, and
 * again when what is kept counts no more. Legs without a road are left out, and all that are still unknown once the server fails.
 */
export async function waysAlong(
  routes: readonly (readonly LonLat[])[],
  { pool, osrmUrl }: { readonly pool: Pool; readonly osrmUrl: string },
): Promise<ReadonlyMap<string, string>> {
  const legs = routes.map(legsOf)
  const known = await drawnWays(pool, legs.flat())
  try {
    for (const route of legs)
      for (const missing of stretches(route.filter((leg) => !known.has(nameOf(leg))))) {
        const found = await askWays(osrmUrl, missing)
        for (const one of found) known.set(nameOf(one), one.desenho)
        await keepRoads(pool, found)
      }
  } catch (error) {
    if (!(error instanceof OsrmFailed)) throw error
    // The lines stay straight, as without a server; what that means for the plan itself is told there.
    log.warn('Sem o traçado das estradas: {error}', { error: error.message })
  }
  return known
}

/** Legs that follow one another, so many as one call may name. */
function stretches(legs: readonly Leg[]): Leg[][] {
  const all: Leg[][] = []
  for (const leg of legs) {
    const last = all.at(-1)
    const goesOn = last?.at(-1)?.para === leg.de && last.length < OSRM_PLACES - 1
    if (last && goesOn) last.push(leg)
    else all.push([leg])
  }
  return all
}

/** What is kept of each leg; of none where no road joins them all. */
async function askWays(osrmUrl: string, legs: readonly Leg[]) {
  const places = legs.flatMap(({ places: [from, to] }, at) => (at === 0 ? [from, to] : [to]))
  const ways = await osrmWays(osrmUrl, places)
  return legs.flatMap(({ de, para }, at) => {
    const way = ways[at]
    return way ? [{ de, para, segundos: way.seconds, metros: way.metres, desenho: way.line }] : []
  })
}

async function drawnWays(pool: Pool, legs: readonly Leg[]): Promise<Map<string, string>> {
  const pairs = JSON.stringify(legs.map(({ de, para }) => ({ de, para })))
  const rows = await pool.read(SYSTEM, (db) =>
    rowsOf(
      { db },
      sql`select distinct t.de, t.para, t.desenho from jsonb_to_recordset(${pairs}::jsonb) as p (de text, para text)
          join trecho_rota t on t.de = p.de and t.para = p.para where t.desenho is not null and ${FRESH}`,
    ),
  )
  return new Map(rows.map(({ de, para, desenho }) => [nameOf({ de: String(de), para: String(para) }), String(desenho)]))
}
