/** Browsers stop laying out elements around here; longer lists share the scroll range out. */
export const MAX_HEIGHT = 33_000_000

export interface VirtualInput {
  readonly scrollTop: number
  readonly viewport: number
  readonly count: number
  readonly rowHeight: number
  readonly overscan?: number
}

export interface VirtualRange {
  /** First and past-last row to draw. */
  readonly start: number
  readonly end: number
  /** Where the first of them stands, in px from the top of the scrolled content. */
  readonly top: number
  /** Height of the whole content in px. */
  readonly height: number
}

/** Which rows of a long list of equal rows can be seen. */
export function virtualRange({ scrollTop, viewport, count, rowHeight, overscan = 8 }: VirtualInput): VirtualRange {
  const full = count * rowHeight
  const height = Math.min(full, MAX_HEIGHT)
  const travel = Math.max(1, height - viewport)
  const position = full > MAX_HEIGHT ? (Math.min(scrollTop, travel) / travel) * (full - viewport) : scrollTop
  const first = Math.floor(position / rowHeight)
  const start = Math.max(0, Math.min(count, first - overscan))
  const end = Math.min(count, Math.ceil((position + viewport) / rowHeight) + overscan)
  return { start, end, top: scrollTop - position + start * rowHeight, height }
}

/** Where to scroll so that a row is wholly in view; the present position when it already is. */
export function scrollToRow(input: VirtualInput, row: number): number {
  const { scrollTop, viewport, count, rowHeight } = input
  const full = count * rowHeight
  const height = Math.min(full, MAX_HEIGHT)
  const scale = full > MAX_HEIGHT ? (full - viewport) / Math.max(1, height - viewport) : 1
  const position = scrollTop * scale
  const top = row * rowHeight
  if (top < position) return top / scale
  if (top + rowHeight > position + viewport) return (top + rowHeight - viewport) / scale
  return scrollTop
}
