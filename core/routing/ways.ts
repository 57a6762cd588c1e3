import type { LonLat } from './polyline'

/** What one call for the roads along routes may name: routes, places of a route, places in all. */
export const WAY_LIMITS = { routes: 200, places: 500, placesInAll: 5000 } as const

/** A place as roads are kept and told by: five decimals are a metre, and places nearer than that are one. */
export const placeKey = ([lon, lat]: LonLat): string => `${lon.toFixed(5)},${lat.toFixed(5)}`

/** The way from one place to another, by the keys of both. */
export const legKey = (from: string, to: string): string => `${from};${to}`
