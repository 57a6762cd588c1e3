import type { LonLat } from '../../../core/routing/polyline'
import { call, CallFailed, isObject, jsonIn } from '../../platform/outside/call'
import type { Address } from './posicao'

const TIMEOUT_MS = 8_000
const ANSWER_LIMIT = 256 * 1024
/** Brazil, with its islands. */
const BOX = { west: -74.1, east: -28.6, south: -33.9, north: 5.4 }

/** Asks a geocoder of Nominatim's shape for one address. Undefined when it knows none, or what it says lies outside Brazil. Throws CallFailed when it does not answer. */
export async function geocode(
  url: string,
  address: Address & { readonly xMun: string | null },
): Promise<LonLat | undefined> {
  const query = new URLSearchParams({ format: 'jsonv2', limit: '1', countrycodes: 'br' })
  const street = [address.nro, address.xLgr].filter(Boolean).join(' ')
  const parts = { street, city: address.xMun, state: address.UF, postalcode: address.CEP }
  for (const [name, value] of Object.entries(parts)) if (value) query.set(name, value)
  const answer = await call({
    url: `${url.replace(/\/+$/, '')}/search?${query.toString()}`,
    method: 'GET',
    headers: { Accept: 'application/json', 'User-Agent': 'Prumo' },
    timeoutMs: TIMEOUT_MS,
    limit: ANSWER_LIMIT,
    allowPrivate: true,
  })
  const list = jsonIn(answer.text)
  if (answer.status !== 200 || !Array.isArray(list))
    throw new CallFailed('O serviço de endereços não respondeu uma lista.')
  const [first]: unknown[] = list
  const place: LonLat = isObject(first) ? [Number(first.lon), Number(first.lat)] : [Number.NaN, Number.NaN]
  const [lon, lat] = place
  return lon > BOX.west && lon < BOX.east && lat > BOX.south && lat < BOX.north ? place : undefined
}
