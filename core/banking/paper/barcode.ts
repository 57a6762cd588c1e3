import { interleaved } from '../../gs1'
import { darkRuns, spread } from '../../labels/symbol'
import type { Bars } from './marks'

/** The barcode of a boleto: Interleaved 2 of 5, 103 mm by 13 mm, 5 mm white at either end (FEBRABAN). */
export const BARCODE = { width: 103, height: 13, quiet: 5 }

/** How many narrow ones are as wide as a wide bar. */
const WIDE = 3

/** The bars of 44 digits; `x` and `y` are where the white before them begins. */
export function barcode(digits: string, x: number, y: number): Bars {
  const widths = interleaved(digits).map((isWide) => (isWide ? WIDE : 1))
  const narrow = BARCODE.width / widths.reduce((sum, width) => sum + width, 0)
  return {
    kind: 'bars',
    x,
    y,
    width: BARCODE.width + 2 * BARCODE.quiet,
    height: BARCODE.height,
    bars: darkRuns(spread(widths.map(String))).map(([from, wide]) => [
      x + BARCODE.quiet + from * narrow,
      wide * narrow,
    ]),
  }
}
