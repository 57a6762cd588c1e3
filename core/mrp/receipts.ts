import { ceil, wholeDraw } from './lots'

/** A stretch of memory that holds receipts of one or more items, never part of an item. */
export interface Page<A> {
  /** Where the next item's receipts begin. */
  start: number
  readonly days: Uint16Array
  readonly amounts: A
}

const PAGE = 1 << 19

/**
 * The planned receipts of every item, in bucket order. An item whose quantities are whole numbers of its unit's last decimal keeps
 * them as 32-bit counts, 6 bytes a receipt; others as doubles, 10 bytes. Twenty million receipts fit in 120 to 200 MB.
 */
export class PlannedReceipts {
  readonly count: Int32Array
  /** Counts in one unit (1, 10, 1000…), or 0 where the quantities are doubles. */
  readonly scale: Float64Array
  private readonly page: Int32Array
  private readonly start: Int32Array
  private readonly whole: Page<Uint32Array>[] = []
  private readonly real: Page<Float64Array>[] = []
  /** Receipts of all items. */
  total = 0

  constructor(items: number) {
    this.count = new Int32Array(items)
    this.scale = new Float64Array(items)
    this.page = new Int32Array(items)
    this.start = new Int32Array(items)
  }

  /** The page the next item's receipts go to, with room for `atMost` of them. */
  openWhole(atMost: number): Page<Uint32Array> {
    const last = this.whole[this.whole.length - 1]
    if (last && last.start + atMost <= PAGE) return last
    const page = { start: 0, days: new Uint16Array(PAGE), amounts: new Uint32Array(PAGE) }
    this.whole.push(page)
    return page
  }

  openReal(atMost: number): Page<Float64Array> {
    const last = this.real[this.real.length - 1]
    if (last && last.start + atMost <= PAGE) return last
    const page = { start: 0, days: new Uint16Array(PAGE), amounts: new Float64Array(PAGE) }
    this.real.push(page)
    return page
  }

  /** Keeps the receipts just written on the open page: counts in one unit, `scale` of them. */
  keepWhole(item: number, count: number, scale: number): void {
    this.scale[item] = scale
    this.keep(item, count, this.whole)
  }

  keepReal(item: number, count: number): void {
    this.keep(item, count, this.real)
  }

  private keep(item: number, count: number, pages: readonly Page<unknown>[]): void {
    const page = pages[pages.length - 1]
    if (!page) return
    this.page[item] = pages.length - 1
    this.start[item] = page.start
    this.count[item] = count
    this.total += count
    page.start += count
  }

  /** The receipts of one item, in bucket order. */
  of(item: number): { bucket: number; quantity: number }[] {
    const count = this.count[item] ?? 0
    const scale = this.scale[item] ?? 0
    const start = this.start[item] ?? 0
    const page = (scale > 0 ? this.whole : this.real)[this.page[item] ?? 0]
    return Array.from({ length: count }, (_, at) => ({
      bucket: page?.days[start + at] ?? 0,
      quantity: (page?.amounts[start + at] ?? 0) / (scale || 1),
    }))
  }

  /**
   * Adds what an item's receipts draw of a component to that component's gross requirement: `each` a unit, at the release (past-due
   * ones in bucket 0) plus `offset`; nothing past the last bucket. `releases` gives the release bucket of each receipt bucket.
   */
  explode(item: number, { releases, each, offset }: Explosion, gross: Float64Array): void {
    const count = this.count[item] ?? 0
    if (count === 0 || offset >= gross.length) return
    const start = this.start[item] ?? 0
    const scale = this.scale[item] ?? 0
    if (scale > 0) {
      const page = this.whole[this.page[item] ?? 0]
      if (page) drawWhole(page, { start, end: start + count, releases, each: each / scale, offset }, gross)
    } else {
      const page = this.real[this.page[item] ?? 0]
      if (page) drawReal(page, { start, end: start + count, releases, each, offset }, gross)
    }
  }

  /** As `explode`, for a component that is counted in whole units: every order, of at most `max`, draws whole ones. */
  explodeWhole(item: number, draw: Explosion & { readonly max: number }, gross: Float64Array): void {
    const count = this.count[item] ?? 0
    const start = this.start[item] ?? 0
    const scale = this.scale[item] ?? 0
    const { releases, each, offset, max } = draw
    // Whole quantities by a whole factor are whole: nothing to round up.
    if (scale === 1 && Number.isInteger(each)) return this.explode(item, draw, gross)
    // Quantities that are counted have no maximum (what would be split is kept as doubles).
    const counted = scale > 0 ? this.whole[this.page[item] ?? 0] : undefined
    if (counted) return drawRounded(counted, { start, end: start + count, releases, each: each / scale, offset }, gross)
    const page = this.real[this.page[item] ?? 0]
    if (!page) return
    for (let at = start; at < start + count; at++) {
      const due = Math.max(0, releases[page.days[at] ?? 0] ?? 0) + offset
      if (due < gross.length) gross[due] = (gross[due] ?? 0) + wholeDraw(page.amounts[at] ?? 0, each, max)
    }
  }
}

/** What one unit of an item draws of a component, and when. */
interface Explosion {
  readonly releases: Int32Array
  readonly each: number
  readonly offset: number
}

interface Draw extends Explosion {
  readonly start: number
  readonly end: number
}

/** The same walk as `drawReal`, apart so that each loop reads one kind of array. Releases do not fall, so past-due ones lead. */
function drawWhole({ days, amounts }: Page<Uint32Array>, draw: Draw, gross: Float64Array): void {
  const { end, releases, each, offset } = draw
  let at = draw.start
  for (; at < end && (releases[days[at] ?? 0] ?? 0) < 0; at++) {
    gross[offset] = (gross[offset] ?? 0) + each * (amounts[at] ?? 0)
  }
  const last = gross.length
  for (; at < end; at++) {
    const due = (releases[days[at] ?? 0] ?? 0) + offset
    if (due < last) gross[due] = (gross[due] ?? 0) + each * (amounts[at] ?? 0)
  }
}

/** As `drawWhole`, each draw rounded up to a whole one; a difference of rounding never draws one more. */
function drawRounded({ days, amounts }: Page<Uint32Array>, draw: Draw, gross: Float64Array): void {
  const { start, end, releases, each, offset } = draw
  const last = gross.length
  for (let at = start; at < end; at++) {
    const release = releases[days[at] ?? 0] ?? 0
    const due = release > 0 ? release + offset : offset
    if (due >= last) continue
    const drawn = each * (amounts[at] ?? 0)
    gross[due] = (gross[due] ?? 0) + ceil(drawn - 1e-9 * (drawn + 1))
  }
}

function drawReal({ days, amounts }: Page<Float64Array>, draw: Draw, gross: Float64Array): void {
  const { end, releases, each, offset } = draw
  let at = draw.start
  for (; at < end && (releases[days[at] ?? 0] ?? 0) < 0; at++) {
    gross[offset] = (gross[offset] ?? 0) + each * (amounts[at] ?? 0)
  }
  const last = gross.length
  for (; at < end; at++) {
    const due = (releases[days[at] ?? 0] ?? 0) + offset
    if (due < last) gross[due] = (gross[due] ?? 0) + each * (amounts[at] ?? 0)
  }
}
