import { placeOfTown } from '../../../core/br/town-places'
import { greatCircle } from '../../../core/routing/matrices'
import type { LonLat } from '../../../core/routing/polyline'
import { type Answered, call, CallFailed, isObject, jsonIn } from '../../platform/outside/call'
import type { Address } from './posicao'

const TIMEOUT_MS = 8_000
const ANSWER_LIMIT = 256 * 1024
/** Brazil, with its islands. */
const BOX = { west: -74.1, east: -28.6, south: -33.9, north: 5.4 }
/** Farther than this from the middle of its town, in metres, an address is another place of the same name. */
const TOWN_REACH = 150_000
const TOO_MANY = 429
/** How often, and how long at most, a service that asks for patience is waited for. */
const PATIENCE = { tries: 3, seconds: 5 }

interface Asking {
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

/**
 * Asks a geocoder of Nominatim's shape for one address. Undefined when it knows none, or what it says lies outside Brazil or far from the address's town.
 * A service that is asked too much (429) is waited for, a few seconds at most. Throws CallFailed when it does not answer, or not as a geocoder does.
 */
export async function geocode(
  url: string,
  address: Address & { readonly xMun: string | null },
  { timeoutMs = TIMEOUT_MS, signal }: Asking = {},
): Promise<LonLat | undefined> {
  const query = new URLSearchParams({ format: 'jsonv2', limit: '1', countrycodes: 'br' })
  const street = [address.nro, address.xLgr].filter(Boolean).join(' ')
  const parts = { street, city: address.xMun, state: address.UF, postalcode: address.CEP }
  for (const [name, value] of Object.entries(parts)) if (value) query.set(name, value)
  const answer = await patientCall(`${url.replace(/\/+$/, '')}/search?${query.toString()}`, timeoutMs, signal)
  const list = jsonIn(answer.text)
  if (answer.status !== 200 || !Array.isArray(list))
    throw new CallFailed('O serviço de endereços não respondeu uma lista.')
  const [first]: unknown[] = list
  const place = isObject(first) ? placeIn(first) : undefined
  return place && isNear(place, address.cMun) ? place : undefined
}

async function patientCall(url: string, timeoutMs: number, signal: AbortSignal | undefined): Promise<Answered> {
  for (let tries = 1; ; tries++) {
    const answer = await call({
      url,
      method: 'GET',
      headers: { Accept: 'application/json', 'User-Agent': 'Prumo' },
      timeoutMs,
      limit: ANSWER_LIMIT,
      allowPrivate: true,
    })
    if (answer.status !== TOO_MANY) return answer
    const wait = Number(answer.headers['retry-after'] ?? 1)
    if (tries >= PATIENCE.tries || !(wait >= 0 && wait <= PATIENCE.seconds))
      throw new CallFailed('O serviço de endereços recebeu pedidos demais.')
    signal?.throwIfAborted()
    await Bun.sleep(wait * 1000)
  }
}

/** Degrees come as text. What is no number lies in no box. */
function placeIn({ lon, lat }: Readonly<Record<string, unknown>>): LonLat | undefined {
  const [east, north] = [degrees(lon), degrees(lat)]
  const inside = east > BOX.west && east < BOX.east && north > BOX.south && north < BOX.north
  return inside ? [east, north] : undefined
}

const degrees = (value: unknown): number =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '') ? Number(value) : Number.NaN

function isNear(place: LonLat, cMun: number | null): boolean {
  const town = cMun === null ? undefined : placeOfTown(cMun)
  return town === undefined || town.isState || greatCircle(town.place, place) <= TOWN_REACH
}
