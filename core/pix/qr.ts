import { encode } from 'uqr'

/** A QR code as a drawing: a square of `size` modules a side, quiet zone included, and the SVG path of its dark ones. */
export interface QrPicture {
  readonly size: number
  readonly path: string
}

/** A QR code as the runs of its dark modules, row by row; `size` is a side of it in modules, quiet zone included. */
export interface QrRuns {
  readonly size: number
  readonly runs: readonly (readonly [x: number, y: number, width: number])[]
}

/** White modules around a code, so that cameras find it (ISO/IEC 18004). */
export const QUIET = 4

/** A text as a QR code (ISO/IEC 18004), in UTF-8, 15 % of it restorable as the manual of the BR Code asks (level M). */
export function qrRuns(text: string): QrRuns {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET })
  return { size, runs: data.flatMap((row, y) => runsOf(row).map(([x, width]) => [x, y, width] as const)) }
}

/** Its dark modules as an SVG path: each run of a row is one rectangle. One path serves screen, page and paper. */
export const qrPath = ({ runs }: QrRuns): string =>
  runs.map(([x, y, width]) => `M${x} ${y}h${width}v1h-${width}z`).join('')

/** Draws a text as a QR code. */
export function qrPicture(text: string): QrPicture {
  const code = qrRuns(text)
  return { size: code.size, path: qrPath(code) }
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
