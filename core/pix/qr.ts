import { encode } from 'uqr'

/** A QR code as a drawing: a square of `size` modules a side, quiet zone included, and the SVG path of its dark ones. */
export interface QrPicture {
  readonly size: number
  readonly path: string
}

/** White modules around a code, so that cameras find it (ISO/IEC 18004). */
const QUIET = 4

/**
 * Draws a text as a QR code (ISO/IEC 18004), in UTF-8, 15 % of it restorable as the manual of the BR Code asks (level M). One path serves screen, page and paper: each
 * run of dark modules of a row is one rectangle.
 */
export function qrPicture(text: string): QrPicture {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET })
  return {
    size,
    path: data
      .map((row, y) =>
        runsOf(row)
          .map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`)
          .join(''),
      )
      .join(''),
  }
}

/** Where dark modules of a row begin, and how many follow each other. */
function runsOf(row: readonly boolean[]): readonly (readonly [x: number, width: number])[] {
  const runs: [number, number][] = []
  for (const [x, dark] of row.entries()) {
    const last = runs.at(-1)
    if (!dark) continue
    if (last !== undefined && last[0] + last[1] === x) last[1]++
    else runs.push([x, 1])
  }
  return runs
}
