/** A place: longitude and latitude in degrees, in the order of GeoJSON, VROOM and OSRM. */
export type LonLat = readonly [number, number]

/**
 * Coordinates as one short text, Google's encoded polyline: differences to the one before, in units of 10^-precision degree, as base-64 digits of
 * five bits. OSRM takes it in place of a list of numbers, which makes long addresses four times shorter.
 */
export function encodePolyline(points: readonly LonLat[], precision = 5): string {
  const factor = 10 ** precision
  let [lastLat, lastLon] = [0, 0]
  let text = ''
  for (const [lon, lat] of points) {
    const [y, x] = [Math.round(lat * factor), Math.round(lon * factor)]
    text += encodeNumber(y - lastLat) + encodeNumber(x - lastLon)
    ;[lastLat, lastLon] = [y, x]
  }
  return text
}

function encodeNumber(value: number): string {
  let rest = value < 0 ? ~(value << 1) : value << 1
  let text = ''
  for (; rest >= 0x20; rest >>>= 5) text += String.fromCodePoint((0x20 | (rest & 0x1f)) + 63)
  return text + String.fromCodePoint(rest + 63)
}

/** The coordinates of an encoded polyline. Throws on what is none. */
export function decodePolyline(text: string, precision = 5): LonLat[] {
  const factor = 10 ** precision
  const points: LonLat[] = []
  let [lat, lon] = [0, 0]
  for (let at = 0; at < text.length;) {
    const [y, afterLat] = decodeNumber(text, at)
    const [x, afterLon] = decodeNumber(text, afterLat)
    lat += y
    lon += x
    at = afterLon
    points.push([lon / factor, lat / factor])
  }
  return points
}

function decodeNumber(text: string, from: number): [number, number] {
  let [value, shift, at] = [0, 0, from]
  for (;;) {
    const digit = (text.codePointAt(at++) ?? Number.NaN) - 63
    if (!(digit >= 0 && digit < 64) || shift > 30) throw new RangeError('This is no encoded polyline.')
    value |= (digit & 0x1f) << shift
    shift += 5
    if (digit < 0x20) break
  }
  return [value & 1 ? ~(value >>> 1) : value >>> 1, at]
}
