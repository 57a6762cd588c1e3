import { decodePolyline, encodePolyline, type LonLat } from '../../../core/routing/polyline'
import { call, CallFailed, isObject, jsonIn } from '../../platform/outside/call'

/** Travel from each origin to each destination, row major: whole seconds and metres; -1 where there is no way. */
export interface Table {
  readonly durations: Int32Array
  readonly distances: Int32Array
}

/** An OSRM server gave no answer that can be used: `message` is for people, in Portuguese. */
export class OsrmFailed extends Error {
  override readonly name = 'OsrmFailed'
}

/** Places that one call may name: what a server takes unless it is started with more (`--max-table-size`). */
export const OSRM_PLACES = 100
const TIMEOUT_MS = 30_000
const ANSWER_LIMIT = 8 * 1024 * 1024
export const NO_WAY = -1
/** OSRM's answer, with status 400, where no road joins all places of a route. */
const NO_ROUTE = 'NoRoute'

/** One table of an OSRM server, at most 100 places in all. A table is not symmetric: one-way streets differ each way. */
export async function osrmTable(
  url: string,
  origins: readonly LonLat[],
  destinations: readonly LonLat[],
): Promise<Table> {
  if (origins.length + destinations.length > OSRM_PLACES)
    throw new RangeError(`A table has at most ${OSRM_PLACES} places.`)
  const places = encodeURIComponent(encodePolyline([...origins, ...destinations]))
  const sources = origins.map((_, at) => at).join(';')
  const targets = destinations.map((_, at) => origins.length + at).join(';')
  const query = `sources=${sources}&destinations=${targets}&annotations=duration,distance`
  const body = await ask(url, `table/v1/driving/polyline(${places})?${query}`)
  const size = { rows: origins.length, columns: destinations.length }
  return { durations: numbers(body.durations, size), distances: numbers(body.distances, size) }
}

/** A road from one place to the next: whole seconds and metres, and how it runs as an encoded polyline of five decimals. */
export interface Way {
  readonly seconds: number
  readonly metres: number
  readonly line: string
}

/** The roads along a route of two to 100 places, from each to the next; none where no road joins them all. */
export async function osrmWays(url: string, places: readonly LonLat[]): Promise<readonly Way[]> {
  if (places.length < 2 || places.length > OSRM_PLACES)
    throw new RangeError(`A route has from 2 to ${OSRM_PLACES} places.`)
  const along = encodeURIComponent(encodePolyline(places))
  const body = await ask(url, `route/v1/driving/polyline(${along})?overview=false&steps=true&geometries=polyline`)
  if (body.code === NO_ROUTE) return []
  const [route] = listOf(body.routes)
  const legs = isObject(route) ? listOf(route.legs) : []
  if (legs.length !== places.length - 1) throw unreadable()
  return legs.map(wayOf)
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function wayOf(leg: unknown): Way {
  if (!isObject(leg)) throw unreadable()
  const [seconds, metres] = [entryOf(leg.duration), entryOf(leg.distance)]
  if (seconds === NO_WAY || metres === NO_WAY) throw unreadable()
  return { seconds, metres, line: joined(listOf(leg.steps).map(lineOf)) }
}

function lineOf(step: unknown): string {
  if (!isObject(step) || typeof step.geometry !== 'string') throw unreadable()
  return step.geometry
}

/** The lines of a road's steps as one. Each begins where the one before ends. */
function joined(lines: readonly string[]): string {
  try {
    const points = lines.flatMap((line) => decodePolyline(line))
    return encodePolyline(points.filter(([lon, lat], at) => lon !== points[at - 1]?.[0] || lat !== points[at - 1]?.[1]))
  } catch (error) {
    if (error instanceof RangeError) throw unreadable()
    throw error
  }
}

/** Asks the server, and gives what it answers when all is well or no road leads there. */
async function ask(url: string, path: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const answer = await call({
      url: `${url.replace(/\/+$/, '')}/${path}`,
      method: 'GET',
      timeoutMs: TIMEOUT_MS,
      limit: ANSWER_LIMIT,
      allowPrivate: true,
    })
    const body = jsonIn(answer.text)
    if (!isObject(body) || body.code !== (answer.status === 200 ? 'Ok' : NO_ROUTE))
      throw new OsrmFailed(refusal(answer.status, body))
    return body
  } catch (error) {
    if (error instanceof CallFailed) throw new OsrmFailed(error.message, { cause: error })
    throw error
  }
}

function refusal(status: number, body: unknown): string {
  const told = isObject(body) && typeof body.message === 'string' ? `: ${body.message.slice(0, 200)}` : ''
  return `O servidor de distâncias (OSRM) recusou o pedido (${status})${told}.`
}

interface Size {
  readonly rows: number
  readonly columns: number
}

function numbers(value: unknown, { rows, columns }: Size): Int32Array {
  const table = new Int32Array(rows * columns)
  const lists: readonly unknown[] = Array.isArray(value) ? value : []
  if (lists.length !== rows) throw unreadable()
  for (const [at, list] of lists.entries()) {
    if (!Array.isArray(list) || list.length !== columns) throw unreadable()
    for (const [to, entry] of list.entries()) table[at * columns + to] = entryOf(entry)
  }
  return table
}

function entryOf(entry: unknown): number {
  if (entry === null) return NO_WAY
  if (typeof entry !== 'number' || !(entry >= 0) || entry > 2_000_000_000) throw unreadable()
  return Math.round(entry)
}

const unreadable = () => new OsrmFailed('O servidor de distâncias (OSRM) respondeu algo que não se entende.')
