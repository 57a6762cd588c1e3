import { encodeText } from '../../core/gs1'
import { darkRuns, spread } from '../../core/labels/symbol'
import { escapeHtml as safe } from '../platform/html'
import type { Pdf } from './paper'

/** Modules of white on either side of a Code 128 (ISO/IEC 15417). */
const QUIET = 10

/** The dark runs of a Code 128 and its whole width, quiet zones included, in modules. */
function runsOf(text: string): {
  readonly width: number
  readonly runs: readonly (readonly [from: number, wide: number])[]
} {
  const modules = spread(encodeText(text).bars)
  return { width: modules.length + 2 * QUIET, runs: darkRuns(modules).map(([from, wide]) => [from + QUIET, wide]) }
}

/** A Code 128 over the whole of a box on paper, quiet zones included. Points. */
export function drawBars(
  pdf: Pdf,
  text: string,
  { x, y, width, height }: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): void {
  const symbol = runsOf(text)
  const module = width / symbol.width
  for (const [from, wide] of symbol.runs) pdf.rect(x + from * module, y, wide * module, height)
  pdf.fill('#000')
}

/** A Code 128 that stands in a page: black on white in every theme, named for who does not see it. */
export function barsSvg(text: string, name: string): string {
  const { width, runs } = runsOf(text)
  const path = runs.map(([from, wide]) => `M${from} 0h${wide}v40h-${wide}z`).join('')
  return `<svg class="bars" viewBox="0 0 ${width} 40" preserveAspectRatio="none" role="img" aria-label="${safe(name)}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${width}v40H0z"/><path d="${path}"/></svg>`
}
