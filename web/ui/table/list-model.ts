import { signal } from '@preact/signals-react'
import { isAbort, list, type ListPage, type ListQuery, type Sums } from '../../app/api'
import { toast } from '../../app/toasts'
import type { Row, Values } from '../row'
import { position, totals } from './list-api'

/**
 * Rows of one list, fetched page by page as they come into view. What was there stays while the next answer is awaited:
 * the list never goes blank.
 */
export class ListModel {
  readonly total = signal(0)
  /** The total is estimated. */
  readonly capped = signal(false)
  /** Sums of all that is found; none until they are known. */
  readonly sums = signal<Sums | undefined>(undefined)
  /** An exact count is on its way. */
  readonly counting = signal(false)
  /** Nothing has been answered yet. */
  readonly fresh = signal(true)
  /** What is seen belongs to an earlier question. */
  readonly stale = signal(false)
  /** Grows with every change of the rows. */
  readonly version = signal(0)
  readonly resource: string
  readonly pageSize: number
  private pages = new Map<number, readonly Row[]>()
  private asked = new Set<number>()
  /** What is asked, without its page. */
  query: ListQuery = {}
  private key = ''
  private stop = new AbortController()
  private keepPages = false
  private range: readonly [number, number] = [0, 0]
  /** Somebody had it counted exactly: pages that come later do not estimate it again. */
  private exact = false

  constructor(resource: string, pageSize: number) {
    this.resource = resource
    this.pageSize = pageSize
  }

  /** Asks something else; the same question again changes nothing. */
  ask(query: ListQuery, company: unknown): void {
    const key = JSON.stringify([query, company])
    if (key === this.key) return
    this.key = key
    this.query = query
    this.restart(false)
  }

  /** Looks again at the pages in view. */
  reload(): void {
    if (this.key !== '') this.restart(true)
  }

  private restart(keepPages: boolean): void {
    this.stop.abort()
    this.stop = new AbortController()
    this.asked = new Set()
    this.exact = false
    this.keepPages = keepPages
    this.stale.value = true
    this.need(...this.range)
  }

  /** Makes sure that rows `from` to `to` are here or on their way. */
  need(from: number, to: number): void {
    this.range = [from, to]
    const first = Math.floor(from / this.pageSize)
    const last = Math.floor(Math.max(from, to - 1) / this.pageSize)
    for (let page = first; page <= last; page += 1) if (!this.asked.has(page)) void this.fetch(page)
  }

  private async fetch(page: number): Promise<void> {
    // One page of an answer tells what all of it adds up to.
    const { sums, ...plain } = this.query
    const first = this.asked.size === 0 && sums !== undefined
    this.asked.add(page)
    const { signal: stop } = this.stop
    try {
      const query = { ...plain, ...(first ? { sums } : {}), page: page + 1, perPage: this.pageSize }
      const answer = await list(this.resource, query, stop)
      if (stop.aborted) return
      if (first) this.sums.value = answer.sums
      this.take(page, answer)
    } catch (error) {
      if (isAbort(error)) return
      this.stale.value = false
      this.fresh.value = false
      toast.error(error)
    }
  }

  private take(page: number, answer: ListPage): void {
    if (this.stale.value && !this.keepPages) this.pages = new Map()
    this.pages.set(page, answer.data)
    if (!this.exact) {
      this.total.value = answer.total
      this.capped.value = answer.capped
    }
    this.stale.value = false
    this.fresh.value = false
    this.version.value += 1
  }

  /** Counts and sums all that is found, exactly. */
  async countAll(): Promise<void> {
    const { signal: stop } = this.stop
    this.counting.value = true
    try {
      const known = await totals(this.resource, this.query, stop)
      if (stop.aborted) return
      this.exact = true
      this.total.value = known.total
      this.capped.value = false
      this.sums.value = known.sums
      this.version.value += 1
    } catch (error) {
      if (!isAbort(error)) toast.error(error)
    } finally {
      this.counting.value = false
    }
  }

  /** Rows the list is drawn for. A capped total is a floor: it grows as the end comes nearer. */
  count(): number {
    if (!this.capped.value) return this.total.value
    const last = Math.max(-1, ...this.pages.keys())
    const lastRows = this.pages.get(last)?.length ?? 0
    const known = last * this.pageSize + lastRows
    return last < 0 || lastRows === this.pageSize ? Math.max(this.total.value, known + this.pageSize) : known
  }

  rowAt(index: number): Row | undefined {
    return this.pages.get(Math.floor(index / this.pageSize))?.[index % this.pageSize]
  }

  /** Rows `from` to `to`, fetched where they are not here yet; fewer where the list ends, or where they could not be fetched. */
  async rows(from: number, to: number): Promise<readonly Row[]> {
    const last = Math.floor((to - 1) / this.pageSize)
    for (let page = Math.floor(from / this.pageSize); page <= last; page += 1)
      if (!this.pages.has(page)) await this.fetch(page)
    const rows = Array.from({ length: Math.max(0, to - from) }, (_, at) => this.rowAt(from + at))
    return rows.filter((row) => row !== undefined)
  }

  /** What is known of rows that are here was changed, by their number. */
  renew(changed: ReadonlyMap<string, Values>): void {
    for (const [page, rows] of this.pages)
      this.pages.set(
        page,
        rows.map((row) => ({ ...row, ...changed.get(String(row.id)) })),
      )
    this.version.value += 1
  }

  /** Where a record stands among the rows that are here. */
  indexOf(id: string): number | undefined {
    for (const [page, rows] of this.pages) {
      const at = rows.findIndex((row) => String(row.id) === id)
      if (at >= 0) return page * this.pageSize + at
    }
    return undefined
  }

  /** Where a record stands in the whole list, fetched where it is not here yet; undefined where it is not in it. Throws ApiError. */
  async place(id: string): Promise<number | undefined> {
    const { sums: _, ...plain } = this.query
    const at = this.indexOf(id) ?? (await position(this.resource, plain, id))
    if (at !== undefined && String(this.rowAt(at)?.id) !== id) await this.fetch(Math.floor(at / this.pageSize))
    return this.indexOf(id)
  }

  /** The record so many rows further on, fetched where it is not here yet. Throws ApiError. */
  async neighbour(id: string, step: number): Promise<{ readonly row: Row; readonly index: number } | undefined> {
    const index = (this.indexOf(id) ?? Number.NaN) + step
    if (!(index >= 0)) return undefined
    const row = this.rowAt(index) ?? (await list(this.resource, { ...this.query, page: index + 1, perPage: 1 })).data[0]
    return row && { row, index }
  }

  /** Every row that is here, in order. */
  loaded(): readonly Row[] {
    return [...this.pages].toSorted(([a], [b]) => a - b).flatMap(([, rows]) => rows)
  }

  /** All rows of the question, up to a limit: for selecting all and for export. */
  async everything(limit: number): Promise<readonly Row[]> {
    const rows: Row[] = []
    for (let page = 1; rows.length < limit; page += 1) {
      const { sums: _, ...plain } = this.query
      const answer = await list(this.resource, { ...plain, page, perPage: Math.min(1000, limit) })
      rows.push(...answer.data)
      if (answer.data.length === 0 || rows.length >= answer.total) break
    }
    return rows.slice(0, limit)
  }
}
