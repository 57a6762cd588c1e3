import { inflateSync } from 'node:zlib'

/** A picture unpacked takes less than this: four thousand pixels a side, four bytes each. */
const MOST_BYTES = 70_000_000
const HEAD = 8
/** Length, name and checksum of a chunk. */
const AROUND = 12

/** A PNG whose pixels can be unpacked, or a JPEG, which is taken as it is. What is damaged spoils no paper: it is left out. */
export function isWhole(bytes: Uint8Array): boolean {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return true
  try {
    inflateSync(pixelsOf(Buffer.from(bytes)), { maxOutputLength: MOST_BYTES })
    return true
  } catch {
    return false
  }
}

/** The packed pixels of a PNG: all that its IDAT chunks hold. */
function pixelsOf(png: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = HEAD; at + AROUND <= png.length;) {
    const length = png.readUInt32BE(at)
    const name = png.toString('latin1', at + 4, at + 8)
    if (name === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length))
    at += AROUND + length
  }
  return Buffer.concat(parts)
}
