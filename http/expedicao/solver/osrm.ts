import { encodePolyline, type LonLat } from '../../../core/routing/polyline'
import { call, CallFailed, isObject, jsonIn } from '../../platform/outside/call'

/** Travel from each origin to each destination, row major: whole seconds and metres; -1 where there is no way. */
export interface Table {
  readonly durations: Int32Array
  readonly distances: Int32Array
}

/** An OSRM server gave no table: `message` is for people, in Portuguese. */
export class OsrmFailed extends Error {
  override readonly name = 'OsrmFailed'
}

/** Places that one call may name: what a server takes unless it is started with more (`--max-table-size`). */
export const OSRM_PLACES = 100
const TIMEOUT_MS = 30_000
const ANSWER_LIMIT = 8 * 1024 * 1024
export const NO_WAY = -1

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
  const address = `${url.replace(/\/+$/, '')}/table/v1/driving/polyline(${places})?${query}`
  try {
    const answer = await call({
      url: address,
      method: 'GET',
      timeoutMs: TIMEOUT_MS,
      limit: ANSWER_LIMIT,
      allowPrivate: true,
    })
    const body = jsonIn(answer.text)
    if (answer.status !== 200 || !isObject(body) || body.code !== 'Ok')
      throw new OsrmFailed(refusal(answer.status, body))
    const size = { rows: origins.length, columns: destinations.length }
    return { durations: numbers(body.durations, size), distances: numbers(body.distances, size) }
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

const unreadable = () => new OsrmFailed('O servidor de distâncias (OSRM) respondeu algo que não é uma tabela.')
